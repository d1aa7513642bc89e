// An expression: its faults under carets, its value at a time, its curve.

import { Problem, ask, type Fault } from "./api";
import { by, later, make } from "./dom";
import { Plot } from "./plot";

const CLOCK = ["t", "frame", "fps"];
const MOST_POINTS = 5000;

interface Values { values: { t: number; value: number }[] }

export class Expression {
  private readonly text = by<HTMLTextAreaElement>("text");
  private readonly plot = new Plot(by("expression-plot"), "The expression over time", (time) => {
    by<HTMLInputElement>("at").value = String(Number(time.toFixed(3)));
    void this.evaluate();
  });
  private readonly given = new Map<string, number>([["amp", 2]]);
  private begun = false;

  constructor() {
    const soon = later(200, () => void this.check());
    this.text.addEventListener("input", soon);
    for (const id of ["at", "from", "to", "fps"]) by(id).addEventListener("input", later(200, () => void this.evaluate()));
  }

  refresh(): void {
    if (!this.begun) void this.check();
    this.begun = true;
  }

  private async check(): Promise<void> {
    try {
      const verdict = await ask<{ faults: Fault[]; variables?: string[] }>("expression", "expressions/check", {}, JSON.stringify({ expression: this.text.value }));
      if (!verdict) return;
      this.tell(verdict.faults);
      if (verdict.faults.length) return;
      this.fields((verdict.variables ?? []).filter((name) => !CLOCK.includes(name)));
      await this.evaluate();
    } catch (error) {
      this.fail((error as Problem).message);
    }
  }

  private tell(faults: Fault[]): void {
    this.text.setAttribute("aria-invalid", String(faults.length > 0));
    by("faults").replaceChildren(...faults.map((fault) => make("div", { class: "fault" }, make("p", {}, fault.message), make("pre", { class: "frame" }, fault.frame))));
    by("expression-plot").classList.toggle("stale", faults.length > 0);
    if (faults.length) by("value").textContent = "–";
  }

  private fail(sentence: string): void {
    by("faults").replaceChildren(make("p", {}, sentence));
    by("expression-plot").classList.add("stale");
    by("value").textContent = "–";
  }

  /** Shows a field for each variable that somebody has to give. */
  private fields(names: string[]): void {
    const area = by("variables");
    const there = [...area.querySelectorAll("input")].map((each) => each.dataset["name"]);
    if (there.join() === names.join()) return;
    area.replaceChildren(...names.map((name) => {
      const field = make("input", { type: "number", step: "any", value: this.given.get(name) ?? 0, class: "short", "data-name": name });
      field.addEventListener("input", later(150, () => { this.given.set(name, Number(field.value) || 0); void this.evaluate(); }));
      return make("label", {}, make("code", {}, name), " ", field);
    }));
  }

  private async evaluate(): Promise<void> {
    const [at, start, to, fps] = ["at", "from", "to", "fps"].map((id) => Number(by<HTMLInputElement>(id).value));
    const shown = [...by("variables").querySelectorAll("input")].map((each) => each.dataset["name"]!);
    const variables = Object.fromEntries(shown.map((name) => [name, this.given.get(name) ?? 0]));
    const common = { expression: this.text.value, variables };
    try {
      if (!(fps! > 0)) throw new Problem(0, "fps has to be more than 0");
      const one = await ask<Values>("value", "expressions/evaluate", {}, JSON.stringify({ ...common, times: [at], fps }));
      if (one) by("value").textContent = String(Number(one.values[0]!.value.toPrecision(10)));
      const stop = Math.min(to!, start! + MOST_POINTS / fps!);
      const many = await ask<Values>("curve", "expressions/evaluate", {}, JSON.stringify({ ...common, range: { start, stop, fps } }));
      if (!many) return;
      this.tell([]);
      this.plot.draw({ times: many.values.map((each) => each.t), unit: "", axis: "seconds", series: [{ label: "value", values: many.values.map((each) => each.value), keys: [] }] });
      this.plot.time = at!;
    } catch (error) {
      const { faults, message } = error as Problem;
      if (faults?.length) this.tell(faults);
      else this.fail(message);
    }
  }
}
