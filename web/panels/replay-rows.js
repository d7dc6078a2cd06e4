// A replayed session: a row for each message, the same, changed or volatile; what differs is inside.

import { appendText, visible } from "../text/show.js";
import { element } from "./element.js";

/** @import { ReplayedRow } from "../worker-api.js" */

const SAID = { same: "same", changed: "changed", volatile: "volatile" };

/** @param {ReplayedRow[]} rows */
export function drawReplay(rows) {
  return element("ol", { class: "replay", "data-testid": "replay" }, ...rows.map(drawRow));
}

/** @param {ReplayedRow} row @param {number} index */
function drawRow({ name, sent, verdict, places }, index) {
  const head = [
    element("span", { class: "replay-verdict" }, SAID[verdict]),
    element("span", { class: "replay-name" }, `${index + 1}. ${visible(name)}`),
    element("span", { class: "count" }, places.length ? `${places.length} ${places.length === 1 ? "place" : "places"}` : ""),
  ];
  const message = element("pre", { class: "replay-sent" });
  appendText(message, sent);
  const inside = [element("p", { class: "hint" }, "Sent"), message, ...places.map(drawPlace)];
  const details = element("details", {}, element("summary", {}, ...head), ...inside);
  details.open = verdict === "changed";
  return element("li", { "data-testid": "replay-row", "data-verdict": verdict }, details);
}

/** @param {ReplayedRow["places"][number]} place */
function drawPlace({ path, kind, was, now, why }) {
  const side = (/** @type {string} */ label, /** @type {string} */ value) => {
    const text = element("pre", {});
    appendText(text, value);
    return element("div", { class: `place-${label}` }, element("span", { class: "hint" }, label), text);
  };
  const sides = [...(kind === "added" ? [] : [side("was", was)]), ...(kind === "removed" ? [] : [side("is", now)])];
  const what = { changed: "", added: " is new", removed: " is gone" }[kind];
  return element("div", { class: "place", "data-volatile": String(why !== "") },
    element("p", {}, element("code", {}, visible(path || "the message")), what, ...(why ? [element("span", { class: "hint" }, ` ${why}`)] : [])), ...sides);
}
