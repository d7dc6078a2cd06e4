// What came of a check: all right, or which message, what was expected, what came instead, why, and a hint.

import { appendText, visible } from "../text/show.js";
import { diffLines } from "../text/line-diff.js";
import { element } from "./element.js";

/** @import { Checked, Fault } from "../teaching/lesson.js" */
/** @typedef {{ onLine(line: number): void, onNext(): void, onTake(): void, solution(): { mine: string, right: string } | null }} Events */

const SIGNS = { same: " ", gone: "−", new: "+" };
const SAID = { same: "", gone: "to go: ", new: "to come: " };

/**
 * @param {Checked} checked
 * @param {Events & { hasNext: boolean, canTake: boolean }} events
 * @returns {HTMLElement[]}
 */
export function drawResult(checked, events) {
  const { ok, says, printed, fault } = checked;
  if (ok) return [drawDone(checked, events), ...drawPrinted(printed)];
  if (!fault) return [element("p", { class: "result-head", "data-ok": "false" }, visible(says ?? ""))];
  const passed = checked.passed?.length ?? 0;
  const head = element("p", { class: "result-head", "data-ok": "false" },
    element("strong", {}, visible(fault.name)), element("span", { class: "result-count" }, `${passed} of ${checked.of} checks passed`));
  return [head, ...drawFault(fault, events.onLine), ...drawPrinted(printed), drawHelp(fault, events)];
}

/** @param {Checked} checked @param {Events & { hasNext: boolean, canTake: boolean }} events */
function drawDone({ says, of }, { hasNext, canTake, onNext, onTake }) {
  const buttons = element("p", { class: "result-acts" });
  if (hasNext) buttons.append(element("button", { type: "button", class: "action primary", "data-testid": "lesson-next", click: onNext }, "Next step"));
  if (canTake) buttons.append(element("button", { type: "button", class: "action", click: onTake }, "Serve it in the playground"));
  const text = says ?? (of === 1 ? "Right: the check passes." : `Right: all ${of} checks pass.`);
  return element("div", { class: "result-done" }, element("p", { class: "result-head", "data-ok": "true" }, text), buttons.childElementCount ? buttons : "");
}

/** @param {Fault} fault @param {(line: number) => void} onLine */
function drawFault({ did, expected, came, says, why, traceback, line }, onLine) {
  const rows = [["Tried", did], ["Expected", expected], ["Came", came]].filter(([, text]) => text);
  /** @type {HTMLElement[]} */
  const parts = [];
  if (rows.length) parts.push(element("dl", { class: "result-table" }, ...rows.flatMap(([name, text]) => [element("dt", {}, name), element("dd", {}, code(text))])));
  parts.push(element("p", { class: "result-says" }, visible(says)));
  if (why) parts.push(element("p", { class: "result-why" }, visible(why)));
  if (line !== null) parts.push(element("p", {}, element("button", { type: "button", class: "place", click: () => onLine(line) }, `Go to line ${line}`)));
  if (traceback) parts.push(element("details", {}, element("summary", {}, "Traceback"), code(traceback)));
  return parts;
}

/** @param {string} text */
function code(text) {
  const pre = element("pre", { class: "sample" });
  appendText(pre, text);
  return pre;
}

/** @param {string | undefined} printed */
const drawPrinted = (printed) => (printed ? [element("details", { class: "result-printed", open: true }, element("summary", {}, "Your code printed"), code(printed))] : []);

/** @param {Fault} fault @param {Events} events */
function drawHelp({ hint }, { solution }) {
  const shown = element("div", { class: "result-help", "aria-live": "polite" });
  const acts = element("p", { class: "result-acts" });
  if (hint) {
    const button = element("button", { type: "button", class: "action", click: () => {
      shown.prepend(element("p", { class: "hint-text" }, visible(hint.text)));
      button.remove();
    } }, "Show a hint");
    acts.append(button);
  }
  if (solution()) {
    const button = element("button", { type: "button", class: "quiet", click: () => {
      const now = solution();
      if (now) shown.append(drawSolution(now.mine, now.right));
      button.remove();
    } }, "Show the solution");
    acts.append(button);
  }
  return element("div", {}, acts, shown);
}

/** @param {string} mine @param {string} right */
function drawSolution(mine, right) {
  const lines = diffLines(mine, right).map(({ kind, text }) => {
    const line = element("li", { "data-kind": kind }, element("span", { class: "sign", "aria-hidden": "true" }, SIGNS[kind]), element("span", { class: "off-view" }, SAID[kind]));
    appendText(line, text || " ");
    return line;
  });
  return element("section", { class: "solution", "aria-label": "A solution" },
    element("h4", {}, "From your code to one that is right"), element("ol", { class: "diff", tabindex: "0" }, ...lines));
}
