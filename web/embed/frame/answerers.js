// Who answers: the Python that this page's elements share, or the page itself.

/** @import { LoadResult, Outcome, State } from "../../worker-api.js" */
/** @import { News, Said, Wish } from "../embed-api.js" */
/**
 * @typedef {object} Answerer
 * @property {(source: string, filename: string) => Promise<LoadResult>} serve
 * @property {(text: string) => Promise<Pick<Outcome, "reply" | "ms" | "verdict">>} send
 * @property {() => void} stop
 */
/**
 * @typedef {object} Listener
 * @property {(state: State, why: string) => void} onState
 * @property {(words: string) => void} onProgress
 * @property {(kind: "received" | "error" | "printed" | "notice", text: string) => void} onEntry
 */
/** @typedef {Wish extends infer W ? W extends { id: number } ? Omit<W, "id"> : never : never} Asked */

const STAGES = { download: "Downloading Python", start: "Starting Python", install: "Starting Python", serve: "Starting the server" };

/** @implements {Answerer} */
export class Python {
  #port;
  #listener;
  /** @type {Map<number, { resolve(value: any): void, reject(error: Error): void }>} */
  #open = new Map();
  #nextId = 1;

  /**
   * @param {MessagePort} port
   * @param {Listener} listener
   */
  constructor(port, listener) {
    this.#port = port;
    this.#listener = listener;
    port.onmessage = ({ data }) => this.#hear(data);
  }

  /** @param {string} source @param {string} filename */
  serve(source, filename) {
    return this.#ask({ wish: "serve", source, filename });
  }

  /** @param {string} text */
  send(text) {
    return this.#ask({ wish: "send", text });
  }

  stop() {
    this.#port.postMessage({ wish: "stop" });
  }

  /**
   * @param {Asked} asked
   * @returns {Promise<any>}
   */
  #ask(asked) {
    const id = this.#nextId++;
    const { promise, resolve, reject } = Promise.withResolvers();
    this.#open.set(id, { resolve, reject });
    this.#port.postMessage({ ...asked, id });
    return promise;
  }

  /** @param {Said} said */
  #hear(said) {
    switch (said.kind) {
      case "served":
        return this.#settle(said.id)?.resolve(said.result);
      case "delivered":
        return this.#settle(said.id)?.resolve(said.outcome);
      case "refused":
        return this.#settle(said.id)?.reject(new Error(said.why));
      case "state":
        if (said.state === "failed") this.#refuseAll(said.why);
        return this.#listener.onState(said.state, said.why);
      case "progress": {
        const part = said.stage === "download" ? ` ${said.percent} %` : "";
        return this.#listener.onProgress(`${STAGES[said.stage]}${part}…`);
      }
      default:
        return this.#listener.onEntry(said.kind, said.text);
    }
  }

  /** @param {number} id */
  #settle(id) {
    const asked = this.#open.get(id);
    this.#open.delete(id);
    return asked;
  }

  /** @param {string} why */
  #refuseAll(why) {
    for (const { reject } of this.#open.values()) reject(new Error(why));
    this.#open.clear();
  }
}

/** @implements {Answerer} */
export class HostPage {
  #tell;
  /** @type {Map<number, { resolve(reply: string | null): void, reject(error: Error): void }>} */
  #open = new Map();
  #nextId = 1;

  /** @param {(news: News) => void} tell */
  constructor(tell) {
    this.#tell = tell;
  }

  /** @returns {Promise<LoadResult>} */
  async serve() {
    return { ok: true, server: "", tools: [], definitions: [], presets: [], start: "", problems: [], error: null };
  }

  /** @param {string} text */
  async send(text) {
    const id = this.#nextId++;
    const { promise, resolve, reject } = Promise.withResolvers();
    this.#open.set(id, { resolve, reject });
    const since = performance.now();
    this.#tell({ news: "handle", id, text });
    const reply = /** @type {string | null} */ (await promise);
    return { reply, ms: performance.now() - since, verdict: [] };
  }

  stop() {
    for (const { reject } of this.#open.values()) reject(new Error("Stopped."));
    this.#open.clear();
  }

  /** @param {{ id: number, reply: string | null, why: string }} answer */
  hear({ id, reply, why }) {
    const asked = this.#open.get(id);
    this.#open.delete(id);
    if (why) asked?.reject(new Error(why));
    else asked?.resolve(reply);
  }
}
