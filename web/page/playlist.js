// Messages to be sent in order, and the one whose turn it is. Shown above the message and in presenter mode.

import { titleOf } from "../text/title.js";

/** @typedef {{ text: string, title: string }} Item */

export class Playlist {
  #onChange;
  /** @type {Item[]} */
  items = [];
  /** After the last one it is `items.length`: all have been sent. */
  at = 0;

  /** @param {() => void} onChange */
  constructor(onChange) {
    this.#onChange = onChange;
  }

  /** The message whose turn it is; null when there is none. */
  get next() {
    return this.items[this.at] ?? null;
  }

  /** @param {(string | Item)[]} messages */
  fill(messages) {
    this.items = messages.map((message) => (typeof message === "string" ? { text: message, title: titleOf(message) } : message));
    this.at = 0;
    this.#onChange();
  }

  /** @param {number} to */
  choose(to) {
    const at = Math.min(Math.max(to, 0), this.items.length);
    if (at === this.at) return;
    this.at = at;
    this.#onChange();
  }
}
