// How the server's questions are answered while no client is connected, and how bad the line is.

import { visible } from "../text/show.js";
import { element, find } from "./element.js";

/** @import { Way } from "../client/by-hand.js" */
/** @import { Troubles } from "../line.js" */

const WAYS = /** @type {[Way, string][]} */ ([
  ["form", "by you, in a form"],
  ["fixed", "with a fixed answer"],
  ["plain", "plainly, by themselves"],
  ["none", "not at all: you send the answer yourself"],
]);
const FIXED = {
  "elicitation/create": '{"action": "decline"}',
  "sampling/createMessage": '{"role": "assistant", "model": "fixed", "content": {"type": "text", "text": "Always the same."}}',
  "roots/list": '{"roots": []}',
};
const TROUBLES = /** @type {[keyof Troubles, string, string][]} */ ([
  ["delay", "Delay, ms each way", "60000"],
  ["lose", "Lose every … message, and reply", "1000"],
  ["twice", "Deliver every … message twice", "1000"],
  ["hold", "Hold every … message until the next has passed", "1000"],
]);

export class OfflineClient {
  #events;
  #note = element("p", { class: "hint", role: "status" });
  #numbers = TROUBLES.map(([name, , max]) => element("input", { type: "number", class: "entry", id: `line-${name}`, min: "0", max, step: "1", value: "0", input: () => this.#line() }));

  /** @param {{ onWay(way: Way): void, onFixed(fixed: Record<string, string>): void, onLine(troubles: Troubles): void }} events */
  constructor(events) {
    this.#events = events;
    const select = element("select", { class: "presets", id: "answer-way" }, ...WAYS.map(([value, label]) => element("option", { value }, label)));
    const fixed = element("div", { class: "fields", hidden: true });
    const texts = Object.entries(FIXED).map(([method, text], index) => {
      const area = element("textarea", { class: "entry", rows: "2", id: `fixed-${index}`, spellcheck: "false", input: () => this.#fixed(texts) });
      area.value = text;
      fixed.append(element("div", { class: "field" }, element("label", { for: area.id }, `Result for ${method}, JSON`), area));
      return { method, area };
    });
    select.addEventListener("change", () => {
      fixed.hidden = select.value !== "fixed";
      events.onWay(/** @type {Way} */ (select.value));
    });
    const line = element("details", { class: "line-settings" },
      element("summary", {}, "Unreliable line"),
      element("p", { class: "hint" }, "For what is sent from now on, by you or by the client. 0 is never; it counts, so that it fails the same way again."),
      element("div", { class: "fields launch" }, ...TROUBLES.map(([, label], index) =>
        element("div", { class: "field" }, element("label", { for: this.#numbers[index].id }, label), this.#numbers[index]))));
    find("#without-client").append(
      element("div", { class: "client-row" }, element("label", { for: "answer-way" }, "Without a client, what the server asks is answered"), select),
      fixed, this.#note, line);
    this.#fixed(texts);
  }

  /** @param {string} text */
  say(text) {
    this.#note.textContent = visible(text);
  }

  lineOff() {
    for (const number of this.#numbers) number.value = "0";
  }

  #line() {
    const values = this.#numbers.map((number) => (number.validity.valid ? number.valueAsNumber || 0 : 0));
    this.#events.onLine(/** @type {Troubles} */ (Object.fromEntries(TROUBLES.map(([name], index) => [name, values[index]]))));
  }

  /** @param {{ method: string, area: HTMLTextAreaElement }[]} texts */
  #fixed(texts) {
    for (const { area } of texts) area.setCustomValidity(isObject(area.value) ? "" : "This is no JSON object.");
    const wrong = texts.find(({ area }) => !area.validity.valid);
    this.say(wrong ? `The fixed answer to ${wrong.method} is no JSON object; the one before it stays.` : "");
    if (!wrong) this.#events.onFixed(Object.fromEntries(texts.map(({ method, area }) => [method, area.value])));
  }
}

/** @param {string} text */
function isObject(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
