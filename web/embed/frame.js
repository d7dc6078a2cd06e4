// The live frame: the only file that knows its panels, its host page and its Python.

import { find } from "../panels/element.js";
import { HostPage, Python } from "./frame/answerers.js";
import { Code } from "./frame/code.js";
import { Composer } from "./frame/composer.js";
import { Log } from "./frame/log.js";

/** @import { LoadError, State } from "../worker-api.js" */
/** @import { News, Opening, Order, Setup, Theme } from "./embed-api.js" */
/** @import { Answerer } from "./frame/answerers.js" */
/** @import { Kind } from "./poster.js" */

const { app } = JSON.parse(find("#build").textContent ?? "{}");
const root = find("[data-testid=playground]");
const status = find("[data-testid=status]");
const [run, stop, reset, edit] = ["run", "stop", "reset", "edit"].map((name) => find(`[data-testid=${name}]`));

class Frame {
  #setup;
  #host;
  /** @type {Answerer} */
  #answerer;
  #log = new Log(find("[data-testid=log]"), find("#mark"));
  #code = new Code(find("[data-testid=editor]"), new URL(`../${app}`, document.baseURI).href, () => this.#edited());
  #composer = new Composer(find("#composer"), (text) => this.#send(text).catch(() => {}));
  #busy = 0;
  #measuring = 0;
  #sent = 0;
  /** What is served; null before anything is. @type {string | null} */
  #served = null;
  /** The run that the frame was opened for. @type {Promise<unknown> | null} */
  #first = null;
  /** @type {State} */
  #state = "booting";

  /**
   * @param {Setup} setup
   * @param {MessagePort} host
   * @param {MessagePort | undefined} python
   */
  constructor(setup, host, python) {
    this.#setup = setup;
    this.#host = host;
    const hostPage = new HostPage((news) => this.#tell(news));
    this.#answerer = python
      ? new Python(python, {
          onState: (state, why) => this.#enter(state, why),
          onProgress: (words) => this.#state === "booting" && this.#say(words),
          onEntry: (kind, text) => this.#add(kind, text),
        })
      : hostPage;
    host.onmessage = ({ data }) => {
      const order = /** @type {Order} */ (data);
      if (order.order === "handled") hostPage.hear(order);
      else this.#obey(order);
    };
  }

  open() {
    const { mode, filename, source, messages, recording, theme, isHandled } = this.#setup;
    this.#dress(theme);
    find("#file").textContent = filename;
    this.#code.show(source);
    const isBare = mode === "output" || (isHandled && !source);
    find("#code-part").hidden = isBare;
    if (isBare) find("#messages-head").append(find("#controls"));
    if (mode === "output") this.#composer.hide();
    this.#composer.offer(messages, []);
    this.#composer.allow(false);
    this.#log.play(recording);
    edit.hidden = mode !== "edit" || isBare;
    run.addEventListener("click", () => this.#run());
    stop.addEventListener("click", () => this.#answerer.stop());
    reset.addEventListener("click", () => this.#reset());
    edit.addEventListener("click", () => this.#edit());
    if (!edit.hidden) find("[data-testid=editor]").addEventListener("click", () => this.#edit());
    document.addEventListener("keydown", (event) => this.#key(event), { capture: true }); // before the editor's own keys
    this.#tell({ news: "hello" });
    this.#first = this.#run();
  }

  /** Serve what the code pane holds, and go through the author's messages. */
  async #run() {
    this.#busy += 1; // until the last message is answered
    try {
      const result = await this.#serve(this.#code.text);
      if (result.ok) await this.#replay();
      return result;
    } finally {
      this.#busy -= 1;
      if (this.#state !== "failed") this.#enter(this.#rest(), "");
    }
  }

  /** @param {string} source */
  async #serve(source) {
    this.#busy += 1;
    this.#enter(this.#served === null ? "booting" : "running", "");
    try {
      const result = await this.#answerer.serve(source, this.#setup.filename);
      if (!result.ok) {
        if (result.error) this.#refuse(result.error);
        return { ok: false, error: result.error };
      }
      this.#served = source;
      this.#code.unmark();
      this.#log.renew();
      for (const problem of result.problems) this.#add("notice", problem);
      this.#composer.offer(this.#setup.messages, result.presets);
      this.#tell({ news: "ready", server: result.server, tools: result.tools });
      return { ok: true, error: null };
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      this.#fail(message);
      return { ok: false, error: { message } };
    } finally {
      this.#busy -= 1;
      if (this.#state !== "failed") this.#enter(this.#rest(), "");
      this.#edited();
    }
  }

  async #replay() {
    const served = this.#served;
    for (const text of this.#setup.messages) {
      if (this.#served !== served) return; // other code came meanwhile
      try {
        await this.#send(text);
      } catch {
        return; // stopped, or broken: the row says so
      }
    }
  }

  /** @param {string} text */
  async #send(text) {
    const id = ++this.#sent;
    this.#busy += 1;
    this.#enter("running", "");
    this.#add("sent", text, id);
    try {
      const { reply, ms, verdict } = await this.#answerer.send(text);
      if (reply === null) this.#add("nothing", "Nothing was sent.");
      else this.#add("received", reply, id);
      for (const { severity, text: words } of verdict) if (severity === "wrong") this.#add("notice", words);
      return { reply, ms };
    } catch (error) {
      this.#fail(/** @type {Error} */ (error).message);
      throw error;
    } finally {
      this.#busy -= 1;
      if (this.#state === "running") this.#enter(this.#rest(), "");
    }
  }

  async #reset() {
    this.#code.show(this.#setup.source);
    await this.#run();
  }

  async #edit() {
    if (root.dataset.editing) return;
    root.dataset.editing = "true";
    try {
      await this.#code.edit();
      edit.hidden = true;
      this.#say("Edits live in this page only: nothing is stored here.");
    } catch (error) {
      delete root.dataset.editing;
      this.#fail(`The editor could not be loaded: ${/** @type {Error} */ (error).message}`);
    }
  }

  #edited() {
    const isEdited = this.#served !== null && this.#code.text !== this.#served;
    find("#edited").hidden = !isEdited;
    root.toggleAttribute("data-dirty", isEdited);
  }

  /** @param {LoadError} error */
  #refuse(error) {
    this.#fail(error.traceback || error.message);
    this.#code.mark(error);
    if (this.#served !== null) this.#add("notice", "The version before it goes on serving.");
  }

  /** @param {string} text */
  #fail(text) {
    this.#add("error", text);
  }

  /**
   * @param {Kind} kind
   * @param {string} text
   * @param {number | null} [id]
   */
  #add(kind, text, id = null) {
    this.#log.add(kind, text);
    if (kind === "sent") this.#tell({ news: "sent", id: Number(id), text });
    if (kind === "received") this.#tell({ news: "received", id, text });
    if (kind === "error") this.#tell({ news: "error", text });
    this.#measure();
  }

  /** Once for all that is drawn at a time, and only if somebody wants to know. */
  #measure() {
    if (!this.#setup.grows || this.#measuring) return;
    this.#measuring = requestAnimationFrame(() => {
      this.#measuring = 0;
      this.#tell({ news: "height", height: document.documentElement.clientHeight + this.#log.missing });
    });
  }

