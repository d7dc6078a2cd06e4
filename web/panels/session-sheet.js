// The session, as a thing to keep: save it, open another, replay it on the server as it is now, take it elsewhere.

import { visible } from "../text/show.js";
import { element, find } from "./element.js";
import { drawReplay } from "./replay-rows.js";

/** @import { Replayed, SessionFile } from "../worker-api.js" */
/** @typedef {{ from: string, note: string }} About from: the file, if it is from one */
/**
 * @typedef {object} Events
 * @property {(session: SessionFile) => void} onSave
 * @property {(file: File) => Promise<{ session: SessionFile, about: About }>} onOpen
 * @property {() => Promise<SessionFile>} onOwn
 * @property {(session: SessionFile) => Promise<Replayed>} onReplay
 * @property {(session: SessionFile, kind: string) => Promise<{ text: string, filename: string }>} onExport
 * @property {(text: string) => void} onCopy
 * @property {(text: string, name: string) => void} onFile
 * @property {(isFixed: boolean) => Promise<void>} onFix
 * @property {() => void} onStop
 */

/** What each kind is good for. */
const ADVICE = /** @type {Record<string, string>} */ ({
  pytest: "Put it beside server.pyz and run pytest: a test for each message. What changes by nature is left open.",
  script: "Sends the messages to the server in a process of its own, and prints what comes.",
  curl: "A shell script for a server that listens on HTTP, with the headers that each message needs.",
  markdown: "Every message and what came of it, and the server file.",
});

export class SessionSheet {
  #events;
  #dialog = /** @type {HTMLDialogElement} */ (find("#session"));
  #about = element("p", { "data-testid": "session-about" });
  #note = element("p", { class: "hint", role: "status", "data-testid": "session-note" });
  #stop = element("button", { type: "button", class: "action", hidden: true, click: () => this.#events.onStop() }, "Stop");
  #replayed = element("div", { class: "replayed" });
  #exports = element("div", { class: "kinds" });
  #file = element("input", { type: "file", accept: ".json,application/json", hidden: true, "aria-label": "Session file" });
  #own = element("button", { type: "button", class: "quiet", click: () => this.#back() }, "Back to this page’s session");
  /** @type {SessionFile | null} */
  #session = null;
  /** @type {HTMLButtonElement[]} */
  #needing = [];

