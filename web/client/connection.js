// The official client and its connection to the server in this tab. It is fetched when somebody asks for it.
// A new server, or none, ends the connection: whoever wants it again says so.

import { importModule } from "../text/served-file.js";
import { CHECKS, SECTIONS } from "./acts.js";
import { PageTransport } from "./transport.js";

/** @import { Serving } from "../serving.js" */
/** @import { Client } from "@modelcontextprotocol/client" */
/** @import { Choice, Section } from "./acts.js" */
/** @typedef {typeof import("../vendor/mcp-client.js")} Vendor */
/** @typedef {"auto" | "legacy" | "modern"} Mode */
/**
 * What a client is told by the server, or asked. `answer` and `refuse` end a question; `signal` says that it is over.
 * @typedef {{ method: string, params: any, answer(result: any): void, refuse(reason: string): void, signal: AbortSignal }} Question
 */
/** @typedef {{ kind: "progress" | "log" | "change", text: string, share?: number }} Heard */
/**
 * @typedef {object} Connected
 * @property {string} server name and version, as the server gives them
 * @property {string} revision
 * @property {"legacy" | "modern"} era
 * @property {string} client version of the package
 * @property {Section[]} sections that suit what the server declares
 * @property {boolean} logs whether it says that it logs
 */

const URL_OF_CLIENT = new URL("../vendor/mcp-client.js", import.meta.url).href;
const STATELESS = "2026-07-28";
const MODES = /** @type {const} */ ({ auto: "auto", legacy: "legacy", modern: { pin: STATELESS } });
const LOG_LEVEL = "io.modelcontextprotocol/logLevel";
// A question may wait for somebody who thinks about the answer.
const PATIENCE_MS = 3_600_000;
// The client also counts the rounds in which it gives answers; that is nothing the server said.
const OWN_PROGRESS = /^Fulfilling input required/;
const QUESTIONS = /** @type {const} */ (["elicitation/create", "sampling/createMessage", "roots/list"]);
const CHANGES = /** @type {const} */ ({
  "notifications/tools/list_changed": "The server's tools have changed.",
  "notifications/resources/list_changed": "The server's resources have changed.",
  "notifications/prompts/list_changed": "The server's prompts have changed.",
});

export class Connection {
  #serving;
  #watcher;
  /** @type {Client | null} */
  #client = null;
  #open = new AbortController();
  #acts = new AbortController();
  #level = "";

  /**
   * @param {Serving} serving
   * @param {{ onQuestion(question: Question): void, onHeard(heard: Heard): void, onClosed(): void }} watcher
   */
  constructor(serving, watcher) {
    this.#serving = serving;
    this.#watcher = watcher;
  }

  /**
   * @param {Mode} mode
   * @returns {Promise<Connected>}
   */
  async connect(mode) {
    const vendor = /** @type {Vendor} */ (await importModule(URL_OF_CLIENT));
    const client = new vendor.Client({ name: "mcp-playground", version: "1.0.0" }, {
      capabilities: { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} },
      versionNegotiation: { mode: MODES[mode] },
    });
    this.#open = new AbortController();
    this.#level = "";
    this.#listen(client);
    client.onclose = () => this.#ended(client);
    this.#client = client;
    try {
      await client.connect(new PageTransport(this.#serving));
    } catch (error) {
      this.#client = null;
      await client.close();
      throw error;
    }
    return this.#about(client, vendor.version);
  }

  disconnect() {
    this.#acts.abort("Disconnected by hand"); // the server is told
    this.#close();
  }

  /** The server that it spoke with is gone. @returns {boolean} whether there was a connection */
  lose() {
    const was = this.#client !== null;
    this.#close();
    return was;
  }

  /** @param {Section} section @returns {Promise<Choice[]>} */
  list(section) {
    return section.choices(this.#connected);
  }

  /**
   * @param {Section} section
   * @param {any} subject
   * @param {any} value
   */
  act(section, subject, value) {
    const { signal } = (this.#acts = new AbortController());
    const onprogress = (/** @type {any} */ { progress, total, message }) => {
      if (OWN_PROGRESS.test(message ?? "")) return;
      const count = total === undefined ? `${progress}` : `${progress} of ${total}`;
      this.#watcher.onHeard({ kind: "progress", text: [count, message].filter(Boolean).join(", "), share: total ? progress / total : undefined });
    };
    const client = this.#connected;
    // The stateless era has no setting that lasts: each request says what it wants to be told.
    const more = this.#level && client.getProtocolEra() === "modern" ? { _meta: { [LOG_LEVEL]: this.#level } } : {};
    return section.act(client, subject, value, { signal, timeout: PATIENCE_MS, resetTimeoutOnProgress: true, onprogress }, more);
  }

  /** Cancel what is under way. */
  cancel() {
    this.#acts.abort("Cancelled by hand");
  }

  check() {
    const client = this.#connected;
    return CHECKS[client.getProtocolEra() ?? "legacy"].act(client);
  }

  /** @param {string} level of the logs to be told from now on */
  async hearLogs(level) {
    this.#level = level;
    const client = this.#connected;
    if (level && client.getProtocolEra() === "legacy") await client.setLoggingLevel(/** @type {any} */ (level));
  }

  get #connected() {
    if (!this.#client) throw new Error("The client is not connected.");
    return this.#client;
  }

  /** @param {Client} client @param {string} version */
  #about(client, version) {
    const { name = "", title = "", version: its = "" } = client.getServerVersion() ?? {};
    const has = client.getServerCapabilities() ?? {};
    return {
      server: [title || name || "A server without a name", its].filter(Boolean).join(" "),
      revision: client.getNegotiatedProtocolVersion() ?? "",
      era: client.getProtocolEra() ?? /** @type {const} */ ("legacy"),
      client: version,
      sections: SECTIONS.filter(({ capability }) => has[capability]),
      logs: has.logging !== undefined,
    };
  }

  /** @param {Client} client */
  #listen(client) {
    for (const method of QUESTIONS) {
      client.setRequestHandler(method, (/** @type {any} */ { params }, /** @type {any} */ ctx) => this.#ask(method, params, ctx?.mcpReq?.signal));
    }
    for (const [method, text] of Object.entries(CHANGES)) {
      client.setNotificationHandler(/** @type {keyof typeof CHANGES} */ (method), () => this.#watcher.onHeard({ kind: "change", text }));
    }
    client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
      this.#watcher.onHeard({ kind: "change", text: `The resource ${params.uri} has changed.` });
    });
    client.setNotificationHandler("notifications/message", ({ params: { level, logger, data } }) => {
      const said = typeof data === "string" ? data : JSON.stringify(data);
      this.#watcher.onHeard({ kind: "log", text: `${[level, logger].filter(Boolean).join(", ")}: ${said}` });
    });
  }

  /**
   * @param {string} method
   * @param {any} params
   * @param {AbortSignal | undefined} signal
   */
  #ask(method, params, signal) {
    const { promise, resolve, reject } = Promise.withResolvers();
    const over = AbortSignal.any([this.#open.signal, this.#acts.signal, ...(signal ? [signal] : [])]);
    over.addEventListener("abort", () => reject(new Error("The question is over.")));
    this.#watcher.onQuestion({ method, params, answer: resolve, refuse: (reason) => reject(new Error(reason)), signal: over });
    return promise;
  }

  #close() {
    const client = this.#client;
    this.#client = null; // so that it is no news
    this.#open.abort();
    client?.close();
  }

  /** @param {Client} client */
  #ended(client) {
    if (client !== this.#client) return;
    this.#client = null;
    this.#open.abort();
    this.#watcher.onClosed();
  }
}
