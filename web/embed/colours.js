// Light syntax colouring of Python and JSON: runs of text and what they are. The docs build does the same in Python.

/** @typedef {{ kind: string, text: string }} Run kind: "" for what has no colour */

const KEYWORDS =
  "False None True and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return try while with yield";
const END = String.raw`(?![\s\S])`; // $ is the end of any line here
const QUOTED = String.raw`"""[\s\S]*?(?:"""|${END})|'''[\s\S]*?(?:'''|${END})|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?`;
const PYTHON = [
  ["comment", String.raw`#[^\n]*`],
  ["string", String.raw`\b[rbfuRBFU]{1,2}(?:${QUOTED})|${QUOTED}`],
  ["meta", String.raw`^[ \t]*@[\w.]+`],
  ["number", String.raw`\b\d[\w.]*`],
  ["name-of", String.raw`(?<=\b(?:def|class) )\w+`],
  ["keyword", `\\b(?:${KEYWORDS.replaceAll(" ", "|")})\\b`],
];
const JSON_TEXT = [
  ["name-of", String.raw`"(?:\\.|[^"\\])*"(?=\s*:)`],
  ["string", String.raw`"(?:\\.|[^"\\])*"?`],
  ["number", String.raw`-?\b\d[\d.eE+-]*`],
  ["keyword", String.raw`\b(?:true|false|null)\b`],
];

/** @param {string} text */
export const paintPython = (text) => paint(text, PYTHON);

/** @param {string} text */
export const paintJson = (text) => paint(text, JSON_TEXT);

/**
 * @param {string} text
 * @param {string[][]} table
 * @returns {Run[]}
 */
function paint(text, table) {
  /** @type {Run[]} */
  const runs = [];
  let from = 0;
  for (const match of text.matchAll(new RegExp(table.map(([, pattern]) => `(${pattern})`).join("|"), "gm"))) {
    const [found, ...groups] = match;
    if (!found) continue;
    if (match.index > from) runs.push({ kind: "", text: text.slice(from, match.index) });
    runs.push({ kind: table[groups.findIndex((group) => group !== undefined)][0], text: found });
    from = match.index + found.length;
  }
  if (from < text.length) runs.push({ kind: "", text: text.slice(from) });
  return runs;
}
