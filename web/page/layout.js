// Where things are: the splitters between panes, and on a phone one pane at a time behind tabs.

import { find } from "../panels/element.js";
import { recall, remember } from "./storage.js";

const PHONE = matchMedia("(width < 720px)");
const STEP = 2;

/** @typedef {{ splitter: string, variable: string, vertical: boolean, start: number, least: number, most: number, measure(): DOMRect }} Split */

/** @type {Split[]} */
const SPLITS = [
  { splitter: "#split-code", variable: "--code-share", vertical: true, start: 48, least: 25, most: 70, measure: () => box(".panes") },
  { splitter: "#split-composer", variable: "--composer-share", vertical: false, start: 36, least: 14, most: 60, measure: () => box(".side") },
  { splitter: "#split-log", variable: "--log-share", vertical: false, start: 42, least: 15, most: 85, measure: () => box(".exchange") },
];

const box = (/** @type {string} */ selector) => find(selector).getBoundingClientRect();

export function startLayout() {
  SPLITS.forEach(startSplit);
  for (const tab of document.querySelectorAll(".tabs button")) {
    tab.addEventListener("click", () => showPane(/** @type {HTMLElement} */ (tab).dataset.pane ?? "code"));
  }
  showPane("send");
  // On a phone Run and Stop have to be there whichever pane is shown.
  const place = () => find(PHONE.matches ? ".top-tools" : ".pane.code .pane-head").append(find("#run-stop"));
  PHONE.addEventListener("change", place);
  place();
}

/** Only a phone hides the other panes. @param {string} pane */
export function showPane(pane) {
  find("#playground").dataset.pane = pane;
  for (const tab of document.querySelectorAll(".tabs button")) {
    tab.setAttribute("aria-current", String(/** @type {HTMLElement} */ (tab).dataset.pane === pane));
  }
}

/** @param {Split} split */
function startSplit({ splitter, variable, vertical, start, least, most, measure }) {
  const handle = find(splitter);
  let share = start;
  const set = (/** @type {number} */ wanted) => {
    share = Math.min(most, Math.max(least, wanted));
    find("#playground").style.setProperty(variable, `${share}%`);
    handle.setAttribute("aria-valuenow", String(Math.round(share)));
  };
  handle.setAttribute("aria-valuemin", String(least));
  handle.setAttribute("aria-valuemax", String(most));
  set(Number(recall(variable)) || start);

  handle.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
  });
  handle.addEventListener("pointermove", (event) => {
    if (!handle.hasPointerCapture(event.pointerId)) return;
    const area = measure();
    set(100 * (vertical ? (event.clientX - area.x) / area.width : (event.clientY - area.y) / area.height));
  });
  handle.addEventListener("lostpointercapture", () => remember(variable, String(share)));
  handle.addEventListener("dblclick", () => set(start));
  handle.addEventListener("keydown", ({ key }) => {
    const steps = /** @type {Record<string, number>} */ (vertical ? { ArrowLeft: -STEP, ArrowRight: STEP } : { ArrowUp: -STEP, ArrowDown: STEP });
    if (!(key in steps)) return;
    set(share + steps[key]);
    remember(variable, String(share));
  });
}
