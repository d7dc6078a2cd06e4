// One message in both revisions, side by side, with what differs in them marked.

import { appendText, visible } from "../text/show.js";
import { element, find } from "./element.js";

/** @import { InBoth, MarkedLine } from "../worker-api.js" */

export class RevisionsSheet {
  #dialog = /** @type {HTMLDialogElement} */ (find("#revisions"));
  #events;

  /** @param {{ onStop(): void }} events */
  constructor(events) {
    this.#events = events;
  }

  /** @param {Promise<InBoth>} coming */
  async show(coming) {
    const close = element("button", { type: "button", class: "quiet close", "aria-label": "Close", click: () => this.#dialog.close() });
    const said = element("p", { role: "status", "data-testid": "revisions-note" }, "Sending it in both revisions…");
    const stop = element("button", { type: "button", class: "action", click: () => this.#events.onStop() }, "Stop");
    this.#dialog.replaceChildren(element("header", { class: "sheet-head" }, element("h2", { id: "revisions-title" }, "The same message in both revisions"), close), said, stop);
    this.#dialog.showModal();
    try {
      const { sides, places } = await coming;
      const count = places.length === 1 ? "one place" : `${places.length} places`;
      said.textContent = places.length ? `The replies differ in ${count}: ${visible(places.map((place) => place || "the whole reply").join(", "))}.` : "The replies are the same.";
      this.#dialog.append(
        element("p", { class: "hint" }, "Each was sent to this server loaded anew, with clock and ids fixed, so that nothing else differs."),
        element("div", { class: "both" }, ...sides.map(drawSide)));
    } catch (error) {
      said.textContent = /** @type {Error} */ (error).message;
    } finally {
      stop.remove();
    }
  }
}

/** @param {InBoth["sides"][number]} side */
function drawSide({ revision, note, sent, left }) {
  const replies = left.length ? left.map(drawLines) : [element("p", { class: "hint" }, "Nothing was sent.")];
  return element("section", { class: "both-side", "data-revision": revision, "aria-label": revision },
    element("h3", {}, revision),
    element("p", { class: "hint" }, "Sent"), drawLines(sent),
    element("p", { class: "hint" }, "Came back"), ...replies,
    ...(note ? [element("p", { class: "strip stale" }, visible(note))] : []));
}

/** @param {MarkedLine[]} lines */
function drawLines(lines) {
  const pre = element("pre", { class: "both-lines", tabindex: "0" });
  for (const { text, differs } of lines) {
    const line = element(differs ? "mark" : "span", { class: "both-line" });
    appendText(line, `${text}\n`);
    pre.append(line);
  }
  return pre;
}
