// The share sheet: the link with its length and what is in it, or a link to a file on the web, or the file.

import { rungOf } from "../share/length.js";
import { element, find } from "./element.js";

/** @typedef {{ lines: number, messages: string[] }} Content titles of the messages that can go along */
/** @typedef {{ messages: boolean, present: boolean }} Choice */
/**
 * @typedef {object} Events
 * @property {(choice: Choice) => Promise<string>} makeLink
 * @property {(typed: string) => string | null} linkToFile null when it is no address
 * @property {(text: string) => Promise<boolean>} onCopy
 * @property {() => void} onSave
 */

const FULL = 32_000;
const COPIED_MS = 2500;

export class Share {
  #dialog = /** @type {HTMLDialogElement} */ (find("#share"));
  #events;

  /** @param {Events} events */
  constructor(events) {
    this.#events = events;
  }

  /** @param {Content} content */
  open(content) {
    const close = element("button", { type: "button", class: "quiet close", "aria-label": "Close", click: () => this.#dialog.close() });
    this.#dialog.replaceChildren(
      element("header", { class: "sheet-head" }, element("h2", { id: "share-title" }, "Share"), close),
      ...this.#code(content),
      ...this.#web(),
      element("h3", {}, "As a file"),
      element("div", { class: "field-row" }, element("button", { type: "button", class: "action", click: () => this.#events.onSave() }, "Save server.py"),
        element("p", {}, "Whoever gets it drops it onto this page.")),
    );
    this.#dialog.showModal();
  }

  /** @param {Content} content */
  #code({ lines, messages }) {
    const field = this.#field("share-link", "Link");
    const copy = this.#copyButton(() => field.value);
    copy.classList.add("primary");
    const bar = element("div", { class: "length-bar", "aria-hidden": "true" }, element("span"));
    const advice = element("p", { class: "length", role: "status" });
    const along = this.#box("share-messages", `${messages.length === 1 ? "One message" : `${messages.length} messages`}, ready to be sent: ${summary(messages)}`, messages.length > 0);
    const present = this.#box("share-present", "Open it in presenter mode", false);
    const show = async () => {
      const link = await this.#events.makeLink({ messages: along.box.checked, present: present.box.checked });
      const { level, advice: said } = rungOf(link.length);
      this.#dialog.dataset.length = level;
      field.value = level === "over" ? "" : link;
      copy.disabled = level === "over";
      bar.style.setProperty("--share", String(Math.min(1, link.length / FULL)));
      advice.textContent = `${link.length.toLocaleString("en")} characters. ${said}`;
    };
    for (const { box } of [along, present]) box.addEventListener("change", show);
    along.row.hidden = messages.length === 0;
    show();
    return [
      element("p", {}, "All of it is in the link itself, behind the #, which browsers send to no server. Whoever opens it gets a draft of their own, and nothing runs before they press Run."),
      element("div", { class: "field-row" }, field, copy),
      bar,
      advice,
      element("ul", { class: "boxes" }, element("li", {}, `server.py, ${lines} ${lines === 1 ? "line" : "lines"}`), along.row, present.row),
    ];
  }

  #web() {
    const typed = element("input", { type: "url", id: "share-file", class: "field", placeholder: "https://gist.github.com/…", autocomplete: "off", spellcheck: "false" });
    const field = this.#field("share-file-link", "Link to the file");
    const copy = this.#copyButton(() => field.value);
    const row = element("div", { class: "field-row", hidden: true }, field, copy);
    const fault = element("p", { class: "fine", role: "status" });
    typed.addEventListener("input", () => {
      const link = this.#events.linkToFile(typed.value.trim());
      row.hidden = link === null;
      field.value = link ?? "";
      fault.textContent = link === null && typed.value.trim() ? "That is no address of a file on the web yet." : "";
    });
    return [
      element("h3", {}, "A file on the web"),
      element("label", { for: "share-file" }, "For long files: put server.py into a gist or a public repository, and its address here. The page asks its reader before it fetches it."),
      element("div", { class: "field-row" }, typed),
      fault,
      row,
    ];
  }

  /** @param {string} id @param {string} label */
  #field(id, label) {
    const field = element("input", { id, class: "field", readonly: true, "aria-label": label, spellcheck: "false" });
    field.addEventListener("focus", () => field.select());
    return field;
  }

  /** @param {() => string} text */
  #copyButton(text) {
    const button = element("button", { type: "button", class: "action" }, "Copy");
    button.addEventListener("click", async () => {
      button.textContent = (await this.#events.onCopy(text())) ? "Copied" : "Select it and copy";
      setTimeout(() => (button.textContent = "Copy"), COPIED_MS);
    });
    return button;
  }

  /** @param {string} id @param {string} text @param {boolean} checked */
  #box(id, text, checked) {
    const box = element("input", { type: "checkbox", id, checked });
    return { box, row: element("li", {}, box, element("label", { for: id }, text)) };
  }
}

const NAMED = 3;

/** @param {string[]} titles */
const summary = (titles) => titles.slice(0, NAMED).join(", ") + (titles.length > NAMED ? ` and ${titles.length - NAMED} more` : "");
