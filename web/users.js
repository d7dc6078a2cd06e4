// The conductor's half for who uses the server besides the composer: the official client and the browser's agent.

import { Connection } from "./client/connection.js";
import { modelContext, WebMcp } from "./client/web-mcp.js";
import { startTabs } from "./page/tabs.js";
import { AgentSwitch } from "./panels/agent-switch.js";
import { ClientPanel } from "./panels/client.js";
import { find } from "./panels/element.js";
import { Questions } from "./panels/questions.js";

/** @import { Serving } from "./serving.js" */
/** @import { Tool } from "./worker-api.js" */

const MESSAGE = "tab-message";
const CLIENT = "tab-client";

export class Users {
  #serving;
  #connection;
  #panel;
  #agent;
  #showTab = startTabs([MESSAGE, CLIENT], showTools);

  /**
   * @param {Serving} serving
   * @param {() => void} onAsked the server asks the client's user something
   */
  constructor(serving, onAsked) {
    this.#serving = serving;
    const questions = new Questions();
    const connection = (this.#connection = new Connection(serving, {
      onQuestion: (question) => {
        this.#showTab(CLIENT);
        onAsked();
        questions.show(question);
      },
      onHeard: (heard) => this.#panel.hear(heard),
      onClosed: () => this.#panel.lost("The server is gone, and the client has lost its connection."),
    }));
    this.#panel = new ClientPanel({
      onConnect: (mode) => connection.connect(mode),
      onDisconnect: () => connection.disconnect(),
      onList: (section) => connection.list(section),
      onAct: (section, subject, value) => connection.act(section, subject, value),
      onCancel: () => connection.cancel(),
      onCheck: () => connection.check(),
      onLevel: (level) => connection.hearLogs(level),
      example: (tool) => this.#example(tool),
    });
    const agentSwitch = new AgentSwitch({ isPossible: modelContext() !== null, onSwitch: (isOn) => this.#agent.switch(isOn) });
    this.#agent = new WebMcp(serving, (offered) => agentSwitch.show(offered));
  }

  /** Whether it is the client that the pane shows. */
  get shown() {
    return !find("#client").hidden;
  }

  /** What the client's visible part is for. */
  act() {
    this.#panel.act();
  }

  /** Show the composer again. */
  leave() {
    this.#showTab(MESSAGE);
  }

  /** @param {boolean} possible */
  allow(possible) {
    this.#panel.allow(possible);
  }

  /** A server has begun, and no connection outlives the one before. @param {Tool[]} tools */
  serve(tools) {
    this.#lose("The server was started anew, and the client has lost its connection.");
    this.#agent.serve(tools);
  }

  /** No server is running. */
  stop() {
    this.#lose("The server was stopped, and the client has lost its connection.");
    this.withdraw();
  }

  /** The tools would be called for what is no longer written in the code. */
  withdraw() {
    this.#agent.serve([]);
  }

  /** @param {string} why the client has to connect again if it was connected */
  #lose(why) {
    if (this.#connection.lose()) this.#panel.lost(why);
  }

  /** @param {string} tool @returns {string | null} arguments that suit it, as JSON text */
  #example(tool) {
    const preset = this.#serving.served?.presets.find(({ label }) => label === `call ${tool}`);
    return preset ? JSON.stringify(JSON.parse(preset.text).params.arguments, null, 2) : null;
  }
}

/** The pane's head has the composer's tools only beside the composer. @param {string} tab */
function showTools(tab) {
  for (const tool of document.querySelectorAll(".composer .pane-head > :not(.head-tabs)")) {
    /** @type {HTMLElement} */ (tool).hidden = tab !== MESSAGE;
  }
}
