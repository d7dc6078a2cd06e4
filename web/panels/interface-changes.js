// After Run: a quiet strip when what the server offers has changed, and the changes in full when asked.

import { visible } from "../text/show.js";
import { element, find } from "./element.js";

/** @import { InterfaceTold } from "../worker-api.js" */

const BREAKS = { yes: "breaks", perhaps: "look", no: "fine" };

export class InterfaceChanges {
  #strip = find("#interface-strip");
  #dialog = /** @type {HTMLDialogElement} */ (find("#interface"));

  /** @param {string} summary @param {InterfaceTold["changes"]} changes */
  show(summary, changes) {
    this.#strip.hidden = !changes.length;
    if (!changes.length) return this.#strip.replaceChildren();
    const breaks = changes.some((change) => change.breaks === "yes");
    this.#strip.dataset.breaks = String(breaks);
    const close = element("button", { type: "button", class: "quiet close", "aria-label": "Close", click: () => (this.#strip.hidden = true) });
    this.#strip.replaceChildren(
      element("p", {}, "Interface changed: ", ...withCode(visible(summary))),
      element("button", { type: "button", class: "quiet", "aria-haspopup": "dialog", click: () => this.#open(changes) }, "Show"),
      close);
  }

  /** @param {InterfaceTold["changes"]} changes */
  #open(changes) {
    const close = element("button", { type: "button", class: "quiet close", "aria-label": "Close", click: () => this.#dialog.close() });
    const rows = changes.map(({ text, breaks }) =>
      element("li", { "data-breaks": breaks }, element("span", { class: "breaks" }, BREAKS[breaks]), element("span", {}, ...withCode(visible(text)))));
    this.#dialog.replaceChildren(
      element("header", { class: "sheet-head" }, element("h2", { id: "interface-title" }, "What the last Run changed for clients"), close),
      element("ul", { class: "changes" }, ...rows));
    this.#dialog.showModal();
  }
}

/** What stands between backticks is code. @param {string} text */
function withCode(text) {
  return text.split("`").map((part, index) => (index % 2 ? element("code", {}, part) : part));
}
