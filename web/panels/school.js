// The room of the lessons: the path, a step's text beside its editor, what came of a check.
// The playground stays as it is meanwhile, with what the user wrote there.

import { visible } from "../text/show.js";
import { element, find } from "./element.js";
import { drawOutline, drawPath, progressText } from "./lesson-path.js";
import { drawResult } from "./lesson-result.js";
import { drawMarkdown } from "./markdown.js";

/** @import { Checked, Step } from "../teaching/lesson.js" */
/** @import { Path, Place } from "./lesson-path.js" */
/** @typedef {import("./lesson-result.js").Events & { onLeave(): void, onCheck(): void, onStop(): void, onReset(): void }} Events */
/** @typedef {{ place: Place, step: Step, before: Place | null, after: Place | null, canTake(): boolean, checkKeys: string }} Shown */

export class School {
  /** Where the editor of a lesson belongs. */
  editorPlace = element("div", { class: "editor", "data-testid": "lesson-editor" });
  #room = find("#lessons");
  #events;
  #text = element("div", { class: "lesson-text", tabindex: "0", role: "region", "aria-label": "Lesson" });
  #result = element("div", { class: "lesson-result", "data-testid": "lesson-result", role: "status", tabindex: "0", "aria-label": "What came of it" });
  #count = element("span", { class: "count" });
  #acts = element("div", { class: "lesson-acts" });
  #work;
  #check;
  #stop;
  #reset;
  /** @type {HTMLFormElement | null} */
  #choices = null;
  /** @type {Shown | null} */
  #shown = null;

  /** @param {Events} events */
  constructor(events) {
    this.#events = events;
    const leave = element("button", { type: "button", class: "quiet leave", click: () => events.onLeave() }, "Back to the playground");
    this.#reset = element("button", { type: "button", class: "quiet", click: () => events.onReset() }, "Start again");
    this.#check = element("button", { type: "button", class: "action primary", "data-testid": "lesson-check", click: () => events.onCheck() });
    this.#stop = element("button", { type: "button", class: "action lesson-stop", hidden: true, click: () => events.onStop() }, "Stop");
    this.#acts.append(this.#reset, this.#stop, this.#check);
    this.#work = element("section", { class: "pane lesson-work", "aria-labelledby": "lesson-file" },
      element("header", { class: "pane-head" }, element("h2", { id: "lesson-file", class: "file" }, "lesson.py"), this.#acts),
      this.editorPlace, this.#result);
    this.#room.append(
      element("header", { class: "school-head" }, element("h1", { id: "lessons-title" }, "Lessons"), this.#count, leave),
      element("div", { class: "school-panes" }, element("section", { class: "pane lesson-pane", "aria-labelledby": "lessons-title" }, this.#text), this.#work));
  }

  get isOpen() {
    return !this.#room.hidden;
  }

  /** The number of the choice that is chosen, as text; empty if none is. */
  get choice() {
    return this.#choices ? String(new FormData(this.#choices).get("choice") ?? "") : "";
  }

  /** @param {boolean} on */
  show(on) {
    if (!on && this.#room.contains(document.activeElement)) find("[data-act=lessons]").focus();
    this.#room.hidden = !on;
    find("#playground").toggleAttribute("data-lessons", on);
  }

  /** @param {Path} path */
  showPath(path) {
    this.#shown = null;
    this.#work.hidden = true;
    this.#count.textContent = "";
    this.#turnTo(drawPath(path));
  }

  /** @param {string} text */
  showTrouble(text) {
    this.#work.hidden = true;
    this.#turnTo(element("p", { role: "alert" }, visible(text)), element("p", {}, element("a", { href: "#lessons" }, "All lessons")));
  }

  /** @param {Path} path @param {Shown} shown */
  showStep(path, shown) {
    const { place, step, before, after, checkKeys } = this.#shown = shown;
    const isGuess = step.kind === "prediction";
    this.#work.hidden = false;
    this.#count.textContent = progressText(path);
    this.#check.replaceChildren(...(isGuess ? ["Check my guess"] : ["Check ", element("kbd", {}, checkKeys)]));
    this.#reset.hidden = isGuess;
    this.showBusy(false);
    this.#result.replaceChildren();
    this.#choices = isGuess ? drawChoices(step) : null;
    const way = (/** @type {string} */ label, /** @type {Place | null} */ to) => (to ? element("a", { class: "quiet", href: path.address(to) }, label) : element("span"));
    this.#turnTo(
      drawOutline(path, place),
      element("h2", {}, step.title),
      element("div", { class: "prose" }, ...drawMarkdown(step.text)),
      this.#choices ?? "",
      element("nav", { class: "step-ways", "aria-label": "Steps" }, way("Previous step", before), way("Next step", after)));
  }

  /** @param {boolean} busy */
  showBusy(busy) {
    this.#check.disabled = busy;
    this.#stop.hidden = !busy;
    if (busy) this.#result.replaceChildren(element("p", { class: "result-wait" }, "Checking…"));
  }

  /** @param {Checked} checked @param {Path} path */
  showResult(checked, path) {
    if (!this.#shown) return;
    this.#count.textContent = progressText(path);
    const { place, after, canTake } = this.#shown;
    const outline = /** @type {HTMLDetailsElement | null} */ (this.#text.querySelector(".outline"));
    if (outline) {
      const now = drawOutline(path, place);
      now.open = outline.open;
      outline.replaceWith(now);
    }
    this.#result.replaceChildren(...drawResult(checked, { ...this.#events, hasNext: after !== null, canTake: canTake() }));
    this.#result.scrollTop = 0;
    this.#result.scrollIntoView({ block: "nearest" });
  }

  /** @param {string} text */
  showFailure(text) {
    this.#result.replaceChildren(element("p", { class: "result-head", "data-ok": "false" }, visible(text)));
  }

  /** @param {...(Node | string)} parts */
  #turnTo(...parts) {
    this.#text.replaceChildren(...parts);
    this.#text.scrollTop = 0;
    this.#room.scrollTop = 0;
    const title = this.#text.querySelector("h2");
    title?.setAttribute("tabindex", "-1");
    title?.focus({ preventScroll: true });
  }
}

/** @param {Step} step */
function drawChoices({ question, choices = [] }) {
  const form = element("form", { class: "choices", submit: (event) => event.preventDefault() });
  const options = choices.map(({ text }, number) => element("label", { class: "choice" },
    element("input", { type: "radio", name: "choice", value: String(number), autocomplete: "off" }), element("pre", {}, text)));
  form.append(element("fieldset", {}, element("legend", {}, question ?? ""), ...options));
  return form;
}
