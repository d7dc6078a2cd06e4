// One element at the shared Python: what it serves, and what it is still waiting for.

/** @import { Said } from "../embed-api.js" */

export class Seat {
  #port;
  /** @type {Set<(reason: Error) => void>} */
  #open = new Set();
  /** The last code that worked. @type {string | null} */
  served = null;
  filename = "";

  /**
   * @param {string} name
   * @param {MessagePort} port
   */
  constructor(name, port) {
    this.name = name;
    this.#port = port;
  }

  /** @param {Said} said */
  say(said) {
    this.#port.postMessage(said);
  }

  /**
   * What work gives, unless the seat is stopped before.
   * @template T
   * @param {Promise<T>} work
   * @returns {Promise<T>}
   */
  async unlessStopped(work) {
    const { promise, reject } = Promise.withResolvers();
    this.#open.add(reject);
    work.catch(() => {}); // nobody may be waiting any more
    try {
      return await Promise.race([work, /** @type {Promise<never>} */ (promise)]);
    } finally {
      this.#open.delete(reject);
    }
  }

  /** @param {string} why */
  stop(why) {
    for (const reject of this.#open) reject(new Error(why));
  }

  close() {
    this.stop("This playground was closed.");
    this.#port.close();
  }
}
