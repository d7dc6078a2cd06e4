// <mcp-playground>: a poster with a Run button, and over it, once that is pressed, the live frame.
// The element keeps its size: nothing on the page moves when it is defined, run or reset.

import { oneOf, readChildren, showsSomething } from "./children.js";
import { drawPoster } from "./poster.js";
import posterCss from "../../pysrc/docs/mcp_playground_docs/poster.css";
import shellCss from "./shell.css";
import { hostTheme, watchTheme } from "./surroundings.js";
import { Live } from "./live.js";

/** @import { News, Setup, Theme } from "./embed-api.js" */
/** @typedef {(message: any) => unknown} Handler takes a message, and gives the reply or null */

const RUNS = /** @type {("click" | "visible" | "auto")[]} */ (["click", "visible", "auto"]);
const THEMES = /** @type {("auto" | Theme)[]} */ (["auto", "light", "dark"]);
const SLACK = 4; // pixels; a smaller difference in height is none

/** @param {string} css */
function sheet(css) {
  const made = new CSSStyleSheet();
  made.replaceSync(css);
  return made;
}
const SHEETS = [sheet(posterCss), sheet(shellCss)];

export class McpPlayground extends HTMLElement {
  static observedAttributes = ["theme", "height"];
  /** Set by the host page to answer in Python's place. @type {Handler | null} */
  handleMessage = null;
  #root = this.attachShadow({ mode: "open" });
  #stage = document.createElement("div");
  #run = document.createElement("button");
  #said = document.createElement("span");
  /** @type {Promise<Pick<Setup, "source" | "filename" | "messages" | "recording" | "mode">> | null} */
  #author = null;
  /** @type {string | null} */
  #changed = null;
  /** @type {Live | null} */
  #live = null;
  /** @type {(() => void)[]} */
  #undo = [];
  #isOver = false;

