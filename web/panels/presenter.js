// Presenter mode: the bar below code and log that says which message Space sends next. Nothing is typed on stage.

import { element, find } from "./element.js";

/** @import { Playlist } from "../page/playlist.js" */

/**
 * @typedef {object} Events
 * @property {() => void} onSend
 * @property {(step: number) => void} onStep
 * @property {(source: number) => void} onSource which list of messages
 * @property {() => void} onLeave
 */

const STEPS = /** @type {Record<string, number>} */ ({
  ArrowLeft: -1, ArrowUp: -1, PageUp: -1, ArrowRight: 1, ArrowDown: 1, PageDown: 1, Home: -Infinity, End: Infinity,
});
const PREVIEW_CHARS = 300;

export class Presenter {
  #root = find("#playground");
  #bar = find("#presenter");
  #events;
  #count = element("strong", { class: "presenter-count" });
  #title = element("span", { class: "presenter-title" });
  #text = element("code", { class: "presenter-text" });
  #sources = element("select", { class: "presets", "aria-label": "Which messages" });
  #send;

  /** @param {Events} events */
  constructor(events) {
    this.#events = events;
    const button = (/** @type {string} */ label, /** @type {string} */ key, /** @type {() => void} */ click) =>
      element("button", { type: "button", class: "action", click }, label, element("kbd", {}, key));
    this.#send = button("Send", "Space", events.onSend);
    this.#send.classList.add("primary");
    this.#sources.addEventListener("change", () => {
      events.onSource(Number(this.#sources.value));
      this.#sources.blur();
    });
    this.#bar.append(
      element("p", { class: "presenter-next", "data-testid": "presenter-next", role: "status" }, this.#count, " ", this.#title),
      this.#text,
      element("div", { class: "presenter-tools" }, this.#sources, button("Before", "←", () => events.onStep(-1)), button("After", "→", () => events.onStep(1)),
        this.#send, button("Leave", "Esc", events.onLeave)));
    document.addEventListener("keydown", (event) => this.#keyed(event), { capture: true });
  }

  get on() {
    return !this.#bar.hidden;
  }

  /** @param {string[]} sources names of the lists of messages */
  enter(sources) {
    this.#bar.hidden = false;
    this.#root.dataset.presenting = "true";
    this.#sources.replaceChildren(...sources.map((name, index) => element("option", { value: String(index) }, name)));
    this.#sources.hidden = sources.length < 2;
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }

  leave() {
    this.#bar.hidden = true;
    delete this.#root.dataset.presenting;
  }

  /** @param {Playlist} playlist @param {string} why nothing can be sent now; empty when it can */
  show({ items, at, next }, why) {
    this.#count.textContent = items.length ? `${Math.min(at + 1, items.length)} of ${items.length}` : "";
    this.#title.textContent = next?.title ?? (items.length ? "That was the last message." : "There are no messages yet: press Run.");
    this.#text.textContent = why || (next?.text ?? "").replace(/\s+/g, " ").slice(0, PREVIEW_CHARS);
    this.#send.disabled = why !== "" || !next;
  }

  /** @param {KeyboardEvent} event */
  #keyed(event) {
    if (!this.on || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const writing = event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable=true]");
    if (event.key === "Escape") {
      if (writing instanceof HTMLElement) writing.blur();
      else this.#events.onLeave();
    } else if (writing) {
      return;
    } else if (event.key === " ") {
      if (!event.repeat && !this.#send.disabled) this.#events.onSend();
    } else if (event.key in STEPS) {
      this.#events.onStep(STEPS[event.key]);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
