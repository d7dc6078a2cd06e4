// One Python from its start to its end: boot, load, deliver, install. Starts it the quickest way that works here.
// Ending it always works: its worker is terminated and every open promise rejected with the reason.

import { LATER, RUNGS, STARTS_FROM } from "./ladder.js";
import { Refusal } from "./link.js";
import { readConfiguration, readDelivery, readInterface, readLoadResult, readRecorded } from "./messages.js";

/** @import { Actions, ActionName, Configuration, Launch, LoadResult, Outcome, RecordedActions, Rung, Stage } from "./worker-api.js" */
/** @import { Files } from "./files.js" */
/** @import { Workers } from "./workers.js" */
/** @import { Later } from "./ladder.js" */
/** @import { Link, Said } from "./link.js" */
/**
 * What the owner hears of its own accord. `mark` is what it called the delivery that this belongs to.
 * @typedef {(Exclude<Said, { kind: "stage" }> | { kind: "died" | "ignored", text: string }
 *   | { kind: "progress", stage: Stage, loaded: number, total: number, rung: Rung }) & { mark?: number }} News
 */

export { Refusal };

// A start of which nothing is heard for this long is given up.
const QUIET_MS = 60_000;
const LATER_MS = 100;
const IGNORED = "The server file posted something the page does not know; it was ignored.";

/** What an action needs of what comes later. @type {Partial<Record<string, Later[]>>} */
const NEEDS = {
  deliver: ["rest"],
  install: ["rest", "packages"],
  export: ["rest", "packages"],
  configuration: ["rest", "packages"],
  check: ["rest", "packages"],
  recorded: ["rest", "packages"],
};

export class Session {
  #files;
  #workers;
  #listener;
  /** @type {Link | null} */
  #link = null;
  /** @type {Map<Later, Promise<unknown>>} */
  #supplied = new Map();
  /** @type {Set<Later>} */
  #here = new Set();
  /** @type {Stage} */
  #stage = "download";
  #isWhole = false;
  #later = 0;
  #watchdog = 0;
  /** @type {Error | null} */
  #ended = null;
  /** How Python was started. @type {Rung} */
  rung = RUNGS[0];
  /** Whether it ended by itself, once it served. */
  crashed = false;
  /** Set by the owner once it serves; only then is the end of the worker news, before it is a failed start. */
  settled = false;

  /**
   * @param {Files} files
   * @param {Workers} workers
   * @param {(news: News) => void} listener
   */
  constructor(files, workers, listener) {
    this.#files = files;
    this.#workers = workers;
    this.#listener = listener;
  }

  get alive() {
    return this.#ended === null;
  }

