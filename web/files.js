// Where the bytes come from: each file is fetched once and kept for every restart. Workers fetch nothing.
// What failed is forgotten, so that a retry asks for it again.

import { Damaged, Download } from "./download.js";
import { typeOf, WASM_TYPE } from "./text/served-file.js";

/** @import { FileName, ListedFile } from "./worker-api.js" */

export class Files {
  #listed;
  #base;
  /** @type {Map<FileName, Promise<any>>} */
  #kept = new Map();
  /** What the browser's cache holds damaged. @type {Set<FileName>} */
  #damaged = new Set();
  /** @type {Map<FileName, number>} */
  #loaded = new Map();
  /** Called as bytes arrive. @type {() => void} */
  onBytes = () => {};

  /**
   * @param {Record<FileName, ListedFile>} listed
   * @param {string} base what their URLs are relative to
   */
  constructor(listed, base) {
    this.#listed = listed;
    this.#base = base;
  }

  /**
   * @param {Exclude<FileName, "engine" | "worker">} name
   * @returns {Promise<ArrayBuffer>}
   */
  bytes(name) {
    return this.#once(name, () => this.#whole(name));
  }

  /** @returns {Promise<WebAssembly.Module>} */
  engine() {
    return this.#once("engine", () => this.#compile());
  }

  /** @returns {Promise<string>} an address of the worker's script that needs no network */
  worker() {
    return this.#once("worker", async () => addressOf(new Blob([await this.#whole("worker")], { type: "text/javascript" })));
  }

  /** @param {FileName[]} names */
  progress(names) {
    const sum = (/** @type {(name: FileName) => number} */ bytes) => names.reduce((all, name) => all + bytes(name), 0);
    return { loaded: sum((name) => this.#loaded.get(name) ?? 0), total: sum((name) => this.#listed[name].size) };
  }

  /**
   * @template T
   * @param {FileName} name
   * @param {() => Promise<T>} make
   * @returns {Promise<T>}
   */
  #once(name, make) {
    let kept = this.#kept.get(name);
    if (!kept) {
      kept = make();
      this.#kept.set(name, kept);
      kept.catch((error) => {
        this.#kept.delete(name);
        if (error instanceof Damaged) this.#damaged.add(name);
      });
    }
    return kept;
  }

  /** @param {FileName} name */
  #download(name) {
    return new Download(this.#listed[name], this.#base, this.#damaged.has(name) ? "reload" : "default", (loaded) => {
      this.#loaded.set(name, loaded);
      this.onBytes();
    });
  }

  /** @param {FileName} name */
  #whole(name) {
    return this.#download(name).bytes();
  }

  /** As it arrives; of what type the web server calls it does not matter. */
  async #compile() {
    const download = this.#download("engine");
    const response = await download.response;
    const streamed = typeOf(response) === WASM_TYPE ? WebAssembly.compileStreaming(response.clone()) : null;
    streamed?.catch(() => {}); // that it is damaged is to be told first
    const bytes = await download.bytes();
    try {
      return await (streamed ?? WebAssembly.compile(bytes));
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      if (!/content security policy|unsafe-eval/i.test(message)) throw new Error(`Python's engine could not be compiled: ${message}`);
      throw new Error(`This site's Content-Security-Policy forbids WebAssembly. Add 'wasm-unsafe-eval' to its script-src directive.`);
    }
  }
}

/**
 * A page without an origin of its own, as in a sandboxed frame, gets module workers from data: addresses only.
 * @param {Blob} code
 * @returns {Promise<string> | string}
 */
function addressOf(code) {
  if (self.origin !== "null") return URL.createObjectURL(code);
  const { promise, resolve, reject } = Promise.withResolvers();
  const reader = new FileReader();
  reader.onload = () => resolve(/** @type {string} */ (reader.result));
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(code);
  return promise;
}
