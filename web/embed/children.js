// What the author wrote into the page: attributes and children of the element.

import { readSession } from "./session-file.js";

/** @import { Mode, Setup } from "./embed-api.js" */
/** @import { Script } from "./session-file.js" */

const MODES = /** @type {Mode[]} */ (["edit", "read", "output"]);

/**
 * @param {HTMLElement} element
 * @returns {Promise<Pick<Setup, "source" | "filename" | "messages" | "recording" | "mode">>}
 */
export async function readChildren(element) {
  const src = element.getAttribute("src");
  const session = element.getAttribute("session");
  const code = element.querySelector("script[type='text/x-python']");
  const listed = element.querySelector("script[type='application/json']");
  const fallback = element.querySelector("pre");
  const text = listed ? listed.textContent : session ? await download(session) : "";
  /** @type {Script} */
  const { messages, recording, ...built } = text ? readSession(text) : { messages: [], recording: [] };
  const source = built.source ?? (code ? dedent(code.textContent) : src ? await download(src) : listed || !fallback ? "" : dedent(fallback.textContent));
  return { source, filename: built.filename ?? fileName(src), messages, recording, mode: oneOf(MODES, element.getAttribute("mode")) };
}

/**
 * @template T
 * @param {T[]} known the first one by default
 * @param {unknown} value
 */
export const oneOf = (known, value) => known.find((one) => one === value) ?? known[0];

/** Whether the author's own HTML shows something, so that nothing has to be drawn. @param {HTMLElement} element */
export function showsSomething(element) {
  return [...element.children].some(({ localName }) => localName !== "script" && localName !== "template");
}

/** @param {string | null} src */
function fileName(src) {
  const name = src && new URL(src, document.baseURI).pathname.split("/").at(-1);
  return name || "server.py";
}

/** @param {string} path */
async function download(path) {
  const url = new URL(path, document.baseURI);
  const response = await fetch(url).catch(() => null);
  if (response?.ok) return response.text();
  const why = response ? `the web server answered ${response.status}` : "the network, the other site or this page's connect-src directive does not let it";
  throw new Error(`${path} could not be loaded: ${why}.`);
}

/**
 * A script in a page is indented as its tag is.
 * @param {string | null} text
 */
function dedent(text) {
  const lines = (text ?? "").replace(/^[ \t]*\n/, "").trimEnd().split("\n");
  const indents = lines.filter((line) => line.trim()).map((line) => /** @type {RegExpMatchArray} */ (line.match(/^[ \t]*/))[0].length);
  const common = Math.min(...indents, Infinity);
  return common === Infinity ? "" : `${lines.map((line) => line.slice(common)).join("\n")}\n`;
}