  /** @param {Rung} [from] the first way to try */
  async boot(from = RUNGS[0]) {
    /** @type {Error | null} */
    let first = null;
    /** What no other way to start would mend. @type {unknown} */
    let final = null;
    for (const file of [this.#files.worker(), this.#files.engine()]) file.catch((error) => (final ??= error));
    for (const rung of RUNGS.slice(RUNGS.indexOf(from))) {
      try {
        this.rung = rung;
        return await this.#start(rung);
      } catch (error) {
        if (this.#ended) throw this.#ended;
        if (final) throw final;
        first ??= /** @type {Error} */ (error);
        console.warn(`Python could not be started from its ${rung}:`, error);
        this.#link?.end(first);
      } finally {
        clearTimeout(this.#watchdog);
        this.#files.onBytes = () => {};
      }
    }
    throw first;
  }

  /** @param {Rung} rung */
  async #start(rung) {
    const names = STARTS_FROM[rung];
    const report = () => this.#listener({ kind: "progress", stage: this.#stage, ...this.#files.progress(["worker", "engine", ...names]), rung });
    this.#stage = "download";
    this.#files.onBytes = report;
    report();
    const bytes = Promise.all(names.map((name) => this.#files.bytes(name)));
    bytes.catch(() => {}); // told below
    const link = await this.#workers.take(rung);
    this.#link = link;
    if (this.#ended) link.end(this.#ended);
    const died = Promise.withResolvers();
    link.ears = {
      onSaid: (said) => this.#hear(said, report),
      onIgnored: () => this.#listener({ kind: "ignored", text: IGNORED }),
      onDeath: (text) => (this.settled ? this.#die(text) : died.reject(new Error(text))),
    };
    died.promise.catch(() => {});
    const arrived = /** @type {ArrayBuffer[]} */ (await Promise.race([bytes, died.promise]));
    await link.prepared;
    this.#isWhole = !LATER[rung].length;
    this.#watch();
    await link.call("boot", { files: Object.fromEntries(names.map((name, at) => [name, arrived[at]])) });
  }

  /**
   * @param {string} source
   * @param {string} [filename]
   * @param {string} [seat] which of several servers
   * @returns {Promise<LoadResult>}
   */
  async load(source, filename = "server.py", seat) {
    if (!this.#isWhole && !(await this.#call("knows", { source }))) await this.#supplyAll();
    const result = await this.#load(source, filename, seat);
    this.#later ||= window.setTimeout(() => this.#catchUp(), LATER_MS);
    if (result.ok || this.#isWhole || !/ImportError|ModuleNotFoundError/.test(result.error.traceback)) return result;
    // What it lacked may be what no import of its own names, and had not been needed up to now.
    await this.#supplyAll();
    return this.#load(source, filename, seat);
  }

  /**
   * @param {string} source
   * @param {string} filename
   * @param {string} [seat]
   */
  async #load(source, filename, seat) {
    const result = readLoadResult(await this.#call("load", { source, filename, seat }));
    if (!result) throw new Refusal("what it tells of the file cannot be read");
    return result;
  }

  /**
   * @param {string} text
   * @param {number} [mark] comes back with what the server says before it answers
   * @param {string} [seat]
   * @returns {Promise<Outcome>}
   */
  async deliver(text, mark, seat) {
    const answer = await this.#call("deliver", { text, seat }, mark);
    const cut = answer.indexOf("\n");
    const told = readDelivery(cut < 0 ? answer : answer.slice(0, cut));
    if (!told) throw new Refusal("what it tells of the message cannot be read");
    const { ms, sent, steps, ways, verdict } = told;
    return { reply: sent ? answer.slice(cut + 1) : null, ms, steps, ways, verdict };
  }

  /** Now that it serves, there is time for what comes later. Whoever needs a file asks again, and tells why it failed. */
  #catchUp() {
    if (this.#ended) return;
    for (const name of LATER[this.rung]) this.#files.bytes(name).catch(() => {});
    if (LATER[this.rung].includes("rest")) this.#supply("rest").catch(() => {});
    this.#workers.refill(this.rung).catch(() => {});
  }

  /** @param {string} step of a lesson, as JSON @param {string} answer @returns {Promise<string>} JSON of what Python says of it */
  check(step, answer) {
    return this.#call("check", { step, answer });
  }

  /** @param {string[]} packages */
  async install(packages) {
    await this.#call("install", { packages });
  }

  /** @param {string} kind */
  export(kind) {
    return this.#call("export", { kind });
  }

  /**
   * @param {Launch} launch
   * @returns {Promise<Configuration>}
   */
  async configuration(launch) {
    const told = readConfiguration(await this.#call("configuration", launch));
    if (!told) throw new Refusal("what it tells of taking the server home cannot be read");
    return told;
  }

  /**
   * One more server in this Python.
   * @param {string} seat
   */
  async join(seat) {
    await this.#call("join", { seat });
  }

  /**
   * Resolves when Python has heard it; one that is busy does not hear.
   * @param {string} seat
   */
  async interrupt(seat) {
    await this.#call("interrupt", { seat });
  }

  /** @param {string} seat */
  async leave(seat) {
    await this.#call("leave", { seat });
  }

  /** @param {boolean} isFixed whether clock and ids are fixed for what is loaded from now on */
  async fix(isFixed) {
    await this.#call("fix", { isFixed });
  }

  /** @param {string} before */
  async interface(before) {
    const told = readInterface(await this.#call("interface", { before }));
    if (!told) throw new Refusal("what it tells of its interface cannot be read");
    return told;
  }

  /**
   * @template {keyof RecordedActions} A
   * @param {A} name
   * @param {RecordedActions[A]["order"]} order
   */
  async recorded(name, order) {
    const told = readRecorded(name, await this.#call("recorded", { name, text: JSON.stringify(order) }));
    if (!told) throw new Refusal("what it tells of a session cannot be read");
    return told;
  }

  /** @param {Error} reason */
  end(reason) {
    if (this.#ended) return;
    this.#ended = reason;
    clearTimeout(this.#watchdog);
    this.#link?.end(reason);
  }

  /**
   * @template {ActionName} A
   * @param {A} action
   * @param {Actions[A]["order"]} order
   * @param {number} [mark]
   * @returns {Promise<Actions[A]["answer"]>}
   */
  async #call(action, order, mark) {
    const wanted = LATER[this.rung].filter((name) => NEEDS[action]?.includes(name));
    if (wanted.some((name) => !this.#here.has(name))) {
      const supplied = Promise.all(wanted.map((name) => this.#supply(name)));
      await (action === "deliver" ? supplied.catch(() => {}) : supplied); // most messages need none of it
    }
    if (this.#ended) throw this.#ended;
    return /** @type {Link} */ (this.#link).call(action, order, mark);
  }

  /** All that the start did without. */
  async #supplyAll() {
    await Promise.all(LATER[this.rung].map((name) => this.#supply(name)));
    this.#isWhole = true;
  }

  /** @param {Later} name */
  #supply(name) {
    let supplied = this.#supplied.get(name);
    if (!supplied) {
      const link = /** @type {Link} */ (this.#link);
      supplied = this.#files.bytes(name).then((bytes) => link.call("supply", { files: { [name]: bytes } }));
      this.#supplied.set(name, supplied);
      supplied.then(
        () => this.#here.add(name),
        () => this.#supplied.delete(name),
      );
    }
    return supplied;
  }

  /**
   * @param {Said} said
   * @param {() => void} report
   */
  #hear(said, report) {
    if (said.kind !== "stage") return this.#listener(said);
    this.#stage = said.stage;
    this.#watch();
    report();
  }

  #watch() {
    clearTimeout(this.#watchdog);
    this.#watchdog = window.setTimeout(() => {
      this.#link?.end(new Error(`Python did not start: nothing has happened for ${QUIET_MS / 1000} seconds.`));
    }, QUIET_MS);
  }

  /** @param {string} text */
  #die(text) {
    if (this.#ended) return;
    this.end(new Error(text));
    this.crashed = true;
    this.#listener({ kind: "died", text });
  }
}
