// The start of Python as named stages with their bytes; on failure the cause and a Retry button.

import { size } from "../text/show.js";
import { element, find } from "./element.js";

/** @import { Progress } from "../serving.js" */
/** @import { Stage } from "../worker-api.js" */

/** @type {[Stage, string][]} */
const STAGES = [
  ["download", "Downloading Python"],
  ["start", "Starting Python"],
  ["install", "Installing the server library"],
  ["serve", "Starting your server"],
];
// Downloading is most of the wait on a slow line, so most of the bar is bytes.
const DOWNLOAD_SHARE = 0.7;

export class Boot {
  #panel = find("#boot");
  #bar = find("#loading");
  #items = new Map(STAGES.map(([stage, label]) => [stage, element("li", {}, element("span", {}, label), element("small"))]));
  #list = element("ol", { class: "stages" }, ...this.#items.values());

  constructor() {
    this.#panel.append(this.#list);
  }

  /**
   * @param {Progress} progress
   * @returns {string} the stage in words
   */
  show({ stage, loaded, total }) {
    if (this.#panel.firstChild !== this.#list) this.#panel.replaceChildren(this.#list);
    const now = STAGES.findIndex(([name]) => name === stage);
    STAGES.forEach(([name], index) => {
      this.#items.get(name)?.setAttribute("data-step", index < now ? "done" : index === now ? "now" : "later");
    });
    const bytes = total ? `${size(loaded)} of ${size(total)}` : "";
    const note = this.#items.get("download")?.querySelector("small");
    if (note) note.textContent = bytes;
    const share = DOWNLOAD_SHARE * (total ? loaded / total : 0) + ((1 - DOWNLOAD_SHARE) * now) / STAGES.length;
    this.#bar.style.setProperty("--share", share.toFixed(3));
    return stage === "download" && bytes ? `${STAGES[now][1]}, ${bytes}` : STAGES[now][1];
  }

  /**
   * @param {string} cause
   * @param {() => void} retry
   */
  fail(cause, retry) {
    this.#panel.replaceChildren(
      element("div", { class: "failure", role: "alert" },
        element("h3", {}, "Python could not be started"),
        element("p", {}, cause),
        element("button", { type: "button", class: "action", click: retry }, "Retry")),
    );
  }
}
