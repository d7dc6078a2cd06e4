// How far somebody got, and what they wrote, by lesson and step. Kept in this browser only.

import { recall, remember } from "../page/storage.js";

/** @typedef {{ lesson: string, step: string }} Place */

const SAVE_AFTER_MS = 300;

export class Progress {
  #timer = 0;
  /** @type {{ name: string, text: string } | null} */
  #unsaved = null;

  constructor() {
    addEventListener("pagehide", () => this.save());
    document.addEventListener("visibilitychange", () => this.save());
  }

  /** @param {Place} place */
  hasPassed({ lesson, step }) {
    return recall(`lesson-passed:${lesson}/${step}`) !== null;
  }

  /** @param {Place} place */
  pass({ lesson, step }) {
    remember(`lesson-passed:${lesson}/${step}`, "yes"); // one each, so that tabs do not take each other's
  }

  /** @param {Place} place @returns {string | null} what was written there */
  text({ lesson, step }) {
    this.save();
    return recall(`lesson:${lesson}/${step}`);
  }

  /** @param {Place} place @param {string} text */
  write({ lesson, step }, text) {
    const name = `lesson:${lesson}/${step}`;
    if (this.#unsaved && this.#unsaved.name !== name) this.save();
    this.#unsaved = { name, text };
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.save(), SAVE_AFTER_MS);
  }

  save() {
    clearTimeout(this.#timer);
    if (this.#unsaved) remember(this.#unsaved.name, this.#unsaved.text);
    this.#unsaved = null;
  }
}
