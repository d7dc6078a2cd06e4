// The official client as one uses it: connect, choose what it does, see what it makes of the answer.

import { layOut } from "../text/json-text.js";
import { appendPieces, appendText, duration, visible } from "../text/show.js";
import { element, find } from "./element.js";

/** @import { Choice, Section } from "../client/acts.js" */
/** @import { Connected, Heard, Mode } from "../client/connection.js" */
/**
 * @typedef {object} Events
 * @property {(mode: Mode) => Promise<Connected>} onConnect
 * @property {() => void} onDisconnect
 * @property {(section: Section) => Promise<Choice[]>} onList
 * @property {(section: Section, subject: any, value: any) => Promise<unknown>} onAct
 * @property {() => void} onCancel
 * @property {() => Promise<unknown>} onCheck
 * @property {(level: string) => Promise<unknown>} onLevel
 * @property {(tool: string) => string | null} example arguments for a tool, as JSON text
 */

const COLUMNS = 44;
const KEPT = 50;
const LONGEST = 600;
const LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];
const ERAS = { legacy: "handshake", modern: "stateless" };
const CHECKS = { legacy: "Ping", modern: "Discover" };

export class ClientPanel {
  #events;
  #offline = find("#client-offline");
  #online = find("#client-online");
  #why = find("#client-why");
  #mode = /** @type {HTMLSelectElement} */ (find("#client-mode"));
  #connect = /** @type {HTMLButtonElement} */ (find("#client-connect"));
  #facts = find("#client-facts");
  #tabs = find("#client-sections");
  #form = find("#client-form");
  #outcome = find("#client-outcome");
  #heard = find("#client-heard");
  #busy = false;

  /** @param {Events} events */
  constructor(events) {
    this.#events = events;
    this.#connect.addEventListener("click", () => this.#begin());
    this.show(null);
  }

  /** @param {boolean} possible */
  allow(possible) {
    this.#connect.disabled = !possible;
    this.#connect.title = possible ? "" : "No server is running yet.";
  }

  /** Do what the visible section is for. */
  act() {
    const button = this.#online.hidden ? this.#connect : this.#form.querySelector("button[data-run]");
    /** @type {HTMLButtonElement | null} */ (button)?.click();
  }

  /** The connection is no more. @param {string} why */
  lost(why) {
    this.show(null);
    this.#why.textContent = why;
    this.#connect.textContent = "Connect again";
  }

