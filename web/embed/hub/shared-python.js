// One Python for many servers. Started for the first that wants it; when it has to be ended, all are served again.

import { Files } from "../../files.js";
import { Refusal, Session } from "../../session.js";
import { Workers } from "../../workers.js";
import { Seat } from "./seat.js";

/** @import { Build, Rung, Stage } from "../../worker-api.js" */
/** @import { News } from "../../session.js" */
/** @import { Wish } from "../embed-api.js" */

const GRACE_MS = 400; // for Python to hear that it shall stop; what waits hears at once, a loop never
const STOPPED = "Stopped.";
const OTHERS = "Python was started afresh, because another example on this page had to be stopped.";
const SPOILT = "Python was started afresh, because a server on this page had changed it.";
const AGAIN = "The last code that worked is served again; what it had remembered is gone.";

/** Documents have better uses for memory than a worker that nobody may need. */
class OnlyOne extends Workers {
  /** @override */
  async refill() {}
}

export class SharedPython {
  #files;
  #workers;
  /** @type {Map<string, Seat>} */
  #seats = new Map();
  /** The Python that counts; what an older one still says is ignored. @type {Session | null} */
  #session = null;
  /** Resolves when it is up and serves what it has to. @type {Promise<Session> | null} */
  #up = null;
  /** Seats that the Python of now knows. @type {Map<Session, Set<string>>} */
  #joined = new Map();
  /** @type {Seat | null} */
  #latest = null;
  #progress = "";
  /** @type {Rung | undefined} */
  #rung;

  /**
   * @param {Build} build
   * @param {string} base
   */
  constructor(build, base) {
    this.#files = new Files(build.files, base);
    this.#workers = new OnlyOne(build, this.#files);
  }

  /**
   * @param {string} name
   * @param {MessagePort} port
   */
  join(name, port) {
    const seat = new Seat(name, port);
    this.#seats.set(seat.name, seat);
    port.onmessage = ({ data }) => this.#obey(seat, data);
  }

