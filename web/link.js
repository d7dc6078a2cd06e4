// One worker from its start to its end. A call is an id and a promise; ending it always works.

import { isFromWorker } from "./messages.js";

/** @import { Actions, ActionName, FromWorker, Rung } from "./worker-api.js" */
/**
 * What the worker says of its own accord. `mark` is what the caller named the call that this belongs to.
 * @typedef {Exclude<FromWorker, { kind: "answer" | "refusal" | "hello" | "fatal" }> & { mark?: number }} Said
 */
/**
 * @typedef {object} Ears
 * @property {(said: Said) => void} onSaid
 * @property {() => void} onIgnored something came that is no message of ours; called once
 * @property {(text: string) => void} onDeath the worker ended by itself
 */

/** Our own half of Python failed instead of answering: this worker is no good any more. */
export class Refusal extends Error {}

export class Link {
  #worker;
  /** The way to worker.js and back. Server files reach all that is global in the worker, and this is not. */
  #port;
  /** Whoever works with it listens. @type {Ears} */
  ears = { onSaid() {}, onIgnored() {}, onDeath() {} };
  /** Settles when the engine stands. @type {Promise<unknown>} */
  prepared = Promise.resolve();
  /** @type {Map<number, { resolve(value: any): void, reject(error: Error): void, mark?: number }>} */
  #open = new Map();
  #nextId = 1;
  #heard = false;
  #ignored = false;
  /** @type {Error | null} */
  #ended = null;

  /**
   * @param {string} script
   * @param {Rung} rung the way in which it is to start Python
   */
  constructor(script, rung) {
    this.rung = rung;
    this.#worker = new Worker(script, { type: "module", name: "python" });
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

  /**
   * @template {ActionName} A
   * @param {A} action
   * @param {Actions[A]["order"]} order
   * @param {number} [mark]
   * @returns {Promise<Actions[A]["answer"]>}
   */
  call(action, order, mark) {
    if (this.#ended) return Promise.reject(this.#ended);
    const id = this.#nextId++;
    const { promise, resolve, reject } = Promise.withResolvers();
    this.#open.set(id, { resolve, reject, mark });
    this.#port.postMessage({ id, action, order });
    return promise;
  }

  /** @param {WebAssembly.Module} engine */
  give(engine) {
    this.#worker.postMessage(engine);
  }

  /** @param {Error} reason */
  end(reason) {
    if (this.#ended) return;
    this.#ended = reason;
    this.#worker.terminate();
    this.#port.close();
    for (const { reject } of this.#open.values()) reject(reason);
    this.#open.clear();
  }

  /** @param {unknown} message */
  #hear(message) {
    if (this.#ended) return; // what was under way when the worker was ended
    if (!isFromWorker(message)) return this.#ignore();
    this.#heard = true;
    if (message.kind === "answer") this.#settle(message.id)?.resolve(message.value);
    else if (message.kind === "refusal") this.#settle(message.id)?.reject(new Refusal(message.message));
    else if (message.kind === "fatal") this.#die("Python crashed beyond repair.");
    else if (message.kind !== "hello") this.ears.onSaid({ ...message, mark: "call" in message ? this.#open.get(message.call ?? 0)?.mark : undefined });
  }

  #ignore() {
    if (this.#ignored || this.#ended) return;
    this.#ignored = true;
    this.ears.onIgnored();
  }

  /** @param {number} id */
  #settle(id) {
    const call = this.#open.get(id);
    this.#open.delete(id);
    return call;
  }

  /** @param {ErrorEvent} event */
  #broke(event) {
    event.preventDefault();
    if (event.message) this.#die(`The worker stopped: ${event.message}.`);
    else if (this.#heard) this.#die("The worker stopped.");
    else this.#die("The worker could not be started. If this site has a Content-Security-Policy, its worker-src must allow blob:.");
  }

  /** @param {string} text */
  #die(text) {
    if (this.#ended) return;
    this.end(new Error(text));
    this.ears.onDeath(text);
  }
}
