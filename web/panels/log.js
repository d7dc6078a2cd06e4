// The log: one row for everything that was sent, received, printed or went wrong. Keeps what happened as text;
// draws the newest rows only, in batches, so that ten thousand of them cost no more than a few hundred.

import { find } from "./element.js";
import { drawRow } from "./log-row.js";
import { lineAsked } from "./traceback.js";

/** @import { Entry } from "../serving.js" */

const DRAWN = 300;
const KEPT = 10_000;
const BURST_MS = 40;
const KEPT_CHARS = 50_000_000;
// Pieces of print output that follow each other share a row up to this size.
const PRINTED_CHARS = 4_000;

export class Log {
  #events;
  #list = find("[data-testid=log]");
  #scroll = /** @type {HTMLElement} */ (this.#list.parentElement);
  #empty = find("#log-empty");
  #older = find("#log-older");
  #count = find("#log-count");
  #clear = find("#clear-log");
  /** @type {Entry[]} */
  #entries = [];
  #chars = 0;
  /** How many of the entries were let go. */
  #dropped = 0;
  /** Index in #entries of the first row that is drawn, and of the first that is not drawn yet. */
  #first = 0;
  #next = 0;
  #timer = 0;
  #drawnAt = 0;
  /** What to select once it is drawn. @type {Entry | null} */
  #wanted = null;
  /** @type {HTMLElement | null} */
  #selected = null;
  /** The one row that Tab reaches; the arrow keys lead on from there. @type {HTMLElement | null} */
  #tabStop = null;
  /** @type {WeakMap<Element, Entry>} */
  #entryOf = new WeakMap();
  /** What went wrong, by the number of the message. @type {Map<number, Entry>} */
  #failures = new Map();

