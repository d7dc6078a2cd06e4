// One message in full: the way it took through the server, its envelope laid out, what was right and wrong.

import { layOut } from "../text/json-text.js";
import { appendPieces, appendText, duration, size } from "../text/show.js";
import { element, find } from "./element.js";
import { PREVIEW_CHARS } from "./log-row.js";
import { appendTraceback, lineAsked } from "./traceback.js";
import { drawWays } from "./way.js";

/** @import { Entry } from "../serving.js" */
/** @import { Finding } from "../worker-api.js" */

const COLOURED_CHARS = 100_000;
// The style sheet's own numbers: where the notes stand beside the envelope, and how wide its characters are.
const WIDE_PX = 640;
const CHARACTER_PX = 8;

// What counts comes first; a hint is for whoever reads on.
const SEVERITIES = ["wrong", "warning", "right", "note", "hint"];

const TITLES = {
  sent: "Sent to the server",
  received: "Received from the server",
  nothing: "No reply",
  printed: "Printed by the server file",
  error: "What went wrong",
  notice: "Notice",
};

export class Detail {
  #panel = find("#detail");
  #events;
  #raw = false;
  /** @type {Entry | null} */
  #entry = null;
  /** @type {Entry | null} */
  #failure = null;

  /**
   * @param {{ onCopy(text: string): void, onDownload(text: string): void, onReuse(text: string): void, onBoth(entry: Entry): void, onClose(): void,
   *   onLine(line: number): void, onFailure(failure: Entry): void }} events
   */
  constructor(events) {
    this.#events = events;
    this.#panel.addEventListener("click", (event) => {
      const line = lineAsked(event);
      if (line !== null) events.onLine(line);
    });
    this.show(null);
  }

  /**
   * @param {Entry | null} entry
   * @param {Entry | null} [failure] whose traceback says why this came
   */
  show(entry, failure = null) {
    this.#entry = entry;
    this.#failure = failure;
    this.#panel.hidden = entry === null;
    if (!entry) return this.#panel.replaceChildren();
    const body = element("div", { class: "detail-body", tabindex: "0", role: "region", "aria-label": "Content" });
    if (entry.outcome?.ways.length) body.append(drawWays(entry.outcome.ways, entry.outcome.steps, this.#columns()));
    body.append(this.#content(entry));
    if (entry.outcome?.verdict.length) body.append(this.#notes(entry.outcome.verdict));
    this.#panel.replaceChildren(this.#head(entry), body);
  }

  /** @param {Entry} entry */
  #head({ kind, text, id, by, outcome }) {
    const button = (/** @type {string} */ label, /** @type {() => void} */ click) => element("button", { type: "button", class: "quiet", click }, label);
    const { onCopy, onDownload, onReuse, onBoth, onClose } = this.#events;
    const tools = element("div", { class: "detail-tools" });
    const failure = this.#failure;
    if (failure) tools.append(button("Go to the traceback", () => this.#events.onFailure(failure)));
    if (kind === "sent" || outcome) tools.append(button("Both revisions", () => onBoth(/** @type {Entry} */ (this.#entry))));
    if (kind === "sent") tools.append(button("Edit again", () => onReuse(text)));
    if (kind === "sent" || kind === "received") {
      const raw = button("Raw", () => {
        this.#raw = !this.#raw;
        this.show(this.#entry, this.#failure);
      });
      raw.setAttribute("aria-pressed", String(this.#raw));
      tools.append(raw);
    }
    if (kind !== "nothing") tools.append(button("Copy", () => onCopy(text)));
    if (text.length > PREVIEW_CHARS) tools.append(button("Download", () => onDownload(text)));
    const close = button("", onClose);
    close.classList.add("close");
    close.setAttribute("aria-label", "Close");
    tools.append(close);
    const facts = [id === undefined ? "" : `#${id}`, by ?? "", outcome ? duration(outcome.ms) : "", kind === "nothing" ? "" : size(text.length)];
    return element("header", { class: "pane-head" },
      element("h2", {}, TITLES[kind]),
      element("span", { class: "count" }, facts.filter(Boolean).join(" · ")),
      tools);
  }

  /** @param {Entry} entry */
  #content({ kind, text }) {
    const pre = element("pre", { class: "envelope" });
    if (kind === "nothing") {
      pre.className = "nothing-said";
      pre.textContent = text;
      return pre;
    }
    const pieces = this.#raw || text.length > COLOURED_CHARS ? null : layOut(text, this.#columns());
    if (pieces) appendPieces(pre, pieces);
    else if (kind === "error" || kind === "printed") appendTraceback(pre, text.slice(0, PREVIEW_CHARS), true);
    else appendText(pre, text.slice(0, PREVIEW_CHARS));
    if (!pieces && text.length > PREVIEW_CHARS) {
      pre.append(element("p", { class: "more" }, `The first ${size(PREVIEW_CHARS)} of ${size(text.length)}. Copy and Download give all of it.`));
    }
    return pre;
  }

  /** How many characters fit on a line beside the notes. */
  #columns() {
    const { width } = this.#panel.getBoundingClientRect();
    return Math.max(30, Math.floor((width > WIDE_PX ? width * 0.62 : width) / CHARACTER_PX) - 4);
  }

  /** @param {Finding[]} verdict */
  #notes(verdict) {
    const found = verdict.toSorted((one, other) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity));
    return element("div", { class: "notes" }, element("h3", {}, "Verdict"), element("ul", { class: "verdict" }, ...found.map(drawFinding)));
  }
}

/** @param {Finding} finding */
function drawFinding({ rule, severity, text, page }) {
  const source = /^https:\/\//.test(page ?? "")
    ? element("a", { href: page, target: "_blank", rel: "noopener noreferrer" }, rule || "specification")
    : element("span", {}, [rule, page].filter(Boolean).join(" · "));
  const said = element("span", { class: "finding" });
  appendText(said, text);
  source.classList.add("rule");
  return element("li", { "data-severity": severity }, element("span", { class: "severity" }, severity), said, source);
}
