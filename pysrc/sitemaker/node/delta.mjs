// What a memory holds that differs from the memory which every engine makes for itself.
// web/worker/snapshot.js reads this file, and says what is in it.

const MAGIC = 0x314d454d;
const BLOCK = 16; // compressors find repetitions best where words stay aligned
const GAP = 4096; // a shorter stretch without a difference costs less than one more run

/**
 * @param {Uint8Array} memory
 * @param {Uint8Array[]} bases where these differ among themselves, an engine's own is not to be relied on
 * @param {Uint8Array} text JSON
 */
export function delta(memory, bases, text) {
  const runs = [];
  const parts = [];
  let end = 0; // of the run before
  for (let at = 0; at < memory.length; at += BLOCK) {
    if (!differs(memory, bases, at)) continue;
    const last = runs.at(-1);
    if (last && at - end < GAP) last[1] += at + BLOCK - end;
    else runs.push([at, BLOCK]);
    end = at + BLOCK;
  }
  const table = [];
  end = 0;
  for (const [start, length] of runs) {
    table.push(start - end, length);
    end = start + length;
    parts.push(memory.subarray(start, end));
  }
  const padding = new Uint8Array((BLOCK - ((text.length + 8 * runs.length) % BLOCK)) % BLOCK).fill(32);
  const head = new Uint32Array([MAGIC, memory.length, text.length + padding.length, runs.length, ...table]);
  return Buffer.concat([new Uint8Array(head.buffer), text, padding, ...parts]);
}

function differs(memory, bases, from) {
  for (let at = from; at < from + BLOCK; at += 1) {
    const value = memory[at];
    for (const base of bases) if (value !== (at < base.length ? base[at] : 0)) return true;
  }
  return false;
}
