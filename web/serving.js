// What is served and in which state: runs code, sends messages, survives Stop and crashes.
// Keeps the last code that worked and serves it again in every new worker. Knows no panel and no DOM.

import { Line } from "./line.js";
import { Refusal, Session } from "./session.js";

/** @import { Launch, LoadError, LoadResult, Outcome, Preset, RecordedActions, Rung, Stage, State, Tool } from "./worker-api.js" */

/**
 * What happened, for the log. `id` numbers the messages sent from this page; a reply carries its message's.
 * `by`: who sent it or was told, if not the composer. `isAnswer`: it answers a question of the server's within that message.
 * @typedef {{ kind: "sent" | "received" | "nothing" | "printed" | "error" | "notice", text: string, id?: number, by?: Speaker["by"], isAnswer?: boolean, outcome?: Outcome }} Entry
 */
/**
 * Who speaks with the server besides the composer. `hear` gets what the server sends in between, once it is logged.
 * @typedef {{ by: "client" | "agent", hear?(entry: Entry): void }} Speaker
 */
/** @typedef {{ stage: Stage, loaded: number, total: number, rung: Rung }} Progress */
/** @typedef {{ source: string, server: string, tools: string[], definitions: Tool[], presets: Preset[], start: string }} Served */
/** @typedef {{ ok: boolean, error: LoadError | null }} RunResult */
/** @typedef {{ session: Session, result: RunResult | null }} Up a worker that serves, and what came of the code it was started for */
/**
 * @typedef {object} Watcher
 * @property {(state: State, why: string) => void} onState
 * @property {(entry: Entry) => void} onEntry
 * @property {(progress: Progress) => void} onProgress
 * @property {(doing: string) => void} onDoing what Python is about to do, while it works
 * @property {(served: Served) => void} onServed
 * @property {(error: LoadError) => void} onLoadError
 */

const NOTHING_RUNS = "No server is running. Press Run to start it.";

/** @param {string} message @returns {LoadError} */
const fault = (message) => ({ message, traceback: "", line: null, column: null, missing: [] });

export class Serving {
  /** @type {State} */
  state = "booting";
  /** @type {Served | null} */
  served = null;
  #watcher;
  /** The worker that counts; what an older one still says is ignored. @type {Session | null} */
  #session = null;
  /** Resolves when that worker is up and serves what it has to. @type {Promise<Up> | null} */
  #up = null;
  #files;
  #workers;
  /** The way to start that worked. @type {Rung | undefined} */
  #rung;
  /** Packages the user agreed to take from PyPI: every new worker needs them again. @type {Set<string>} */
  #agreed = new Set();
  #busy = 0;
  #sent = 0;
  /** Who sent the messages under way that are not the composer's, by their numbers. @type {Map<number, Speaker>} */
  #speakers = new Map();
  line = new Line();
  /** Whether clock and ids are fixed for what is run from now on. */
  isFixed = false;
  /** Who hears what the server says without being asked. @type {Speaker | null} */
  audience = null;

  /**
   * @param {import("./files.js").Files} files
   * @param {import("./workers.js").Workers} workers
   * @param {Watcher} watcher
   */
  constructor(files, workers, watcher) {
    this.#files = files;
    this.#workers = workers;
    this.#watcher = watcher;
  }

  /** Start Python before there is anything to serve. */
  async warm() {
    await this.#live();
  }

  /**
   * Serve this code; on a fault in it the previous server stays. Where Python fails instead of saying what is wrong,
   * it is no good any more: the code gets a fresh one, once.
   * @param {string} source
   * @returns {Promise<RunResult>}
   */
  async run(source) {
    const session = await this.#live();
    return this.#busily(async () => {
      try {
        const result = this.#note(source, await session.load(source));
        this.#rest();
        return result;
      } catch (error) {
        const { message } = /** @type {Error} */ (error);
        if (session.crashed) return this.#note(source, { ok: false, error: fault(`server.py ended Python while it was loading: ${message}`) });
        if (!(error instanceof Refusal) || session !== this.#session) throw error;
        this.#watcher.onEntry({ kind: "notice", text: `Python does not work as it should (${message}), so it is started afresh.` });
        session.end(new Error("Python was started afresh."));
        this.#up = this.#bring(source);
        return (await this.#up).result ?? { ok: false, error: null };
      }
    });
  }

