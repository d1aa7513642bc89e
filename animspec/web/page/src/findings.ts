// The findings, grouped by the clip that they are in.

import { ask, type Finding, type Place, type Report } from "./api";
import { make, plural } from "./dom";
import type { Lines } from "./places";

const AT_A_TIME = 100;

const WORDS = { error: "Error", warning: "Warning", hint: "Hint" } as const;

export interface Context {
  /** The text's lines; null for a binary file. */
  lines: Lines | null;
  /** What clips are called, by their id. */
  names: Map<string, string>;
  go: (place: Place) => void;
}

/** Shows a report in an element. */
export function show(list: HTMLElement, report: Report, context: Context): void {
  list.replaceChildren();
  if (!report.findings.length) {
    list.append(make("p", { class: "clean" }, "No findings. The document is in order."));
    return;
  }
  const groups = new Map<string, Finding[]>();
  for (const each of report.findings) {
    const group = groupOf(each, context.names);
    groups.set(group, [...(groups.get(group) ?? []), each]);
  }
  let left = AT_A_TIME;
  const waiting: [string, Finding[]][] = [];
  for (const [group, findings] of groups) {
    if (left > 0) list.append(section(group, findings.slice(0, left), findings.length, context));
    if (findings.length > left) waiting.push([group, findings.slice(Math.max(left, 0))]);
    left -= findings.length;
  }
  more(list, waiting, context);
  if (report.summary.leftOut) {
    list.append(make("p", { class: "note" }, `${plural(report.summary.leftOut, "more finding")} ${report.summary.leftOut === 1 ? "is" : "are"} not listed.`));
  }
}

/** Offers the findings that are not shown yet. */
function more(list: HTMLElement, waiting: [string, Finding[]][], context: Context): void {
  const count = waiting.reduce((sum, [, findings]) => sum + findings.length, 0);
  if (!count) return;
  const button = make("button", { type: "button", class: "more" }, `Show ${Math.min(count, AT_A_TIME)} more of ${count.toLocaleString("en")}`);
  button.addEventListener("click", () => {
    let left = AT_A_TIME;
    const rest: [string, Finding[]][] = [];
    let first: HTMLElement | null = null;
    for (const [group, findings] of waiting) {
      if (left > 0) {
        const made = section(group, findings.slice(0, left), findings.length, context);
        first ??= made;
        button.before(made);
      }
      if (findings.length > left) rest.push([group, findings.slice(Math.max(left, 0))]);
      left -= findings.length;
    }
    button.remove();
    more(list, rest, context);
    first?.querySelector<HTMLElement>("button")?.focus();
  });
  list.append(button);
}

function groupOf(finding: Finding, names: Map<string, string>): string {
  const clip = /^clips\[(.*?)\](?=\.|$)/.exec(finding.address);
  if (clip) return `Clip ${names.get(clip[1] ?? "") ?? clip[1]}`;
  const sequence = /^(sequences|controllers|tracks|objects|actions)\[(.*?)\](?=\.|$)/.exec(finding.address);
  if (sequence) return `${one(sequence[1] ?? "")} ${sequence[2]}`;
  const property = /^props\[(.*?)\](?=\.|$)/.exec(finding.address);
  if (property) return `Property ${property[1]}`;
  return finding.address.startsWith("camera") ? "Camera" : "The document";
}

function one(noun: string): string {
  const singular = noun.replace(/s$/, "");
  return singular[0]!.toUpperCase() + singular.slice(1);
}

function section(group: string, findings: Finding[], count: number, context: Context): HTMLElement {
  const list = make("ul");
  for (const each of findings) list.append(item(each, context));
  return make("section", { class: "group" }, make("h3", {}, group, make("span", { class: "count" }, String(count))), list);
}

function item(finding: Finding, context: Context): HTMLLIElement {
  const li = make("li", { class: `finding ${finding.severity}` });
  const head = make("div", { class: "head" }, make("span", { class: "severity" }, WORDS[finding.severity]), make("code", { class: "rule" }, finding.rule));
  if (finding.count > 1) head.append(make("span", { class: "soft" }, `× ${finding.count}`));
  if (finding.fix) head.append(make("span", { class: "fixable", title: finding.fix.message }, finding.fix.safe ? "fixable" : "fixable, with a look"));
  const message = make("span", { class: "message" }, finding.message);
  const place = finding.place;
  if (place) {
    const button = make("button", { type: "button", class: "go", click: () => context.go(place) }, head, message);
    button.append(make("span", { class: "where" }, `line ${place.line}, column ${place.column}`));
    li.append(button);
  } else {
    li.append(make("div", { class: "go" }, head, message, make("span", { class: "where" }, where(finding))));
  }
  if (place && context.lines) li.append(frame(place, context.lines));
  const related = finding.related;
  if (related?.place) {
    const there = related.place;
    li.append(make("button", { type: "button", class: "related", click: () => context.go(there) }, `${related.message}: line ${there.line}`));
  }
  li.append(why(finding.rule));
  return li;
}

function where(finding: Finding): string {
  if (finding.offset === undefined) return "";
  const object = finding.object == null ? "" : `, object ${finding.object}`;
  return `byte 0x${finding.offset.toString(16).toUpperCase()}${object}`;
}

function frame(place: Place, lines: Lines): HTMLElement {
  const { line, carets } = lines.frame(place);
  const gutter = String(place.line);
  return make("pre", { class: "frame", "aria-hidden": "true" },
    make("span", { class: "soft" }, `${gutter} │ `), `${line}\n`,
    make("span", { class: "soft" }, `${" ".repeat(gutter.length)} │ `), make("span", { class: "carets" }, carets));
}

/** A rule's page, asked for when it is opened. */
function why(rule: string): HTMLElement {
  const body = make("div", { class: "page" }, "…");
  const details = make("details", {}, make("summary", {}, "Why"), body);
  details.addEventListener("toggle", async () => {
    if (!details.open || body.childElementCount) return;
    try {
      const said = await ask<{ page: string }>(`rule ${rule}`, `rules/${encodeURIComponent(rule)}`);
      if (said) body.replaceChildren(...said.page.trim().split(/\n\n+/).map(paragraph));
    } catch (error) {
      body.textContent = String((error as Error).message);
    }
  });
  return details;
}

/** A paragraph of Markdown as rules' pages have it: bold words and code. */
function paragraph(text: string): HTMLElement {
  const p = make("p");
  for (const part of text.split(/(\*\*[^*]+\*\*|`[^`]+`)/)) {
    if (part.startsWith("**")) p.append(make("strong", {}, part.slice(2, -2)));
    else if (part.startsWith("`")) p.append(make("code", {}, part.slice(1, -1)));
    else p.append(part);
  }
  return p;
}
