// What the address in the browser's bar asks this page to open: a link that holds code, or a file on the web.

import { isLink } from "./link.js";
import { webAddress } from "./web-file.js";

/** @typedef {{ kind: "link", hash: string } | { kind: "file", url: URL } | { kind: "fault", text: string }} Asked */

/** @returns {Asked | null} */
export function asked() {
  if (isLink(location.hash)) return { kind: "link", hash: location.hash };
  const source = new URLSearchParams(location.search).get("src");
  if (!source) return null;
  const url = webAddress(source);
  return url ? { kind: "file", url } : { kind: "fault", text: `The address of this page asks for a file at “${source}”, which is no address of the web.` };
}

/** Once the page has it, it is no longer in the address: reloading would open it again. */
export function forget() {
  const url = new URL(location.href);
  if (isLink(url.hash)) url.hash = "";
  url.searchParams.delete("src");
  history.replaceState(null, "", url.href.replace(/#$/, ""));
}

/** @param {string} hash @returns {string} the whole address of a link that holds code */
export const linkTo = (hash) => new URL(hash, pageAddress()).href;

/** @param {URL} file @returns {string} */
export function linkToFile(file) {
  const url = pageAddress();
  url.searchParams.set("src", file.href);
  return url.href;
}

function pageAddress() {
  const url = new URL(location.href);
  url.hash = "";
  url.searchParams.delete("src");
  return url;
}
