// Every draft of this browser, one record each.

import { readDraft } from "./draft.js";

/** @import { Store } from "../page/storage.js" */
/** @import { Draft } from "./draft.js" */

const KEY = "draft:";

export class Shelf {
  #store;

  /** @param {Store} store */
  constructor(store) {
    this.#store = store;
  }

  get lasting() {
    return this.#store.lasting;
  }

  /** @returns {Draft[]} the newest first */
  get all() {
    const drafts = this.#store.names.filter((name) => name.startsWith(KEY)).map((name) => readDraft(this.#store.get(name)));
    return drafts.filter((draft) => draft !== null).sort((one, other) => other.changed - one.changed);
  }

  /** @param {string} id */
  get(id) {
    return readDraft(this.#store.get(KEY + id));
  }

  /** @param {Draft} draft @returns {boolean} whether it is kept for longer than the page lives */
  put(draft) {
    return this.#store.set(KEY + draft.id, JSON.stringify(draft));
  }

  /** @param {string} id */
  remove(id) {
    this.#store.remove(KEY + id);
  }

  /** @param {string} wanted @param {string} id of the draft that wants it @returns {string} a name that no other draft has */
  nameFor(wanted, id) {
    const taken = new Set(this.all.filter((draft) => draft.id !== id).map(({ name }) => name));
    const base = wanted || "Untitled";
    for (let number = 1; ; number++) {
      const name = number === 1 ? base : `${base} ${number}`;
      if (!taken.has(name)) return name;
    }
  }

  /** @param {() => void} hear of what other tabs write */
  watch(hear) {
    this.#store.watch((name) => {
      if (name.startsWith(KEY)) hear();
    });
  }
}
