// One file on its way here: asked for, watched while it arrives, and compared with what the build made.

import { fileName, typeOf } from "./text/served-file.js";

/** @import { ListedFile } from "./worker-api.js" */

const QUIET_MS = 60_000; // a slow network brings a few bytes all the time

/** A file that is there, and not the right one: the browser's cache may have kept it. */
export class Damaged extends Error {}

export class Download {
  #listed;
  #file;
  #onBytes;
  #stalled = new AbortController();
  #timer = 0;
  /** @type {Promise<Response>} */
  response;

  /**
   * @param {ListedFile} listed
   * @param {string} base what its URL is relative to
   * @param {RequestCache} cache
   * @param {(loaded: number) => void} onBytes
   */
  constructor(listed, base, cache, onBytes) {
    this.#listed = listed;
    this.#file = fileName(listed.url);
    this.#onBytes = onBytes;
    this.response = this.#ask(new URL(listed.url, base), cache);
    this.response.catch(() => {}); // whoever reads it learns of that
  }

  /**
   * @param {URL} url
   * @param {RequestCache} cache
   */
  async #ask(url, cache) {
    this.#wait();
    const response = await fetch(url, { cache, signal: this.#stalled.signal }).catch(() => {
      clearTimeout(this.#timer);
      throw new Error(`${this.#file} could not be loaded: ${this.#whyNothing()}`);
    });
    if (response.ok) return response;
    clearTimeout(this.#timer);
    throw new Error(`${this.#file} could not be loaded: the web server answered ${response.status}.`);
  }

  /** All of it, exactly as the build made it. */
  async bytes() {
    const { size, sha256, magic } = this.#listed;
    const response = await this.response;
    const whole = new Uint8Array(size);
    let loaded = 0;
    try {
      const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        this.#wait();
        if (loaded + part.value.length <= size) whole.set(part.value, loaded);
        loaded += part.value.length;
        this.#onBytes(Math.min(loaded, size));
      }
    } catch {
      throw new Error(`${this.#file} broke off while loading, after ${loaded} of ${size} bytes: ${this.#whyNothing()}`);
    } finally {
      clearTimeout(this.#timer);
    }
    if (loaded === size && begins(whole, magic) && (await hashes(whole, sha256))) return whole.buffer;
    throw new Damaged(
      `${this.#file} arrived damaged, or is of another build than this page: ` +
        `${loaded} bytes of type "${typeOf(response)}" came in the place of the build's ${size}. Retry, or reload the page.`,
    );
  }

  #wait() {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#stalled.abort(), QUIET_MS);
  }

  #whyNothing() {
    if (!navigator.onLine) return "this device is offline.";
    if (this.#stalled.signal.aborted) return `nothing has arrived for ${QUIET_MS / 1000} seconds.`;
    return "the network or the web server did not answer.";
  }
}

/**
 * @param {Uint8Array} bytes
 * @param {string} magic
 */
function begins(bytes, magic) {
  return [...magic].every((character, at) => bytes[at] === character.charCodeAt(0));
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {string} sha256
 */
async function hashes(bytes, sha256) {
  if (!globalThis.crypto?.subtle) return true; // as on plain http: from another machine; size and beginning must do
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return sha256 === [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
