// Makes what Python starts from in the page, by starting it here. input: { pyodide, work }, two folders.
// work holds stdlib/ and packages/, source trees. Written to it: stdlib.zip, the library in bytecode; rest.zip, what
// of it is not imported in python.snapshot; packages.zip; and caches.zip, bytecode to be unpacked over packages.zip.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { delta } from "./delta.mjs";
import "./steady.mjs";

const LARGEST = 1 << 20; // blocks of memory, in bytes
const SMALLEST = 8;
const HEADER = 48; // bytes of Pyodide's own snapshot before its JSON
const { pyodide: home, work } = JSON.parse(readFileSync(0, "utf8"));
const { loadPyodide } = await import(pathToFileURL(join(home, "pyodide.mjs")));
const { default: createPyodideModule } = await import(pathToFileURL(join(home, "pyodide.asm.mjs")));
const { info } = JSON.parse(readFileSync(join(home, "pyodide-lock.json"), "utf8"));
const at = (name) => join(work, name);

/** A fixed hash seed: the same snapshot every time, and nobody else's strings to be afraid of. */
const common = { indexURL: home, lockFileContents: { info, packages: {} }, env: { PYTHONHASHSEED: "0" } };

async function runHere(pyodide, name) {
  pyodide.FS.mkdirTree("/work");
  pyodide.mountNodeFS("/work", work);
  pyodide.runPython(readFileSync(new URL(name, import.meta.url), "utf8"));
  const main = pyodide.globals.get("main");
  await main();
  main.destroy();
  pyodide.FS.unmount("/work");
}

async function compile() {
  // Columns are a quarter of the bytecode, and no traceback can show them without the source.
  const env = { ...common.env, PYTHONNODEBUGRANGES: "1" };
  await runHere(await loadPyodide({ ...common, env }), "compiled.py");
}

async function keepRest() {
  await runHere(await loadPyodide(common), "rest.py");
}

async function importAll() {
  const pyodide = await loadPyodide({ ...common, _makeSnapshot: true, stdLibURL: at("stdlib.zip") });
  await runHere(pyodide, "imported.py");
  scrub(pyodide._module);
  const whole = pyodide.makeMemorySnapshot();
  const [, start, textLength] = new Uint32Array(whole.buffer, whole.byteOffset, 3);
  const text = whole.subarray(HEADER, HEADER + textLength);
  return [whole.subarray(start), text];
}

/** Zero what is free: zeros compress to nothing, what happens to be left there does not. */
function scrub(module) {
  const top = module._malloc(LARGEST); // lies behind all that is in use
  const held = [top];
  module.HEAPU8.fill(0, top, top + LARGEST);
  for (let size = LARGEST; size >= SMALLEST; size -= size > 1024 ? size >> 3 : SMALLEST) {
    let found = module._malloc(size);
    for (; found < top; found = module._malloc(size)) {
      module.HEAPU8.fill(0, found, found + size);
      held.push(found);
    }
    module._free(found);
  }
  for (const at of held) module._free(at);
}

/** The memory just before Python starts in it. */
async function untouched() {
  let memory;
  const enough = new Error("That is all we wanted.");
  const factory = async (settings) => {
    const module = await createPyodideModule({ ...settings, noInitialRun: true });
    memory = module.HEAPU8.slice();
    throw enough;
  };
  await loadPyodide({ ...common, createPyodideModule: factory }).catch((error) => {
    if (error !== enough) throw error;
  });
  return memory;
}

try {
  await compile();
  const [memory, text] = await importAll();
  await keepRest();
  const bases = [await untouched(), await untouched()];
  if (memory.length !== bases[0].length) throw new Error("so much is imported that Python's memory grew: no fresh engine could take it");
  writeFileSync(at("python.snapshot"), delta(memory, bases, text));
  process.exit(0); // Pyodide's timers would keep Node waiting
} catch (error) {
  console.error(`error: ${error.message.trim().split("\n").at(-1)}`); // without Pyodide's minified source
  process.exit(1);
}
