// What the worker takes from Pyodide's package beside its types.
declare module "pyodide/pyodide.mjs" {
  export { loadPyodide } from "pyodide";
}

declare module "pyodide/pyodide.asm.mjs" {
  /** Makes Emscripten's module from its settings. */
  export default function createPyodideModule(settings: object): Promise<any>;
}
