// The code: coloured text at first, and an editor from the moment somebody wants to change it.

import { element } from "../../panels/element.js";
import { paintPython } from "../colours.js";
import { fill } from "../poster.js";

/** @import { Editor } from "../../panels/editor.js" */

export class Code {
  #box;
  #app;
  #onChange;
  #text = "";
  /** @type {Promise<Editor> | null} */
  #editor = null;
  /** @type {Editor | null} */
  #ready = null;

  /**
   * @param {HTMLElement} box
   * @param {string} app where the playground's own modules are
   * @param {() => void} onChange
   */
  constructor(box, app, onChange) {
    this.#box = box;
    this.#app = app;
    this.#onChange = onChange;
  }

  get text() {
    return this.#ready?.text ?? this.#text;
  }

  /** @param {string} text */
  show(text) {
    this.#text = text;
    if (this.#ready) return this.#ready.open(text);
    const code = element("code");
    fill(code, paintPython(text));
    this.#box.replaceChildren(element("pre", { class: "mcp-code", tabindex: "0", "aria-label": "Code", role: "region" }, code));
  }

  /** The editor is loaded when it is wanted, and only then. */
  edit() {
    this.#editor ??= this.#load();
    this.#editor.catch(() => (this.#editor = null));
    return this.#editor;
  }

  async #load() {
    const style = element("link", { rel: "stylesheet", href: `${this.#app}styles/editors.css` });
    const styled = new Promise((resolve) => (style.onload = style.onerror = resolve));
    document.head.append(style);
    /** @type {[typeof import("../../panels/editor.js"), unknown]} */
    const [{ Editor }] = await Promise.all([import(`${this.#app}panels/editor.js`), styled]);
    this.#box.replaceChildren();
    const editor = new Editor({ onChange: () => this.#ready && this.#onChange() });
    editor.open(this.#text);
    this.#ready = editor;
    editor.focus();
    return editor;
  }

  /** @param {{ line: number | null, column: number | null, message: string }} fault */
  mark({ line, column, message }) {
    this.#ready?.markError(line, column, message);
  }

  unmark() {
    this.#ready?.clearError();
  }
}
