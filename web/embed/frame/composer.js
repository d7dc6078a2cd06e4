// The message to send, and a choice of ready-made ones: the author's, then those that the server's tools suggest.
// It is no form: those need a permission that the frame has not got.

import { element } from "../../panels/element.js";

/** @import { Preset } from "../../worker-api.js" */

const MOST_SHOWN = 60; // characters of a message in the choice

export class Composer {
  #box;
  #choice;
  #text;
  #send;
  /** @type {string[]} */
  #ready = [];

  /**
   * @param {HTMLElement} box
   * @param {(text: string) => void} onSend
   */
  constructor(box, onSend) {
    this.#box = box;
    this.#choice = /** @type {HTMLSelectElement} */ (box.querySelector("select"));
    this.#text = /** @type {HTMLTextAreaElement} */ (box.querySelector("textarea"));
    this.#send = /** @type {HTMLButtonElement} */ (box.querySelector("button"));
    this.#choice.addEventListener("change", () => (this.#text.value = this.#ready[this.#choice.selectedIndex] ?? ""));
    this.#send.addEventListener("click", () => onSend(this.#text.value));
    this.#text.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      this.#send.click();
    });
  }

  /**
   * @param {string[]} messages
   * @param {Preset[]} presets
   */
  offer(messages, presets) {
    const chosen = this.#choice.selectedIndex;
    const isUntouched = this.#text.value === (this.#ready[chosen] ?? "");
    this.#ready = [...messages, ...presets.map(({ text }) => text)];
    const own = messages.map((text) => element("option", {}, title(text)));
    const groups = Map.groupBy(presets, ({ group }) => group);
    this.#choice.replaceChildren(
      ...(own.length && presets.length ? [element("optgroup", { label: "In this document" }, ...own)] : own),
      ...[...groups].map(([label, group]) => element("optgroup", { label }, ...group.map((preset) => element("option", {}, preset.label)))),
    );
    this.#choice.disabled = !this.#ready.length;
    if (!isUntouched) return;
    const last = Math.max(messages.findLastIndex((text) => text.includes('"id"')), 0); // what is answered shows most
    this.#choice.selectedIndex = last;
    this.#text.value = this.#ready[last] ?? "";
  }

  /** @param {boolean} isReady */
  allow(isReady) {
    this.#send.disabled = !isReady;
  }

  hide() {
    this.#box.hidden = true;
  }
}

/**
 * A message by its method, and by the tool it calls.
 * @param {string} text
 */
function title(text) {
  const method = text.match(/"method"\s*:\s*"((?:\\.|[^"\\])*)"/)?.[1];
  const name = text.match(/"name"\s*:\s*"((?:\\.|[^"\\])*)"/)?.[1];
  const shown = method === "tools/call" && name ? `${method}: ${name}` : method ?? text;
  return shown.length > MOST_SHOWN ? `${shown.slice(0, MOST_SHOWN)}…` : shown;
}
