// One row of the log, in the order in which it reads as a sentence: "Received, message 3, 0.42 ms: {...}".

import { appendText, duration, size } from "../text/show.js";
import { element } from "./element.js";
import { appendTraceback } from "./traceback.js";

/** @import { Entry } from "../serving.js" */

/** How much of a long text a row holds; the detail and the copy button have the rest. */
export const PREVIEW_CHARS = 50_000;

// Envelopes this long are clamped to a known height, so the browser may skip laying them out while they are off screen.
const LONG_CHARS = 2_000;

const LABELS = { sent: "Sent", received: "Received", nothing: "No reply", printed: "Printed", error: "Error", notice: "Notice" };

/**
 * @param {Entry} entry
 * @param {Entry | null} failure whose traceback says why this came
 */
export function drawRow(entry, failure) {
  const { kind, text, id, by, outcome } = entry;
  const shown = element("pre", { class: "row-text" });
  if (kind === "error" || kind === "printed") appendTraceback(shown, text.slice(0, PREVIEW_CHARS), false);
  else appendText(shown, text.slice(0, PREVIEW_CHARS));
  if (text.length > PREVIEW_CHARS) shown.append(element("span", { class: "more" }, ` … ${size(text.length)} in all`));
  const wrong = outcome?.verdict.filter(({ severity }) => severity === "wrong").length ?? 0;
  const said = wrong ? [element("span", { class: "row-verdict" }, `${wrong} wrong`), " "] : [];
  if (failure) said.push(element("button", { type: "button", class: "row-why", tabindex: "-1" }, "traceback"), " ");
  const row = element("article", { class: "row", "data-testid": "log-row", "data-kind": kind, tabindex: "-1" },
    element("span", { class: "row-kind" }, LABELS[kind]),
    element("span", { class: "row-id" }, id === undefined ? "" : `#${id}`, ...(by ? [" ", element("span", { class: "row-by" }, by)] : [])),
    shown,
    element("span", { class: "row-ms" }, ...said, outcome ? duration(outcome.ms) : ""),
    element("button", { type: "button", class: "row-copy", tabindex: "-1", "aria-label": "Copy as it came", title: "Copy as it came" }),
  );
  if (text.length > LONG_CHARS && (kind === "sent" || kind === "received")) row.classList.add("long");
  if (id !== undefined) row.dataset.id = String(id);
  if (by) row.dataset.by = by;
  return row;
}
