// In words: what state the server is in, and whether the editor differs from what is served.

import { visible } from "../text/show.js";
import { find } from "./element.js";

/** @import { State } from "../worker-api.js" */
/** @typedef {{ state: State, why: string, dirty: boolean, fault: string, server: string, tools: number, step: string, doing: string, keys: { run: string, stop: string } }} Facts */

const PATIENCE_MS = 1500;
const LONG_CHARS = 160;
const WORKING = "Working";

/** @type {Record<State, (facts: Facts) => string>} */
const SENTENCES = {
  booting: ({ step, doing }) => `${doing || step}…`,
  ready: (facts) => {
    if (facts.fault) return `${sentence(facts.fault)} The version before it goes on serving.`;
    if (facts.dirty) return `Serving ${name(facts)} as it was before your edits. Press Run (${facts.keys.run}) to serve them.`;
    return `Serving ${name(facts)}, ${facts.tools} ${facts.tools === 1 ? "tool" : "tools"}.`;
  },
  running: ({ doing }) => `${doing || WORKING}…`,
  stopped: ({ why, fault }) => (fault ? `${sentence(fault)} No server is running.` : why),
  failed: () => "Python could not be started.",
};

/** The panel below the code has all of it. @param {string} text */
const sentence = (text) => visible(text.length > LONG_CHARS ? `${text.slice(0, LONG_CHARS)}…` : /[.!?]$/.test(text) ? text : `${text}.`);

/** @param {Facts} facts */
const name = ({ server }) => (server ? `“${visible(server)}”` : "the server");

export class Status {
  #line = find("[data-testid=status]");
  #timer = 0;

  /** @param {Facts} facts */
  show(facts) {
    clearInterval(this.#timer);
    this.#say(SENTENCES[facts.state](facts));
    if (facts.state !== "running" && !facts.doing) return;
    const since = performance.now();
    this.#timer = window.setInterval(() => {
      const seconds = Math.round((performance.now() - since) / 1000);
      if (seconds * 1000 >= PATIENCE_MS) this.#say(`${facts.doing || WORKING} for ${seconds} s. Stop (${facts.keys.stop}) ends it.`);
    }, 1000);
  }

  /** @param {string} text */
  #say(text) {
    if (this.#line.textContent !== text) this.#line.textContent = text;
  }
}
