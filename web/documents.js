// Which text is on screen, and the drafts it is one of. A part of the conductor: it knows the panels for these,
// and the rest of the page by its doors.

import { Drafts } from "./drafts/drafts.js";
import { Holds } from "./drafts/holds.js";
import { Shelf } from "./drafts/shelf.js";
import { showPane } from "./page/layout.js";
import { siteStore, tabStore } from "./page/storage.js";
import { DraftList } from "./panels/draft-list.js";
import { find } from "./panels/element.js";
import { Notices } from "./panels/notices.js";

/** @import { Beginning } from "./drafts/draft.js" */
/** @import { Trouble } from "./drafts/drafts.js" */
/** @import { Examples } from "./page/examples.js" */
/** @import { Composer } from "./panels/composer.js" */
/** @import { Editor } from "./panels/editor.js" */

/**
 * @typedef {object} Doors
 * @property {Editor} editor
 * @property {Composer} composer
 * @property {Examples} examples
 * @property {(messages: string[]) => void} bring messages that came along
 * @property {() => void} run
 * @property {() => void} rest serve nothing until somebody presses Run
 * @property {() => void} download
 * @property {() => void} openFile
 * @property {(text: string) => void} complain
 */

const UNREAD = {
  link: "This code came from a link; read it, then press Run.",
  web: "This code came from the web; read it, then press Run.",
  file: "This code came from a file and is not running yet.",
};
const TROUBLE = {
  memory: "This browser keeps nothing here: download what you want to keep.",
  full: "This browser’s storage is full, so your latest text is not kept: download it, or delete drafts.",
};

const SENT_AT_MOST = 500;

export class Documents {
  notices = new Notices();
  drafts;
  /** What was sent while this text was on screen. @type {string[]} */
  sent = [];
  #doors;
  #list;
  #name = find("#draft-name");
  /** Ids of the drafts that other tabs have. @type {Set<string>} */
  #elsewhere = new Set();

  /** @param {Doors} doors */
  constructor(doors) {
    const { editor, composer } = (this.#doors = doors);
    const read = () => ({ code: editor.text, message: composer.text, own: composer.own });
    this.drafts = new Drafts({ shelf: new Shelf(siteStore), holds: new Holds(), tab: tabStore, read }, {
      onChange: () => this.#changed(),
      onCopy: () => this.#sayCopy(),
      onTrouble: (trouble) => this.#sayTrouble(trouble),
    });
    this.#list = new DraftList({
      onOpen: (id) => this.open(id),
      onRename: (id, name) => this.drafts.rename(id, name),
      onDelete: (id) => this.#delete(id),
      onUndelete: (id) => this.drafts.undelete(id),
      onNew: () => this.openExample(doors.examples.blank, "Untitled"),
      onFile: doors.openFile,
    });
  }

  /** What this tab had, or the newest draft, or the first example; but not over what somebody has written by now. */
  async resume() {
    const { editor, examples, run } = this.#doors;
    const draft = editor.text ? null : await this.drafts.resume();
    if (draft) return this.#show();
    const code = (await this.#source(examples.first)) ?? "";
    this.drafts.begin({ name: examples.title(examples.first), code, example: examples.first }, { keep: false });
    if (!editor.text) return this.#show();
    this.#changed();
    run();
  }

  /** @param {string} slug @param {string} [name] for the draft that may become of it */
  async openExample(slug, name) {
    const code = await this.#source(slug);
    if (code !== null) this.begin({ name: name ?? this.#doors.examples.title(slug), code, example: slug }, { keep: false });
  }

  /**
   * A new text in the place of the one on screen, which is kept if it is the user's.
   * @param {Beginning} beginning
   * @param {{ keep: boolean }} options whether it is a draft at once, before anybody changes it
   */
  begin(beginning, { keep }) {
    const before = this.drafts.touched ? this.drafts.now : null;
    const draft = this.drafts.begin(beginning, { keep });
    this.#show();
    if (before) this.#sayKept(before);
    return draft;
  }

  /** @param {string} id */
  async open(id) {
    if (id === this.drafts.now.id) return;
    const { name } = this.drafts.all.find((draft) => draft.id === id) ?? { name: "" };
    const how = await this.drafts.open(id);
    if (how === "gone") return this.#doors.complain("This draft is gone: another tab has deleted it.");
    this.#show();
    if (how === "copy") this.notices.show("copy", { text: `“${name}” is open in another tab, so this is a copy of it.`, close() {} });
  }

  async openList() {
    this.drafts.save();
    this.#elsewhere = await this.drafts.elsewhere();
    this.#list.open(this.#listed());
  }

  /** Somebody runs what is on screen, so has read it. */
  markRead() {
    this.drafts.markRead();
    this.notices.clear("unread");
  }

  /** Python is started once more, for what is on screen. */
  retry() {
    if (this.drafts.now.unread) this.#doors.rest();
    else this.#doors.run();
  }

  /** @param {string} text */
  noteSent(text) {
    this.sent = [...this.sent, text].slice(-SENT_AT_MOST);
  }

  /** @param {string} slug @returns {Promise<string | null>} null when it cannot be had */
  async #source(slug) {
    const { examples, complain } = this.#doors;
    try {
      return await examples.source(slug);
    } catch (error) {
      complain(/** @type {Error} */ (error).message);
      return null;
    }
  }

  #show() {
    const { editor, composer, bring, run, rest } = this.#doors;
    const { code, message, session, stamp, unread } = this.drafts.now;
    for (const topic of ["kept", "copy", "unread", "file"]) this.notices.clear(topic);
    this.sent = [];
    composer.open(message, stamp !== "");
    bring(session);
    editor.open(code);
    this.#changed();
    if (!unread) return run();
    rest();
    showPane("code");
    this.notices.show("unread", { text: UNREAD[unread], tone: "warn", acts: [{ label: "Run", click: run, main: true, stay: true }] });
  }

  /** @param {string} id */
  async #delete(id) {
    const current = id === this.drafts.now.id;
    if (current) await this.openExample(this.#doors.examples.first);
    this.drafts.delete(id);
    if (current) this.notices.clear("kept");
  }

  #changed() {
    this.#name.textContent = this.drafts.now.name;
    if (this.#list.isOpen) this.#list.show(this.#listed());
  }

  #listed() {
    const { all, deleted, now, lasting } = this.drafts;
    return { drafts: all, deleted, current: now.id, elsewhere: this.#elsewhere, lasting };
  }

  /** @param {{ id: string, name: string }} draft */
  #sayKept({ id, name }) {
    this.notices.show("kept", { text: `Your text is in Drafts, as “${name}”.`, acts: [{ label: "Back to my text", click: () => this.open(id) }], close() {} });
  }

  #sayCopy() {
    this.notices.show("copy", { text: `Another tab has this draft too, so here it goes on as “${this.drafts.now.name}”.`, close() {} });
  }

  /** @param {Trouble} trouble */
  #sayTrouble(trouble) {
    if (!trouble) return this.notices.clear("trouble");
    this.notices.show("trouble", { text: TROUBLE[trouble], tone: "warn", acts: [{ label: "Download", click: this.#doors.download, stay: true }], close() {} });
  }
}
