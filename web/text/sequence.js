// What happened, as a sequence between a client and a server: one arrow or note for each entry of the log.
// Also as Mermaid, a text that many places draw.

/** @import { Entry } from "../serving.js" */
/**
 * `line`: an arrow's kind, or a note. `from`: where the arrow begins, or where the note stands.
 * @typedef {{ entry: Entry, line: "call" | "answer" | "notice" | "note" | "break", from: "client" | "server", label: string, bad: boolean }} Row
 */

// Longer texts are named by their beginning only.
const READ_CHARS = 200_000;
const LABEL_CHARS = 80;

/** @param {Entry} entry @returns {Row | null} null for what is no part of a sequence */
export function rowOf(entry) {
  const { kind, text, outcome } = entry;
  if (kind === "printed") return null;
  if (kind === "notice") return { entry, line: "break", from: "server", label: short(text), bad: false };
  if (kind === "error") return { entry, line: "note", from: "server", label: short(text.split("\n")[0]), bad: true };
  if (kind === "nothing") return { entry, line: "note", from: "server", label: "nothing sent", bad: false };
  const from = kind === "sent" ? "client" : "server";
  const { line, label, bad } = named(text);
  return { entry, line: outcome ? "answer" : line, from, label, bad };
}

/** A row as a sentence. @param {Row} row */
export function sentence({ entry, line, from, label }) {
  const number = entry.id === undefined ? "" : `, message ${entry.id}`;
  if (line === "break") return label;
  if (line === "note") return `Server: ${label}${number}`;
  return `${from === "client" ? "Client to server" : "Server to client"}: ${label}${number}`;
}

/** @param {string} text @returns {{ line: "call" | "answer" | "notice", label: string, bad: boolean }} */
function named(text) {
  const message = text.length > READ_CHARS ? null : parsed(text);
  if (Array.isArray(message)) return { line: "call", label: `a batch of ${message.length}`, bad: false };
  if (typeof message !== "object" || message === null) return { line: "call", label: short(text) || "an empty text", bad: false };
  const { id, method, params, result, error } = message;
  if (typeof method === "string") {
    const about = [params?.name, params?.uri, params?.message, params?.data].find((part) => typeof part === "string");
    return { line: id === undefined ? "notice" : "call", label: short([method, about].filter(Boolean).join(" ")), bad: false };
  }
  if (error !== undefined) return { line: "answer", label: short(["error", error?.code, error?.message].filter(Boolean).join(" ")), bad: true };
  if (result !== undefined) return { line: "answer", label: result?.isError === true ? "result, isError" : "result", bad: result?.isError === true };
  return { line: "call", label: short(text), bad: false };
}

/** @param {string} text */
function short(text) {
  const line = text.slice(0, 4 * LABEL_CHARS).replace(/\s+/g, " ").trim();
  return line.length > LABEL_CHARS ? `${line.slice(0, LABEL_CHARS - 1)}…` : line;
}

/** @param {string} text @returns {any} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const ARROWS = { call: "->>", answer: "-->>", notice: "-)" };

/** @param {Row[]} rows */
export function toMermaid(rows) {
  const lines = rows.map(({ entry, line, from, label }) => {
    const said = escaped(label);
    if (line === "break") return `Note over C,S: ${said}`;
    if (line === "note") return `Note right of S: ${said}`;
    const ends = from === "client" ? ["C", "S"] : ["S", "C"];
    return `${ends[0]}${ARROWS[line]}${ends[1]}: ${entry.id === undefined ? "" : `${entry.id}. `}${said}`;
  });
  return ["sequenceDiagram", "participant C as Client", "participant S as Server", ...lines].join("\n    ") + "\n";
}

/** What means something to Mermaid, by its number. @param {string} text */
const escaped = (text) => text.replace(/[#;%<>"{}[\]\\]/g, (character) => `#${character.charCodeAt(0)};`);
