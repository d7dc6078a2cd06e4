// Python's memory as it was when the build had imported everything, put into a fresh engine.
// The file holds only where it differs from the memory that each engine makes for itself.

const MAGIC = 0x314d454d; // "MEM1"
const HEADER_WORDS = 4;

/**
 * @typedef {object} Snapshot
 * @property {number} size of the whole memory
 * @property {object} kept what Pyodide has to know beside the memory
 * @property {(memory: Uint8Array) => void} copyInto
 */

/**
 * @param {ArrayBuffer} file four words (magic, size of the memory, length of the JSON, number of runs), a gap and
 * a length for each run, the JSON, and the bytes of all runs
 * @returns {Snapshot}
 */
export function readSnapshot(file) {
  const [magic, size, textLength, count] = new Uint32Array(file, 0, HEADER_WORDS);
  if (magic !== MAGIC) throw new Error("the snapshot is no snapshot");
  const runs = new Uint32Array(file, HEADER_WORDS * 4, count * 2);
  const text = new Uint8Array(file, runs.byteOffset + runs.byteLength, textLength);
  const bytes = new Uint8Array(file, text.byteOffset + textLength);
  return {
    size,
    kept: JSON.parse(new TextDecoder().decode(text)),
    copyInto(memory) {
      let from = 0;
      let to = 0;
      for (let run = 0; run < runs.length; run += 2) {
        to += runs[run];
        const length = runs[run + 1];
        memory.set(bytes.subarray(from, from + length), to);
        from += length;
        to += length;
      }
      if (from !== bytes.length) throw new Error("the snapshot is not whole");
    },
  };
}

/**
 * Let Pyodide find this memory where it looks for its own kind of snapshot.
 * @param {any} module Emscripten's
 * @param {Snapshot} snapshot
 */
export function offerSnapshot(module, snapshot) {
  module.API.restoreSnapshot = () => {
    if (module.HEAPU8.length !== snapshot.size) throw new Error("the snapshot is of another size than the engine's memory");
    // One word of Python's memory names a function that each engine makes for itself.
    const trampoline = (module.__PyRuntime + module.HEAP32[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET >> 2]) >> 2;
    const own = module.HEAP32[trampoline];
    snapshot.copyInto(module.HEAPU8);
    module.HEAP32[trampoline] = own;
    return snapshot.kept;
  };
}
