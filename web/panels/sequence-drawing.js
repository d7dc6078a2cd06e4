// Draws a sequence as SVG: two lifelines, and an arrow or a note for each row. The drawing stands by itself, too:
// its colours are the page's where there are any, and others where there are none.

import { duration, visible } from "../text/show.js";

/** @import { Row } from "../text/sequence.js" */

export const ROW = 34;
export const HEAD = 34;
const NAMESPACE = "http://www.w3.org/2000/svg";
const EDGE = 78;
const CHARACTER = 6.4;

const STYLE = `
.seq-ground { fill: var(--surface, #fff) }
.seq text { font: 12px var(--sans, system-ui, sans-serif); fill: var(--text, #1a2026) }
.seq .seq-quiet { fill: var(--muted, #56616b); font-size: 11px }
.seq .seq-who { font-weight: 600; text-anchor: middle }
.seq .seq-label { text-anchor: middle }
.seq .seq-life { stroke: var(--line-strong, #b9c1c8); stroke-width: 1.5 }
.seq .seq-arrow { stroke: var(--muted, #56616b); stroke-width: 1.5; fill: none }
.seq .seq-server .seq-arrow { stroke: var(--accent, #0a6f69) }
.seq .seq-answer .seq-arrow { stroke-dasharray: 5 4 }
.seq .seq-head { fill: var(--muted, #56616b) }
.seq .seq-server .seq-head { fill: var(--accent, #0a6f69) }
.seq .seq-notice .seq-head { fill: none; stroke-width: 1.5; stroke: var(--accent, #0a6f69) }
.seq .seq-notice.seq-client .seq-head { stroke: var(--muted, #56616b) }
.seq .seq-bad text { fill: var(--bad, #b3261e) }
.seq .seq-bad :is(.seq-arrow, .seq-dot) { stroke: var(--bad, #b3261e) }
.seq .seq-bad .seq-head { fill: var(--bad, #b3261e) }
.seq .seq-dot { fill: var(--surface, #fff); stroke: var(--muted, #56616b); stroke-width: 1.5 }
`;

/** @param {Row[]} rows @param {number} width */
export function drawSequence(rows, width) {
  const height = HEAD + rows.length * ROW + 14;
  const [client, server] = [EDGE, width - EDGE];
  const svg = node("svg", { xmlns: NAMESPACE, class: "seq", width, height, viewBox: `0 0 ${width} ${height}`, role: "img" });
  const style = node("style", {});
  style.textContent = STYLE;
  svg.append(style, node("rect", { class: "seq-ground", width, height }));
  for (const [x, name] of /** @type {const} */ ([[client, "Client"], [server, "Server"]])) {
    svg.append(node("line", { class: "seq-life", x1: x, x2: x, y1: HEAD - 6, y2: height - 4 }), label(x, 18, "seq-who", name));
  }
  const fits = Math.floor((server - client - 16) / CHARACTER);
  rows.forEach((row, number) => svg.append(drawRow(row, HEAD + number * ROW, client, server, fits)));
  return svg;
}

/** @param {Row} row @param {number} top @param {number} client @param {number} server @param {number} fits how many characters fit between the lines */
function drawRow({ entry, line, from, label: text, bad }, top, client, server, fits) {
  const group = node("g", { class: `seq-${line} seq-${from}${bad ? " seq-bad" : ""}` });
  const base = top + 24;
  const middle = (client + server) / 2;
  const shown = cut(visible(text), fits);
  if (line === "break") {
    group.append(label(middle, base - 4, "seq-label seq-quiet", shown));
    return group;
  }
  if (line === "note") {
    group.append(node("circle", { class: "seq-dot", cx: server, cy: base - 6, r: 5 }), aligned("end", server - 12, base - 2, bad ? "" : "seq-quiet", shown));
  } else {
    const [start, end] = from === "client" ? [client, server] : [server, client];
    const back = end > start ? -1 : 1;
    group.append(
      label(middle, base - 7, "seq-label", shown),
      node("line", { class: "seq-arrow", x1: start, x2: end + back * 2, y1: base, y2: base }),
      node("path", { class: "seq-head", d: `M${end + back * 9} ${base - 4.5}L${end + back} ${base}L${end + back * 9} ${base + 4.5}` }));
  }
  if (entry.id !== undefined) group.append(aligned("end", client - 12, base + 4, "seq-quiet", `#${entry.id}`));
  if (entry.outcome) group.append(aligned("start", server + 12, base + 4, "seq-quiet", duration(entry.outcome.ms)));
  return group;
}

/** @param {string} text @param {number} fits */
const cut = (text, fits) => (text.length > fits ? `${text.slice(0, Math.max(1, fits - 1))}…` : text);

/** @param {number} x @param {number} y @param {string} className @param {string} text */
function label(x, y, className, text) {
  const made = node("text", { class: className, x, y });
  made.textContent = text;
  return made;
}

/** @param {"start" | "end"} anchor @param {number} x @param {number} y @param {string} className @param {string} text */
function aligned(anchor, x, y, className, text) {
  const made = label(x, y, className, text);
  made.setAttribute("text-anchor", anchor);
  return made;
}

/** @param {string} tag @param {Record<string, string | number>} attributes */
function node(tag, attributes) {
  const made = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}
