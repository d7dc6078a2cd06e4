// window.mcpPlayground: the page as a host page or a test drives it. The same doors as the visible controls.

/** @import { RunResult, Serving } from "../serving.js" */
/** @import { Outcome } from "../worker-api.js" */

/**
 * @typedef {object} Doors
 * @property {Promise<void>} ready
 * @property {Serving} serving
 * @property {() => string} getCode
 * @property {(text: string) => void} setCode
 * @property {() => Promise<RunResult>} run
 * @property {(text: string) => Promise<Outcome>} send
 * @property {() => Promise<void>} stop
 */

export class Api extends EventTarget {
  /** @param {Doors} doors */
  constructor({ ready, serving, getCode, setCode, run, send, stop }) {
    super();
    const api = {
      ready,
      get state() {
        return serving.state;
      },
      getCode,
      setCode: (/** @type {string} */ text) => setCode(String(text)),
      run: () => ready.then(run),
      send: (/** @type {string} */ text) => ready.then(() => send(String(text))),
      stop,
      /** @param {string} event @param {(detail: unknown) => void} listener @returns {() => void} which takes the listener off again */
      on: (event, listener) => {
        const hear = (/** @type {Event} */ heard) => listener(/** @type {CustomEvent} */ (heard).detail);
        this.addEventListener(event, hear);
        return () => this.removeEventListener(event, hear);
      },
    };
    Object.assign(window, { mcpPlayground: Object.freeze(api) });
  }

  /** @param {string} event @param {unknown} detail */
  tell(event, detail) {
    this.dispatchEvent(new CustomEvent(event, { detail }));
  }
}
