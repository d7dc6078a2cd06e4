// Whether the tools are offered to this browser's agent. Off until somebody switches it on.

import { visible } from "../text/show.js";
import { find } from "./element.js";

/** @import { Offered } from "../client/web-mcp.js" */

const MISSING = "This browser offers pages no way to it. New Chromiums do, behind the flag chrome://flags/#enable-webmcp-testing.";
const OFF = "An agent in this browser may then call the tools of the server that runs. Its calls are in the log, marked agent.";
const NONE = "Nothing is offered, for no server is running or its code did not load.";

export class AgentSwitch {
  #box = /** @type {HTMLInputElement} */ (find("#agent-switch"));
  #note = find("#agent-note");

  /** @param {{ isPossible: boolean, onSwitch(isOn: boolean): void }} events */
  constructor({ isPossible, onSwitch }) {
    this.#box.disabled = !isPossible;
    this.#note.textContent = isPossible ? OFF : MISSING;
    this.#box.addEventListener("change", () => onSwitch(this.#box.checked));
  }

  /** @param {Offered | null} offered */
  show(offered) {
    if (this.#box.disabled) return;
    if (!offered) this.#note.textContent = OFF;
    else if (!offered.offered && !offered.refused.length) this.#note.textContent = NONE;
    else this.#note.textContent = visible(sentence(offered));
  }
}

/** @param {Offered} offered */
function sentence({ offered, refused }) {
  const many = offered === 1 ? "1 tool is offered." : `${offered} tools are offered.`;
  return refused.length ? `${many} This browser did not take ${refused.join(", ")}.` : many;
}
