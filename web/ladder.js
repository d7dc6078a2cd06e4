// Three ways to start Python, each with less to go wrong and more to wait for.

/** @import { FileName, Rung } from "./worker-api.js" */

/** @typedef {"rest" | "packages"} Later */

/** What each starts from, beside the engine and the worker. @type {Record<Rung, Exclude<FileName, "engine" | "worker">[]>} */
export const STARTS_FROM = {
  snapshot: ["snapshot"],
  bytecode: ["stdlib", "packages", "caches"],
  plain: ["plain", "packages"],
};

/** What it gets later, while nobody waits for it. @type {Record<Rung, Later[]>} */
export const LATER = { snapshot: ["rest", "packages"], bytecode: [], plain: [] };

export const RUNGS = /** @type {Rung[]} */ (Object.keys(STARTS_FROM));
