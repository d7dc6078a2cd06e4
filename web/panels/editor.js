// A Python editor, of the server file or of a lesson: says when its text changes, marks the line of an error.

import {
  autocompletion, bracketMatching, classHighlighter, closeBrackets, closeBracketsKeymap, completionKeymap,
  defaultKeymap, drawSelection, dropCursor, EditorState, EditorView, highlightActiveLine, highlightActiveLineGutter,
  highlightSelectionMatches, highlightSpecialChars, history, historyKeymap, indentOnInput, indentUnit, indentWithTab,
  keymap, lineNumbers, lintGutter, python, search, searchKeymap, setDiagnostics, syntaxHighlighting,
} from "../vendor/codemirror.js";
import { find } from "./element.js";

export class Editor {
  #onChange;
  #name;
  #view;

  /**
   * @param {{ onChange(): void }} events
   * @param {{ parent: HTMLElement, name: string }} [where]
   */
  constructor({ onChange }, { parent, name } = { parent: find("[data-testid=editor]"), name: "server.py" }) {
    this.#onChange = onChange;
    this.#name = name;
    this.#view = new EditorView({ parent, state: this.#fresh("", true) });
  }

  get text() {
    return this.#view.state.doc.toString();
  }

  /**
   * Another document: with its own history, so that undo never mixes two files.
   * @param {string} text
   * @param {{ fixed?: boolean }} [options] whether it is there to be read only
   */
  open(text, { fixed = false } = {}) {
    this.#view.setState(this.#fresh(text, !fixed));
    this.#view.scrollDOM.scrollTo(0, 0); // an effect would scroll what is around the editor, too
    this.#onChange();
  }

  /** Another text in this document; undo brings back what was there. @param {string} text */
  replace(text) {
    this.#view.dispatch({ changes: { from: 0, to: this.#view.state.doc.length, insert: text } });
    this.#view.focus();
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

  /** Put the cursor there. @param {number} line counted from 1 */
  goTo(line) {
    const { doc } = this.#view.state;
    const { from } = doc.line(Math.min(Math.max(line, 1), doc.lines));
    this.#view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
    this.#view.focus();
  }

  /** @param {string} text @param {boolean} editable */
  #fresh(text, editable) {
    return EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(), lintGutter(), highlightActiveLineGutter(), highlightActiveLine(), highlightSpecialChars(),
        history(), drawSelection(), dropCursor(), indentOnInput(), indentUnit.of("    "), bracketMatching(),
        closeBrackets(), highlightSelectionMatches(), search({ top: true }), autocompletion({ activateOnTyping: false }),
        python(), syntaxHighlighting(classHighlighter), EditorState.tabSize.of(4),
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, indentWithTab]),
        EditorView.contentAttributes.of({ tabindex: "0", "aria-label": `${this.#name}, Python. Escape, then Tab leaves the editor.` }),
        EditorState.readOnly.of(!editable),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) this.#onChange();
        }),
      ],
    });
  }
}
