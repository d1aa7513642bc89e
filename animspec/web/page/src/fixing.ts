// Fixes, shown as a difference before anything is taken over.

import { Problem, ask, type Fixed } from "./api";
import { by, download, make, plural } from "./dom";
import type { Source } from "./curves";

const MOST_LINES = 2000;

export class Fixing {
  private readonly dialog = by<HTMLDialogElement>("fixing");
  private readonly unsafe = by<HTMLInputElement>("unsafe");
  private source: Source | null = null;
  private fixed: Fixed | null = null;

  constructor(private readonly apply: (text: string) => void) {
    this.unsafe.addEventListener("change", () => void this.ask());
    by("leave").addEventListener("click", () => this.dialog.close());
    by("apply").addEventListener("click", () => {
      if (this.fixed?.document != null) this.apply(this.fixed.document);
      this.dialog.close();
    });
    by("save").addEventListener("click", () => {
      if (this.fixed?.document != null && this.source) download(this.source.name, this.fixed.document);
    });
  }

  open(source: Source, onlyUnsafe: boolean, hints: boolean): void {
    this.source = source;
    this.hints = hints;
    this.unsafe.checked = onlyUnsafe;
    this.dialog.showModal();
    void this.ask();
  }

  private hints = false;

  private async ask(): Promise<void> {
    this.say("Fixing…");
    this.ready(null);
    const query: Record<string, string> = { name: this.source!.name, unsafe: String(this.unsafe.checked) };
    if (this.hints) query["show"] = "hint";
    try {
      const fixed = await ask<Fixed>("fix", "fix", query, this.source!.body());
      if (!fixed) return;
      this.ready(fixed);
      const refused = fixed.refused.length ? `; ${plural(fixed.refused.length, "fix").replace(/fixs$/, "fixes")} would do harm and ${fixed.refused.length === 1 ? "is" : "are"} left out` : "";
      this.say(fixed.fixed ? `${plural(fixed.fixed, "finding")} fixed${refused}.` : `Nothing to fix${refused}.`);
    } catch (error) {
      this.say(`${(error as Problem).message}.`);
    }
  }

  private say(sentence: string): void {
    by("fixing-note").textContent = sentence;
  }

  private ready(fixed: Fixed | null): void {
    this.fixed = fixed;
    const usable = fixed !== null && fixed.fixed > 0 && fixed.document !== null;
    by<HTMLButtonElement>("apply").disabled = !usable;
    by<HTMLButtonElement>("save").disabled = !usable;
    by("diff").replaceChildren(...(usable ? lines(fixed!.diff) : []));
    by("diff").hidden = !usable;
  }
}

const KINDS: Record<string, [string, string]> = { "+": ["added", "added: "], "-": ["removed", "removed: "], "@": ["hunk", ""], " ": ["same", ""] };

function lines(diff: string): HTMLElement[] {
  const all = diff.split("\n").slice(2, -1);
  const shown = all.slice(0, MOST_LINES).map((line) => {
    const [kind, spoken] = KINDS[line[0] ?? " "] ?? ["same", ""];
    return make("div", { class: kind }, make("span", { class: "hidden" }, spoken), line.length > 400 ? `${line.slice(0, 400)}…` : line || " ");
  });
  if (all.length > MOST_LINES) shown.push(make("div", { class: "hunk" }, `… ${all.length - MOST_LINES} more lines`));
  return shown;
}
