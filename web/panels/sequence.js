// The session as a picture. Draws a window of what happened, however long that is; each row leads to the log's.
// The picture is for the eye; over it lie buttons, a list of sentences for everybody else.

import { rowOf, sentence, toMermaid } from "../text/sequence.js";
import { visible } from "../text/show.js";
import { element, find } from "./element.js";
import { drawSequence, HEAD, ROW } from "./sequence-drawing.js";

/** @import { Entry } from "../serving.js" */
/** @import { Row } from "../text/sequence.js" */

const DRAWN = 200;
const STEP = 150;
const BURST_MS = 60;
const EXPORTED_WIDTH = 720;
const LEAST_WIDTH = 300;

export class Sequence {
  #panel = find("#sequence");
  #events;
  #canvas = element("div", { class: "seq-canvas" });
  #list = element("ol", { class: "seq-rows", "aria-label": "What client and server said, in order" });
  #scroll = element("div", { class: "seq-scroll" });
  #empty = element("p", { class: "log-empty" }, "Send a message: here you see who said what, and when nothing was said.");
  #bar = element("div", { class: "seq-bar" });
  #count = element("span", { class: "count" });
  #earlier;
  #later;
  #timer = 0;
  /** Index of the last entry drawn; none while the end is followed. @type {number | null} */
  #last = null;
  /** @type {Row[]} */
  #rows = [];

  /** @param {{ entries(): Entry[], onSelect(entry: Entry): void, onCopy(text: string): void }} events */
  constructor(events) {
    this.#events = events;
    const button = (/** @type {string} */ label, /** @type {() => void} */ click) => element("button", { type: "button", class: "quiet", click }, label);
    this.#earlier = button("Earlier", () => this.#move(-STEP));
    this.#later = button("Later", () => this.#move(STEP));
    this.#bar.append(this.#earlier, this.#later, this.#count,
      button("Copy as SVG", () => events.onCopy(new XMLSerializer().serializeToString(drawSequence(this.#rows, EXPORTED_WIDTH)))),
      button("Copy as Mermaid", () => events.onCopy(toMermaid(this.#rows))));
    this.#canvas.append(this.#list);
    this.#scroll.append(this.#empty, this.#canvas);
    this.#panel.append(this.#bar, this.#scroll);
    this.#list.addEventListener("keydown", (event) => this.#keyed(event));
    new ResizeObserver(() => this.refresh()).observe(this.#scroll);
  }

  /** Something happened, or the picture has come into view. */
  refresh() {
    if (this.#panel.hidden) return;
    this.#timer ||= window.setTimeout(() => this.#draw(), BURST_MS);
  }

  #draw() {
    this.#timer = 0;
    if (this.#panel.hidden) return;
    const atEnd = this.#scroll.scrollHeight - this.#scroll.scrollTop - this.#scroll.clientHeight < 2 * ROW;
    const entries = this.#events.entries();
    const end = Math.min(this.#last ?? entries.length, entries.length);
    const begin = Math.max(0, end - DRAWN);
    const focused = [...this.#list.children].findIndex((item) => item.contains(document.activeElement));
    const before = this.#rows[focused]?.entry;
    this.#rows = entries.slice(begin, end).flatMap((entry) => rowOf(entry) ?? []);
    const svg = drawSequence(this.#rows, Math.max(LEAST_WIDTH, this.#scroll.clientWidth));
    svg.setAttribute("aria-hidden", "true");
    this.#canvas.querySelector("svg")?.remove();
    this.#canvas.prepend(svg);
    this.#list.replaceChildren(...this.#rows.map((row, number) => this.#drawButton(row, number)));
    this.#show(begin, entries.length - end);
    const again = this.#rows.findIndex(({ entry }) => entry === before);
    if (before && again >= 0) this.#buttons()[again].focus({ preventScroll: true });
    else if (atEnd && this.#last === null) this.#scroll.scrollTop = this.#scroll.scrollHeight;
  }

  /** @param {number} earlier how many entries are not drawn @param {number} later */
  #show(earlier, later) {
    const isEmpty = this.#rows.length === 0;
    this.#empty.hidden = !isEmpty;
    this.#canvas.hidden = isEmpty;
    this.#bar.hidden = isEmpty;
    this.#earlier.hidden = earlier === 0;
    this.#later.hidden = later === 0;
    this.#count.textContent = earlier + later ? `${this.#rows.length} of ${(earlier + later + this.#rows.length).toLocaleString("en")} rows` : "";
  }

  /** @param {number} by */
  #move(by) {
    const all = this.#events.entries().length;
    const to = (this.#last ?? all) + by;
    this.#last = to >= all ? null : Math.max(to, Math.min(DRAWN, all));
    this.#draw();
    this.#scroll.scrollTop = by < 0 ? 0 : this.#scroll.scrollHeight;
  }

  /** @param {Row} row @param {number} number */
  #drawButton(row, number) {
    const button = element("button", { type: "button", "aria-label": visible(sentence(row)), click: () => this.#events.onSelect(row.entry) });
    button.tabIndex = number === this.#rows.length - 1 ? 0 : -1;
    button.style.top = `${HEAD + number * ROW}px`;
    button.style.height = `${ROW}px`;
    return element("li", {}, button);
  }

  /** @param {KeyboardEvent} event */
  #keyed(event) {
    const buttons = this.#buttons();
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    const to = /** @type {Record<string, number>} */ ({ ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: buttons.length - 1 })[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    if (!buttons[to]) return;
    buttons[at].tabIndex = -1;
    buttons[to].tabIndex = 0;
    buttons[to].focus();
  }

  /** @returns {HTMLButtonElement[]} */
  #buttons() {
    return [...this.#list.querySelectorAll("button")];
  }
}
