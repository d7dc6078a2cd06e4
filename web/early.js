// Runs before the rest of the page is there: asks for the bytes and prepares a worker while the editor still loads.

import { Files } from "./files.js";
import { RUNGS, STARTS_FROM } from "./ladder.js";
import { Workers } from "./workers.js";

/** @import { Build } from "./worker-api.js" */

/** @type {Build} */
export const build = JSON.parse(document.querySelector("#build")?.textContent ?? "");
export const files = new Files(build.files, document.baseURI);
export const workers = new Workers(build, files);

// What fails here fails again where it is told.
workers.refill(RUNGS[0]).catch(() => {});
for (const name of STARTS_FROM[RUNGS[0]]) files.bytes(name).catch(() => {});
