// What this page is, in a few sentences, and its keys.

import { ACTIONS } from "../page/actions.js";
import { keyLabel } from "../page/keys.js";
import { element, find } from "./element.js";

const LICENCES = new URL("../licences.txt", import.meta.url).href;

const SENTENCES = [
  "On the left is an MCP server in Python. It runs in this tab; there is no account and no backend.",
  "On the right is a message. Send delivers it exactly as it stands, and the log shows what the server answers.",
  "Change the code and press Run to serve it. If it has an error, the last version that worked goes on serving.",
  "Stop ends anything that hangs and serves the same code again.",
  "What you write is kept in this browser, under Drafts. Share puts it into a link, which runs nothing by itself.",
];

export class Help {
  #dialog = /** @type {HTMLDialogElement} */ (find("#help"));

  constructor() {
    const close = element("button", { type: "button", class: "quiet close", "aria-label": "Close", click: () => this.#dialog.close() });
    const rows = ACTIONS.flatMap(({ keys, also, where, what }) => (keys ? [element("tr", {}, drawKeys(keys, also), element("td", {}, where ?? ""), element("td", {}, what))] : []));
    this.#dialog.append(
      element("header", { class: "sheet-head" }, element("h2", { id: "help-title" }, "How it works"), close),
      ...SENTENCES.map((text) => element("p", {}, text)),
      element("h3", {}, "Keys"),
      element("table", { class: "keys" },
        element("thead", {}, element("tr", {}, ...["Key", "Where", "What it does"].map((text) => element("th", { scope: "col" }, text)))),
        element("tbody", {}, ...rows)),
      element("p", { class: "fine" }, element("a", { href: LICENCES, target: "_blank" }, "Whose work this is, and under which licences")));
  }

  open() {
    this.#dialog.showModal();
  }
}

/** @param {string[]} keys pressed after each other @param {string} [also] does the same */
const drawKeys = (keys, also) => element("td", {}, ...keys.flatMap((key, index) => (index ? [" then ", draw(key)] : [draw(key)])), ...(also ? [" or ", draw(also)] : []));

/** @param {string} key */
const draw = (key) => element("kbd", {}, keyLabel(key));
