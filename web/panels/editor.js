// The server file: a Python editor that says when its text changes and marks the line of an error.

import {
  autocompletion, bracketMatching, classHighlighter, closeBrackets, closeBracketsKeymap, completionKeymap,
  defaultKeymap, drawSelection, dropCursor, EditorState, EditorView, highlightActiveLine, highlightActiveLineGutter,
  highlightSelectionMatches, highlightSpecialChars, history, historyKeymap, indentOnInput, indentUnit, indentWithTab,
  keymap, lineNumbers, lintGutter, python, search, searchKeymap, setDiagnostics, syntaxHighlighting,
} from "../vendor/codemirror.js";
import { find } from "./element.js";

export class Editor {
  #onChange;
  #view;

  /** @param {{ onChange(): void }} events */
  constructor({ onChange }) {
    this.#onChange = onChange;
    this.#view = new EditorView({ parent: find("[data-testid=editor]"), state: this.#fresh("") });
  }

  get text() {
    return this.#view.state.doc.toString();
  }

  /** Another document: with its own history, so that undo never mixes two files. @param {string} text */
  open(text) {
    this.#view.setState(this.#fresh(text));
    this.#view.dispatch({ effects: EditorView.scrollIntoView(0) });
    this.#onChange();
  }

  /**
   * @param {number | null} line counted from 1
   * @param {number | null} column counted from 1
   * @param {string} message
   */
  markError(line, column, message) {
    const { doc } = this.#view.state;
    if (line === null || line < 1 || line > doc.lines) return this.clearError();
    const { from, to, text } = doc.line(line);
    const start = column ? Math.min(from + column - 1, to) : from + text.search(/\S|$/);
    const diagnostic = { from: start < to ? start : from, to, severity: /** @type {const} */ ("error"), message };
    this.#view.dispatch(setDiagnostics(this.#view.state, [diagnostic]), { effects: EditorView.scrollIntoView(from, { y: "center" }) });
  }

  clearError() {
    this.#view.dispatch(setDiagnostics(this.#view.state, []));
  }

  focus() {
    this.#view.focus();
  }

  /** @param {string} text */
  #fresh(text) {
    return EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(), lintGutter(), highlightActiveLineGutter(), highlightActiveLine(), highlightSpecialChars(),
        history(), drawSelection(), dropCursor(), indentOnInput(), indentUnit.of("    "), bracketMatching(),
        closeBrackets(), highlightSelectionMatches(), search({ top: true }), autocompletion({ activateOnTyping: false }),
        python(), syntaxHighlighting(classHighlighter), EditorState.tabSize.of(4),
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, indentWithTab]),
        EditorView.contentAttributes.of({ tabindex: "0", "aria-label": "server.py, Python. Escape, then Tab leaves the editor." }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) this.#onChange();
        }),
      ],
    });
  }
}
