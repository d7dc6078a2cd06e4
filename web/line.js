// A line between page and server that may be told to be unreliable: by counting, so that it fails the same way again.

/** @typedef {{ delay: number, lose: number, twice: number, hold: number }} Troubles ms, and every how many-th message; 0 is never */

const LONGEST_HOLD_MS = 5_000;
/** @type {Troubles} */
const NONE = { delay: 0, lose: 0, twice: 0, hold: 0 };

export class Line {
  /** @type {Troubles} */
  troubles = { ...NONE };
  #sent = 0;
  #answered = 0;
  /** Lets the message pass that is held. @type {() => void} */
  #release = () => {};

  get isOn() {
    return Object.values(this.troubles).some((value) => value > 0);
  }

  /** From the next message on, counted anew. @param {Troubles} [troubles] */
  set(troubles = NONE) {
    this.troubles = { ...troubles };
    this.#sent = this.#answered = 0;
    this.#release();
  }

  /**
   * Deliver a message, as far as the line lets it, and give back what came of it.
   * @template T
   * @param {() => Promise<T>} deliver
   * @param {(second: T) => void} onSecond what came of it when it was delivered twice
   * @returns {Promise<T>}
   */
  async carry(deliver, onSecond) {
    if (!this.isOn) return deliver();
    const { delay, lose, twice, hold } = this.troubles;
    const number = ++this.#sent;
    const is = (/** @type {number} */ every) => every > 0 && number % every === 0;
    if (delay) await wait(delay);
    if (is(lose)) throw new Error("the line lost the message.");
    const before = this.#release;
    if (is(hold)) await this.#hold();
    const coming = deliver();
    before();
    if (is(twice)) deliver().then(onSecond, () => {});
    const outcome = await coming;
    if (delay) await wait(delay);
    if (lose && ++this.#answered % lose === 0) throw new Error("the line lost the reply.");
    return outcome;
  }

  #hold() {
    const { promise, resolve } = Promise.withResolvers();
    this.#release = () => resolve(undefined);
    setTimeout(this.#release, LONGEST_HOLD_MS);
    return promise;
  }
}

/** @param {number} ms */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
