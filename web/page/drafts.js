// The user's texts: the one in the editor, the message, and those put aside when another example was opened.

import { lasting, recall, remember } from "./storage.js";

/** @import { Kept } from "../panels/gallery.js" */

const SAVE_AFTER_MS = 300;
const KEPT_AT_MOST = 10;

export class Drafts {
  #timer = 0;
  /** @type {() => { code: string, message: string, example: string }} */
  #read;

  /** @param {() => { code: string, message: string, example: string }} read what is on screen now */
  constructor(read) {
    this.#read = read;
    addEventListener("pagehide", () => this.save());
    document.addEventListener("visibilitychange", () => this.save());
    if (!lasting) addEventListener("beforeunload", (event) => event.preventDefault());
  }

  /** What was on screen last time. */
  get last() {
    return { code: recall("code"), message: recall("message"), example: recall("example") };
  }

  /** @returns {Kept[]} the newest first */
  get kept() {
    try {
      return JSON.parse(recall("kept") ?? "[]");
    } catch {
      return [];
    }
  }

  saveSoon() {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.save(), SAVE_AFTER_MS);
  }

  save() {
    clearTimeout(this.#timer);
    for (const [name, value] of Object.entries(this.#read())) remember(name, value);
  }

  /**
   * @param {string} text
   * @param {string} slug of the example it was made from
   * @param {string} name of that example
   * @returns {Kept}
   */
  putAside(text, slug, name) {
    const entry = { text, slug, name, when: Date.now() };
    const others = this.kept.filter((old) => old.text !== text);
    remember("kept", JSON.stringify([entry, ...others].slice(0, KEPT_AT_MOST)));
    return entry;
  }
}
