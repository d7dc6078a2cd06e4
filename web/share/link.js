// A playground in a link: "#v1/" and the base64url of the raw deflate of compact JSON. Knows no DOM.
// Format 1, readable for ever: { code, session?: texts of messages, options?: { name, present }, crc?: of all texts }.

import { readAtMost, TooMuch } from "./bounded.js";
import { crc32 } from "./crc32.js";

/** @typedef {{ name?: string, present?: boolean }} Options */
/** @typedef {{ code: string, session: string[], options: Options }} Shared */

const MARK = /^#v(\d+)\/(.*)$/s;
const READABLE = "1";
const MEBI = 1 << 20;
const LINK_AT_MOST = 2 * MEBI;
// A few hundred characters can inflate to gigabytes.
const INFLATED_AT_MOST = 4 * MEBI;
const MESSAGES_AT_MOST = 1000;
const NAME_AT_MOST = 80;

const DAMAGED = "This link is damaged or cut off, so nothing of it was opened: ask for it again, or for the file.";
const TOO_MUCH = `This link holds more than ${INFLATED_AT_MOST / MEBI} MB, which no server file needs, so nothing of it was opened.`;

/** What is said when a link cannot be opened: its message is for the reader. */
export class BadLink extends Error {}

/** @param {string} hash as `location.hash` gives it */
export const isLink = (hash) => MARK.test(hash);

/**
 * @param {Shared} shared
 * @returns {Promise<string>} the part of the address from # on
 */
export async function encodeLink({ code, session, options }) {
  const { name, present } = options;
  const content = {
    code,
    ...(session.length > 0 && { session }),
    ...((name || present) && { options: { ...(name && { name }), ...(present && { present }) } }),
    crc: sumOf(code, session),
  };
  const packed = new Blob([JSON.stringify(content)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  return `#v${READABLE}/${toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/**
 * @param {string} hash
 * @returns {Promise<Shared>}
 * @throws {BadLink}
 */
export async function decodeLink(hash) {
  const [, version, payload] = MARK.exec(hash) ?? [];
  if (version === undefined) throw new BadLink(DAMAGED);
  if (version !== READABLE) throw new BadLink(`This link is of format ${version}, which this page does not know: open it in a newer playground.`);
  if (payload.length > LINK_AT_MOST) throw new BadLink(TOO_MUCH);
  const content = parse(await inflate(fromBase64(tidy(payload))));
  const shared = check(content);
  if (content.crc !== undefined && content.crc !== sumOf(shared.code, shared.session)) throw new BadLink(DAMAGED);
  return shared;
}

/** Programs through which a link passes escape characters, and take a full stop after it for a part of it. @param {string} payload */
function tidy(payload) {
  let text = payload;
  try {
    text = decodeURIComponent(payload);
  } catch {
    // No escapes after all.
  }
  return text.replace(/[\s.,;:!?)\]}>'"=]+$/, "").replaceAll("-", "+").replaceAll("_", "/");
}

/** @param {Uint8Array} bytes */
function toBase64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/** @param {string} text */
function fromBase64(text) {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    throw new BadLink(DAMAGED);
  }
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function inflate(bytes) {
  try {
    return await readAtMost(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")), INFLATED_AT_MOST);
  } catch (error) {
    throw new BadLink(error instanceof TooMuch ? TOO_MUCH : DAMAGED);
  }
}

/** @param {Uint8Array} json @returns {any} */
function parse(json) {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(json));
  } catch {
    throw new BadLink(DAMAGED);
  }
}

/** @param {any} content @returns {Shared} */
function check(content) {
  const { code, session = [], options = {} } = content ?? {};
  if (typeof code !== "string") throw new BadLink("This link holds no code: its member “code” has to be a text.");
  if (!Array.isArray(session) || !session.every((text) => typeof text === "string")) {
    throw new BadLink("The messages in this link cannot be read: its member “session” has to be a list of texts.");
  }
  if (session.length > MESSAGES_AT_MOST) throw new BadLink(`This link holds more than ${MESSAGES_AT_MOST} messages, so nothing of it was opened.`);
  const name = typeof options?.name === "string" ? options.name.trim().slice(0, NAME_AT_MOST) : "";
  return { code, session, options: { name, present: options?.present === true } };
}

/** @param {string} code @param {string[]} session */
const sumOf = (code, session) => crc32(new TextEncoder().encode([code, ...session].join("\n")));