  /**
   * Deliver exactly this text.
   * @param {string} text
   * @param {Speaker} [speaker]
   * @param {number} [answers] number of the message that this belongs to, where it is no message of its own
   * @returns {Promise<Outcome>}
   */
  async send(text, speaker, answers) {
    const session = await this.#live();
    const id = answers ?? ++this.#sent;
    const who = { id, by: speaker?.by, isAnswer: answers !== undefined };
    this.#watcher.onEntry({ kind: "sent", text, ...who });
    if (speaker && answers === undefined) this.#speakers.set(id, speaker);
    try {
      if (!this.served) throw new Error("no server is running; press Run first.");
      const outcome = await this.line.carry(() => this.#busily(() => session.deliver(text, id)), (second) => this.#answered(second, who));
      this.#answered(outcome, who);
      return outcome;
    } catch (error) {
      this.#watcher.onEntry({ kind: "error", text: `No answer: ${/** @type {Error} */ (error).message}`, ...who });
      if (error instanceof Refusal && session === this.#session) {
        session.end(error);
        this.#again("Python did not work any more as it should.");
      }
      throw error;
    } finally {
      if (answers === undefined) this.#speakers.delete(id);
    }
  }

  /** Serve nothing until somebody runs code; Python is kept ready for it. */
  async leave() {
    if (this.served) {
      this.served = null;
      this.#session?.end(new Error("Another text was opened."));
    }
    await this.#live();
    if (!this.served && this.state === "booting") this.#rest();
  }

  /** @param {Outcome} outcome @param {Pick<Entry, "id" | "by" | "isAnswer">} who */
  #answered(outcome, who) {
    const nothing = outcome.reply === null;
    this.#watcher.onEntry({ kind: nothing ? "nothing" : "received", text: outcome.reply ?? "Nothing was sent.", ...who, outcome });
  }

