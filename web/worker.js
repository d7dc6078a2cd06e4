// The worker's entry: a table of actions. Every call is answered once; no Python text and no protocol here.
import { prepareBoot } from "./worker/boot.js";
import { Printed } from "./worker/printed.js";

/** @import { Actions, ActionName, Call, FromWorker } from "./worker-api.js" */
/** @import { Python } from "./worker/boot.js" */
/** @typedef {(kind: string, text: string) => void} Say what Python calls with what is no answer */
/** @import { PyProxy } from "pyodide/ffi" */
/**
 * @typedef {object} Host
 * @property {(source: string, filename: string) => Promise<string>} load
 * @property {(text: string, say: Say) => Promise<string>} deliver
 * @property {(step: string, answer: string) => Promise<string>} check
 * @property {(kind: string) => Promise<PyProxy & { toJs(): Uint8Array<ArrayBuffer> }>} export
 * @property {(name: string, path: string, python: string) => string} configuration
 * @property {(isFixed: boolean) => void} fix
 * @property {(before: string) => Promise<string>} interface
 * @property {(action: string, order: string) => Promise<string>} session
 */
/** @typedef {Host & { interrupt(): void, leave(): void }} SharedHost one of several, each with a name */

// Server files reach every global of this worker, its events and all prototypes. The port to the page is reached
// by none of these, and is used by functions that were taken before any server file ran.
const readData = Function.prototype.call.bind(Object.getOwnPropertyDescriptor(MessageEvent.prototype, "data")?.get ?? (() => null));
/** @type {(message: FromWorker) => void} */
let send;

let dead = false;
const post = (/** @type {FromWorker} */ message) => {
  dead ||= message.kind === "fatal";
  send(message);
};
// A dead interpreter throws into the event loop as well; the page has been told, and ends this worker.
for (const kind of ["error", "unhandledrejection"]) self.addEventListener(kind, (event) => dead && event.preventDefault());

/** Of everything that has no seat. */
const printed = new Printed(post);
const SAID = /** @type {const} */ (["received", "error", "doing"]);

/** @type {PromiseWithResolvers<WebAssembly.Module>} */
const engine = Promise.withResolvers();
/** @type {ReturnType<typeof prepareBoot>} */
let boot;
/** @type {Python} */
let python;
/** @type {Host} */
let host;
/** Where several servers share this Python. @type {Map<string, { host: SharedHost, printed: Printed }>} */
const seats = new Map();

/** @param {string} name */
function join(name) {
  const own = new Printed((message) => post({ ...message, seat: name }));
  const shared = python.makeSharedHost(name, (said, text) => {
    if (said === "printed") return own.add(text);
    own.flush();
    const kind = SAID.find((known) => known === said) ?? "received";
    post({ kind, text, call: null, seat: name });
  });
  seats.set(name, { host: shared, printed: own });
}

/** @param {string} [name] */
const hostOf = (name = "") => seats.get(name)?.host ?? host;

/** @param {number | null} call that it belongs to @returns {Say} */
const sayer = (call) => (said, text) => {
  printed.flush(); // what a tool printed before it emitted stays before it in the log
  const kind = SAID.find((known) => known === said) ?? "received";
  post({ kind, text, call });
};

/** @type {{ [A in ActionName]: (order: Actions[A]["order"], id: number) => Promise<Actions[A]["answer"]> }} */
const actions = {
  async prepare(order) {
    boot = prepareBoot(await engine.promise, order, post);
    return null;
  },
  async boot({ files }) {
    python = await boot(files);
    printed.attach(python.pyodide);
    host = python.makeHost(sayer(null));
    return null;
  },
  async supply({ files }) {
    python.supply(files);
    return null;
  },
  async knows({ source }) {
    return python.knows(source) ? "yes" : "";
  },
  load: ({ source, filename, seat }) => hostOf(seat).load(source, filename),
  deliver: ({ text, seat }, id) => hostOf(seat).deliver(text, sayer(id)),
  async join({ seat }) {
    join(seat);
    return null;
  },
  async interrupt({ seat }) {
    seats.get(seat)?.host.interrupt();
    return null;
  },
  async leave({ seat }) {
    seats.get(seat)?.host.leave();
    seats.delete(seat);
    return null;
  },
  async export({ kind }) {
    const made = await host.export(kind);
    const bytes = made.toJs();
    made.destroy();
    return bytes;
  },
  async fix({ isFixed }) {
    host.fix(isFixed);
    return null;
  },
  interface: ({ before }) => host.interface(before),
  recorded: ({ name, text }) => host.session(name, text),
  configuration: async ({ name, path, python: command }) => host.configuration(name, path, command),
  check: ({ step, answer }) => host.check(step, answer),
  async install({ packages }) {
    await python.install(packages);
    return null;
  },
};

/** @param {MessageEvent} event */
async function obey(event) {
  const { id, action, order } = /** @type {Call} */ (readData(event));
  const own = seats.get("seat" in order ? (order.seat ?? "") : "")?.printed ?? printed;
  own.renew();
  try {
    const run = /** @type {(order: unknown, id: number) => Promise<string | Uint8Array<ArrayBuffer> | null>} */ (actions[action]);
    const value = await run(order, id);
    own.flush();
    post({ kind: "answer", id, value });
  } catch (error) {
    own.flush();
    post({ kind: "refusal", id, message: reason(error) });
  }
}

/** An error of Python's brings its traceback along; the last line says what it is. @param {unknown} error */
function reason(error) {
  const text = String(/** @type {any} */ (error)?.message ?? error).trim();
  return text.includes("Traceback (most recent call last)") ? text.slice(text.lastIndexOf("\n") + 1) : text;
}

// First comes the port and then, beside it, the engine: no port takes that to a worker without an origin.
self.addEventListener("message", ({ ports: [port] }) => {
  send = port.postMessage.bind(port);
  port.addEventListener("message", obey);
  port.start();
  post({ kind: "hello" });
  self.addEventListener("message", ({ data }) => engine.resolve(data), { once: true });
}, { once: true });
