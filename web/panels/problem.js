// What is wrong with the server file, under the editor; for a missing package also the offer to install it.

import { visible } from "../text/show.js";
import { element, find } from "./element.js";

/** @import { LoadError } from "../worker-api.js" */

export class Problem {
  #strip = find("#problem");
  #onInstall;

  /** @param {{ onInstall(packages: string[]): void }} events */
  constructor({ onInstall }) {
    this.#onInstall = onInstall;
  }

  /** @param {LoadError} error */
  show({ message, missing }) {
    /** @type {HTMLElement[]} */
    const parts = [element("p", {}, visible(message))];
    if (missing.length) {
      const names = visible(missing.join(", "));
      parts.push(
        element("button", { type: "button", class: "action", click: () => this.#onInstall(missing) }, `Install ${names} from PyPI`),
        element("p", { class: "fine" }, "This asks pypi.org, which is the only time this page contacts another site."),
      );
    }
    this.#strip.replaceChildren(...parts);
    this.#strip.hidden = false;
  }

  /** @param {string} text */
  say(text) {
    this.#strip.replaceChildren(element("p", {}, visible(text)));
    this.#strip.hidden = false;
  }

  clear() {
    this.#strip.hidden = true;
    this.#strip.replaceChildren();
  }
}
