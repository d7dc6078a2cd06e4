// Lays out and colours JSON without ever reading its values: every number keeps the digits it came with.
// Anything that is not JSON comes back as null and is shown as it is.

/** @typedef {{ kind: "propertyName" | "string" | "number" | "bool" | "null" | "punctuation" | "line", text: string }} Piece */
/** @typedef {{ open: string, close: string, members: { key: string | null, value: Node }[], width: number } | { leaf: Piece, width: number }} Node */

const TOKEN = /[ \t\r\n]*(?:("(?:[^"\\\u0000-\u001f]|\\.)*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false)|(null)|([[\]{}:,]))/y;
const KINDS = /** @type {const} */ (["string", "number", "bool", "null", "punctuation"]);
const PAIR = /** @type {Record<string, string>} */ ({ "{": "}", "[": "]" });
// The reader calls itself once per level; beyond this the text is shown as it is.
const DEEPEST = 400;

/**
 * @param {string} text
 * @param {number} columns that a line may have, where a value on one line is not longer by itself
 * @returns {Piece[] | null}
 */
export function layOut(text, columns) {
  const tokens = tokenise(text);
  if (!tokens) return null;
  const reader = { tokens, at: 0 };
  const tree = read(reader, 0);
  if (!tree || reader.at !== tokens.length) return null;
  /** @type {Piece[]} */
  const pieces = [];
  // The outermost object is always opened up: an envelope is read member by member.
  write(tree, "", columns, columns, pieces);
  return pieces;
}

/** @param {string} text */
function tokenise(text) {
  /** @type {Piece[]} */
  const tokens = [];
  const end = text.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const match = TOKEN.exec(text);
    if (!match) return null;
    const group = match.findIndex((part, index) => index > 0 && part !== undefined);
    tokens.push({ kind: KINDS[group - 1], text: match[group] });
  }
  return tokens;
}

/**
 * @param {{ tokens: Piece[], at: number }} reader
 * @param {number} depth
 * @returns {Node | null}
 */
function read(reader, depth) {
  const token = reader.tokens[reader.at++];
  if (!token || depth > DEEPEST) return null;
  if (token.kind !== "punctuation") return { leaf: token, width: token.text.length };
  const close = PAIR[token.text];
  if (!close) return null;
  /** @type {{ key: string | null, value: Node }[]} */
  const members = [];
  let width = 2;
  const next = () => reader.tokens[reader.at]?.text;
  while (next() !== close) {
    if (members.length && reader.tokens[reader.at++].text !== ",") return null;
    let key = null;
    if (close === "}") {
      const name = reader.tokens[reader.at++];
      if (name?.kind !== "string" || reader.tokens[reader.at++]?.text !== ":") return null;
      key = name.text;
    }
    const value = read(reader, depth + 1);
    if (!value || next() === undefined) return null;
    members.push({ key, value });
    width += (key ? key.length + 2 : 0) + value.width + 2;
  }
  reader.at++;
  return { open: token.text, close, members, width };
}

/**
 * A container that fits stays on its line; otherwise one member a line.
 * @param {Node} node
 * @param {string} indent
 * @param {number} before characters already on the line
 * @param {number} columns
 * @param {Piece[]} pieces
 */
function write(node, indent, before, columns, pieces) {
  if ("leaf" in node) {
    pieces.push(node.leaf);
    return;
  }
  const flat = before + node.width <= columns;
  const inner = `${indent}  `;
  pieces.push({ kind: "punctuation", text: node.open });
  node.members.forEach(({ key, value }, index) => {
    if (index) pieces.push({ kind: "punctuation", text: flat ? ", " : "," });
    if (!flat) pieces.push({ kind: "line", text: inner });
    if (key !== null) pieces.push({ kind: "propertyName", text: key }, { kind: "punctuation", text: ": " });
    write(value, inner, flat ? 0 : inner.length + (key ? key.length + 2 : 0), columns, pieces);
  });
  if (!flat && node.members.length) pieces.push({ kind: "line", text: indent });
  pieces.push({ kind: "punctuation", text: node.close });
}
