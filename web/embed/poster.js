// What is seen before Python is there: code, and a recording. Docs builds write the same into the page themselves.

import { element } from "../panels/element.js";
import { appendText } from "../text/show.js";
import { paintJson, paintPython } from "./colours.js";

/** @import { Exchange, Setup } from "./embed-api.js" */
/** @import { Run } from "./colours.js" */

const LABELS = /** @type {const} */ ({
  sent: "Sent", received: "Received", nothing: "No reply", printed: "Printed", error: "Error", notice: "Notice",
});
/** @typedef {keyof typeof LABELS} Kind */

const MOST_COLOURED = 50_000; // characters; more is shown plain

/** @param {Setup} setup */
export function drawPoster({ source, filename, messages, recording, mode }) {
  const poster = element("div", { class: "mcp-poster" });
  if (mode !== "output" && source) poster.append(drawCode(filename, source));
  const told = recording.length ? recording : messages.map((sent) => ({ sent, received: null }));
  if (told.length) {
    const mark = recording.length ? [element("span", { class: "mcp-mark" }, "recorded")] : [];
    poster.append(element("div", { class: "mcp-part" }, element("p", { class: "mcp-head" }, element("span", { class: "mcp-name" }, "Messages"), ...mark), drawLog(told)));
  }
  return poster;
}

/**
 * @param {string} filename
 * @param {string} source
 */
function drawCode(filename, source) {
  const code = element("code");
  fill(code, paintPython(source));
  return element("div", { class: "mcp-part" },
    element("p", { class: "mcp-head" }, element("span", { class: "mcp-name" }, filename)),
    element("pre", { class: "mcp-code", tabindex: "0" }, code),
  );
}

/** @param {(Exchange | { sent: string, received: null, printed?: string })[]} told received: null where nobody knows yet */
function drawLog(told) {
  const log = element("ol", { class: "mcp-log", tabindex: "0" });
  for (const { sent, received, printed } of told) {
    log.append(drawEntry("sent", sent));
    if (printed) log.append(drawEntry("printed", printed));
    for (const text of received ?? []) log.append(drawEntry("received", text));
    if (received?.length === 0) log.append(drawEntry("nothing", "Nothing was sent."));
  }
  return log;
}

/**
 * @param {Kind} kind
 * @param {string} text
 */
export function drawEntry(kind, text) {
  const shown = element("pre");
  const isEnvelope = kind === "sent" || kind === "received";
  if (isEnvelope && text.length <= MOST_COLOURED) fill(shown, paintJson(text));
  else appendText(shown, text.replace(/\n$/, ""));
  return element("li", { "data-testid": "log-row", "data-kind": kind }, element("span", { class: "mcp-kind" }, LABELS[kind]), " ", shown);
}

/**
 * @param {HTMLElement} parent
 * @param {Run[]} runs
 */
export function fill(parent, runs) {
  for (const { kind, text } of runs) {
    if (!kind) {
      appendText(parent, text);
      continue;
    }
    const span = element("span", { class: `mcp-${kind}` });
    appendText(span, text);
    parent.append(span);
  }
}