  constructor() {
    super();
    this.#root.adoptedStyleSheets = SHEETS;
    this.#stage.className = "stage";
    this.#stage.append(document.createElement("slot"));
    this.#run.type = "button";
    this.#run.textContent = "Run";
    this.#run.dataset.testid = "run";
    this.#run.addEventListener("click", () => this.#start(true).catch(() => {})); // the failure is told
    this.#said.setAttribute("role", "status");
    const bar = document.createElement("div");
    bar.className = "bar";
    bar.append(this.#said, this.#run);
    this.#root.append(this.#stage, bar);
  }

  connectedCallback() {
    if (this.#isOver) return;
    this.dataset.state = "poster";
    this.classList.toggle("soon", oneOf(RUNS, this.getAttribute("run")) !== "click"); // will need its room without a click
    this.#undo = [watchTheme(() => this.#followTheme())];
    this.#followTheme();
    if (document.readyState !== "loading") return this.#open();
    const parsed = () => this.#open();
    document.addEventListener("DOMContentLoaded", parsed, { once: true }); // the children come after the tag
    this.#undo.push(() => document.removeEventListener("DOMContentLoaded", parsed));
  }

  disconnectedCallback() {
    this.#end();
    for (const undo of this.#undo.splice(0)) undo();
  }

  attributeChangedCallback() {
    this.#followTheme();
    const height = this.getAttribute("height");
    this.style.height = height && height !== "auto" ? (/^\d+$/.test(height) ? `${height}px` : height) : "";
  }

  /**
   * Deliver a message; starts the playground if nobody has yet.
   * @param {unknown} message text is sent exactly as it is
   * @returns {Promise<{ reply: string | null, ms: number }>}
   */
  async send(message) {
    const live = await this.#start(false);
    return live.ask({ order: "send", text: typeof message === "string" ? message : JSON.stringify(message) });
  }

  /**
   * Show other code and, if the playground runs, serve it.
   * @param {string} source
   * @returns {Promise<{ ok: boolean, error: unknown }>} an error where it cannot be served; the code before it goes on
   */
  async setCode(source) {
    this.#changed = source;
    if (this.#live) return this.#live.ask({ order: "setCode", source });
    await this.#draw();
    return { ok: true, error: null };
  }

  /** Back to the author's code and messages; served again, if the playground runs. */
  async reset() {
    this.#changed = null;
    if (this.#live) await this.#live.ask({ order: "reset" });
    else await this.#draw();
  }

  /** End it: what stays is the poster, as in print. */
  destroy() {
    this.#isOver = true;
    this.disconnectedCallback();
    this.#run.hidden = true;
  }

  async #open() {
    this.#author = readChildren(this);
    this.#author.catch((error) => this.#fail(error));
    await this.#draw();
    const run = oneOf(RUNS, this.getAttribute("run"));
    if (run === "click") return;
    if (document.readyState !== "complete") await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
    if (run === "auto") this.#start(false).catch(() => {});
    else {
      const observer = new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && this.#start(false).catch(() => {}));
      observer.observe(this);
      this.#undo.push(() => observer.disconnect());
    }
  }

  async #draw() {
    const setup = await this.#setup().catch(() => null);
    if (!setup) return;
    if (this.#changed === null && showsSomething(this)) this.#stage.replaceChildren(document.createElement("slot"));
    else this.#stage.replaceChildren(drawPoster(setup));
  }

  /** @returns {Promise<Setup>} */
  async #setup() {
    const { mode, filename, messages, ...author } = await (this.#author ?? readChildren(this));
    const changed = this.#changed !== null && this.#changed !== author.source;
    const { source, recording } = changed ? { source: String(this.#changed), recording: [] } : author;
    const grows = this.getAttribute("height") === "auto";
    return { source, filename, messages, recording, mode, theme: this.#theme(), grows, isHandled: Boolean(this.handleMessage) };
  }

  /** @param {boolean} isClick whether the reader's focus goes along */
  async #start(isClick) {
    if (this.#isOver || !this.isConnected) throw new Error("This playground was closed.");
    if (this.#live) return this.#live;
    this.#tell("booting", "Starting");
    const setup = await this.#setup().catch((error) => this.#fail(error));
    if (this.#live) return this.#live;
    this.classList.add("live");
    const live = new Live(setup, this.getAttribute("env") ?? "", (news) => this.#hear(news), this.#root);
    this.#live = live;
    try {
      await live.shown;
    } catch (error) {
      this.#end();
      this.#fail(error);
    }
    this.#root.querySelector(".bar")?.setAttribute("hidden", "");
    this.#stage.setAttribute("inert", "");
    live.frame.classList.add("shown");
    if (isClick && this.#root.activeElement === this.#run) live.frame.focus();
    return live;
  }

  #end() {
    this.#live?.end();
    this.#live = null;
    this.classList.remove("live");
    this.#root.querySelector(".bar")?.removeAttribute("hidden");
    this.#stage.removeAttribute("inert");
    this.style.minHeight = "";
    this.#tell("poster", "");
  }

  /** @param {any} error @returns {never} */
  #fail(error) {
    this.#tell("failed", error.message);
    this.#emit("error", { message: error.message });
    throw error;
  }

  /** @param {string} state @param {string} words */
  #tell(state, words) {
    this.dataset.state = state;
    this.#said.textContent = words;
    this.#run.disabled = state === "booting";
  }

  /** @param {Exclude<News, { news: "done" }>} news */
  #hear(news) {
    switch (news.news) {
      case "state":
        this.dataset.state = news.state;
        return;
      case "ready":
        return this.#emit("ready", { server: news.server, tools: news.tools });
      case "sent":
      case "received":
        return this.#emit(news.news, { id: news.id, text: news.text });
      case "error":
        return this.#emit("error", { message: news.text });
      case "height":
        return this.#grow(news.height);
      case "handle":
        return this.#handle(news.id, news.text);
      default:
    }
  }

  /** @param {number} id @param {string} text */
  async #handle(id, text) {
    let reply = null;
    let why = "";
    try {
      const answer = await this.handleMessage?.(JSON.parse(text));
      reply = answer === null || answer === undefined ? null : JSON.stringify(answer);
    } catch (error) {
      why = error instanceof SyntaxError ? `This page answers messages that are JSON, and this one is not: ${error.message}.` : `handleMessage failed: ${/** @type {Error} */ (error)?.message ?? error}`;
    }
    this.#live?.tell({ order: "handled", id, reply, why });
  }

  /** @param {number} height that the frame could use */
  #grow(height) {
    if (this.getAttribute("height") !== "auto") return;
    if (Math.abs(height - this.offsetHeight) >= SLACK) this.style.minHeight = `${height}px`;
  }

  /** @param {string} name @param {unknown} detail */
  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(`mcp:${name}`, { detail, bubbles: true, composed: true }));
  }

  /** @returns {Theme} */
  #theme() {
    const theme = oneOf(THEMES, this.getAttribute("theme"));
    return theme === "auto" ? hostTheme() : theme;
  }

  #followTheme() {
    const theme = this.#theme();
    if (this.dataset.shows === theme) return;
    this.dataset.shows = theme;
    this.#live?.tell({ order: "theme", theme });
  }
}
