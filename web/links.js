// What comes in by the address of the page, and what goes out as a link. A part of the conductor.

import { copy } from "./page/hand-over.js";
import { Share } from "./panels/share.js";
import { asked, forget, linkTo, linkToFile } from "./share/address.js";
import { decodeLink, encodeLink, isLink } from "./share/link.js";
import { fetchFile, fileName, webAddress } from "./share/web-file.js";
import { titleOf } from "./text/title.js";

/** @import { Documents } from "./documents.js" */
/** @import { Composer } from "./panels/composer.js" */
/** @import { Editor } from "./panels/editor.js" */
/** @import { Shared } from "./share/link.js" */

/**
 * @typedef {object} Doors
 * @property {Editor} editor
 * @property {Composer} composer
 * @property {Documents} documents
 * @property {() => void} present
 * @property {() => void} download
 */

export class Links {
  #doors;
  #share;

  /** @param {Doors} doors */
  constructor(doors) {
    this.#doors = doors;
    this.#share = new Share({
      makeLink: ({ messages, present }) => this.#link(messages ? this.#messages() : [], present),
      linkToFile: (typed) => {
        const url = /^https?:/i.test(typed) ? webAddress(typed) : null;
        return url && linkToFile(url);
      },
      onCopy: copy,
      onSave: doors.download,
    });
    addEventListener("hashchange", () => {
      if (isLink(location.hash)) this.arrive();
    });
  }

  /** Open what the address asks for. @returns {Promise<boolean>} whether that is on screen now */
  async arrive() {
    const request = asked();
    if (!request) return false;
    if (request.kind === "fault") return this.#refuse(request.text);
    if (request.kind === "link") return this.#open(request.hash);
    if (request.url.origin === location.origin) return this.#fetch(request.url);
    this.#offer(request.url);
    return false;
  }

  openSheet() {
    const lines = this.#doors.editor.text.split("\n").length;
    this.#share.open({ lines, messages: this.#messages().map(titleOf) });
  }

  /** @param {string} hash */
  async #open(hash) {
    /** @type {Shared} */
    let shared;
    try {
      shared = await decodeLink(hash);
    } catch (error) {
      return this.#refuse(/** @type {Error} */ (error).message);
    }
    const { code, session, options } = shared;
    const { documents, present } = this.#doors;
    const { drafts } = documents;
    const twin = drafts.twin(code, session);
    if (twin && !(await drafts.elsewhere()).has(twin.id)) await documents.open(twin.id);
    else documents.begin({ name: options.name || "From a link", code, session, unread: "link" }, { keep: true });
    documents.notices.clear("address");
    if (drafts.lasting) forget();
    if (options.present) present();
    return true;
  }

  /** Another origin is asked only after a click on what says so. @param {URL} url */
  #offer(url) {
    this.#doors.documents.notices.show("address", {
      text: `This address asks for a file on another site, ${url.href}. Nothing has been fetched.`,
      tone: "warn",
      acts: [{ label: `Fetch it from ${url.host}`, click: () => this.#fetch(url), main: true }, { label: "Not now", click: forget }],
    });
  }

  /** @param {URL} url */
  async #fetch(url) {
    const { documents } = this.#doors;
    try {
      const code = await fetchFile(url);
      documents.begin({ name: fileName(url), code, unread: "web" }, { keep: true });
      documents.notices.clear("address");
      if (documents.drafts.lasting) forget();
      return true;
    } catch (error) {
      return this.#refuse(/** @type {Error} */ (error).message);
    }
  }

  /** @param {string} text */
  #refuse(text) {
    this.#doors.documents.notices.show("address", { text, tone: "bad", close: forget });
    return false;
  }

  /** @param {string[]} session @param {boolean} present */
  async #link(session, present) {
    const { editor, documents } = this.#doors;
    return linkTo(await encodeLink({ code: editor.text, session, options: { name: documents.drafts.now.name, present } }));
  }

  /** Those that were sent; of a draft that messages came along with, all of these. */
  #messages() {
    const { composer, documents } = this.#doors;
    const { session } = documents.drafts.now;
    const { sent } = documents;
    if (session.length && sent.every((text) => session.includes(text))) return session;
    if (sent.length) return sent;
    return composer.own ? [composer.text] : [];
  }
}
