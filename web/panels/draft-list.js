// The drafts of this browser: open, rename, delete, and take back.

import { element, find } from "./element.js";

/** @import { Draft } from "../drafts/draft.js" */
/**
 * @typedef {object} Shown
 * @property {Draft[]} drafts
 * @property {Draft[]} deleted
 * @property {string} current id of the one on screen
 * @property {Set<string>} elsewhere ids of those that other tabs have
 * @property {boolean} lasting
 */
/**
 * @typedef {object} Events
 * @property {(id: string) => void} onOpen
 * @property {(id: string, name: string) => void} onRename
 * @property {(id: string) => void} onDelete
 * @property {(id: string) => void} onUndelete
 * @property {() => void} onNew
 * @property {() => void} onFile
 */

const WHEN = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
const KEPT = "Your texts are kept in this browser, on this device. Nothing is sent anywhere.";
const NOT_KEPT = "This browser keeps nothing here: download what you want to keep.";
const FROM = { link: "from a link, never run", file: "from a file, never run", web: "from the web, never run", "": "" };

export class DraftList {
  #dialog = /** @type {HTMLDialogElement} */ (find("#drafts"));
  #events;
  #list = element("ul", { class: "drafts" });
  #said = element("p", {});
  /** @type {Shown} */
  #shown = { drafts: [], deleted: [], current: "", elsewhere: new Set(), lasting: true };
  /** Id of the one whose name is being written. */
  #renaming = "";

  /** @param {Events} events */
  constructor(events) {
    this.#events = events;
    const close = element("button", { type: "button", class: "quiet close", "aria-label": "Close", click: () => this.#dialog.close() });
    const start = (/** @type {string} */ label, /** @type {() => void} */ act) => element("button", { type: "button", class: "action", click: () => this.#leave(act) }, label);
    this.#dialog.append(
      element("header", { class: "sheet-head" }, element("h2", { id: "drafts-title" }, "Drafts"), close),
      this.#said,
      element("div", { class: "field-row" }, start("New draft", events.onNew), start("Open a file…", events.onFile)),
      this.#list,
    );
  }

  get isOpen() {
    return this.#dialog.open;
  }

  /** @param {Shown} shown */
  open(shown) {
    this.#renaming = "";
    this.show(shown);
    this.#dialog.showModal();
  }

  /** @param {Shown} shown */
  show(shown) {
    this.#shown = shown;
    const { drafts, deleted, lasting } = shown;
    this.#said.textContent = lasting ? KEPT : NOT_KEPT;
    if (this.#renaming && this.#list.querySelector("input:focus")) return; // not while somebody writes
    const rows = [...deleted.map((draft) => this.#gone(draft)), ...drafts.map((draft) => this.#row(draft))];
    this.#list.replaceChildren(...rows);
    if (!rows.length) this.#list.append(element("li", { class: "no-drafts" }, "There are none yet. As soon as you change a text, it is kept here."));
  }

  /** @param {Draft} draft */
  #row(draft) {
    const { id, name, code, changed, unread } = draft;
    const current = id === this.#shown.current;
    const taken = this.#shown.elsewhere.has(id);
    const lines = code.split("\n").length;
    const facts = [current ? "on screen" : "", taken ? "open in another tab" : "", FROM[unread], `${lines} ${lines === 1 ? "line" : "lines"}`, WHEN.format(changed)];
    const about = element("span", {}, facts.filter(Boolean).join(" · "));
    const row = element("li", { class: "draft", "aria-current": String(current), "data-draft": id });
    if (this.#renaming === id) {
      row.append(this.#nameField(draft));
      return row;
    }
    const open = () => this.#leave(() => this.#events.onOpen(id));
    row.append(element("button", { type: "button", class: "draft-open", click: open }, element("strong", {}, name), about));
    if (taken) return row;
    row.append(
      element("button", { type: "button", class: "quiet", "aria-label": `Rename ${name}`, click: () => this.#rename(id) }, "Rename"),
      element("button", { type: "button", class: "quiet", "aria-label": `Delete ${name}`, click: () => this.#delete(draft) }, "Delete"));
    return row;
  }

  /** @param {Draft} draft */
  #gone({ id, name }) {
    const undo = () => {
      this.#events.onUndelete(id);
      this.#focus(id);
    };
    return element("li", { class: "draft gone", role: "status" }, element("span", {}, `“${name}” was deleted.`),
      element("button", { type: "button", class: "quiet", "data-undo": id, click: undo }, "Undo"));
  }

  /** @param {Draft} draft */
  #nameField({ id, name }) {
    const field = element("input", { class: "field", value: name, "aria-label": `New name for ${name}`, maxlength: "80" });
    let done = false;
    const end = (/** @type {boolean} */ keep) => {
      if (done) return;
      done = true;
      this.#renaming = "";
      if (keep) this.#events.onRename(id, field.value);
      this.show(this.#shown);
      this.#focus(id);
    };
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== "Escape") return;
      event.preventDefault(); // Escape would close the sheet as well
      end(event.key === "Enter");
    });
    field.addEventListener("blur", () => end(true));
    return field;
  }

  /** @param {string} id */
  #rename(id) {
    this.#renaming = id;
    this.show(this.#shown);
    const field = this.#list.querySelector("input");
    field?.focus();
    field?.select();
  }

  /** @param {Draft} draft */
  #delete({ id }) {
    this.#events.onDelete(id);
    /** @type {HTMLElement | null} */ (this.#list.querySelector(`[data-undo="${id}"]`))?.focus();
  }

  /** @param {string} id */
  #focus(id) {
    /** @type {HTMLElement | null} */ (this.#list.querySelector(`[data-draft="${id}"] button`))?.focus();
  }

  /** @param {() => void} act */
  #leave(act) {
    this.#dialog.close();
    act();
  }
}
