// The official client's transport: its messages go to the server in this tab, as text, by the composer's own road.

/** @import { Entry, Serving } from "../serving.js" */

export class PageTransport {
  /** What the client wants to be told; it sets these. @type {(() => void) | undefined} */
  onclose;
  /** @type {((error: Error) => void) | undefined} */
  onerror;
  /** @type {((message: any) => void) | undefined} */
  onmessage;
  #serving;
  #speaker;
  #isOpen = false;
  /** In which exchange the server asked, by the id of its request: the answer belongs there too. @type {Map<unknown, number>} */
  #asked = new Map();

  /** @param {Serving} serving */
  constructor(serving) {
    this.#serving = serving;
    this.#speaker = { by: /** @type {const} */ ("client"), hear: (/** @type {Entry} */ entry) => this.#hear(entry) };
  }

  async start() {
    this.#isOpen = true;
    this.#serving.audience = this.#speaker;
  }

  /** @param {any} message */
  async send(message) {
    if (!this.#isOpen) throw new Error("The connection is closed.");
    const exchange = "method" in message ? undefined : this.#asked.get(message.id);
    if (exchange !== undefined) this.#asked.delete(message.id);
    this.#deliver(JSON.stringify(message), exchange);
  }

  async close() {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    if (this.#serving.audience === this.#speaker) this.#serving.audience = null;
    this.onclose?.();
  }

  /** @param {string} text @param {number} [exchange] that it belongs to */
  async #deliver(text, exchange) {
    try {
      const { reply } = await this.#serving.send(text, this.#speaker, exchange);
      if (reply !== null) this.#receive(reply);
    } catch {
      this.close(); // the log says why there was no answer
    }
  }

  /** @param {Entry} entry */
  #hear({ text, id }) {
    const message = parse(text);
    if (message?.method !== undefined && message.id !== undefined && id !== undefined) this.#asked.set(message.id, id);
    this.#receive(text);
  }

  /** @param {string} text */
  #receive(text) {
    if (!this.#isOpen) return;
    const message = parse(text);
    if (message) this.onmessage?.(message);
    else this.onerror?.(new Error("What the server sent is not JSON."));
  }
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
