// One draft, and how it is written down.

/**
 * `original` is the text it began with. `unread` says where code came from that nobody has run here yet.
 * `stamp` is new with every writing, so that a tab notices when another one wrote; none before the first.
 * @typedef {object} Draft
 * @property {string} id
 * @property {string} name
 * @property {string} code
 * @property {string} message
 * @property {string} example slug of the example it began with, if any
 * @property {string} original
 * @property {string[]} session messages that came along, to be sent in order
 * @property {"" | "link" | "file" | "web"} unread
 * @property {number} changed
 * @property {string} stamp
 */
/** @typedef {Partial<Draft> & { name: string, code: string }} Beginning */

const TEXTS = /** @type {const} */ (["id", "name", "code", "message", "example", "original", "unread", "stamp"]);

/** @returns {string} that nobody else comes upon */
export const mark = () => Array.from(crypto.getRandomValues(new Uint32Array(2)), (number) => number.toString(36)).join("");

/** @param {Beginning} beginning @returns {Draft} */
export function newDraft(beginning) {
  const code = beginning.code.replace(/\r\n?/g, "\n"); // as the editor has it
  const started = { message: "", example: "", original: code, session: [], unread: /** @type {const} */ (""), ...beginning, code };
  return { ...started, id: mark(), changed: Date.now(), stamp: "" };
}

/** @param {string | null} record @returns {Draft | null} null when it is none */
export function readDraft(record) {
  try {
    const draft = JSON.parse(record ?? "");
    const sound = TEXTS.every((name) => typeof draft[name] === "string") && Array.isArray(draft.session) && typeof draft.changed === "number";
    return sound ? draft : null;
  } catch {
    return null;
  }
}
