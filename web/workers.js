// Workers to run Python in. One is always kept that has done all that can be done before it is needed, so that a
// restart has little left to do.

import { Link } from "./link.js";

/** @import { Build, Rung } from "./worker-api.js" */
/** @import { Files } from "./files.js" */

export class Workers {
  #build;
  #files;
  /** @type {Promise<Link> | null} */
  #spare = null;

  /**
   * @param {Build} build
   * @param {Files} files
   */
  constructor(build, files) {
    this.#build = build;
    this.#files = files;
  }

  /**
   * A worker whose engine stands, or fails to, by the time that its `prepared` settles.
   * @param {Rung} rung
   * @returns {Promise<Link>}
   */
  async take(rung) {
    const kept = this.#spare;
    this.#spare = null;
    const spare = await kept?.catch(() => null);
    if (spare?.alive && spare.rung === rung) return spare;
    spare?.end(new Error("Another kind of worker is needed."));
    return this.#make(rung);
  }

  /**
   * Make the next one, while nobody waits for it.
   * @param {Rung} rung
   */
  async refill(rung) {
    this.#spare ??= this.#make(rung);
    await this.#spare;
  }

  /** @param {Rung} rung */
  async #make(rung) {
    const link = new Link(await this.#files.worker(), rung);
    link.prepared = this.#files.engine().then((engine) => {
      link.give(engine);
      return link.call("prepare", { lockInfo: this.#build.lockInfo, rung });
    });
    link.prepared.catch(() => {}); // whoever takes it learns of that
    return link;
  }
}
