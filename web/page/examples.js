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

  /** @param {string} slug */
  async source(slug) {
    return (await this.#get(`${slug}/server.py`)).text();
  }

  /** @param {string} slug */
  title(slug) {
    return this.list.find((example) => example.slug === slug)?.title ?? "Your text";
  }

  /** @param {string} path */
  async #get(path) {
    const response = await fetch(this.#folder + path);
    if (!response.ok) throw new Error(`The example file ${path} could not be loaded: the web server answered ${response.status}.`);
    return response;
  }
}