  /** @returns {State} */
  #rest() {
    if (this.#busy) return this.#served === null ? "booting" : "running";
    return this.#served === null ? "stopped" : "ready";
  }

  /**
   * @param {State} state
   * @param {string} why
   */
  #enter(state, why) {
    if (state === "ready" && this.#busy) state = this.#served === null ? "booting" : "running";
    const changed = state !== this.#state;
    this.#state = state;
    root.dataset.state = state;
    const isBusy = state === "running";
    const hadFocus = document.activeElement === (isBusy ? run : stop);
    run.hidden = isBusy;
    stop.hidden = !isBusy;
    if (hadFocus) (isBusy ? stop : run).focus();
    /** @type {HTMLButtonElement} */ (run).disabled = state === "booting";
    run.textContent = state === "failed" ? "Retry" : "Run";
    this.#composer.allow(this.#served !== null && (state === "ready" || state === "running"));
    if (changed || why) this.#say(why || { booting: "Starting Python…", ready: "", running: "Working…", stopped: "No server is running.", failed: "Python could not be started." }[state]);
    if (changed) this.#tell({ news: "state", state });
  }

  /** @param {string} words */
  #say(words) {
    status.textContent = words;
    status.title = words;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!(event.ctrlKey || event.metaKey)) return;
    if (event.key === "." && !stop.hidden) this.#answerer.stop();
    else if (event.key === "Enter" && find("#code-part").contains(document.activeElement)) this.#run();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {Exclude<Order, { order: "handled" }>} order */
  async #obey(order) {
    if (order.order === "theme") return this.#dress(order.theme);
    const { id } = order;
    try {
      this.#tell({ news: "done", id, value: await this.#do(order), why: "" });
    } catch (error) {
      this.#tell({ news: "done", id, value: null, why: /** @type {Error} */ (error).message });
    }
  }

  /** @param {Exclude<Order, { order: "handled" | "theme" }>} order */
  async #do(order) {
    await this.#first;
    if (order.order === "send") return this.#send(order.text);
    if (order.order === "reset") return this.#reset();
    this.#code.show(order.source);
    return this.#run();
  }

  /** @param {Theme} theme */
  #dress(theme) {
    document.documentElement.dataset.theme = theme;
  }

  /** @param {News} news */
  #tell(news) {
    this.#host.postMessage(news);
  }
}

addEventListener("message", ({ source, data, ports: [host, python] }) => {
  if (source !== parent || data?.type !== "mcp-playground:open" || !host) return;
  const { setup } = /** @type {Opening} */ (data);
  new Frame(setup, host, python).open();
}, { once: false });
parent.postMessage({ type: "mcp-playground:loaded", v: 1 }, "*");
