// From nothing to a Python that can import the server library: engine, then micropip, then our wheels.
// Every file comes from this page's own origin. Reports stages and bytes; knows no protocol.

import { importModule } from "../text/served-file.js";
import { Downloads } from "./downloads.js";

/** @import { BootOrder, Build, FromWorker, Stage } from "../worker-api.js" */
/** @import { PyodideAPI } from "pyodide" */

const SERVER_LIBRARY = "dictmcp.transports.worker";

/**
 * @param {BootOrder} order
 * @param {(message: FromWorker) => void} post
 */
export async function bootPython({ build, base, engine }, post) {
  if (typeof WebAssembly === "undefined") {
    throw new Error("WebAssembly is switched off in this browser, and Python needs it. (Lockdown Mode switches it off.)");
  }
  const at = (/** @type {string} */ path) => new URL(path, base).href;
  const total = totalBytes(build, engine !== null);
  /** @type {Stage} */
  let stage = "download";
  let loaded = 0;
  const report = () => post({ kind: "progress", stage, loaded: Math.min(loaded, total), total });
  const downloads = new Downloads((bytes) => {
    loaded = bytes;
    report();
  });
  const enter = (/** @type {Stage} */ next) => {
    stage = next;
    report();
  };

  try {
    report();
    downloads.takeOverInstantiate(engine, (compiled) => post({ kind: "engine", engine: compiled }));
    const pyodide = await Promise.race([startEngine(build, at, downloads, engine !== null, enter), downloads.failed]);
    const { _api } = /** @type {PyodideAPI & { _api: { on_fatal?: (error: unknown) => void } }} */ (pyodide);
    _api.on_fatal = (error) => post({ kind: "fatal", text: String(error) });

    enter("install");
    await Promise.race([installOwn(pyodide, build, at), downloads.failed]);
    enter("serve");

    return {
      pyodide,
      makeHost: (/** @type {(kind: string, text: string) => void} */ emit) => pyodide.pyimport(SERVER_LIBRARY).Host(emit),
      installFromPyPI: (/** @type {string[]} */ packages) => installFromPyPI(pyodide, packages),
    };
  } finally {
    downloads.close();
  }
}

/**
 * @param {Build} build
 * @param {(path: string) => string} at
 * @param {Downloads} downloads
 * @param {boolean} compiled
 * @param {(stage: Stage) => void} enter
 * @returns {Promise<PyodideAPI>}
 */
async function startEngine(build, at, downloads, compiled, enter) {
  const home = at(build.pyodide);
  const load = async (/** @type {string} */ name) => {
    const module = await importModule(home + name);
    downloads.add(build.sizes[build.pyodide + name] ?? 0);
    return module;
  };
  // Pyodide would fetch these one after another.
  const files = ["python_stdlib.zip", ...(compiled ? [] : ["pyodide.asm.wasm"])];
  const fetched = files.map((name) => downloads.start(home + name));
  const [pyodide, asm] = ["pyodide.mjs", "pyodide.asm.mjs"].map(load);
  asm.catch(() => {}); // where both fail, the first one is named
  const { loadPyodide } = await pyodide;
  await asm;
  Promise.all(fetched).then(() => enter("start"), () => {}); // compiling began with the first bytes
  return loadPyodide({
    indexURL: home,
    packageBaseUrl: at(build.wheels),
    lockFileContents: { info: build.lockInfo, packages: {} },
  });
}

/**
 * @param {PyodideAPI} pyodide
 * @param {Build} build
 * @param {(path: string) => string} at
 */
async function installOwn(pyodide, build, at) {
  await pyodide.loadPackage(at(build.micropip), { messageCallback: () => {} });
  const micropip = pyodide.pyimport("micropip");
  for (const { name, version, module, source } of build.mocks) {
    const text = await (await fetch(at(source))).text();
    micropip.add_mock_package.callKwargs(name, version, { modules: pyodide.toPy({ [module]: text }) });
  }
  await micropip.install.callKwargs(build.install.map(at), { index_urls: [`${at(build.index)}{package_name}/index.html`] });
}

/**
 * Only ever called after the user pressed the button that says so.
 * @param {PyodideAPI} pyodide
 * @param {string[]} packages
 */
async function installFromPyPI(pyodide, packages) {
  const names = packages.join(", ");
  try {
    await pyodide.pyimport("micropip").install(packages);
  } catch (error) {
    const lines = String(error instanceof Error ? error.message : error).trim().split("\n");
    const reason = lines.findLast((line) => /^\w[\w.]*(Error|Exception)?:/.test(line)) ?? lines.at(-1);
    throw new Error(`${names} could not be installed from PyPI. ${whyNoInstall(reason ?? "")}`);
  }
}

/** @param {string} reason */
function whyNoInstall(reason) {
  if (/fetch|network|JsException|OSError/i.test(reason)) return "pypi.org did not answer: this device seems to be offline, or the network blocks it.";
  return reason.replace(/^\w[\w.]*:\s*/, "");
}

/**
 * @param {Build} build
 * @param {boolean} compiled
 */
function totalBytes(build, compiled) {
  const skipped = compiled ? `${build.pyodide}pyodide.asm.wasm` : "";
  return Object.entries(build.sizes).reduce((sum, [url, size]) => (url === skipped ? sum : sum + size), 0);
}
