// What Python prints, on its way to the page: decoded as it comes, sent in batches, cut off at a cap.
// A loop that never yields lets no timer fire, so a batch also leaves by size and by the clock.

/** @import { FromWorker } from "../worker-api.js" */
/** @import { PyodideAPI } from "pyodide" */

const BATCH_CHARS = 16_000;
const BATCH_MS = 50;
const CAP_CHARS = 200_000;
const CAP_LINES = 2_000;

export class Printed {
  #post;
  #text = "";
  #since = 0;
  #timer = 0;
  #chars = CAP_CHARS;
  #lines = CAP_LINES;
  #flushPython = () => {};

  /** @param {(message: Extract<FromWorker, { kind: "printed" | "capped" }>) => void} post */
  constructor(post) {
    this.#post = post;
  }

  /** @param {PyodideAPI} pyodide */
  attach(pyodide) {
    this.#flushPython = pyodide.pyimport("dictmcp.transports.printed").flush;
    pyodide.setStdout(this.#stream());
    pyodide.setStderr(this.#stream());
  }

  /** A new call may print up to the cap again. */
  renew() {
    this.#chars = CAP_CHARS;
    this.#lines = CAP_LINES;
  }

  flush() {
    try {
      this.#flushPython();
    } catch {
      // A dead interpreter, or a server that replaced sys.stdout: nothing to add to what is here.
    }
    this.#send();
  }

  #stream() {
    const decoder = new TextDecoder();
    return {
      write: (/** @type {Uint8Array} */ bytes) => {
        // The cap counts before decoding, so that one line of 50 MB costs no more than the cap.
        if (this.#open) this.#take(decoder.decode(bytes.subarray(0, this.#chars + 1), { stream: true }));
        return bytes.length;
      },
    };
  }

  get #open() {
    return this.#chars > 0 && this.#lines > 0;
  }

  /** @param {string} text as much as is shown, or more */
  add(text) {
    if (this.#open) this.#take(text.slice(0, this.#chars + 1));
  }

  /** @param {string} text */
  #take(text) {
    this.#text += text;
    this.#chars -= text.length;
    this.#lines -= text.split("\n").length - 1;
    if (!this.#open) return this.#cut();
    const now = performance.now();
    if (!this.#timer) {
      this.#since = now;
      this.#timer = self.setTimeout(() => this.#send(), BATCH_MS);
    }
    if (this.#text.length >= BATCH_CHARS || now - this.#since >= BATCH_MS) this.#send();
  }

  #cut() {
    this.#text = this.#text.slice(0, CAP_CHARS);
    this.#send();
    const limit = this.#lines > 0 ? `${CAP_CHARS.toLocaleString("en")} characters` : `${CAP_LINES.toLocaleString("en")} lines`;
    this.#post({ kind: "capped", text: `Printing stops being shown after ${limit} for one message. The server itself goes on.` });
  }

  #send() {
    self.clearTimeout(this.#timer);
    this.#timer = 0;
    if (this.#text) this.#post({ kind: "printed", text: this.#text });
    this.#text = "";
  }
}