  /** @param {Events} events */
  constructor(events) {
    this.#events = events;
    this.#file.addEventListener("change", () => {
      const [file] = this.#file.files ?? [];
      if (file) this.take(file);
      this.#file.value = "";
    });
  }

  /** @param {{ isFixed: boolean, isServed: boolean, isDirty: boolean }} state */
  open({ isFixed, isServed, isDirty }) {
    const close = element("button", { type: "button", class: "quiet close", "aria-label": "Close", click: () => this.#dialog.close() });
    const save = this.#button("Save session", () => this.#session && this.#events.onSave(this.#session));
    const replay = this.#button("Replay on the current server", () => this.#replay());
    replay.classList.add("primary");
    this.#needing = isServed ? [save, replay] : [save];
    for (const button of [save, replay]) button.disabled = true; // until the session is here
    const stale = isDirty ? [element("p", { class: "strip stale" }, "You have edits that are not running yet. The current server is the one that is being served: press Run first to replay on your edits.")] : [];
    const fix = element("input", { type: "checkbox", role: "switch", id: "fix-clock", autocomplete: "off", "aria-describedby": "fix-note" });
    fix.checked = isFixed;
    fix.addEventListener("change", () => this.#fix(fix));
    this.#say("");
    this.#replayed.replaceChildren();
    this.#dialog.replaceChildren(
      element("header", { class: "sheet-head" }, element("h2", { id: "session-title" }, "Session"), close),
      this.#about,
      element("div", { class: "client-row session-tools" }, save, this.#button("Open session file", () => this.#file.click()), replay, this.#file),
      ...stale,
      element("div", { class: "client-row" }, this.#note, this.#stop),
      this.#replayed,
      element("h3", {}, "Export as"),
      this.#exports,
      element("h3", {}, "Same output every time"),
      element("label", { class: "check" }, fix, " Fixed clock and ids"),
      element("p", { class: "hint", id: "fix-note" }, "Time starts at 2026-01-01 and moves by a millisecond each time the server looks; random numbers, UUIDs and tokens are the same after every Run. Switching runs the server again."));
    if (!this.#dialog.open) this.#dialog.showModal();
  }

  /** @param {Promise<SessionFile>} coming @param {About} about */
  async use(coming, about) {
    await this.#try(async () => this.#take(await coming, about), "The session cannot be read.");
  }

  /** @param {File} file */
  async take(file) {
    await this.#try(async () => {
      const { session, about } = await this.#events.onOpen(file);
      this.#take(session, about);
      this.#replayed.replaceChildren();
    }, "");
  }

  /** @param {SessionFile} session @param {About} about */
  #take(session, { from, note }) {
    this.#session = session;
    const messages = session.count === 1 ? "1 message" : `${session.count} messages`;
    const where = from ? `From ${visible(from)}: ` : "";
    const said = session.count || from ? `${where}${messages} with “${visible(session.server || "a server")}”. ${note}` : "Nothing was sent yet. Send a message, or open a session file; one can also be dropped here.";
    this.#about.replaceChildren(element("span", {}, said), ...(from ? [" ", this.#own] : []));
    for (const button of this.#needing) button.disabled = session.count === 0;
    this.#exports.replaceChildren(...session.kinds.map((kind) => this.#kind(kind, session.count === 0)));
  }

  async #back() {
    this.#replayed.replaceChildren();
    await this.use(this.#events.onOwn(), { from: "", note: "" });
  }

  async #replay() {
    const session = /** @type {SessionFile} */ (this.#session);
    this.#say("Replaying…");
    await this.#try(async () => {
      const replayed = await this.#events.onReplay(session);
      this.#say(`Replayed on “${visible(replayed.server)}”: ${replayed.summary}.`);
      this.#replayed.replaceChildren(drawReplay(replayed.rows));
    }, "");
  }

  /** @param {SessionFile["kinds"][number]} kind @param {boolean} isEmpty */
  #kind({ kind, label, filename }, isEmpty) {
    const copy = this.#button("Copy", () => this.#export(kind, (text) => this.#events.onCopy(text), "is copied"));
    const download = this.#button(`Download ${filename}`, () => this.#export(kind, (text, name) => this.#events.onFile(text, name), "is made"));
    for (const button of [copy, download]) button.disabled = isEmpty;
    copy.setAttribute("aria-label", `Copy ${filename}`);
    return element("article", { class: "kind", "data-kind": kind },
      element("h3", {}, label), element("p", {}, ADVICE[kind] ?? ""), element("div", { class: "client-row" }, download, copy));
  }

  /** @param {string} kind @param {(text: string, name: string) => void} give @param {string} done */
  async #export(kind, give, done) {
    const session = /** @type {SessionFile} */ (this.#session);
    this.#say("Making it…");
    await this.#try(async () => {
      const { text, filename } = await this.#events.onExport(session, kind);
      give(text, filename);
      this.#say(`${filename} ${done}.`);
    }, "");
  }

  /** @param {HTMLInputElement} fix */
  async #fix(fix) {
    await this.#try(() => this.#events.onFix(fix.checked), "It cannot be switched now.");
  }

  /** @param {() => Promise<unknown>} work @param {string} what went wrong, if it does */
  async #try(work, what) {
    this.#stop.hidden = false;
    try {
      await work();
    } catch (error) {
      this.#say([what, /** @type {Error} */ (error).message].filter(Boolean).join(" "));
    } finally {
      this.#stop.hidden = true;
    }
  }

  /** @param {string} label @param {() => void} click */
  #button(label, click) {
    return element("button", { type: "button", class: "action", click }, label);
  }

  /** @param {string} text */
  #say(text) {
    this.#note.textContent = visible(text);
  }
}
