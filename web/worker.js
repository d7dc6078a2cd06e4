// The worker's entry: a table of actions. Every call is answered once; no Python text and no protocol here.
import buildId from "./build-id.js";
import { bootPython } from "./worker/boot.js";
import { Printed } from "./worker/printed.js";

/** @import { Actions, ActionName, Call, FromWorker } from "./worker-api.js" */
/** @typedef {{ load(source: string, filename: string): Promise<string>, deliver(text: string): Promise<string> }} Host */

let dead = false;
const post = (/** @type {FromWorker} */ message) => {
  dead ||= message.kind === "fatal";
  self.postMessage(message);
};
// A dead interpreter throws into the event loop as well; the page has been told, and ends this worker.
for (const kind of ["error", "unhandledrejection"]) self.addEventListener(kind, (event) => dead && event.preventDefault());

const printed = new Printed(post);

/** @type {Awaited<ReturnType<typeof bootPython>>} */
let python;
/** @type {Host} */
let host;

/** @type {{ [A in ActionName]: (order: Actions[A]["order"]) => Promise<Actions[A]["answer"]> }} */
const actions = {
  async boot(order) {
    python = await bootPython(order, post);
    printed.attach(python.pyodide);
    host = python.makeHost((kind, text) => {
      printed.flush(); // what a tool printed before it emitted stays before it in the log
      post({ kind: kind === "error" ? "error" : "received", text });
    });
    return null;
  },
  load: ({ source, filename }) => host.load(source, filename),
  deliver: ({ text }) => host.deliver(text),
  async install({ packages }) {
    await python.installFromPyPI(packages);
    return null;
  },
};

self.addEventListener("message", async ({ data }) => {
  const { id, action, order } = /** @type {Call} */ (data);
  printed.renew();
  try {
    const run = /** @type {(order: unknown) => Promise<string | null>} */ (actions[action]);
    const value = await run(order);
    printed.flush();
    post({ kind: "answer", id, value });
  } catch (error) {
    printed.flush();
    post({ kind: "refusal", id, message: error instanceof Error ? error.message : String(error) });
  }
});

post({ kind: "hello", build: buildId });
