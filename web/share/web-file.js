// Server files from an address on the web. Nothing is fetched before somebody has agreed to this very address.

import { size } from "../text/show.js";
import { readAtMost, TooMuch } from "./bounded.js";

const AT_MOST = 1_000_000;

/** Pages that show a file, and where the file itself is. @type {[RegExp, string][]} */
const RAW = [
  [/^https:\/\/github\.com\/([^/]+\/[^/]+)\/(?:blob|raw)\/(.+)$/, "https://raw.githubusercontent.com/$1/$2"],
  [/^https:\/\/gist\.github\.com\/([^/]+\/[0-9a-f]+)$/, "https://gist.githubusercontent.com/$1/raw"],
  [/^(https:\/\/gitlab\.com\/.+)\/-\/blob\/(.+)$/, "$1/-/raw/$2"],
];

/**
 * @param {string} typed
 * @returns {URL | null} null when it is no address of the web
 */
export function webAddress(typed) {
  if (!URL.canParse(typed, document.baseURI)) return null;
  const url = new URL(typed, document.baseURI);
  if (!["https:", "http:"].includes(url.protocol)) return null;
  url.hash = "";
  const bare = url.href.replace(/\?$/, "");
  const [page, raw] = RAW.find(([pattern]) => pattern.test(bare)) ?? [];
  return page && raw ? new URL(bare.replace(page, raw)) : url;
}

/** @param {URL} url */
export const fileName = (url) => url.pathname.split("/").findLast((part) => part && part !== "raw") ?? url.hostname;

/**
 * @param {URL} url
 * @returns {Promise<string>}
 * @throws {Error} its message is for the reader
 */
export async function fetchFile(url) {
  const response = await ask(url);
  if (!response.ok) throw new Error(`${url.href} could not be loaded: ${url.host} answered ${response.status}.`);
  if (/^text\/html\b/.test(response.headers.get("content-type") ?? "")) {
    throw new Error(`${url.href} is a web page, not a Python file: use the address of the file itself, often called “raw”.`);
  }
  try {
    const bytes = response.body ? await readAtMost(response.body, AT_MOST) : new Uint8Array();
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    const why = error instanceof TooMuch ? `is larger than ${size(AT_MOST)}, which no server file needs` : "is not a text in UTF-8";
    throw new Error(`${url.href} ${why}, so it was not opened.`);
  }
}

/** @param {URL} url */
async function ask(url) {
  try {
    return await fetch(url, { credentials: "omit", referrerPolicy: "no-referrer" });
  } catch {
    throw new Error(`${url.href} could not be loaded: ${url.host} did not answer, or does not let other sites read it.`);
  }
}
