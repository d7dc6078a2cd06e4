// What the server asks while somebody sends messages by hand: answered by a form, by a fixed answer, or plainly by
// itself. In the handshake era the answer is a response; in the stateless era the same request is sent again.

/** @import { Entry, Serving } from "../serving.js" */
/** @import { Question } from "./connection.js" */
/** @typedef {"form" | "fixed" | "plain" | "none"} Way */

const METHODS = new Set(["elicitation/create", "sampling/createMessage", "roots/list"]);
const REFUSED = -1;
// A server that asks again and again gets no further answers by itself.
const ROUNDS = 10;

export class ByHand {
  /** @type {Way} */
  way = "form";
  /** Results as JSON text, by method. @type {Record<string, string>} */
  fixed = {};
  #serving;
  #events;
  /** The messages sent, by number. @type {Map<number, string>} */
  #sent = new Map();
  /** What ends the questions of a message. @type {Map<number, AbortController>} */
  #open = new Map();
  /** What ends a question, by the server's id for it. @type {Map<unknown, AbortController>} */
  #questions = new Map();
  #rounds = 0;

  /**
   * @param {Serving} serving
   * @param {{ onQuestion(question: Question): void, onTrouble(text: string): void }} events
   */
  constructor(serving, events) {
    this.#serving = serving;
    this.#events = events;
  }

  /** @param {Entry} entry of a message that no client sent */
  hear({ kind, text, id, outcome }) {
    if (id === undefined) return;
    if (kind === "sent") return this.#noteSent(id, text);
    if (kind === "received" && !outcome) return this.#asked(id, text);
    if (!outcome) return;
    this.#end(id);
    if (kind === "received") this.#required(id, text);
  }

  /** Ends all questions: the server is another one. */
  forget() {
    for (const id of [...this.#open.keys()]) this.#end(id);
    this.#questions.clear();
    this.#rounds = 0;
  }

  /** @param {number} id @param {string} text */
  #noteSent(id, text) {
    this.#sent.set(id, text);
    const message = parsed(text);
    if (message?.method === undefined && message?.id !== undefined) this.#questions.get(message.id)?.abort(); // answered without the form
  }

  /** A request of the server's own. @param {number} id @param {string} text */
  async #asked(id, text) {
    const message = parsed(text);
    if (!METHODS.has(message?.method) || message.id === undefined || this.way === "none") return;
    const respond = (/** @type {object} */ outcome) => this.#serving.send(JSON.stringify({ jsonrpc: "2.0", id: message.id, ...outcome }), undefined, id).catch(() => {});
    try {
      const own = new AbortController();
      this.#questions.set(message.id, own);
      const result = await this.#answer(message.method, message.params ?? {}, text, AbortSignal.any([own.signal, this.#controller(id).signal]));
      respond({ result });
    } catch (error) {
      if (!(error instanceof Over)) respond({ error: { code: REFUSED, message: /** @type {Error} */ (error).message } });
    }
  }

  /** A result of the stateless era that requires input. @param {number} id @param {string} reply */
  async #required(id, reply) {
    const result = parsed(reply)?.result;
    const message = this.#sent.get(id);
    if (result?.resultType !== "input_required") this.#rounds = 0;
    else if (result.inputRequests && message !== undefined && this.way !== "none") await this.#goOn(id, message, reply, result.inputRequests);
  }

  /** @param {number} id @param {string} message @param {string} reply @param {Record<string, any>} requests */
  async #goOn(id, message, reply, requests) {
    if (this.way !== "form" && ++this.#rounds > ROUNDS) return this.#events.onTrouble(`The server has asked ${ROUNDS} times: it gets no further answers by themselves.`);
    try {
      const answers = await Promise.all(Object.entries(requests).map(async ([key, { method, params }]) =>
        [key, await this.#answer(method, params ?? {}, JSON.stringify({ method, params }), this.#controller(0).signal)]));
      const order = { message, reply, responses: JSON.stringify(Object.fromEntries(answers)), id: `again-${id}` };
      const { text } = await this.#serving.recorded("again", order);
      await this.#serving.send(text);
    } catch (error) {
      if (!(error instanceof Over)) this.#events.onTrouble(/** @type {Error} */ (error).message);
    }
  }

  /**
   * @param {string} method
   * @param {any} params
   * @param {string} text
   * @param {AbortSignal} signal that it is over
   * @returns {Promise<any>}
   */
  async #answer(method, params, text, signal) {
    if (this.way === "plain") return JSON.parse((await this.#serving.recorded("answer", { text })).text);
    if (this.way === "fixed") return JSON.parse(this.fixed[method]);
    const { promise, resolve, reject } = Promise.withResolvers();
    signal.addEventListener("abort", () => reject(new Over()));
    this.#events.onQuestion({ method, params, answer: resolve, refuse: (reason) => reject(new Error(reason)), signal });
    return promise;
  }

  /** @param {number} id */
  #controller(id) {
    const controller = this.#open.get(id) ?? new AbortController();
    this.#open.set(id, controller);
    return controller;
  }

  /** @param {number} id */
  #end(id) {
    this.#open.get(id)?.abort();
    this.#open.delete(id);
  }
}

/** The question has ended before there was an answer. */
class Over extends Error {}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
