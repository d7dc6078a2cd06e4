// Takes a JSON array apart into the texts of its members, so that every number keeps the digits it was written with.

const TOKEN = /"(?:\\.|[^"\\])*"|[[\]{},]/g;

/**
 * @param {string} text an array
 * @returns {string[]}
 */
export function members(text) {
  /** @type {string[]} */
  const found = [];
  let depth = 0;
  let from = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === "[" || token === "{") {
      depth += 1;
      if (depth === 1) from = index + 1;
    }
    const ends = depth === 1 && (token === "," || token === "]");
    if (ends) {
      const member = text.slice(from, index).trim();
      if (member) found.push(member);
      from = index + 1;
    }
    if (token === "]" || token === "}") depth -= 1;
  }
  return found;
}
