// Takes the lessons' small Markdown apart: paragraphs, lists, tables, indented code; in them bold, italic and code.
// Nothing of it is ever markup for the browser: what this does not know stays the text it is.

/** @typedef {{ kind: "text" | "code", text: string } | { kind: "strong" | "em", inside: Span[] }} Span */
/**
 * @typedef {{ kind: "paragraph", spans: Span[] } | { kind: "code", text: string }
 *   | { kind: "list", ordered: boolean, items: Span[][] } | { kind: "table", head: Span[][], rows: Span[][][] }} Block
 */

const SPAN = /`([^`]+)`|\*\*(.+?)\*\*(?!\*)|\*([^\s*](?:[^*]*[^\s*])?)\*/s;
const ITEM = /^(?:[-*]|(\d+)\.) +/;
const RULE = /^\|?(?: *:?-+:? *\|)+ *:?-*:? *$/;

/** @param {string} text @returns {Block[]} */
export function parseMarkdown(text) {
  /** @type {Block[]} */
  const blocks = [];
  for (const lines of groups(text.replace(/\r\n?/g, "\n").split("\n"))) blocks.push(block(lines));
  return blocks;
}

/** Lines that belong together: between empty ones, which code may hold. @param {string[]} lines */
function groups(lines) {
  /** @type {string[][]} */
  const found = [];
  let after = true;
  for (const line of lines) {
    const last = found.at(-1);
    const isCode = line.startsWith("    ");
    if (!line.trim()) {
      if (last && isCodeGroup(last)) last.push("");
      after = true;
    } else if (last && isCodeGroup(last) && isCode) {
      last.push(line);
      after = false;
    } else {
      const begins = after || (last && isCodeGroup(last)) || (ITEM.test(line) && last && !ITEM.test(last[0]));
      if (begins || !last) found.push([line]);
      else last.push(line);
      after = false;
    }
  }
  return found;
}

const isCodeGroup = (/** @type {string[]} */ lines) => lines[0].startsWith("    ");

/** @param {string[]} lines @returns {Block} */
function block(lines) {
  if (isCodeGroup(lines)) return { kind: "code", text: lines.map((line) => line.slice(4)).join("\n").trimEnd() };
  if (lines.length > 1 && lines[0].includes("|") && RULE.test(lines[1])) {
    const [head, , ...rows] = lines.map((line) => cells(line).map(spans));
    return { kind: "table", head, rows };
  }
  const first = lines[0].match(ITEM);
  if (!first) return { kind: "paragraph", spans: spans(lines.join(" ")) };
  /** @type {string[]} */
  const items = [];
  for (const line of lines) {
    if (ITEM.test(line)) items.push(line.replace(ITEM, ""));
    else items.push(`${items.pop()} ${line.trim()}`);
  }
  return { kind: "list", ordered: first[1] !== undefined, items: items.map(spans) };
}

/** @param {string} line */
const cells = (line) => line.trim().replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim());

/** @param {string} text @returns {Span[]} */
function spans(text) {
  const match = text.match(SPAN);
  if (!match || match.index === undefined) return text ? [{ kind: "text", text }] : [];
  const [whole, code, strong, em] = match;
  const before = text.slice(0, match.index);
  /** @type {Span} */
  const found = code ? { kind: "code", text: code } : strong ? { kind: "strong", inside: spans(strong) } : { kind: "em", inside: spans(em) };
  return [...(before ? [/** @type {Span} */ ({ kind: "text", text: before })] : []), found, ...spans(text.slice(match.index + whole.length))];
}
