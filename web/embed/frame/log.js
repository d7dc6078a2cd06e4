// What was sent and what came back; first the recording, then, from the first live row on, only what is live.

import { drawEntry } from "../poster.js";

/** @import { Exchange } from "../embed-api.js" */
/** @import { Kind } from "../poster.js" */

const SLACK = 40; // pixels
const MOST_ROWS = 500;
const MOST_CHARS = 50_000; // of one row; `send` gives a page all of it

export class Log {
  #list;
  #mark;
  /** Whether its end is in view, where new rows come. */
  #follows = true;
  #following = 0;

  /**
   * @param {HTMLElement} list
   * @param {HTMLElement} mark says which of the two it shows
   */
  constructor(list, mark) {
    this.#list = list;
    this.#mark = mark;
    list.addEventListener("scroll", () => (this.#follows = list.scrollHeight - list.scrollTop - list.clientHeight < SLACK));
  }

  /** @param {Exchange[]} recording */
  play(recording) {
    this.#list.replaceChildren();
    this.#name(recording.length ? "recorded" : "", false);
    for (const { sent, received, printed } of recording) {
      this.#add("sent", sent);
      if (printed) this.#add("printed", printed);
      for (const text of received) this.#add("received", text);
      if (!received.length) this.#add("nothing", "Nothing was sent.");
    }
  }

  /** From here on everything is live. */
  renew() {
    this.#list.replaceChildren();
    this.#follows = true;
    this.#name("live", true);
  }

  /**
   * @param {Kind} kind
   * @param {string} text
   */
  add(kind, text) {
    this.#add(kind, text);
    while (this.#list.children.length > MOST_ROWS) this.#list.firstElementChild?.remove();
    if (this.#follows) this.#following ||= requestAnimationFrame(() => this.#follow());
  }

  #follow() {
    this.#following = 0;
    this.#list.scrollTop = this.#list.scrollHeight;
  }

  /** What it would need to show everything. */
  get missing() {
    return this.#list.scrollHeight - this.#list.clientHeight;
  }

  /** @param {Kind} kind @param {string} text */
  #add(kind, text) {
    const shown = text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS)} … ${text.length.toLocaleString("en")} characters in all` : text;
    this.#list.append(drawEntry(kind, shown));
  }

  /** @param {string} name @param {boolean} isLive */
  #name(name, isLive) {
    this.#mark.textContent = name;
    this.#mark.hidden = !name;
    this.#mark.toggleAttribute("data-live", isLive);
  }
}
