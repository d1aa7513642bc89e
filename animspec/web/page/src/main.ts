// The page: a document is opened, checked while it is edited, looked at, fixed.

import "./app.css";

import { Problem, ask, type Place, type Report } from "./api";
import { Curves, type Source } from "./curves";
import { by, download, later, make, plural } from "./dom";
import { Editor } from "./editor";
import { EXAMPLE, EXAMPLE_NAME } from "./example";
import { Expression } from "./expression";
import { show } from "./findings";
import { Fixing } from "./fixing";
import { Lines } from "./places";

/** Characters up to which a text is shown to be edited; larger ones are checked all the same. */
const LARGEST_EDITED = 3_000_000;
const LARGEST_NAMED = 4_000_000;

const nameField = by<HTMLInputElement>("name");
const hints = by<HTMLInputElement>("hints");
const fixButton = by<HTMLButtonElement>("fix");
const downloadButton = by<HTMLButtonElement>("download");

/** The file as it was opened, where its text is not in the editor. */
let opened: { data: Blob; text: string | null } | null = null;
let lines: Lines | null = null;
let report: Report | null = null;

const editor = new Editor(by("editor"), later(350, () => changed()));
const curves = new Curves();
const expression = new Expression();
const fixing = new Fixing((text) => take(text));

function source(): Source | null {
  const body = opened?.data ?? editor.text;
  if (typeof body === "string" && !body) return null;
  return { name: nameField.value.trim() || "untitled", body: () => body };
}

function changed(): void {
  by("welcome").hidden = opened !== null || editor.text !== "";
  const now = source();
  curves.take(now);
  downloadButton.disabled = now === null;
  if (!by("curves").hidden) void curves.refresh();
  void check();
}

/** Shows a text in the editor, or keeps it beside where it is too large. */
function take(text: string): void {
  opened = text.length > LARGEST_EDITED ? { data: new Blob([text]), text } : null;
  editor.text = opened ? "" : text;
  by("editor").hidden = opened !== null;
  const large = by("large");
  large.hidden = opened === null;
  if (opened) large.replaceChildren(make("p", {}, make("strong", {}, `${(opened.data.size / 2 ** 20).toFixed(1)} MB`), " are checked, but too many to be edited here. The findings show the lines around them."));
  changed();
}

function takeBinary(data: Blob): void {
  opened = { data, text: null };
  editor.text = "";
  by("editor").hidden = true;
  by("large").hidden = false;
  by("large").replaceChildren(make("p", {}, make("strong", {}, "A binary file"), ` of ${data.size.toLocaleString("en")} bytes. The findings name its objects and bytes.`));
  changed();
}

async function openFile(file: File): Promise<void> {
  nameField.value = file.name;
  if (file.name.toLowerCase().endsWith(".m3g")) return takeBinary(file);
  const data = await file.arrayBuffer();
  try {
    take(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data));
  } catch {
    takeBinary(file); // not UTF-8: the service says so, with the place
  }
}

function verdict(state: string, sentence: string): void {
  const line = by("verdict");
  line.dataset["state"] = state;
  if (line.textContent !== sentence) line.textContent = sentence;
}

async function check(): Promise<void> {
  const now = source();
  if (!now) {
    verdict("empty", "Nothing to check yet");
    by("list").replaceChildren(make("p", { class: "note" }, "Open a file, and what is wrong with it stands here: by clip, with its place in the text."));
    by("count").textContent = "";
    fixButton.disabled = true;
    return;
  }
  try {
    const query = { name: now.name, show: hints.checked ? "hint" : "warning" };
    const found = await ask<Report>("check", "check", query, now.body());
    if (!found) return;
    report = found;
    tell(found);
  } catch (error) {
    verdict("failed", `Not checked: ${(error as Problem).message}`);
  }
}