  /** @param {Heard} heard */
  hear({ kind, text, share }) {
    const line = element("li", { "data-heard": kind });
    if (share !== undefined) line.append(element("progress", { max: "1", value: String(share), "aria-label": "Progress" }));
    appendText(line, text);
    const before = kind === "progress" && this.#heard.querySelector("[data-heard=progress]");
    if (before) return before.replaceWith(line);
    this.#heard.append(line);
    while (this.#heard.childElementCount > KEPT) this.#heard.firstElementChild?.remove();
    line.scrollIntoView({ block: "nearest" });
  }

  /** @param {Connected | null} connected */
  show(connected) {
    this.#offline.hidden = connected !== null;
    this.#online.hidden = connected === null;
    this.#outcome.replaceChildren();
    this.#heard.replaceChildren();
    this.#form.replaceChildren();
    this.#busy = false;
    if (!connected) return;
    this.#why.textContent = "";
    const { server, revision, era, client, sections, logs } = connected;
    const level = element("select", { class: "presets", "aria-label": "Log level", change: () => this.#do("", () => this.#events.onLevel(level.value)) },
      element("option", { value: "" }, "Logs: not asked for"),
      ...LEVELS.map((value) => element("option", { value }, `Logs: ${value}`)));
    const check = element("button", { type: "button", class: "quiet", click: () => this.#do(CHECKS[era], () => this.#events.onCheck()) }, CHECKS[era]);
    const end = element("button", { type: "button", class: "quiet", click: () => this.#end() }, "Disconnect");
    this.#facts.replaceChildren(
      element("p", { "data-testid": "client-facts" }, element("strong", {}, visible(server)), ` · ${revision}, ${ERAS[era]} · client ${client}`),
      end);
    const buttons = sections.map((section) => element("button", { type: "button", class: "quiet", "data-section": section.name, click: () => this.#open(section) }, section.label));
    this.#tabs.replaceChildren(...buttons, element("span", { class: "gap" }), ...(logs ? [level] : []), check);
    if (sections.length) this.#open(sections[0]);
    else this.#say("The server declares no tools, resources or prompts.");
  }

  async #begin() {
    this.#why.textContent = "Connecting…";
    this.#connect.disabled = true;
    try {
      this.show(await this.#events.onConnect(/** @type {Mode} */ (this.#mode.value)));
      this.#tabs.querySelector("button")?.focus();
    } catch (error) {
      this.#why.textContent = `It did not connect. ${/** @type {Error} */ (error).message}`;
    } finally {
      this.#connect.disabled = false;
    }
  }

  #end() {
    this.#events.onDisconnect();
    this.show(null);
    this.#connect.textContent = "Connect official client";
    this.#connect.focus();
  }

  /** @param {Section} section */
  async #open(section) {
    for (const tab of this.#tabs.querySelectorAll("[data-section]")) {
      tab.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (tab).dataset.section === section.name));
    }
    const select = element("select", { class: "presets", "aria-label": section.label, disabled: true });
    const list = element("button", { type: "button", class: "quiet", click: () => this.#fill(section, select, show) }, section.list);
    const run = element("button", { type: "button", class: "action primary", "data-run": true, disabled: true, click: () => this.#run(section, choice, text.value) }, section.run);
    const cancel = element("button", { type: "button", class: "action", "data-cancel": true, hidden: true, click: () => this.#events.onCancel() }, "Cancel");
    const about = element("p", { class: "hint about-choice" });
    const text = element("textarea", { class: "entry", rows: section.isJson ? "3" : "1", spellcheck: "false", id: "client-text" });
    /** @type {Choice | null} */
    let choice = null;
    const show = (/** @type {Choice | null} */ chosen) => {
      choice = chosen;
      run.disabled = select.disabled = chosen === null;
      about.textContent = visible(chosen?.about ?? section.none);
      text.value = (section.name === "tools" && chosen ? this.#events.example(chosen.subject.name) : null) ?? chosen?.text ?? "";
    };
    this.#form.replaceChildren(
      element("div", { class: "client-row" }, select, list), about,
      element("label", { for: "client-text", class: "hint" }, section.field), text,
      element("div", { class: "client-row" }, run, cancel));
    await this.#fill(section, select, show);
  }

  /** @param {Section} section @param {HTMLSelectElement} select @param {(chosen: Choice | null) => void} show */
  async #fill(section, select, show) {
    const before = select.value || "0";
    const choices = await this.#do("", () => this.#events.onList(section));
    if (!Array.isArray(choices)) return;
    select.replaceChildren(...choices.map(({ label }, index) => element("option", { value: String(index) }, visible(label))));
    select.value = choices[Number(before)] ? before : "0";
    select.onchange = () => show(choices[Number(select.value)]);
    show(choices[Number(select.value)] ?? null);
  }

  /** @param {Section} section @param {Choice | null} choice @param {string} text */
  async #run(section, choice, text) {
    if (!choice || this.#busy) return;
    let value = /** @type {unknown} */ (text);
    if (section.isJson) {
      try {
        value = JSON.parse(text);
      } catch (error) {
        return this.#say(`The arguments are not JSON: ${/** @type {Error} */ (error).message}`, true);
      }
    }
    this.#heard.replaceChildren();
    this.#outcome.replaceChildren();
    await this.#do(section.run, () => this.#events.onAct(section, choice.subject, value));
  }

  /**
   * @param {string} what to call it when its outcome is to be shown
   * @param {() => Promise<unknown>} work
   */
  async #do(what, work) {
    const since = performance.now();
    this.#occupy(true);
    try {
      const result = await work();
      if (what) this.#report(what, result, performance.now() - since);
      return result;
    } catch (error) {
      if (!this.#online.hidden) this.#say(wordsFor(error), true);
    } finally {
      this.#occupy(false);
    }
  }

  /** @param {boolean} busy */
  #occupy(busy) {
    this.#busy = busy;
    this.#form.setAttribute("aria-busy", String(busy));
    const cancel = this.#form.querySelector("[data-cancel]");
    if (cancel instanceof HTMLElement) cancel.hidden = !busy;
  }

  /** @param {string} what @param {any} result @param {number} ms */
  #report(what, result, ms) {
    const failed = result?.isError === true;
    const pre = element("pre", { class: "envelope", "data-testid": "client-result" });
    const text = JSON.stringify(result);
    const pieces = layOut(text, COLUMNS);
    if (pieces) appendPieces(pre, pieces);
    else appendText(pre, text);
    this.#say(failed ? `${what}: the tool reports an error.` : `${what}: answered after ${duration(ms)}. The client returns`, failed);
    this.#outcome.append(pre);
  }

  /** @param {string} text @param {boolean} [wrong] */
  #say(text, wrong = false) {
    this.#outcome.replaceChildren(element("p", { class: wrong ? "wrong" : "hint" }, visible(text)));
  }
}

/** @param {unknown} error */
function wordsFor(error) {
  const { message, code } = /** @type {Error & { code?: unknown }} */ (error);
  const words = message.length > LONGEST ? `${message.slice(0, LONGEST)}…` : message;
  return typeof code === "number" && !words.includes(String(code)) ? `${words} (${code})` : words;
}
