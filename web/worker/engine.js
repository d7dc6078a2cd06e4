// Pyodide from bytes that are already here: it asks for files as it always does, and we answer from memory.

import createPyodideModule from "pyodide/pyodide.asm.mjs";
import { loadPyodide } from "pyodide/pyodide.mjs";
import { offerSnapshot, readSnapshot } from "./snapshot.js";

/** @import { PyodideAPI } from "pyodide" */

// Nothing is ever asked of this address.
const HOME = "https://pyodide.invalid/";

/**
 * @param {WebAssembly.Module} engine
 * @param {Record<string, string>} lockInfo
 * @param {{ stdlib?: ArrayBuffer, snapshot?: Promise<ArrayBuffer> }} from one of them
 * @returns {Promise<PyodideAPI>}
 */
export async function startEngine(engine, lockInfo, { stdlib, snapshot }) {
  const { fetch } = self;
  const { instantiateStreaming } = WebAssembly;
  /** @type {(reason: unknown) => void} */
  let fail = () => {};
  const failed = new Promise((_resolve, reject) => (fail = reject));
  self.fetch = async (url) => new Response(String(url).endsWith(".zip") ? (stdlib ?? null) : null);
  WebAssembly.instantiateStreaming = async (_response, imports) => {
    try {
      return { module: engine, instance: await WebAssembly.instantiate(engine, imports) };
    } catch (error) {
      fail(error); // Pyodide itself would wait for ever
      throw error;
    }
  };
  try {
    const options = {
      indexURL: HOME,
      lockFileContents: { info: lockInfo, packages: {} },
      createPyodideModule: async (/** @type {object} */ settings) => {
        const module = await createPyodideModule(settings);
        if (snapshot) offerSnapshot(module, readSnapshot(await snapshot));
        return module;
      },
      ...(snapshot && { _loadSnapshot: new Uint8Array(1) }),
    };
    return await Promise.race([loadPyodide(/** @type {any} */ (options)), /** @type {Promise<never>} */ (failed)]);
  } finally {
    self.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}
