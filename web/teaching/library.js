// The lessons as the build lists them. A lesson is fetched when somebody opens it.

/** @import { Lesson, LessonListed } from "./lesson.js" */

export class Library {
  /** @type {LessonListed[]} */
  list = [];
  #folder;
  /** @type {Map<string, Promise<Lesson>>} */
  #lessons = new Map();

  /** @param {string} folder */
  constructor(folder) {
    this.#folder = new URL(folder, document.baseURI).href;
  }

  async load() {
    if (!this.list.length) this.list = await this.#get("index.json");
    return this.list;
  }

  /** @param {string} slug @returns {Promise<Lesson>} */
  lesson(slug) {
    const known = this.#lessons.get(slug);
    if (known) return known;
    const lesson = this.#get(`${slug}.json`);
    this.#lessons.set(slug, lesson);
    lesson.catch(() => this.#lessons.delete(slug)); // the next who asks tries again
    return lesson;
  }

  /** Every step of every lesson, in order. */
  get steps() {
    return this.list.flatMap((lesson) => lesson.steps.map((step) => ({ lesson: lesson.slug, step: step.slug, title: step.title, of: lesson.title })));
  }

  /** @param {string} path */
  async #get(path) {
    const response = await fetch(this.#folder + path).catch(() => null);
    if (!response?.ok) throw new Error(`The lesson file ${path} could not be loaded${response ? `: the web server answered ${response.status}` : ""}.`);
    return response.json();
  }
}
