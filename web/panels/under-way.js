// Requests that have no reply yet, and for each a button that cancels it.

import { visible } from "../text/show.js";
import { element, find } from "./element.js";

/** @import { Entry } from "../serving.js" */

// A quick reply makes nothing flicker.
const PAUSE_MS = 400;

export class UnderWay {
  #place = find("#under-way");
  #events;
  /** @type {Map<number, { timer: number, row: HTMLElement | null }>} */
  #requests = new Map();

  /** @param {{ onCancel(text: string): void }} events */
  constructor(events) {
    this.#events = events;
  }

  /** @param {Entry} entry */
  hear({ kind, text, id, outcome }) {
    if (id === undefined) return;
    if (kind === "sent" && !this.#requests.has(id)) {
      const request = readRequest(text);
      if (request) this.#requests.set(id, { timer: window.setTimeout(() => this.#show(id, request), PAUSE_MS), row: null });
    }
    if (outcome || (kind === "error" && text.startsWith("No answer"))) this.#remove(id);
    this.#place.hidden = !this.#place.childElementCount;
  }

  clear() {
    for (const id of [...this.#requests.keys()]) this.#remove(id);
    this.#place.hidden = true;
  }

  /** @param {number} id @param {{ method: string, requestId: string | number }} request */
  #show(id, { method, requestId }) {
    const kept = this.#requests.get(id);
    if (!kept) return;
    const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId, reason: "Cancelled by hand" } };
    const button = element("button", { type: "button", class: "action", click: () => this.#events.onCancel(JSON.stringify(cancel)) }, "Cancel");
    kept.row = element("p", { "data-testid": "under-way" }, element("span", {}, `#${id} ${visible(method)} is under way`), button);
    this.#place.append(kept.row);
    this.#place.hidden = false;
  }

  /** @param {number} id */
  #remove(id) {
    const kept = this.#requests.get(id);
    clearTimeout(kept?.timer);
    kept?.row?.remove();
    this.#requests.delete(id);
  }
}

/** @param {string} text @returns {{ method: string, requestId: string | number } | null} */
function readRequest(text) {
  try {
    const { method, id } = JSON.parse(text);
    const isExact = typeof id === "string" || Number.isSafeInteger(id); // any other would come out as another number
    return typeof method === "string" && isExact ? { method, requestId: id } : null;
  } catch {
    return null;
  }
}