  /**
   * @param {{ onSelect(entry: Entry | null, failure: Entry | null): void, onCopy(text: string): void, onLine(line: number): void, onClear(): void }} events
   * failure: what went wrong before this came
   */
  constructor(events) {
    this.#events = events;
    this.#clear.addEventListener("click", () => {
      this.clear();
      events.onClear();
    });
    this.#older.addEventListener("click", () => this.#showOlder());
    this.#list.addEventListener("click", (event) => this.#clicked(event));
    this.#list.addEventListener("keydown", (event) => this.#keyed(event));
    this.#list.addEventListener("focusin", (event) => this.#stopAt(this.#rowOf(event)));
    for (const [on, off] of [["pointerover", "pointerout"], ["focusin", "focusout"]]) {
      this.#list.addEventListener(on, (event) => this.#pair(event, true));
      this.#list.addEventListener(off, (event) => this.#pair(event, false));
    }
  }

  /**
   * @param {Entry} entry
   * @param {boolean} select whether it is shown in the detail too
   */
  add(entry, select) {
    const last = this.#entries.at(-1);
    this.#chars += entry.text.length;
    if (entry.kind === "printed" && last?.kind === "printed" && last.text.length + entry.text.length <= PRINTED_CHARS) {
      last.text += entry.text;
      this.#next = Math.min(this.#next, this.#entries.length - 1);
    } else {
      this.#entries.push(entry);
    }
    if (entry.kind === "error" && entry.id !== undefined) this.#failures.set(entry.id, entry);
    this.#trim();
    if (select) this.#wanted = entry;
    // The first of a burst is drawn at once, the rest together.
    if (performance.now() - this.#drawnAt > BURST_MS) this.#draw();
    else this.#timer ||= window.setTimeout(() => this.#draw(), BURST_MS);
  }

  get entries() {
    return this.#entries;
  }

  /** Show the row of an entry, and select it. @param {Entry} entry */
  reveal(entry) {
    if (this.#timer) this.#draw();
    const index = this.#entries.indexOf(entry);
    while (index >= 0 && index < this.#first) this.#showOlder();
    const row = [...this.#list.children].find((one) => this.#entryOf.get(one) === entry);
    if (!(row instanceof HTMLElement)) return;
    this.#select(row);
    row.scrollIntoView({ block: "nearest" });
    row.focus({ preventScroll: true });
  }

  clear() {
    this.#entries = [];
    this.#failures.clear();
    this.#chars = this.#dropped = this.#first = this.#next = 0;
    this.#wanted = null;
    this.#list.replaceChildren();
    this.#select(null);
    this.#tell();
  }

  #draw() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const atEnd = this.#scroll.scrollHeight - this.#scroll.scrollTop - this.#scroll.clientHeight < 60;
    const from = Math.max(this.#next, this.#entries.length - DRAWN);
    if (from > this.#next) {
      this.#list.replaceChildren(); // everything drawn so far is older than the window
      this.#first = from;
    }
    const rows = this.#entries.slice(from).map((entry) => this.#row(entry));
    const redrawn = this.#list.childElementCount - (from - this.#first);
    if (redrawn > 0) this.#list.lastElementChild?.remove();
    this.#list.append(...rows);
    this.#next = this.#entries.length;
    while (atEnd && this.#list.childElementCount > DRAWN) {
      this.#list.firstElementChild?.remove();
      this.#first += 1;
    }
    if (!this.#tabStop?.isConnected || !this.#selected) this.#stopAt(/** @type {HTMLElement | null} */ (this.#list.lastElementChild));
    const wanted = this.#wanted && [...this.#list.children].findLast((row) => this.#entryOf.get(row) === this.#wanted);
    this.#wanted = null;
    if (wanted instanceof HTMLElement) this.#select(wanted);
    this.#tell();
    // After the detail has taken its room.
    if (atEnd) this.#scroll.scrollTop = this.#scroll.scrollHeight;
    this.#drawnAt = performance.now();
  }

  /** @param {Entry} entry */
  #row(entry) {
    const row = drawRow(entry, this.#failureOf(entry));
    this.#entryOf.set(row, entry);
    return row;
  }

  /** @param {Entry} entry */
  #failureOf({ kind, id }) {
    return (kind === "received" && id !== undefined && this.#failures.get(id)) || null;
  }

  #showOlder() {
    const from = Math.max(0, this.#first - DRAWN);
    const rows = this.#entries.slice(from, this.#first).map((entry) => this.#row(entry));
    const before = this.#scroll.scrollHeight;
    this.#list.prepend(...rows);
    this.#first = from;
    this.#tell();
    this.#scroll.scrollTop += this.#scroll.scrollHeight - before;
  }

  #trim() {
    while (this.#entries.length > KEPT || (this.#chars > KEPT_CHARS && this.#entries.length > 1)) {
      const { text, id } = /** @type {Entry} */ (this.#entries.shift());
      this.#chars -= text.length;
      if (id !== undefined) this.#failures.delete(id);
      this.#dropped += 1;
      if (this.#first) this.#first -= 1;
      else if (this.#next) this.#list.firstElementChild?.remove();
      if (this.#next) this.#next -= 1;
    }
  }

  #tell() {
    const all = this.#entries.length;
    this.#empty.hidden = all > 0;
    this.#clear.hidden = all === 0;
    const rows = `${all.toLocaleString("en")} ${all === 1 ? "row" : "rows"}`;
    this.#count.textContent = all === 0 ? "" : this.#dropped ? `${rows}, ${this.#dropped.toLocaleString("en")} oldest let go` : rows;
    this.#older.hidden = this.#first === 0;
    this.#older.textContent = `Show older rows (${this.#first.toLocaleString("en")} not shown)`;
  }

  /** @param {HTMLElement | null} row */
  #select(row) {
    this.#selected?.removeAttribute("aria-current");
    this.#selected = row;
    row?.setAttribute("aria-current", "true");
    if (row) this.#stopAt(row);
    const entry = (row && this.#entryOf.get(row)) ?? null;
    this.#events.onSelect(entry, entry && this.#failureOf(entry));
  }

  /** @param {HTMLElement | null} row */
  #stopAt(row) {
    if (this.#tabStop) this.#tabStop.tabIndex = -1;
    this.#tabStop = row;
    if (row) row.tabIndex = 0;
  }

  /** @param {Event} event @returns {HTMLElement | null} */
  #rowOf(event) {
    return event.target instanceof Element ? event.target.closest("[data-testid=log-row]") : null;
  }

  /** @param {Event} event */
  #clicked(event) {
    const row = this.#rowOf(event);
    const entry = row && this.#entryOf.get(row);
    if (!entry) return;
    const line = lineAsked(event);
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const failure = this.#failureOf(entry);
    if (line !== null) this.#events.onLine(line);
    else if (button?.matches(".row-why") && failure) this.reveal(failure);
    else if (button) this.#events.onCopy(entry.text);
    else if (getSelection()?.isCollapsed !== false) this.#select(row);
  }

  /** @param {KeyboardEvent} event */
  #keyed(event) {
    const row = this.#rowOf(event);
    if (!row || event.target !== row) return;
    const step = { ArrowUp: "previousElementSibling", ArrowDown: "nextElementSibling" }[event.key];
    const to = step === "previousElementSibling" ? row.previousElementSibling : step ? row.nextElementSibling : row;
    if (step && to instanceof HTMLElement) to.focus();
    if (!step && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    if (to instanceof HTMLElement) this.#select(to);
  }

  /** @param {Event} event @param {boolean} on */
  #pair(event, on) {
    const id = this.#rowOf(event)?.dataset.id;
    if (!id) return;
    for (const row of this.#list.querySelectorAll(`[data-id="${id}"]`)) row.classList.toggle("paired", on);
  }
}
