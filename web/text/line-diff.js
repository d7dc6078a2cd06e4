// What has to change, line by line, to get from one text to another.

/** @typedef {{ kind: "same" | "gone" | "new", text: string }} Line */

/** @param {string} from @param {string} to @returns {Line[]} */
export function diffLines(from, to) {
  const [old, fresh] = [from.trimEnd().split("\n"), to.trimEnd().split("\n")];
  // common[i][j]: how many lines old from i on and fresh from j on have in common.
  const common = Array.from({ length: old.length + 1 }, () => new Uint32Array(fresh.length + 1));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = fresh.length - 1; j >= 0; j -= 1) {
      common[i][j] = old[i] === fresh[j] ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
    }
  }
  /** @type {Line[]} */
  const lines = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < fresh.length) {
    if (i < old.length && j < fresh.length && old[i] === fresh[j]) {
      lines.push({ kind: "same", text: old[i] });
      i += 1;
      j += 1;
    } else if (i < old.length && (j === fresh.length || common[i + 1][j] >= common[i][j + 1])) {
      lines.push({ kind: "gone", text: old[i++] });
    } else {
      lines.push({ kind: "new", text: fresh[j++] });
    }
  }
  return lines;
}
