// From lines and columns (code points, from 1) to offsets in JavaScript's texts (UTF-16), and code
// frames. A text is searched for its line ends once, and never split.

import type { Place } from "./api";

const WIDEST = 60;

export class Lines {
  private starts: number[] = [0];

  constructor(readonly text: string) {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.starts.push(at + 1);
  }

  private start(line: number): number {
    return this.starts[Math.min(line, this.starts.length) - 1] ?? 0;
  }

  private end(line: number): number {
    const next = this.starts[line];
    return next === undefined ? this.text.length : next - 1;
  }

  offset(line: number, column: number): number {
    const end = this.end(line);
    let at = this.start(line);
    for (let left = column - 1; left > 0 && at < end; left--) {
      at += (this.text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
    }
    return Math.min(at, this.text.length);
  }

  range(place: Place): [number, number] {
    const from = this.offset(place.line, place.column);
    return [from, Math.max(from, this.offset(place.endLine, place.endColumn))];
  }

  /** The line of a place and carets under what is meant; indentation and what is far are left out. */
  frame(place: Place): { line: string; carets: string } {
    const [from, to] = this.range(place);
    const end = this.end(place.line);
    const indent = /^[ \t]*/.exec(this.text.slice(this.start(place.line), from))![0].length;
    const start = this.start(place.line) + indent;
    const first = Math.max(start, Math.min(from - WIDEST / 3, end - WIDEST));
    const last = Math.min(end, first + WIDEST);
    const shown = this.text.slice(first, last).replace(/\t/g, " ").replace(/\r/g, "");
    const carets = Math.max(1, Math.min(to, last) - from);
    return {
      line: (first > start ? "…" : "") + shown + (last < end ? "…" : ""),
      carets: " ".repeat(from - first + (first > start ? 1 : 0)) + "^".repeat(carets),
    };
  }
}
