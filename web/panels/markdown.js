// Draws what text/markdown.js took apart, as elements and text nodes.

import { parseMarkdown } from "../text/markdown.js";
import { element } from "./element.js";

/** @import { Block, Span } from "../text/markdown.js" */

/** @param {string} text @returns {HTMLElement[]} */
export const drawMarkdown = (text) => parseMarkdown(text).map(drawBlock);

/** @param {Block} block @returns {HTMLElement} */
function drawBlock(block) {
  switch (block.kind) {
    case "code":
      return element("pre", { class: "sample", tabindex: "0" }, block.text);
    case "list":
      return element(block.ordered ? "ol" : "ul", {}, ...block.items.map((item) => element("li", {}, ...drawSpans(item))));
    case "table":
      return element("div", { class: "table-scroll" }, element("table", {},
        element("thead", {}, element("tr", {}, ...block.head.map((cell) => element(cell.length ? "th" : "td", cell.length ? { scope: "col" } : {}, ...drawSpans(cell))))),
        element("tbody", {}, ...block.rows.map((row) => element("tr", {}, ...row.map((cell) => element("td", {}, ...drawSpans(cell))))))));
    default:
      return element("p", {}, ...drawSpans(block.spans));
  }
}

/** @param {Span[]} spans @returns {(Node | string)[]} */
const drawSpans = (spans) => spans.map((span) => {
  if ("inside" in span) return element(span.kind, {}, ...drawSpans(span.inside));
  return span.kind === "code" ? element("code", {}, span.text) : span.text;
});
