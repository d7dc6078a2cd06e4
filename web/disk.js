// Files that come from the user's disk and go there. A part of the conductor.

import { pickFile, readFile, saveFile } from "./drafts/py-file.js";
import { download } from "./page/hand-over.js";
import { listenForDrops } from "./panels/drop.js";

/** @import { Documents } from "./documents.js" */
/** @import { Opened } from "./drafts/py-file.js" */
/** @import { Editor } from "./panels/editor.js" */

const KIND = "text/x-python";
const SAID_MS = 4000;

export class Disk {
  #editor;
  #documents;
  #takes;
  /** Where drafts were opened from or saved to, by their ids. @type {Map<string, Pick<Opened, "name" | "handle" | "crlf">>} */
  #files = new Map();

  /** @param {{ editor: Editor, documents: () => Documents, takes(file: File): boolean }} doors takes: a file that is no code */
  constructor({ editor, documents, takes }) {
    this.#takes = takes;
    this.#editor = editor;
    this.#documents = documents;
    listenForDrops((file, handle, others) => {
      if (!this.#takes(file)) this.#open(readFile(file, handle), others);
    });
  }

  pick() {
    this.#open(pickFile(), 0);
  }

  /** Into the file it is from, or where the user says, or as a download. */
  async save() {
    const { id } = this.#documents().drafts.now;
    const file = this.#files.get(id);
    try {
      const saved = await saveFile(this.#fileName(), this.#content(), file?.handle ?? null);
      if (saved === "refused") return this.download();
      if (!saved) return;
      this.#files.set(id, { name: saved.name, handle: saved, crlf: file?.crlf ?? false });
      this.#say(`Saved in ${saved.name}.`);
    } catch (error) {
      this.#refuse(error, [{ label: "Download it", click: () => this.download() }]);
    }
  }

  download() {
    download(this.#content(), this.#fileName(), KIND);
  }

  /** @param {Promise<Opened | null>} opening @param {number} others that were dropped with it */
  async #open(opening, others) {
    try {
      const opened = await opening;
      if (!opened) return;
      const { id } = this.#documents().begin({ name: opened.name, code: opened.code, unread: "file" }, { keep: true });
      this.#files.set(id, opened);
      if (others) this.#say(`One file at a time: ${opened.name} was opened.`);
    } catch (error) {
      this.#refuse(error, []);
    }
  }

  #fileName() {
    const { id, name } = this.#documents().drafts.now;
    return this.#files.get(id)?.name ?? (/\.py$/i.test(name) ? name : "server.py");
  }

  #content() {
    const { crlf } = this.#files.get(this.#documents().drafts.now.id) ?? {};
    return crlf ? this.#editor.text.replaceAll("\n", "\r\n") : this.#editor.text;
  }

  /** @param {string} text */
  #say(text) {
    const { notices } = this.#documents();
    notices.show("file", { text, close() {} });
    setTimeout(() => notices.clear("file"), SAID_MS);
  }

  /** @param {unknown} error @param {import("./panels/notices.js").Act[]} acts */
  #refuse(error, acts) {
    this.#documents().notices.show("file", { text: /** @type {Error} */ (error).message, tone: "bad", acts, close() {} });
  }
}
