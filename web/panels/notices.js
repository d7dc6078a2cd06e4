// Strips above the code: what the user should know about the text there, each with what can be done about it.

import { element, find } from "./element.js";

/** @typedef {{ label: string, click(): void, main?: boolean, stay?: boolean }} Act `stay`: the strip stays when it is pressed */
/** @typedef {{ text: string, acts?: Act[], tone?: "plain" | "warn" | "bad", close?: () => void }} Notice `close` is called when it is dismissed; without it, it cannot be */

export class Notices {
  #list = find("#notices");
  /** @type {Map<string, HTMLElement>} */
  #shown = new Map();

  /** In the place of what was said about this topic before. @param {string} topic @param {Notice} notice */
  show(topic, { text, acts = [], tone = "plain", close }) {
    const done = () => this.clear(topic);
    const buttons = acts.map(({ label, click, main, stay }) => {
      const press = () => {
        if (!stay) done();
        click();
      };
      return element("button", { type: "button", class: main ? "action primary" : "quiet", click: press }, label);
    });
    const parts = [element("p", {}, text), ...buttons];
    if (close) {
      const press = () => {
        done();
        close();
      };
      parts.push(element("button", { type: "button", class: "quiet close", "aria-label": "Close", click: press }));
    }
    const strip = element("div", { class: "strip notice", "data-topic": topic, "data-tone": tone, role: tone === "bad" ? "alert" : "status" }, ...parts);
    this.#shown.get(topic)?.remove();
    this.#shown.set(topic, strip);
    this.#list.append(strip);
  }

  /** @param {string} topic */
  clear(topic) {
    this.#shown.get(topic)?.remove();
    this.#shown.delete(topic);
  }
}