function tell(found: Report): void {
  const text = opened ? opened.text : editor.text;
  lines = text === null ? null : new Lines(text);
  if (!opened && lines) editor.mark(found.findings, lines);
  show(by("list"), found, { lines, names: clipNames(text), go });
  const { errors, warnings, hints: few, fixable, fixableUnsafely } = found.summary;
  const parts = [[errors, "error"], [warnings, "warning"], [few, "hint"]].filter(([count]) => count) as [number, string][];
  const words = parts.map(([count, noun]) => plural(count, noun)).join(", ");
  const state = errors ? "error" : warnings ? "warning" : few ? "hint" : "clean";
  const fixes = fixable + fixableUnsafely;
  verdict(state, words ? `${words}${fixes ? ` · ${fixes.toLocaleString("en")} fixable` : ""}` : "In order: nothing found");
  by("count").textContent = String(errors + warnings + few);
  fixButton.disabled = fixes === 0;
}

/** Returns what clips are called; of a text that cannot be read nothing is known. */
function clipNames(text: string | null): Map<string, string> {
  if (text === null || text.length > LARGEST_NAMED) return new Map();
  try {
    const clips: { id: string; name: string }[] = JSON.parse(text).clips ?? [];
    return new Map(clips.map((clip) => [clip.id, clip.name]));
  } catch {
    return new Map();
  }
}

function go(place: Place): void {
  if (lines && !opened) editor.show(lines.range(place));
}

void check();

// Tabs: arrow keys choose, as the pattern for tabs has it.
const tabs = [...document.querySelectorAll<HTMLButtonElement>('[role="tab"]')];
function choose(tab: HTMLButtonElement): void {
  for (const each of tabs) {
    const chosen = each === tab;
    each.setAttribute("aria-selected", String(chosen));
    each.tabIndex = chosen ? 0 : -1;
    by(each.getAttribute("aria-controls")!).hidden = !chosen;
  }
  if (tab.id === "tab-curves") void curves.refresh();
  if (tab.id === "tab-expression") expression.refresh();
}
tabs.forEach((tab, place) => {
  tab.addEventListener("click", () => choose(tab));
  tab.addEventListener("keydown", (event) => {
    const to = ({ ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: tabs.length - 1 } as Record<string, number>)[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = tabs[(to + tabs.length) % tabs.length]!;
    choose(next);
    next.focus();
  });
});

// Opening: by the button, by dropping anywhere, by pasting.
const file = by<HTMLInputElement>("file");
by("open").addEventListener("click", () => file.click());
file.addEventListener("change", () => {
  const chosen = file.files?.[0];
  if (chosen) void openFile(chosen);
  file.value = "";
});
by("example").addEventListener("click", () => { nameField.value = EXAMPLE_NAME; take(EXAMPLE); });
for (const kind of ["dragenter", "dragover"]) {
  document.addEventListener(kind, (event) => { event.preventDefault(); document.body.classList.add("dropping"); });
}
document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.body.classList.remove("dropping"); });
document.addEventListener("drop", (event) => {
  event.preventDefault();
  event.stopPropagation();
  document.body.classList.remove("dropping");
  const dropped = event.dataTransfer?.files[0];
  if (dropped) void openFile(dropped);
}, true);
document.addEventListener("paste", (event) => {
  const inField = (event.target as HTMLElement).closest?.("input, textarea, dialog");
  if (inField) return;
  const data = event.clipboardData;
  const pasted = data?.files[0];
  const text = data?.getData("text/plain") ?? "";
  if (pasted) { event.preventDefault(); event.stopPropagation(); void openFile(pasted); }
  else if (text && (source() === null || opened !== null || text.length > LARGEST_EDITED)) { event.preventDefault(); event.stopPropagation(); take(text); }
}, true);

nameField.addEventListener("change", changed);
hints.addEventListener("change", () => void check());
fixButton.addEventListener("click", () => {
  const now = source();
  if (now && report) fixing.open(now, report.summary.fixable === 0, hints.checked);
});
downloadButton.addEventListener("click", () => {
  const now = source();
  if (now) download(now.name, now.body() as BlobPart);
});
