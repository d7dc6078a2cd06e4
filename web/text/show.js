// Puts untrusted text on screen: as text nodes only, invisible and direction-changing characters spelled out.
// What is copied or downloaded is never taken from here.

/** @import { Piece } from "./json-text.js" */

// Controls but tab and newline, zero-width and bidi characters, line separators, lone surrogates.
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|\p{Surrogate}/gu;

/** @param {string} character */
const spelled = (character) => `\\u${/** @type {number} */ (character.codePointAt(0)).toString(16).padStart(4, "0")}`;

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
