// Everything one can do here, found by typing a part of its name. As the combobox pattern of the ARIA guide has it.

import { visible } from "../text/show.js";
import { keyLabel } from "../page/keys.js";
import { element, find } from "./element.js";

/** @typedef {{ group: string, what: string, keys?: string[], act(): void }} Command */

export class Palette {
  #dialog = /** @type {HTMLDialogElement} */ (find("#palette"));
  #input = element("input", {
    type: "text", class: "palette-input", role: "combobox", placeholder: "What do you want to do?", autocomplete: "off", spellcheck: "false",
    "aria-label": "What do you want to do?", "aria-controls": "palette-list", "aria-expanded": "true", "aria-autocomplete": "list",
  });
  #list = element("ul", { class: "palette-list", id: "palette-list", role: "listbox", "aria-label": "Actions" });
  #none = element("p", { class: "palette-none", role: "status" });
  /** @type {Command[]} */
  #commands = [];
  /** @type {Command[]} */
  #shown = [];
  #at = 0;

  constructor() {
    this.#dialog.append(this.#input, this.#list, this.#none);
    this.#input.addEventListener("input", () => this.#filter());
    this.#dialog.addEventListener("keydown", (event) => this.#keyed(event));
    this.#list.addEventListener("pointermove", (event) => this.#pointAt(this.#numberOf(event)));
    this.#list.addEventListener("click", (event) => this.#take(this.#numberOf(event)));
    this.#dialog.addEventListener("click", (event) => event.target === this.#dialog && this.#dialog.close());
  }

  /** @param {Command[]} commands */
  open(commands) {
    this.#input.value = "";
    this.#commands = commands;
    this.#filter();
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#input.focus();
  }

  /** What has become known while it is open. @param {Command[]} commands */
  offer(commands) {
    if (!this.#dialog.open) return;
    this.#commands = commands;
    this.#filter();
  }

  #filter() {
    const words = this.#input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const matching = this.#commands.filter(({ group, what }) => words.every((word) => `${group} ${what}`.toLowerCase().includes(word)));
    const typed = words.join(" ");
    // What begins with the words comes first; sorting is stable, so that all else keeps the table's order.
    this.#shown = typed ? matching.toSorted((one, other) => Number(other.what.toLowerCase().startsWith(typed)) - Number(one.what.toLowerCase().startsWith(typed))) : matching;
    this.#list.replaceChildren(...this.#shown.map(drawCommand));
    this.#none.textContent = this.#shown.length ? "" : "Nothing is called so.";
    this.#pointAt(0);
  }

  /** @param {number} number */
  #pointAt(number) {
    if (!this.#shown[number]) return this.#input.removeAttribute("aria-activedescendant");
    this.#list.children[this.#at]?.setAttribute("aria-selected", "false");
    this.#at = number;
    this.#list.children[number].setAttribute("aria-selected", "true");
    this.#input.setAttribute("aria-activedescendant", `palette-${number}`);
  }

  /** @param {KeyboardEvent} event */
  #keyed(event) {
    const count = this.#shown.length;
    const to = /** @type {Record<string, number>} */ ({ ArrowDown: (this.#at + 1) % count, ArrowUp: (this.#at - 1 + count) % count, PageDown: Math.min(this.#at + 8, count - 1), PageUp: Math.max(this.#at - 8, 0) })[event.key];
    const isClose = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
    if (to === undefined && event.key !== "Enter" && !isClose) return;
    event.preventDefault();
    if (isClose) return this.#dialog.close();
    if (to === undefined) return event.isComposing ? undefined : this.#take(this.#at);
    if (!count) return;
    this.#pointAt(to);
    this.#list.children[to].scrollIntoView({ block: "nearest" });
  }

  /** @param {Event} event */
  #numberOf(event) {
    const item = event.target instanceof Element ? event.target.closest("[role=option]") : null;
    return item ? [...this.#list.children].indexOf(item) : -1;
  }

  /** @param {number} number */
  #take(number) {
    const command = this.#shown[number];
    if (!command) return;
    this.#dialog.close();
    command.act();
  }
}

/** @param {Command} command @param {number} number */
const drawCommand = ({ group, what, keys }, number) => element("li", { role: "option", id: `palette-${number}`, "aria-selected": "false" },
  element("span", { class: "palette-what" }, visible(what)),
  element("span", { class: "palette-group" }, group),
  element("span", { class: "palette-keys" }, ...(keys ?? []).map((key) => element("kbd", {}, keyLabel(key)))));
