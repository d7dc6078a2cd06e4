// Owns one worker from its start to its end: boot, load, deliver, install. A call is an id and a promise.
// Ending it always works: the worker is terminated and every open promise rejected with the reason.

import { isFromWorker, readConfiguration, readDelivery, readLoadResult } from "./messages.js";
import { whyNoScript } from "./text/served-file.js";

/** @import { Actions, ActionName, Build, Configuration, FromWorker, Launch, LoadResult, Outcome } from "./worker-api.js" */
/**
 * What the owner hears of its own accord. `mark` is what it called the delivery that this belongs to.
 * @typedef {(Exclude<FromWorker, { kind: "answer" | "refusal" | "hello" | "fatal" }> | { kind: "died" | "ignored", text: string }) & { mark?: number }} News
 */

// A boot that reports nothing for this long is given up; a slow network reports bytes all the time.
const QUIET_MS = 60_000;
const WORKER = new URL("./worker.js", import.meta.url);
const IGNORED = "The server file posted something the page does not know; it was ignored.";

/** Our own half of Python failed instead of answering: this worker is no good any more. */
export class Refusal extends Error {}

export class Session {
  #worker;
  /** The way to worker.js and back. Server files reach all that is global in the worker, and this is not. */
  #port;
  #build;
  #listener;
  /** @type {Map<number, { resolve(value: any): void, reject(error: Error): void, mark?: number }>} */
  #open = new Map();
  #nextId = 1;
  #watchdog = 0;
  #heard = false;
  #ignored = false;
  /** @type {Error | null} */
  #ended = null;
  /** Whether it ended by itself, once it served. */
  crashed = false;
  /** Set by the owner once it serves; only then is the end of the worker news, before it is a failed start. */
  settled = false;

  /**
   * @param {Build} build
   * @param {(news: News) => void} listener
   */
  constructor(build, listener) {
    this.#build = build;
    this.#listener = listener;
    this.#worker = new Worker(WORKER, { type: "module", name: "python" });
    this.#worker.addEventListener("message", () => this.#ignore(), { once: true });
    this.#worker.addEventListener("error", (event) => this.#broke(event));
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#port.addEventListener("message", ({ data }) => this.#hear(data));
    this.#port.addEventListener("messageerror", () => this.#die("A message from the worker could not be read."));
    this.#port.start();
    this.#worker.postMessage(null, [port2]);
  }

  get alive() {
    return this.#ended === null;
  }

  /** @param {WebAssembly.Module | null} engine */
  async boot(engine) {
    this.#feed();
    try {
      await this.#call("boot", { build: this.#build, base: document.baseURI, engine });
    } finally {
      clearTimeout(this.#watchdog);
      this.#watchdog = 0;
    }
  }

  /**
   * @param {string} source
   * @returns {Promise<LoadResult>}
   */
  async load(source) {
    const result = readLoadResult(await this.#call("load", { source, filename: "server.py" }));
    if (!result) throw new Refusal("what it tells of the file cannot be read");
    return result;
  }

  /**
   * @param {string} text
   * @param {number} mark comes back with what the server says before it answers
   * @returns {Promise<Outcome>}
   */
  async deliver(text, mark) {
    const answer = await this.#call("deliver", { text }, mark);
    const cut = answer.indexOf("\n");
    const told = readDelivery(cut < 0 ? answer : answer.slice(0, cut));
    if (!told) throw new Refusal("what it tells of the message cannot be read");
    const { ms, sent, steps, verdict } = told;
    return { reply: sent ? answer.slice(cut + 1) : null, ms, steps, verdict };
  }

  /** @param {string[]} packages */
  async install(packages) {
    await this.#call("install", { packages });
  }

  /** @param {string} kind */
  export(kind) {
    return this.#call("export", { kind });
  }

  /**
   * @param {Launch} launch
   * @returns {Promise<Configuration>}
   */
  async configuration(launch) {
    const told = readConfiguration(await this.#call("configuration", launch));
    if (!told) throw new Refusal("what it tells of taking the server home cannot be read");
    return told;
  }

  /** @param {Error} reason */
  end(reason) {
    if (this.#ended) return;
    this.#ended = reason;
    clearTimeout(this.#watchdog);
    this.#worker.terminate();
    this.#port.close();
    for (const { reject } of this.#open.values()) reject(reason);
    this.#open.clear();
  }

  /**
   * @template {ActionName} A
   * @param {A} action
   * @param {Actions[A]["order"]} order
   * @param {number} [mark]
   * @returns {Promise<Actions[A]["answer"]>}
   */
  #call(action, order, mark) {
    if (this.#ended) return Promise.reject(this.#ended);
    const id = this.#nextId++;
    const { promise, resolve, reject } = Promise.withResolvers();
    this.#open.set(id, { resolve, reject, mark });
    this.#port.postMessage({ id, action, order });
    return promise;
  }

  /** @param {unknown} message */
  #hear(message) {
    if (this.#ended) return; // what was under way when the worker was ended
    if (!isFromWorker(message)) return this.#ignore();
    this.#heard = true;
    if (this.#watchdog) this.#feed();
    if (message.kind === "answer") this.#settle(message.id)?.resolve(message.value);
    else if (message.kind === "refusal") this.#settle(message.id)?.reject(new Refusal(message.message));
    else if (message.kind === "hello") this.#compare(message.build);
    else if (message.kind === "fatal") this.#die("Python crashed beyond repair.");
    else this.#listener({ ...message, mark: "call" in message ? this.#open.get(message.call ?? 0)?.mark : undefined });
  }

  #ignore() {
    if (this.#ignored || this.#ended) return;
    this.#ignored = true;
    this.#listener({ kind: "ignored", text: IGNORED });
  }

  /** @param {number} id */
  #settle(id) {
    const call = this.#open.get(id);
    this.#open.delete(id);
    return call;
  }

  /** @param {string} build */
  #compare(build) {
    if (build === this.#build.id) return;
    this.end(new Error(`This page is build ${this.#build.id}, its worker is build ${build}: one of them is an old copy. Reload the page.`));
  }

  #feed() {
    clearTimeout(this.#watchdog);
    this.#watchdog = window.setTimeout(() => {
      this.end(new Error(`Python did not start: nothing has happened for ${QUIET_MS / 1000} seconds.`));
    }, QUIET_MS);
  }

  /** @param {ErrorEvent} event */
  async #broke(event) {
    event.preventDefault();
    const said = event.message ? `The worker stopped: ${event.message}.` : "The worker could not be started.";
    this.#die(this.#heard ? said : await whyNoScript(WORKER.href, said));
  }

  /** @param {string} text */
  #die(text) {
    if (this.#ended) return;
    this.end(new Error(text));
    this.crashed = this.settled;
    if (this.crashed) this.#listener({ kind: "died", text });
  }
}
