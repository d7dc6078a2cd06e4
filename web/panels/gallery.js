// The examples to start from.

import { element, find } from "./element.js";

/** @typedef {{ slug: string, title: string, summary: string }} Example */

export class Gallery {
  #dialog = /** @type {HTMLDialogElement} */ (find("#gallery"));
  #events;

  /** @param {{ onOpen(slug: string): void }} events */
  constructor(events) {
    this.#events = events;
  }

  /**
   * @param {Example[]} examples
   * @param {string} current slug of the one in the editor
   */
  open(examples, current) {
    const close = element("button", { type: "button", class: "quiet close", "aria-label": "Close", click: () => this.#dialog.close() });
    const parts = [element("header", { class: "sheet-head" }, element("h2", { id: "gallery-title" }, "Examples"), close)];
    const cards = examples.map(({ slug, title, summary }) => this.#card(title, summary, slug === current, () => this.#events.onOpen(slug)));
    parts.push(element("div", { class: "cards" }, ...cards));
    if (!examples.length) parts.push(element("p", {}, "The list of examples could not be loaded. Reload the page to try again."));
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
