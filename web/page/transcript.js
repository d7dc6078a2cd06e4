// What was said with the server since it was last run: what a session is made of.

/** @import { Entry } from "../serving.js" */
/** @import { Said } from "../worker-api.js" */

const MOST = 10_000;

export class Transcript {
  /** @type {Said[]} */
  #said = [];
  /** Before the last Run, as long as nothing was said after it. @type {Said[]} */
  #before = [];
  /** The text of each message sent, by its number. @type {Map<number, string>} */
  #sent = new Map();

  /** @param {Entry} entry */
  add({ kind, text, id, outcome }) {
    if (kind === "sent" && id !== undefined && !this.#sent.has(id)) this.#sent.set(id, text);
    if (kind !== "sent" && kind !== "received" && kind !== "nothing" && !(kind === "error" && id !== undefined)) return;
    if (this.#said.length < MOST) this.#said.push({ kind, text, id: id ?? null, isEnd: outcome !== undefined || (kind === "error" && text.startsWith("No answer")) });
  }

  /** A server has begun. */
  begin() {
    if (this.#said.length) this.#before = this.#said;
    this.#said = [];
  }

  clear() {
    this.#said = [];
    this.#before = [];
  }

  /** The session so far, or the one before it when nothing was said yet. */
  get entries() {
    return this.#said.length ? this.#said : this.#before;
  }

  get isOld() {
    return !this.#said.length && this.#before.length > 0;
  }

  get isFull() {
    return this.entries.length >= MOST;
  }

  /** The message that an entry belongs to. @param {Entry} entry */
  message({ kind, text, id }) {
    return kind === "sent" ? text : this.#sent.get(id ?? 0) ?? "";
  }
}
