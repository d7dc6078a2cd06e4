// The files of one boot: started early, counted while they stream, handed to whoever fetches them.
// Lives only while Python boots; afterwards fetch and WebAssembly are the browser's own again.

import { fileName, typeOf, WASM_TYPE } from "../text/served-file.js";

const nativeFetch = self.fetch.bind(self);
const nativeInstantiate = WebAssembly.instantiateStreaming;

export class Downloads {
  /** @type {Map<string, { response: Promise<Response>, complete: Promise<void> }>} */
  #started = new Map();
  #loaded = 0;
  #onBytes;

  /** @type {Promise<never>} Rejects when a file is unusable: Pyodide itself would wait for ever. */
  failed;
  /** @type {(error: unknown) => void} */
  #fail;
  #isOver = false;

  /** @param {(loaded: number) => void} onBytes */
  constructor(onBytes) {
    this.#onBytes = onBytes;
    const { promise, reject } = Promise.withResolvers();
    this.failed = /** @type {Promise<never>} */ (promise);
    this.failed.catch(() => {}); // it is raced later; until then it must not count as unhandled
    this.#fail = reject;
    self.fetch = (input, init) => {
      if (this.#isOver) return nativeFetch(input, init); // Python's own pyfetch keeps this function for good
      const url = input instanceof Request ? input.url : String(input);
      return this.#take(new URL(url, self.location.href).href, init);
    };
  }

  /**
   * Ask for a file before anybody needs it. Resolves when its last byte is here.
   * @param {string} url
   */
  start(url) {
    const download = this.#download(url);
    this.#started.set(url, download);
    return download.complete;
  }

  /** @param {number} bytes */
  add(bytes) {
    this.#loaded += bytes;
    this.#onBytes(this.#loaded);
  }

  /**
   * @param {string} url
   * @param {RequestInit} [init]
   */
  #take(url, init) {
    const { response } = this.#started.get(url) ?? this.#download(url, init);
    this.#started.delete(url); // a body can be read once
    return response;
  }

  /**
   * @param {string} url
   * @param {RequestInit} [init]
   */
  #download(url, init) {
    const response = this.#request(url, init);
    const complete = response.then((whole) => this.#count(whole.clone(), url));
    complete.catch(this.#fail);
    return { response, complete };
  }

  /**
   * @param {string} url
   * @param {RequestInit} [init]
   */
  async #request(url, init) {
    const response = await nativeFetch(url, init).catch(() => {
      throw new Error(`${fileName(url)} could not be loaded: the network or the web server did not answer.`);
    });
    if (!response.ok) throw new Error(`${fileName(url)} could not be loaded: the web server answered ${response.status}.`);
    return response;
  }

  /**
   * @param {Response} copy
   * @param {string} url
   */
  async #count(copy, url) {
    const reader = /** @type {ReadableStream<Uint8Array>} */ (copy.body).getReader();
    try {
      for (let part = await reader.read(); !part.done; part = await reader.read()) this.add(part.value.length);
    } catch (error) {
      throw new Error(`${fileName(url)} broke off while loading: ${/** @type {Error} */ (error).message}`);
    }
  }

  /**
   * Compile whatever MIME type the host chose, and give the compiled engine to `keep`.
   * @param {WebAssembly.Module | null} engine compiled by an earlier worker
   * @param {(engine: WebAssembly.Module) => void} keep
   */
  takeOverInstantiate(engine, keep) {
    WebAssembly.instantiateStreaming = async (source, imports) => {
      let response;
      try {
        if (engine) return { module: engine, instance: await WebAssembly.instantiate(engine, imports) };
        response = await source;
        const streamed = typeOf(response) === WASM_TYPE ? response : new Response(response.body, { headers: { "Content-Type": WASM_TYPE } });
        const result = await nativeInstantiate(streamed, imports);
        keep(result.module);
        return result;
      } catch (error) {
        this.#fail(new Error(response ? whyNotCompiled(response, /** @type {Error} */ (error)) : String(error)));
        throw error;
      }
    };
  }

  close() {
    this.#isOver = true;
    this.#started.clear();
    self.fetch = nativeFetch;
    WebAssembly.instantiateStreaming = nativeInstantiate;
  }
}

/**
 * @param {Response} response
 * @param {Error} error
 */
function whyNotCompiled(response, error) {
  const file = fileName(response.url);
  if (/content security policy|unsafe-eval/i.test(error.message)) {
    return `This site's Content-Security-Policy forbids WebAssembly. Add 'wasm-unsafe-eval' to its script-src directive.`;
  }
  return `${file} could not be compiled. The web server sent it as "${typeOf(response)}"; ${WASM_TYPE} is needed. (${error.message})`;
}
