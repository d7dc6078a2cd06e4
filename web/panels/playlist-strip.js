// Above the message: which of the messages that came along it is, and a way to the others.

import { element, find } from "./element.js";

/** @import { Playlist } from "../page/playlist.js" */

export class PlaylistStrip {
  #strip = find("#playlist");
  #said = element("p", { role: "status" });
  #back;
  #on;

  /** @param {{ onChoose(step: -1 | 1): void, onClose(): void }} events */
  constructor({ onChoose, onClose }) {
    const arrow = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => void} */ click) =>
      element("button", { type: "button", class: "quiet arrow", "aria-label": label, title: label, click }, sign);
    this.#back = arrow("‹", "Message before", () => onChoose(-1));
    this.#on = arrow("›", "Message after", () => onChoose(1));
    const close = element("button", { type: "button", class: "quiet close", "aria-label": "Put these messages away", click: onClose });
    this.#strip.append(this.#said, this.#back, this.#on, close);
  }

  /** @param {Playlist} playlist */
  show({ items, at, next }) {
    this.#strip.hidden = items.length === 0;
    const count = element("strong", {}, next ? `${at + 1} of ${items.length}` : `All ${items.length}`);
    this.#said.replaceChildren(count, next ? ` ${next.title}. Press Send for this one and the next follows.` : " messages were sent.");
    /** @type {HTMLButtonElement} */ (this.#back).disabled = at === 0;
    /** @type {HTMLButtonElement} */ (this.#on).disabled = at >= items.length - 1;
  }
}
