// Which tab has which draft: no two tabs write to the same one. By Web Locks; where they are missing or refused,
// by asking the other tabs over a BroadcastChannel; with neither there is no telling.

const NAME = "mcp-playground:draft:";
const ANSWER_WITHIN_MS = 200;

export class Holds {
  #held = "";
  /** Counts what was asked for: an answer that comes when something else is wanted is no use. */
  #wish = 0;
  #letGo = () => {};
  /** @type {LockManager | null} */
  #locks = navigator.locks ?? null;
  /** @type {BroadcastChannel | null} */
  #channel = null;
  /** What the others answer to the last question. @type {Set<string>} */
  #answers = new Set();

  constructor() {
    if (!this.#locks) this.#useChannel();
  }

  /**
   * Take this draft in the place of the one that was held.
   * @param {string} id
   * @param {number} patience in ms; a tab that reloads has to wait until its own past has let go
   * @returns {Promise<boolean>} false when another tab has it; then the one before is let go all the same
   */
  async take(id, patience = 0) {
    this.release();
    const wish = this.#wish;
    if (this.#locks) {
      try {
        return await this.#lock(this.#locks, id, patience, wish);
      } catch (error) {
        if (/** @type {DOMException} */ (error).name !== "SecurityError") throw error;
        this.#locks = null;
        this.#useChannel();
      }
    }
    const free = !(await this.elsewhere()).has(id) && wish === this.#wish;
    if (free) this.#held = id;
    return free;
  }

  release() {
    this.#wish += 1;
    this.#letGo();
    this.#letGo = () => {};
    this.#held = "";
  }

  /** @returns {Promise<Set<string>>} the drafts that other tabs have */
  async elsewhere() {
    if (this.#locks) {
      const { held = [] } = await this.#locks.query();
      const ids = held.map(({ name = "" }) => name).filter((name) => name.startsWith(NAME)).map((name) => name.slice(NAME.length));
      return new Set(ids.filter((id) => id !== this.#held));
    }
    this.#answers = new Set();
    this.#channel?.postMessage({ ask: true });
    if (this.#channel) await new Promise((resolve) => setTimeout(resolve, ANSWER_WITHIN_MS));
    return this.#answers;
  }

  /**
   * @param {LockManager} locks
   * @param {string} id
   * @param {number} patience
   * @param {number} wish
   * @returns {Promise<boolean>}
   */
  #lock(locks, id, patience, wish) {
    const options = patience ? { signal: AbortSignal.timeout(patience) } : { ifAvailable: true };
    return new Promise((resolve, reject) => {
      const held = locks.request(NAME + id, options, (lock) => {
        if (!lock || wish !== this.#wish) return resolve(false);
        this.#held = id;
        resolve(true);
        return new Promise((letGo) => (this.#letGo = () => letGo(undefined)));
      });
      held.catch((error) => (error.name === "TimeoutError" || error.name === "AbortError" ? resolve(false) : reject(error)));
    });
  }

  #useChannel() {
    if (typeof BroadcastChannel === "undefined") return;
    this.#channel = new BroadcastChannel(NAME);
    this.#channel.addEventListener("message", ({ data }) => {
      if (data.ask && this.#held) this.#channel?.postMessage({ held: this.#held });
      else if (typeof data.held === "string") this.#answers.add(data.held);
    });
  }
}
