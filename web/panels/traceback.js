// A traceback in which the lines of the server file are ways to them.

import { appendText } from "../text/show.js";
import { element } from "./element.js";

const FRAME = /File "server\.py", line (\d+)/g;

/**
 * @param {Node} parent
 * @param {string} text
 * @param {boolean} reachable whether Tab stops there
 */
export function appendTraceback(parent, text, reachable) {
  let from = 0;
  for (const match of text.matchAll(FRAME)) {
    appendText(parent, text.slice(from, match.index));
    const button = element("button", { type: "button", class: "place", "data-line": match[1], title: "Go to this line" }, match[0]);
    if (!reachable) button.tabIndex = -1;
    parent.appendChild(button);
    from = match.index + match[0].length;
  }
  appendText(parent, text.slice(from));
}

/** @param {Event} event @returns {number | null} the line that was asked for, if one was */
export function lineAsked(event) {
  const place = event.target instanceof Element ? event.target.closest("[data-line]") : null;
  return place instanceof HTMLElement ? Number(place.dataset.line) : null;
}
