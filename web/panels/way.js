// The way of a message as a picture: a box for each station, lit up where it ended and where an error arose.
// To a screen reader it is a list of buttons; each opens what happened there and what it worked on.

import { layOut } from "../text/json-text.js";
import { appendPieces, appendText, duration } from "../text/show.js";
import { element } from "./element.js";

/** @import { Station, Step } from "../worker-api.js" */

// A batch may hold any number of messages.
const DRAWN = 20;

const SAID = { passed: "", failed: ", an error arose here", skipped: ", not reached" };

/**
 * @param {Station[][]} ways
 * @param {Step[]} steps
 * @param {number} columns how many characters fit on a line
 */
export function drawWays(ways, steps, columns) {
  const drawn = ways.slice(0, DRAWN).map((way, number) => {
    const title = ways.length > 1 ? `Message ${number + 1} of ${ways.length}: what the server did` : "What the server did";
    return drawWay(way, steps, columns, title);
  });
  const more = ways.length - drawn.length;
  return element("div", { class: "ways" }, ...drawn, more > 0 ? element("p", { class: "more" }, `${more} more messages are not drawn.`) : "");
}

/**
 * @param {Station[]} way
 * @param {Step[]} steps
 * @param {number} columns
 * @param {string} title
 */
function drawWay(way, steps, columns, title) {
  const opened = element("div", { class: "way-open", role: "group", "aria-live": "polite", hidden: true });
  /** @type {HTMLButtonElement[]} */
  const buttons = way.map((station, place) => {
    const own = station.steps.map((number) => steps[number]).filter(Boolean);
    const ms = own.reduce((sum, step) => sum + step.ms, 0);
    const time = own.length ? duration(ms) : "";
    const isEnd = place === way.length - 1;
    const button = element("button", { type: "button", "aria-expanded": "false" },
      element("span", { class: "way-name" }, station.name), " ", element("span", { class: "way-ms" }, time),
      element("span", { class: "off-view" }, `${SAID[station.state]}${isEnd ? ", the end" : ""}`));
    if (isEnd) button.setAttribute("aria-current", "step");
    button.addEventListener("click", () => {
      const isOpen = button.getAttribute("aria-expanded") === "true";
      for (const other of buttons) other.setAttribute("aria-expanded", String(other === button && !isOpen));
      opened.hidden = isOpen;
      opened.setAttribute("aria-label", station.name);
      opened.replaceChildren(...(isOpen ? [] : drawStation(station, own, columns)));
    });
    return button;
  });
  const line = element("ol", { class: "way", "aria-label": title },
    ...buttons.map((button, place) => element("li", { "data-state": way[place].state }, button)));
  return element("section", { class: "way-part", "aria-label": title }, line, opened);
}

/**
 * @param {Station} station
 * @param {Step[]} own
 * @param {number} columns
 */
function drawStation({ says, state, steps }, own, columns) {
  const sentence = state === "skipped" && !steps.length ? `${says} This message did not come so far.` : says;
  return [element("p", { class: "way-says" }, sentence), ...own.filter(({ detail }) => detail).map(({ detail }) => drawValue(detail, columns))];
}

/** @param {string} detail @param {number} columns */
function drawValue(detail, columns) {
  const pre = element("pre", { class: "step-detail", tabindex: "0" });
  const pieces = layOut(detail, columns);
  if (pieces) appendPieces(pre, pieces);
  else appendText(pre, detail);
  return pre;
}