  /**
   * @param {Seat} seat
   * @param {Wish} wish
   */
  async #obey(seat, wish) {
    if (wish.wish === "stop") return this.#stop(seat);
    const { id } = wish;
    this.#latest = seat;
    try {
      if (wish.wish === "serve") seat.say({ kind: "served", id, result: await seat.unlessStopped(this.#serve(seat, wish)) });
      else seat.say({ kind: "delivered", id, outcome: await seat.unlessStopped(this.#send(seat, wish.text)) });
    } catch (error) {
      seat.say({ kind: "refused", id, why: /** @type {Error} */ (error).message });
    }
  }

  /**
   * @param {Seat} seat
   * @param {{ source: string, filename: string }} wanted
   */
  async #serve(seat, { source, filename }) {
    seat.filename ||= this.#ownName(filename);
    try {
      return await this.#load(await this.#live(), seat, source);
    } catch (error) {
      const session = this.#session;
      if (!(error instanceof Refusal) || !session) throw error;
      await this.#again(session, SPOILT, SPOILT, null, seat);
      return this.#load(await this.#live(), seat, source);
    }
  }

  /**
   * @param {Session} session
   * @param {Seat} seat
   * @param {string} source
   */
  async #load(session, seat, source) {
    await this.#admit(session, seat);
    const result = await session.load(source, seat.filename, seat.name);
    if (result.ok) seat.served = source;
    return result;
  }

  /**
   * @param {Seat} seat
   * @param {string} text
   */
  async #send(seat, text) {
    const session = await this.#live();
    return session.deliver(text, undefined, seat.name);
  }

  /** @param {Seat} seat */
  async #stop(seat) {
    const session = this.#session;
    if (!session?.settled) return seat.stop(STOPPED);
    const late = new Promise((resolve) => setTimeout(() => resolve(true), GRACE_MS));
    const isDeaf = await Promise.race([session.interrupt(seat.name).then(() => false, () => true), late]);
    seat.stop(STOPPED);
    if (isDeaf && session === this.#session) await this.#again(session, STOPPED, OTHERS, seat);
  }

  /** @param {string} name */
  leave(name) {
    this.#seats.get(name)?.close();
    this.#seats.delete(name);
    const session = this.#session;
    if (session?.settled) session.leave(name).catch(() => {}); // it ended meanwhile
  }

  /**
   * @param {Session} session
   * @param {string} why
   * @param {string} others what those are told who have not asked for it
   * @param {Seat | null} [asker]
   * @param {Seat | null} [waiting] goes on to wait
   */
  async #again(session, why, others, asker = null, waiting = null) {
    this.#session = null;
    this.#up = null;
    session.end(new Error(others));
    this.#joined.delete(session);
    for (const seat of this.#seats.values()) {
      const said = seat === asker ? why : others;
      if (seat !== waiting) seat.stop(said);
      seat.say({ kind: "state", state: "stopped", why: `${said} Bringing the server back.` });
    }
    try {
      await this.#live();
    } catch {
      return; // the next one that wants it will be told
    }
    for (const seat of this.#seats.values()) if (seat.served !== null) seat.say({ kind: "notice", text: `${seat === asker ? why : others} ${AGAIN}` });
  }

  #live() {
    if (!this.#up || !this.#session?.alive) this.#up = this.#bring();
    return this.#up;
  }

  async #bring() {
    const session = new Session(this.#files, this.#workers, (news) => this.#hear(session, news));
    this.#session = session;
    this.#joined.set(session, new Set());
    try {
      await session.boot(this.#rung);
      this.#rung = session.rung;
      for (const seat of this.#seats.values()) {
        if (seat.served === null) continue;
        await this.#admit(session, seat);
        const result = await session.load(seat.served, seat.filename, seat.name);
        if (!result.ok) seat.served = null;
        seat.say({ kind: "state", state: result.ok ? "ready" : "stopped", why: result.error?.message ?? "" });
      }
      session.settled = true;
      return session;
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      session.end(new Error(message));
      if (session === this.#session) this.#tellAll("failed", message);
      throw error;
    }
  }

  /**
   * @param {Session} session
   * @param {Seat} seat
   */
  async #admit(session, seat) {
    const joined = this.#joined.get(session);
    if (joined?.has(seat.name)) return;
    joined?.add(seat.name);
    await session.join(seat.name);
  }

  /**
   * @param {Session} session
   * @param {News} news
   */
  #hear(session, news) {
    if (session !== this.#session) return;
    if (news.kind === "progress") {
      this.#tellProgress(news);
    } else if (news.kind === "died") {
      this.#again(session, news.text, news.text);
    } else if (news.kind !== "doing" && news.kind !== "ignored") {
      const { kind, text } = news;
      const seat = ("seat" in news && this.#seats.get(news.seat ?? "")) || this.#latest; // what has no name comes from whoever worked last
      seat?.say({ kind: kind === "capped" ? "notice" : kind, text });
    }
  }

  /**
   * As often as it is worth a word: bytes come in thousands of pieces.
   * @param {{ stage: Stage, loaded: number, total: number }} progress
   */
  #tellProgress({ stage, loaded, total }) {
    const percent = Math.floor((20 * loaded) / total) * 5;
    const words = `${stage} ${percent}`;
    if (words === this.#progress) return;
    this.#progress = words;
    for (const seat of this.#seats.values()) seat.say({ kind: "progress", stage, percent });
  }

  /** @param {"failed"} state @param {string} why */
  #tellAll(state, why) {
    for (const seat of this.#seats.values()) seat.say({ kind: "state", state, why });
  }

  /** A file name that no other seat has: tracebacks find their lines by it. @param {string} wanted */
  #ownName(wanted) {
    const taken = new Set([...this.#seats.values()].map(({ filename }) => filename));
    const dot = wanted.lastIndexOf(".") > 0 ? wanted.lastIndexOf(".") : wanted.length;
    let name = wanted;
    for (let number = 2; taken.has(name); number += 1) name = `${wanted.slice(0, dot)}-${number}${wanted.slice(dot)}`;
    return name;
  }
}
