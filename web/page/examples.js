// The examples as the build lists them. Their server files are fetched when somebody opens one.

/** @import { Example } from "../panels/gallery.js" */

export class Examples {
  /** @type {Example[]} */
  list = [];
  #folder;

  /** @param {string} folder */
  constructor(folder) {
    this.#folder = new URL(folder, document.baseURI).href;
  }

  async load() {
    this.list = await (await this.#get("index.json")).json();
  }

  /** The one that the page opens with. */
  get first() {
    return this.list.at(0)?.slug ?? "";
  }

  /** The one that is there to start from. */
  get blank() {
    return this.list.at(-1)?.slug ?? "";
  }

  /** @param {string} slug */
  async source(slug) {
    if (!slug) return "";
    return (await this.#get(`${slug}/server.py`)).text();
  }

  /** @param {string} slug */
  title(slug) {
    return this.list.find((example) => example.slug === slug)?.title ?? "Untitled";
  }

  /** @param {string} path */
  async #get(path) {
    const response = await fetch(this.#folder + path);
    if (!response.ok) throw new Error(`The example file ${path} could not be loaded: the web server answered ${response.status}.`);
    return response;
  }
}
