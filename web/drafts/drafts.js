// The draft on screen, saved while one types, and the others of this browser. A draft comes to be when its text is
// somebody's own; an example that nobody changed is none.

import { mark, newDraft, readDraft } from "./draft.js";

/** @import { Store } from "../page/storage.js" */
/** @import { Beginning, Draft } from "./draft.js" */
/** @import { Holds } from "./holds.js" */
/** @import { Shelf } from "./shelf.js" */

/** @typedef {{ code: string, message: string, own: boolean }} Screen the texts on screen; `own` when the message is nobody's ready-made one */
/** @typedef {"" | "memory" | "full"} Trouble why the text on screen is not kept */

const SAVE_AFTER_MS = 300;
// A tab that is reloaded has to wait until its own past has let go.
const RELOAD_MS = 1500;
const TAB = "tab";

export class Drafts {
  #shelf;
  #holds;
  #tab;
  #read;
  #events;
  #timer = 0;
  #now = newDraft({ name: "", code: "" });
  /** Before there is a draft on screen, what this tab had must not be written over. */
  #started = false;
  /** Whether this tab may write it down. A draft from before a reload may be in a second tab by now. */
  #mine = true;
  #written = "";
  /** @type {Trouble} */
  #trouble = "";
  /** What was deleted since the page was opened, the newest first. @type {Draft[]} */
  deleted = [];

