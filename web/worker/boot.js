// From the bytes that the page hands over to a Python that can import the server library. Fetches nothing.

import { startEngine } from "./engine.js";

/** @import { Actions, Bytes, FromWorker } from "../worker-api.js" */
/** @import { PyodideAPI } from "pyodide" */

const TRANSPORTS = "dictmcp.transports";
const STDLIB = "/lib/python314.zip";

export class Python {
  /** @param {PyodideAPI} pyodide */
  constructor(pyodide) {
    this.pyodide = pyodide;
  }

  /**
   * The Python half. What it answers comes at once where nothing waits.
   * @param {(kind: string, text: string) => void} emit
   */
  makeHost(emit) {
    const host = this.pyodide.pyimport(`${TRANSPORTS}.worker`).Host(emit);
    const { eagerly } = this.pyodide.pyimport(`${TRANSPORTS}.eagerly`);
    const { load, configuration, check, fix, session } = host;
    return { load, deliver: eagerly(host.deliver), export: host.export, configuration, check, fix, interface: host.interface, session };
  }

  /** @param {string} source @returns {boolean} whether all that it imports is here already */
  knows(source) {
    return this.pyodide.pyimport(`${TRANSPORTS}.restored`).knows(source);
  }

  /**
   * @param {string} name
   * @param {(kind: string, text: string) => void} emit
   */
  makeSharedHost(name, emit) {
    return this.pyodide.pyimport(`${TRANSPORTS}.shared`).SharedHost(name, emit);
  }

  /**
   * Files that the start did without.
   * @param {Bytes} files
   */
  supply({ rest, packages, caches }) {
    const { FS, runPython } = this.pyodide;
    if (rest) FS.writeFile(STDLIB, new Uint8Array(rest), { canOwn: true });
    for (const archive of [packages, caches]) {
      if (archive) this.pyodide.unpackArchive(archive, "zip", { extractDir: this.#site });
    }
    runPython("import importlib; importlib.invalidate_caches()");
  }

  /**
   * Only ever called after the user pressed the button that says so.
   * @param {string[]} packages
   */
  async install(packages) {
    const names = packages.join(", ");
    try {
      await this.pyodide.pyimport("micropip").install(packages);
    } catch (error) {
      const lines = String(error instanceof Error ? error.message : error).trim().split("\n");
      const reason = lines.findLast((line) => /^\w[\w.]*(Error|Exception)?:/.test(line)) ?? lines.at(-1);
      throw new Error(`${names} could not be installed from PyPI. ${whyNoInstall(reason ?? "")}`);
    }
  }

  get #site() {
    return this.pyodide.runPython("import site; site.getsitepackages()[0]");
  }
}

/**
 * Begin with what can be done before the files are there. What is returned does the rest.
 * @param {WebAssembly.Module} engine
 * @param {Actions["prepare"]["order"]} order
 * @param {(message: FromWorker) => void} post
 */
export function prepareBoot(engine, { lockInfo, rung }, post) {
  /** @type {PromiseWithResolvers<ArrayBuffer>} */
  const memory = Promise.withResolvers();
  const restored = rung === "snapshot" ? startEngine(engine, lockInfo, { snapshot: memory.promise }) : null;
  restored?.catch(() => {}); // told below

  return async (/** @type {Bytes} */ { snapshot, plain, stdlib = plain, ...more }) => {
    post({ kind: "stage", stage: "start" });
    if (snapshot) memory.resolve(snapshot);
    const pyodide = await (restored ?? startEngine(engine, lockInfo, { stdlib }));
    const { _api } = /** @type {PyodideAPI & { _api: { on_fatal?: (error: unknown) => void } }} */ (pyodide);
    _api.on_fatal = (error) => post({ kind: "fatal", text: String(error) });
    const python = new Python(pyodide);
    post({ kind: "stage", stage: "install" });
    if (Object.keys(more).length) python.supply(more);
    if (snapshot) pyodide.pyimport(`${TRANSPORTS}.restored`).wake();
    post({ kind: "stage", stage: "serve" });
    return python;
  };
}

/** @param {string} reason */
function whyNoInstall(reason) {
  if (/fetch|network|JsException|OSError/i.test(reason)) return "pypi.org did not answer: this device seems to be offline, or the network blocks it.";
  return reason.replace(/^\w[\w.]*:\s*/, "");
}
