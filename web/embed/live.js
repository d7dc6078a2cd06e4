// An element's frame from its opening to its end, seen from the host page: orders in, news out.

import { home } from "./home.js";
import { loaded, sandboxed } from "./sandboxed.js";
import { joinPython } from "./shared.js";

/** @import { News, Opening, Order, Setup } from "./embed-api.js" */
/** @typedef {Order extends infer O ? O extends { id: number } ? Omit<O, "id"> : never : never} Asked */

export class Live {
  #control;
  #python;
  /** @type {Map<number, { resolve(value: any): void, reject(error: Error): void }>} */
  #open = new Map();
  #nextId = 1;
  /** @type {HTMLIFrameElement} */
  frame;
  /** Resolves when the frame shows what the poster shows. @type {Promise<unknown>} */
  shown;

  /**
   * @param {Setup} setup
   * @param {string} env
   * @param {(news: Exclude<News, { news: "done" }>) => void} listener
   * @param {ParentNode} parent
   */
  constructor(setup, env, listener, parent) {
    this.frame = sandboxed(`${home}frame.html`, `${setup.filename}, live`);
    const { port1, port2 } = new MessageChannel();
    this.#control = port1;
    this.#python = setup.isHandled ? null : joinPython(env);
    const hello = Promise.withResolvers();
    this.#control.onmessage = ({ data }) => {
      const news = /** @type {News} */ (data);
      if (news.news === "done") this.#settle(news);
      else listener(news);
      if (news.news === "hello") hello.resolve(null);
    };
    const here = loaded(this.frame);
    parent.append(this.frame);
    this.shown = here.then(() => {
      /** @type {Opening} */
      const opening = { type: "mcp-playground:open", v: 1, setup };
      this.frame.contentWindow?.postMessage(opening, "*", [port2, ...(this.#python ? [this.#python.port] : [])]);
      return hello.promise;
    });
  }

  /** @param {Extract<Order, { order: "theme" | "handled" }>} order */
  tell(order) {
    this.#control.postMessage(order);
  }

  /**
   * @param {Asked} asked
   * @returns {Promise<any>}
   */
  async ask(asked) {
    await this.shown;
    const id = this.#nextId++;
    const { promise, resolve, reject } = Promise.withResolvers();
    this.#open.set(id, { resolve, reject });
    this.#control.postMessage({ ...asked, id });
    return promise;
  }

  end() {
    this.#control.close();
    this.frame.remove();
    this.#python?.leave();
    for (const { reject } of this.#open.values()) reject(new Error("This playground was closed."));
    this.#open.clear();
  }

  /** @param {Extract<News, { news: "done" }>} news */
  #settle({ id, value, why }) {
    const asked = this.#open.get(id);
    this.#open.delete(id);
    if (why) asked?.reject(new Error(why));
    else asked?.resolve(value);
  }
}
