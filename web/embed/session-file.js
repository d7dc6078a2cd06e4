// The messages of an element: a list of them, a conversation file, or what a docs build has recorded.

import { members } from "./raw-json.js";

/** @import { Exchange } from "./embed-api.js" */
/** @typedef {{ messages: string[], recording: Exchange[], source?: string, filename?: string }} Script source: "" and filename: as a docs build writes them */

/** The newest format that this can read; what a newer one holds is named, not guessed. */
export const FORMAT = 1;

/**
 * @param {string} text
 * @returns {Script}
 */
export function readSession(text) {
  /** @type {unknown} */
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`The messages are no JSON: ${/** @type {Error} */ (error).message}.`);
  }
  if (Array.isArray(value)) return { messages: written(members(text)), recording: [] };
  const { format = FORMAT, exchanges, steps, messages, source, filename } = /** @type {Record<string, any>} */ (value ?? {});
  if (format > FORMAT) throw new Error(`The messages are of format ${format}; this playground reads up to ${FORMAT}. Use a newer embed.js.`);
  if (Array.isArray(exchanges)) {
    return { messages: exchanges.map(({ sent }) => String(sent)), recording: exchanges.map(exchange), source, filename };
  }
  if (Array.isArray(messages)) return { messages: messages.map(asText), recording: [] };
  if (Array.isArray(steps)) return { messages: steps.map(({ send }) => asText(send)), recording: [] };
  throw new Error("The messages are neither a list nor a conversation file: write [{...}, {...}].");
}

/** @param {any} written */
function exchange({ sent, received = [], printed }) {
  return { sent: String(sent), received: received.map(String), ...(printed ? { printed: String(printed) } : {}) };
}

/**
 * A string is sent exactly as it is; anything else as the text it was written as.
 * @param {string[]} texts
 */
const written = (texts) => texts.map((text) => (text.startsWith('"') ? JSON.parse(text) : oneLine(text)));

/** @param {unknown} value */
const asText = (value) => (typeof value === "string" ? value : JSON.stringify(value));

/**
 * Without the line ends and indents of a file; strings keep theirs.
 * @param {string} text
 */
const oneLine = (text) => text.replace(/("(?:\\.|[^"\\])*")|\s*\n\s*/g, (_found, string) => string ?? " ").trim();
