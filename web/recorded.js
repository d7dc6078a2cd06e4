// The conductor's half for sessions: what was said is kept, saved, opened, replayed and exported; what an edit did to
// the interface; a message in both revisions.

import { Transcript } from "./page/transcript.js";
import { InterfaceChanges } from "./panels/interface-changes.js";
import { RevisionsSheet } from "./panels/revisions.js";
import { SessionSheet } from "./panels/session-sheet.js";

/** @import { Entry, Serving } from "./serving.js" */
/** @import { SessionFile } from "./worker-api.js" */

const SESSION = /\.json$/i;

export class Recorded {
  #serving;
  #page;
  #transcript = new Transcript();
  #sheet;
  #changes = new InterfaceChanges();
  #revisions = new RevisionsSheet({ onStop: () => this.#serving.stop() });
  /** The session that was opened from a file. @type {SessionFile | null} */
  #opened = null;
  /** What the server offered after the last Run. */
  #interface = "";
  #draft = "";
  /** Counts what there is to compare with: an answer that comes too late is of no use. */
  #age = 0;

  /**
   * @param {Serving} serving
   * @param {{ isDirty(): boolean, run(): void, copy(text: string): void, download(text: string, name: string, type: string): void }} page
   */
  constructor(serving, page) {
    this.#serving = serving;
    this.#sheet = new SessionSheet({
      onSave: (session) => page.download(session.text, session.filename, "application/json"),
      onOpen: (file) => this.#open(file),
      onOwn: () => this.#own(),
      onReplay: (session) => serving.recorded("replay", { text: session.text }),
      onExport: (session, kind) => serving.recorded("export", { text: session.text, kind }),
      onCopy: page.copy,
      onFile: (text, name) => page.download(text, name, "text/plain"),
      onFix: async (isFixed) => {
        await serving.fix(isFixed);
        page.run();
      },
      onStop: () => serving.stop(),
    });
    this.#page = page;
  }

  async show() {
    const { isFixed, served } = this.#serving;
    this.#sheet.open({ isFixed, isServed: served !== null, isDirty: this.#page.isDirty() });
    await this.#sheet.use(this.#opened ? Promise.resolve(this.#opened) : this.#own(), this.#about());
  }

  /** @param {Entry} entry */
  add(entry) {
    this.#transcript.add(entry);
  }

  clear() {
    this.#transcript.clear();
  }

  /** A server was started anew, by whatever. */
  served() {
    this.#transcript.begin();
  }

  /**
   * Run has worked: what did it do to the interface?
   * @param {string} draft another text altogether is nothing to compare with
   */
  async ran(draft) {
    if (draft !== this.#draft) this.#forget();
    this.#draft = draft;
    const age = ++this.#age;
    try {
      const { interface: now, summary, changes } = await this.#serving.interface(this.#interface);
      if (age !== this.#age) return;
      this.#interface = now;
      this.#changes.show(summary, changes);
    } catch {
      if (age === this.#age) this.#forget(); // a server that does not tell what it offers
    }
  }

  /** @param {File} file that was dropped @returns {boolean} whether it is taken for a session */
  takes(file) {
    if (!SESSION.test(file.name)) return false;
    this.show().then(() => this.#sheet.take(file));
    return true;
  }

  /** @param {Entry} entry */
  async both(entry) {
    await this.#revisions.show(this.#serving.recorded("both", { text: this.#transcript.message(entry) }));
  }

  #forget() {
    this.#age += 1;
    this.#interface = "";
    this.#changes.show("", []);
  }

  /** What was said in this page. @returns {Promise<SessionFile>} */
  async #own() {
    this.#opened = null;
    return this.#serving.recorded("save", { entries: this.#transcript.entries, isSteady: this.#serving.isFixed });
  }

  #about() {
    if (this.#opened) return { from: this.#opened.filename, note: "" };
    const { isFull, isOld } = this.#transcript;
    if (isFull) return { from: "", note: "It was longer: only its beginning is kept." };
    return { from: "", note: isOld ? "They are from before the last Run; since then nothing was sent." : "" };
  }

  /** @param {File} file */
  async #open(file) {
    this.#opened = await this.#serving.recorded("open", { text: await file.text(), name: file.name });
    return { session: this.#opened, about: this.#about() };
  }
}
