// The examples to start from, and the texts that were put aside when another example was opened.

import { element, find } from "./element.js";

/** @typedef {{ slug: string, title: string, summary: string }} Example */
/** @typedef {{ text: string, slug: string, name: string, when: number }} Kept */

const WHEN = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

export class Gallery {
  #dialog = /** @type {HTMLDialogElement} */ (find("#gallery"));
  #events;

  /** @param {{ onOpen(slug: string): void, onRestore(kept: Kept): void }} events */
  constructor(events) {
    this.#events = events;
  }

  /**
   * @param {Example[]} examples
   * @param {string} current slug of the one in the editor
   * @param {Kept[]} kept
   */
  open(examples, current, kept) {
    const close = element("button", { type: "button", class: "quiet close", "aria-label": "Close", click: () => this.#dialog.close() });
    const parts = [element("header", { class: "sheet-head" }, element("h2", { id: "gallery-title" }, "Examples"), close)];
    const cards = examples.map(({ slug, title, summary }) => this.#card(title, summary, slug === current, () => this.#events.onOpen(slug)));
    parts.push(element("div", { class: "cards" }, ...cards));
    if (!examples.length) parts.push(element("p", {}, "The list of examples could not be loaded. Reload the page to try again."));
    if (kept.length) {
      const mine = kept.map((entry) => {
        const lines = entry.text.split("\n").length;
        return this.#card(entry.name, `${lines} lines, put aside ${WHEN.format(entry.when)}`, false, () => this.#events.onRestore(entry));
      });
      parts.push(element("h3", {}, "Your texts"), element("div", { class: "cards" }, ...mine));
    }
    this.#dialog.replaceChildren(...parts);
    this.#dialog.showModal();
  }

  /** @param {string} title @param {string} summary @param {boolean} current @param {() => void} open */
  #card(title, summary, current, open) {
    const click = () => {
      this.#dialog.close();
      open();
    };
    return element("button", { type: "button", class: "card", "aria-current": String(current), click }, element("strong", {}, title), element("span", {}, summary));
  }
}
