// What one can take away from here: files that Python makes of the served code, and how to tell a client of them.

import { size, visible } from "../text/show.js";
import { element, find } from "./element.js";

/** @import { Configuration, Launch } from "../worker-api.js" */
/**
 * @typedef {object} Events
 * @property {(launch: Launch) => Promise<Configuration>} onConfigure
 * @property {(kind: string) => Promise<Uint8Array<ArrayBuffer>>} onMake
 * @property {(bytes: Uint8Array<ArrayBuffer>, name: string, type: string) => void} onFile
 * @property {(text: string) => void} onCopy
 * @property {() => void} onStop
 */

const PAUSE_MS = 250;
const BROWSER_ONLY = new Set(["js", "pyodide", "pyodide-js", "pyodide_js", "micropip"]);

/** What each kind is good for, and how to go on. */
const ADVICE = /** @type {Record<string, { text: string, command: string }>} */ ({
  pyz: { text: "The server and all that it needs in one file, for any machine with Python 3.10 or newer. It speaks stdio; with uvicorn and starlette installed also HTTP.", command: "python server.pyz" },
  mcpb: { text: "For desktop clients that install bundles, such as Claude Desktop: open the file there, and the server is installed. Python has to be on that machine.", command: "" },
  project: { text: "The source as a small project, with a test recorded from the server’s own answers. For going on with it in your own editor.", command: "pip install . pytest && python -m pytest" },
  config: { text: "What many clients read from a project’s folder. Put server.pyz beside it. Some browsers rename the file: it has to be called .mcp.json.", command: "" },
});

export class TakeHome {
  #events;
  #dialog = /** @type {HTMLDialogElement} */ (find("#take-home"));
  #note = element("p", { class: "hint", role: "status", "data-testid": "take-home-note" });
  #stop = element("button", { type: "button", class: "action", hidden: true, click: () => this.#events.onStop() }, "Stop");
  #name = element("input", { class: "entry", id: "launch-name", spellcheck: "false", autocomplete: "off" });
  #path = element("input", { class: "entry", id: "launch-path", spellcheck: "false", autocomplete: "off" });
  #python = element("select", { class: "entry", id: "launch-python" }, ...["python3", "python"].map((name) => element("option", {}, name)));
  #texts = element("div", { class: "texts" });
  #timer = 0;
  #asked = 0;

  /** @param {Events} events */
  constructor(events) {
    this.#events = events;
    for (const field of [this.#name, this.#path, this.#python]) {
      field.addEventListener("input", () => {
        clearTimeout(this.#timer);
        this.#timer = window.setTimeout(() => this.#configure(), PAUSE_MS);
      });
    }
  }

  /** @param {{ server: string, dirty: boolean } | null} served nothing when no server is running */
  async open(served) {
    const close = element("button", { type: "button", class: "quiet close", "aria-label": "Close", click: () => this.#dialog.close() });
    const head = element("header", { class: "sheet-head" }, element("h2", { id: "take-home-title" }, "Take it home"), close);
    this.#say("");
    this.#dialog.replaceChildren(head);
    this.#dialog.showModal();
    if (!served) {
      this.#dialog.append(element("p", {}, "No server is running, so there is nothing to take. Mend the code and press Run first."));
      return;
    }
    this.#name.value = served.server;
    this.#path.value ||= "server.pyz";
    const stale = served.dirty
      ? [element("p", { class: "strip stale" }, "You have edits that are not running yet. What you take is the version that is being served: press Run first to take them along.")]
      : [];
    const told = await this.#configure();
    if (!told || !this.#dialog.open) return this.#dialog.append(this.#note);
    this.#dialog.append(
      element("p", {}, `Python makes these files in this tab, from “${visible(served.server || "the server")}” as it is served. What you take answers byte for byte what it answers here.`),
      ...stale,
      ...leftOut(told.leftOut),
      element("div", { class: "kinds" }, ...told.kinds.map((kind) => this.#kind(kind))),
      element("div", { class: "client-row" }, this.#note, this.#stop),
      element("h3", {}, "Tell a client of server.pyz"),
      element("div", { class: "fields launch" },
        labelled(this.#name, "Name of the server"), labelled(this.#path, "Where server.pyz is"), labelled(this.#python, "Python there is called")),
      this.#texts);
  }

  /** @param {Configuration["kinds"][number]} kind */
  #kind({ kind, label, filename, mediaType }) {
    const { text, command } = ADVICE[kind] ?? { text: "", command: "" };
    const button = element("button", { type: "button", class: "action", click: () => this.#make(button, kind, filename, mediaType) }, `Download ${filename}`);
    return element("article", { class: "kind", "data-kind": kind },
      element("h3", {}, label), element("p", {}, text),
      ...(command ? [element("code", {}, command)] : []), button);
  }

  /** @param {HTMLButtonElement} button @param {string} kind @param {string} filename @param {string} mediaType */
  async #make(button, kind, filename, mediaType) {
    this.#say(`Making ${filename}…`);
    this.#stop.hidden = false;
    button.disabled = true;
    try {
      const bytes = await this.#events.onMake(kind);
      this.#events.onFile(bytes, filename, mediaType);
      this.#say(`${filename} is made, ${size(bytes.length)}.`);
    } catch (error) {
      this.#say(`${filename} could not be made. ${/** @type {Error} */ (error).message}`);
    } finally {
      this.#stop.hidden = true;
      button.disabled = false;
      button.focus();
    }
  }

  async #configure() {
    const number = ++this.#asked;
    try {
      const told = await this.#events.onConfigure({ name: this.#name.value, path: this.#path.value.trim() || "server.pyz", python: this.#python.value });
      if (number === this.#asked) this.#texts.replaceChildren(...told.texts.map((way) => this.#way(way)));
      return told;
    } catch (error) {
      this.#say(`It cannot be told. ${/** @type {Error} */ (error).message}`);
      return null;
    }
  }

  /** @param {Configuration["texts"][number]} way */
  #way({ label, text, href, note }) {
    const copy = element("button", { type: "button", class: "quiet", "aria-label": `Copy for ${label}`, click: () => this.#events.onCopy(text) }, "Copy");
    const follow = href ? [element("a", { href, class: "follow" }, `Open ${label}`)] : [];
    return element("article", { class: "way", "data-way": label },
      element("div", { class: "client-row" }, element("h4", {}, label), element("span", { class: "gap" }), ...follow, copy),
      element("pre", { tabindex: "0", role: "region", "aria-label": label }, text),
      ...(note ? [element("p", { class: "hint" }, visible(note))] : []));
  }

  /** @param {string} text */
  #say(text) {
    this.#note.textContent = visible(text);
  }
}

/** @param {string[]} names */
function leftOut(names) {
  if (!names.length) return [];
  const [bound, free] = [true, false].map((isBound) => names.filter((name) => BROWSER_ONLY.has(name) === isBound).map(visible));
  const sentences = [`The server asks for ${visible(names.join(", "))}, which is not in server.pyz and server.mcpb.`];
  if (free.length) sentences.push(`Where it will run: python -m pip install ${free.join(" ")}`);
  if (bound.length) sentences.push(`Only a browser has ${bound.join(", ")}: elsewhere the server will not start before it does without.`);
  return [element("div", { class: "strip stale", "data-testid": "left-out" }, ...sentences.map((text) => element("p", {}, text)))];
}

/** @param {HTMLElement} control @param {string} words */
const labelled = (control, words) => element("div", { class: "field" }, element("label", { for: control.id }, words), control);