  /**
   * @param {{ shelf: Shelf, holds: Holds, tab: Store, read: () => Screen }} tools
   * @param {{ onChange(): void, onCopy(): void, onTrouble(trouble: Trouble): void }} events
   */
  constructor({ shelf, holds, tab, read }, events) {
    this.#shelf = shelf;
    this.#holds = holds;
    this.#tab = tab;
    this.#read = read;
    this.#events = events;
    shelf.watch(() => events.onChange());
    addEventListener("pagehide", () => this.save());
    document.addEventListener("visibilitychange", () => this.save());
    addEventListener("beforeunload", (event) => {
      this.save();
      if (this.#trouble) event.preventDefault();
    });
  }

  get now() {
    return this.#now;
  }

  get all() {
    return this.#shelf.all;
  }

  get lasting() {
    return this.#shelf.lasting;
  }

  /** Whether there is text of the user's own on screen. */
  get touched() {
    const { code, own } = this.#read();
    return this.#now.stamp !== "" || own || code !== this.#now.original;
  }

  /** @returns {Promise<Set<string>>} the drafts that other tabs have */
  elsewhere() {
    return this.#holds.elsewhere();
  }

  /** What this tab had, or else the newest draft unless another tab has it. @returns {Promise<Draft | null>} */
  async resume() {
    const had = readDraft(this.#tab.get(TAB));
    if (had && (had.code || had.stamp)) { // not the empty text in the place of an example that could not be had
      this.#take(this.#apart(had));
      this.#mine = false;
      this.#claim();
      return this.#now;
    }
    const [newest] = this.#shelf.all;
    if (!newest || !(await this.#holds.take(newest.id)) || this.#read().code) return null; // a text was set meanwhile
    return this.#take(newest);
  }

  /**
   * Something new in the place of what was on screen, which is kept.
   * @param {Beginning} beginning
   * @param {{ keep: boolean }} options whether it is a draft at once, before anybody changes it
   */
  begin(beginning, { keep }) {
    this.save();
    const draft = this.#take(newDraft(beginning));
    this.#holds.take(draft.id);
    if (keep) this.#write();
    else this.#remember();
    return draft;
  }

  /** @param {string} id @returns {Promise<"open" | "copy" | "gone">} `copy` when another tab has the draft itself */
  async open(id) {
    this.save();
    const free = await this.#holds.take(id);
    const draft = this.#shelf.get(id);
    if (!draft) {
      await this.#holds.take(this.#now.id);
      return "gone";
    }
    if (!free) {
      this.begin({ ...draft, name: `${draft.name} (copy)` }, { keep: true });
      return "copy";
    }
    this.#take(draft);
    this.#remember();
    return "open";
  }

  /** @param {string} code @param {string[]} session @returns {Draft | undefined} the same, opened before and left as it was */
  twin(code, session) {
    const same = JSON.stringify(session);
    return this.all.find((draft) => draft.unread && draft.code === code && JSON.stringify(draft.session) === same);
  }

  /** Somebody has read the code and runs it. */
  markRead() {
    if (!this.#now.unread) return;
    this.#now.unread = "";
    this.save();
  }

  /** @param {string} id @param {string} name */
  rename(id, name) {
    const wanted = name.trim();
    const draft = id === this.#now.id ? this.#now : this.#shelf.get(id);
    if (!draft || !wanted || wanted === draft.name) return;
    draft.name = this.#shelf.nameFor(wanted, id);
    if (draft === this.#now) this.#write();
    else this.#shelf.put(draft);
    this.#events.onChange();
  }

  /** @param {string} id of a draft that is not on screen */
  delete(id) {
    const draft = this.#shelf.get(id);
    if (!draft) return;
    this.deleted.unshift(draft);
    this.#shelf.remove(id);
    this.#events.onChange();
  }

  /** @param {string} id */
  undelete(id) {
    const draft = this.deleted.find((old) => old.id === id);
    if (!draft) return;
    this.deleted = this.deleted.filter((old) => old !== draft);
    this.#shelf.put({ ...draft, name: this.#shelf.nameFor(draft.name, id) });
    this.#events.onChange();
  }

  saveSoon() {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.save(), SAVE_AFTER_MS);
  }

  save() {
    clearTimeout(this.#timer);
    if (!this.#started) return;
    const { touched } = this;
    const { code, message } = this.#read();
    if (touched && (code !== this.#now.code || message !== this.#now.message)) this.#now.changed = Date.now();
    Object.assign(this.#now, { code, message });
    if (touched) this.#write();
    else this.#remember();
  }

  #write() {
    const draft = this.#now;
    if (!this.#mine) return this.#remember();
    const there = this.#shelf.get(draft.id);
    if (there && there.stamp !== draft.stamp) this.#turnIntoCopy();
    if (!draft.stamp) draft.name = this.#shelf.nameFor(draft.name, draft.id);
    const content = JSON.stringify({ ...draft, stamp: "" });
    if (there && content === this.#written) return;
    draft.stamp = mark();
    this.#written = content;
    this.#remember();
    const kept = this.#shelf.put(draft);
    this.#tell(kept ? "" : this.lasting ? "full" : "memory");
    this.#events.onChange();
  }

  /** For this tab's next life. */
  #remember() {
    this.#tab.set(TAB, JSON.stringify(this.#now));
  }

  /** Where the shelf has another text under its id, two tabs had it once: then both texts are kept. @param {Draft} had @returns {Draft} */
  #apart(had) {
    const there = this.#shelf.get(had.id);
    if (!there || there.stamp === had.stamp) return had;
    return there.code === had.code ? { ...had, stamp: there.stamp } : { ...had, id: mark(), stamp: "" };
  }

  async #claim() {
    const draft = this.#now;
    const free = await this.#holds.take(draft.id, RELOAD_MS);
    if (draft !== this.#now) return;
    if (!free) this.#turnIntoCopy();
    this.#mine = true;
    this.save();
  }

  #turnIntoCopy() {
    const draft = this.#now;
    draft.id = mark();
    draft.stamp = "";
    this.#holds.take(draft.id);
    if (!this.touched) return;
    draft.name = `${draft.name} (copy)`;
    this.#events.onCopy();
  }

  /** @param {Draft} draft */
  #take(draft) {
    this.#now = draft;
    this.#started = true;
    this.#mine = true;
    this.#written = "";
    return draft;
  }

  /** @param {Trouble} trouble */
  #tell(trouble) {
    if (trouble === this.#trouble) return;
    this.#trouble = trouble;
    this.#events.onTrouble(trouble);
  }
}
