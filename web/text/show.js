// Puts untrusted text on screen: as text nodes only, invisible and direction-changing characters spelled out.
// What is copied or downloaded is never taken from here.

/** @import { Piece } from "./json-text.js" */

// Controls but tab and newline, zero-width and bidi characters, fillers, line separators, tags, lone surrogates.
const HIDDEN = /[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]|\p{Surrogate}/gu;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const ISOLATE = ["\u2068", "\u2069"];

/** In JSON's own notation. @param {string} character */
const spelled = (character) => character.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** @param {string} character */
const named = (character) => `‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}›`;

/**
 * A name that somebody else chose, for use within a sentence of ours: nothing in it is hidden, nor moves what is around it.
 * @param {string} text
 */
export function visible(text) {
  const shown = text.replace(/[\t\n]/g, " ").replace(HIDDEN, named);
  return RIGHT_TO_LEFT.test(shown) ? ISOLATE.join(shown) : shown;
}

/**
 * @param {Node} parent
 * @param {string} text
 */
export function appendText(parent, text) {
  let from = 0;
  for (const match of text.matchAll(HIDDEN)) {
    parent.appendChild(document.createTextNode(text.slice(from, match.index)));
    const mark = document.createElement("span");
    mark.className = "hidden-char";
    mark.title = "A character that cannot be seen. Copy gives it as it came.";
    mark.textContent = spelled(match[0]);
    parent.appendChild(mark);
    from = match.index + match[0].length;
  }
  parent.appendChild(document.createTextNode(text.slice(from)));
}

/**
 * One element per line, so that the rest of a long line is indented as its beginning is.
 * @param {HTMLElement} parent
 * @param {Piece[]} pieces
 */
export function appendPieces(parent, pieces) {
  let line = startLine(parent, "");
  for (const { kind, text } of pieces) {
    if (kind === "line") {
      line.append("\n");
      line = startLine(parent, text);
      continue;
    }
    const span = document.createElement("span");
    span.className = `tok-${kind}`;
    appendText(span, text);
    line.appendChild(span);
  }
}

/** @param {HTMLElement} parent @param {string} indent */
function startLine(parent, indent) {
  const line = document.createElement("span");
  line.className = "line";
  line.style.setProperty("--indent", String(indent.length));
  line.append(indent);
  parent.append(line);
  return line;
}

/** @param {number} count of characters or bytes */
export function size(count) {
  if (count < 1000) return `${count} B`;
  return count < 1e6 ? `${(count / 1e3).toFixed(count < 1e4 ? 1 : 0)} kB` : `${(count / 1e6).toFixed(1)} MB`;
}

/** @param {number} ms */
export function duration(ms) {
  if (ms < 1) return `${ms.toFixed(2)} ms`;
  return ms < 1000 ? `${ms.toFixed(ms < 10 ? 1 : 0)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
