// The Pythons of this page: one for all elements with the same `env`, in a hidden frame, while any of them is in use.

import { home } from "./home.js";
import { loaded, sandboxed } from "./sandboxed.js";

/** @import { Joining, Said } from "./embed-api.js" */
/** @typedef {{ frame: HTMLIFrameElement, loaded: Promise<unknown>, users: number }} Hub */

/** @type {Map<string, Hub>} */
const hubs = new Map();
let seats = 0;

/**
 * A port to the Python of this name, and what to call when it is no longer needed.
 * @param {string} env
 */
export function joinPython(env) {
  let hub = hubs.get(env);
  if (!hub) {
    hub = open();
    hubs.set(env, hub);
  }
  hub.users += 1;
  const seat = ++seats;
  const { frame } = hub;
  const { port1, port2 } = new MessageChannel();
  hub.loaded.then(
    () => frame.contentWindow?.postMessage(/** @satisfies {Joining} */ ({ type: "mcp-playground:join", v: 1, seat }), "*", [port2]),
    ({ message }) => port2.postMessage(/** @satisfies {Said} */ ({ kind: "state", state: "failed", why: message })),
  );
  return { port: port1, leave: () => leave(env, /** @type {Hub} */ (hub), seat) };
}

/** @returns {Hub} */
function open() {
  const frame = sandboxed(`${home}hub.html`, "Python for the examples on this page");
  frame.ariaHidden = "true";
  frame.tabIndex = -1;
  Object.assign(frame.style, { position: "fixed", width: "0", height: "0", border: "0", visibility: "hidden" });
  const here = loaded(frame);
  here.catch(() => {}); // told to each that joins
  document.body.append(frame);
  return { frame, loaded: here, users: 0 };
}

/**
 * @param {string} env
 * @param {Hub} hub
 * @param {number} seat
 */
function leave(env, hub, seat) {
  hub.users -= 1;
  hub.frame.contentWindow?.postMessage(/** @satisfies {Joining} */ ({ type: "mcp-playground:leave", v: 1, seat }), "*");
  if (hub.users) return;
  hub.frame.remove();
  if (hubs.get(env) === hub) hubs.delete(env);
}
