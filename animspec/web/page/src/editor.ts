// The text of the document, with marks where something is wrong.

import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { HighlightStyle, bracketMatching, foldGutter, foldKeymap, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

import type { Finding } from "./api";
import type { Lines } from "./places";

/** A text with a line longer than this is shown without colours, which would take long. */
const LONGEST_COLOURED = 20_000;
const MOST_MARKS = 500;

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--code-name)" },
  { tag: tags.string, color: "var(--code-text)" },
  { tag: tags.number, color: "var(--code-number)" },
  { tag: [tags.bool, tags.null], color: "var(--code-word)" },
  { tag: [tags.separator, tags.bracket], color: "var(--soft)" },
]);

const theme = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--surface)", color: "var(--ink)", fontSize: "13px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55" },
  ".cm-content": { caretColor: "var(--ink)" },
  "&.cm-focused": { outline: "none" },
  "&.cm-focused .cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--faint)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--line)" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": { backgroundColor: "var(--selection)" },
  ".cm-tooltip": { backgroundColor: "var(--surface)", color: "var(--ink)", border: "1px solid var(--edge)" },
  ".cm-panels": { backgroundColor: "var(--ground)", color: "var(--ink)" },
  ".cm-diagnostic": { fontFamily: "var(--sans)", fontSize: "13px" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--line)", border: "none", color: "var(--soft)" },
});

export class Editor {
  private readonly view: EditorView;
  private readonly language = new Compartment();
  private silent = false;

  constructor(parent: HTMLElement, changed: () => void) {
    const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? "";
    const extensions: Extension[] = [
      EditorView.cspNonce.of(nonce),
      lineNumbers(), foldGutter(), lintGutter(), history(), drawSelection(), bracketMatching(),
      highlightActiveLine(), highlightActiveLineGutter(), highlightSelectionMatches(),
      syntaxHighlighting(colours), theme, this.language.of([]),
      keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...foldKeymap, ...lintKeymap]),
      EditorView.contentAttributes.of({ "aria-label": "Text of the document" }),
      EditorView.updateListener.of((update) => { if (update.docChanged && !this.silent) changed(); }),
    ];
    this.view = new EditorView({ state: EditorState.create({ extensions }), parent });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  set text(text: string) {
    const plain = longestLine(text) > LONGEST_COLOURED;
    this.silent = true;
    this.view.dispatch({
      changes: { from: 0, to: this.view.state.doc.length, insert: text },
      effects: this.language.reconfigure(plain ? [] : json()),
      selection: { anchor: 0 },
      scrollIntoView: true,
    });
    this.silent = false;
  }

  mark(findings: Finding[], lines: Lines): void {
    const most = this.view.state.doc.length;
    const marks: Diagnostic[] = [];
    for (const each of findings.slice(0, MOST_MARKS)) {
      if (!each.place) continue;
      const [from, to] = lines.range(each.place);
      if (to > most) continue;
      marks.push({ from, to, severity: each.severity === "hint" ? "info" : each.severity, source: each.rule, message: each.message });
    }
    this.view.dispatch(setDiagnostics(this.view.state, marks));
  }

  show([from, to]: [number, number]): void {
    const most = this.view.state.doc.length;
    this.view.dispatch({
      selection: { anchor: Math.min(from, most), head: Math.min(to, most) },
      effects: EditorView.scrollIntoView(Math.min(from, most), { y: "center" }),
    });
    this.view.focus();
  }
}

function longestLine(text: string): number {
  let longest = 0;
  let start = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", start)) {
    longest = Math.max(longest, at - start);
    start = at + 1;
  }
  return Math.max(longest, text.length - start);
}
