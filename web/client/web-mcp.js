// WebMCP: the tools of the server that runs, offered to the agent that this browser has, where it has one.
// https://webmachinelearning.github.io/webmcp

/** @import { Serving } from "../serving.js" */
/** @import { Tool } from "../worker-api.js" */
/**
 * What the browser has: `registerTool` ends a registration by a signal; before, `unregisterTool` did.
 * @typedef {{ registerTool(tool: object, options: { signal: AbortSignal }): Promise<void> | void, unregisterTool?(name: string): void }} ModelContext
 */
/** @typedef {{ offered: number, refused: string[] }} Offered refused: name and reason of each that the browser did not take */

// An agent has no connection of its own and shakes no hands: each call says all there is to know.
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "webmcp", version: "1.0.0" },
};
const SPEAKER = { by: /** @type {const} */ ("agent") };

/** @returns {ModelContext | null} null where the browser has none; the newer name first */
export function modelContext() {
  const found = /** @type {any} */ (document).modelContext ?? /** @type {any} */ (navigator).modelContext;
  return typeof found?.registerTool === "function" ? found : null;
}

export class WebMcp {
  #serving;
  #onOffered;
  #isOn = false;
  /** @type {Tool[]} */
  #tools = [];
  #round = new AbortController();
  #calls = 0;

  /**
   * @param {Serving} serving
   * @param {(offered: Offered | null) => void} onOffered
   */
  constructor(serving, onOffered) {
    this.#serving = serving;
    this.#onOffered = onOffered;
  }

  /** @param {boolean} isOn */
  switch(isOn) {
    this.#isOn = isOn;
    return this.#renew();
  }

  /** What can be called from now on: the tools of a server, or none. @param {Tool[]} tools */
  serve(tools) {
    this.#tools = tools;
    return this.#renew();
  }

  async #renew() {
    this.#round.abort();
    const { signal } = (this.#round = new AbortController());
    const context = modelContext();
    if (!this.#isOn || !context) return this.#onOffered(null);
    const refused = [];
    let offered = 0;
    for (const tool of this.#tools) {
      try {
        await context.registerTool(this.#described(tool), { signal });
        if (signal.aborted) return forget(context, tool.name);
        signal.addEventListener("abort", () => forget(context, tool.name));
        offered += 1;
      } catch (error) {
        if (signal.aborted) return;
        refused.push(`${tool.name} (${/** @type {Error} */ (error).message})`);
      }
    }
    this.#onOffered({ offered, refused });
  }

  /** @param {Tool} tool */
  #described({ name, title, description, inputSchema, annotations }) {
    return {
      name,
      ...(title ? { title } : {}),
      description: description || title || name,
      inputSchema: inputSchema ?? { type: "object" },
      // Whoever wrote the server, it was not whoever serves this page.
      annotations: { readOnlyHint: annotations?.readOnlyHint === true, untrustedContentHint: true },
      execute: (/** @type {object} */ input, /** @type {{ signal?: AbortSignal } | undefined} */ options) => this.#call(name, input, options?.signal),
    };
  }

  /**
   * A reason for failing would be lost on the way to the agent: what goes wrong is a result too.
   * @param {string} name
   * @param {object} input
   * @param {AbortSignal | undefined} signal
   */
  async #call(name, input, signal) {
    const id = `agent-${++this.#calls}`;
    const message = { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: input ?? {}, _meta: META } };
    const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } };
    signal?.addEventListener("abort", () => this.#serving.send(JSON.stringify(cancel), SPEAKER).catch(() => {}));
    try {
      const { reply } = await this.#serving.send(JSON.stringify(message), SPEAKER);
      if (reply === null) return failure("The server sent nothing.");
      const { result, error } = JSON.parse(reply);
      if (!Array.isArray(result?.content)) return failure(error?.message ?? "The server did not answer the call.");
      const { content, structuredContent, isError = false } = result;
      return { content, isError, ...(structuredContent === undefined ? {} : { structuredContent }) };
    } catch (error) {
      return failure(/** @type {Error} */ (error).message);
    }
  }
}

/** @param {string} text */
const failure = (text) => ({ content: [{ type: "text", text }], isError: true });

/** Where the signal did it already, or the tool is gone, there is nothing to do. @param {ModelContext} context @param {string} name */
function forget(context, name) {
  try {
    context.unregisterTool?.(name);
  } catch {
    // Gone already.
  }
}