  /** End whatever runs, at once, and serve the last good code again. */
  async stop() {
    if (!this.#session) return;
    this.#session.end(new Error("Stopped."));
    await this.#again("Stopped.");
  }

  /**
   * The one place that lets anything come from another origin; called for a click on the button that says so.
   * @param {string[]} packages
   */
  async install(packages) {
    const session = await this.#live();
    await this.#busily(() => session.install(packages));
    for (const name of packages) this.#agreed.add(name);
  }

  /** What is served, as a file. @param {string} kind */
  async export(kind) {
    const session = await this.#live();
    return this.#busily(() => session.export(kind));
  }

  /** What there is to take home, and how a client is told of it. @param {Launch} launch */
  async configuration(launch) {
    const session = await this.#live();
    return this.#busily(() => session.configuration(launch));
  }

  /**
   * Hold an answer against a step of a lesson. What is served goes on as it was.
   * @param {string} step as JSON
   * @param {string} answer
   * @returns {Promise<string>} JSON of what Python says of it
   */
  async check(step, answer) {
    const session = await this.#live();
    return this.#busily(() => session.check(step, answer));
  }

  /** From the next Run on. @param {boolean} isFixed */
  async fix(isFixed) {
    this.isFixed = isFixed;
    const session = await this.#live();
    await session.fix(isFixed);
  }

  /** What the server offers, and what changed of it. @param {string} before */
  async interface(before) {
    return (await this.#live()).interface(before);
  }

  /**
   * Something with recorded sessions. Rejects with what Python says against it.
   * @template {keyof RecordedActions} A
   * @param {A} name
   * @param {RecordedActions[A]["order"]} order
   * @returns {Promise<RecordedActions[A]["answer"]>}
   */
  async recorded(name, order) {
    const session = await this.#live();
    const told = await this.#busily(() => session.recorded(name, order));
    if ("error" in told) throw new Error(told.error);
    return told;
  }

  /** @param {string} why */
  async #again(why) {
    this.#session = null;
    this.#up = null;
    if (!this.served) return this.#enter("stopped", `${why} ${NOTHING_RUNS}`);
    this.#enter("stopped", `${why} Bringing the server back.`);
    try {
      await this.#live();
      this.#watcher.onEntry({ kind: "notice", text: `${why} The last code that worked is served again.` });
    } catch {
      // The next Stop ended this attempt, or #bring has shown why it failed.
    }
  }

  async #live() {
    if (!this.#up || !this.#session?.alive) this.#up = this.#bring(null);
    return (await this.#up).session;
  }

  /**
   * A worker that serves this code or, where that cannot be, the last that worked.
   * @param {string | null} wanted
   * @returns {Promise<Up>}
   */
  async #bring(wanted) {
    let session = this.#start();
    /** @type {RunResult | null} */
    let first = null;
    try {
      await this.#boot(session);
      const sources = new Set([wanted, this.served?.source ?? null].filter((source) => source !== null));
      for (const source of sources) {
        if (first?.ok) break;
        const result = await this.#load(session, source);
        if (!result.ok && source === this.served?.source) this.served = null;
        const noted = this.#note(source, result);
        if (source === wanted) first = noted;
        if (session.alive) continue;
        session = this.#start();
        await this.#boot(session);
      }
      session.settled = true;
      if (sources.size) this.#rest();
      return { session, result: first };
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      session.end(new Error(message));
      if (session === this.#session) this.#enter("failed", message);
      throw error;
    }
  }

  #start() {
    const session = new Session(this.#files, this.#workers, (message) => this.#hear(session, message));
    this.#session = session;
    if (!this.served || this.state === "failed") this.#enter("booting", "");
    return session;
  }

  /** @param {Session} session */
  async #boot(session) {
    await session.boot(this.#rung);
    this.#rung = session.rung;
    if (this.isFixed) await session.fix(true);
    if (!this.#agreed.size) return;
    // Offline by now? Then the server file says what it misses, and everything else still works.
    await session.install([...this.#agreed]).catch(({ message }) => this.#watcher.onEntry({ kind: "notice", text: message }));
  }

  /**
   * Into a fresh Python: one that fails instead of answering was broken by this very code, and is ended.
   * @param {Session} session
   * @param {string} source
   * @returns {Promise<LoadResult>}
   */
  async #load(session, source) {
    try {
      return await session.load(source);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      session.end(error);
      return { ok: false, error: fault(`server.py breaks the Python that it runs in: ${error.message}`) };
    }
  }

  /**
   * @template T
   * @param {() => Promise<T>} work
   */
  async #busily(work) {
    this.#busy += 1;
    if (this.state === "ready") this.#enter("running", "");
    try {
      return await work();
    } finally {
      this.#busy -= 1;
      if (this.state === "running" && !this.#busy) this.#enter("ready", "");
    }
  }

  /**
   * @param {string} source
   * @param {LoadResult} result
   * @returns {RunResult}
   */
  #note(source, result) {
    if (result.ok) {
      const { server, tools, definitions, presets, start, problems } = result;
      for (const text of problems) this.#watcher.onEntry({ kind: "notice", text });
      this.served = { source, server, tools, definitions, presets, start };
      this.#watcher.onServed(this.served);
    } else {
      this.#watcher.onEntry({ kind: "error", text: result.error.traceback || result.error.message });
      this.#watcher.onLoadError(result.error);
    }
    return { ok: result.ok, error: result.error };
  }

  #rest() {
    if (this.served) this.#enter(this.#busy ? "running" : "ready", "");
    else this.#enter("stopped", NOTHING_RUNS);
  }

  /**
   * @param {Session} session
   * @param {import("./session.js").News} message
   */
  #hear(session, message) {
    if (session !== this.#session) return;
    switch (message.kind) {
      case "progress":
        return this.#watcher.onProgress(message);
      case "died":
        this.#again(message.text);
        return;
      case "doing":
        return this.#watcher.onDoing(message.text);
      case "capped":
      case "ignored":
        return this.#watcher.onEntry({ kind: "notice", text: message.text });
      default:
        return this.#said(message.kind, message.text, message.mark);
    }
  }

  /**
   * @param {"received" | "error" | "printed"} kind
   * @param {string} text
   * @param {number} [id] of the message that it belongs to
   */
  #said(kind, text, id) {
    const everybody = kind === "received" ? this.audience : null;
    const speaker = id === undefined ? everybody : this.#speakers.get(id);
    /** @type {Entry} */
    const entry = { kind, text, id, by: speaker?.by };
    this.#watcher.onEntry(entry);
    if (kind === "received") speaker?.hear?.(entry);
  }

  /**
   * @param {State} state
   * @param {string} why
   */
  #enter(state, why) {
    this.state = state;
    this.#watcher.onState(state, why);
  }
}
