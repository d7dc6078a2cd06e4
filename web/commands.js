// What can be done from where the user is, by name, for the palette. A part of the conductor.

import { ACTIONS } from "./page/actions.js";
import { Palette } from "./panels/palette.js";

/** @import { Preset } from "./worker-api.js" */
/** @import { Room } from "./page/actions.js" */
/** @import { Example } from "./panels/gallery.js" */
/** @import { Library } from "./teaching/library.js" */

/**
 * @typedef {object} Doors
 * @property {Record<string, () => void>} handlers by the name of the action
 * @property {() => Room} room
 * @property {() => Preset[]} presets
 * @property {(text: string) => void} onPreset
 * @property {() => Example[]} examples
 * @property {(slug: string) => void} onExample
 * @property {Library} library
 * @property {(place: { lesson: string, step: string }) => void} onStep
 */

export class Commands {
  #palette = new Palette();
  #doors;

  /** @param {Doors} doors */
  constructor(doors) {
    this.#doors = doors;
  }

  async open() {
    this.#palette.open(this.#all());
    await this.#doors.library.load().catch(() => {}); // who opens the lessons is told why
    this.#palette.offer(this.#all());
  }

  #all() {
    const { handlers, room, presets, onPreset, examples, onExample, library, onStep } = this.#doors;
    const here = room();
    const acts = ACTIONS.flatMap(({ name, what, group, keys, room: where }) =>
      (name && group && (!where || where === here) ? [{ group, what, keys, act: handlers[name] }] : []));
    const steps = library.steps.map((step) => ({ group: `Lesson: ${step.of}`, what: step.title, act: () => onStep(step) }));
    if (here === "lessons") return [...acts, ...steps];
    const messages = presets().map(({ label, text }) => ({ group: "Message", what: label, act: () => onPreset(text) }));
    const files = examples().map(({ slug, title }) => ({ group: "Example", what: title, act: () => onExample(slug) }));
    return [...acts, ...messages, ...files, ...steps];
  }
}
