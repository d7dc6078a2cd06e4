// Messages that are sent in order: those that came along with a draft, offered above the message, and the ones that
// presenter mode sends from the stage. A part of the conductor.

import { Playlist } from "./page/playlist.js";
import { PlaylistStrip } from "./panels/playlist-strip.js";
import { Presenter } from "./panels/presenter.js";

/** @import { Item } from "./page/playlist.js" */
/** @import { Composer } from "./panels/composer.js" */
/** @import { Preset } from "./worker-api.js" */

/**
 * @typedef {object} Doors
 * @property {Composer} composer
 * @property {(text: string) => void} send
 * @property {() => string[]} sent what was sent for this draft so far
 * @property {() => string} whyNot why nothing can be sent now; empty when it can
 */

export class Presenting {
  #doors;
  #came = new Playlist(() => this.#follow());
  #stage = this.#came;
  /** @type {Preset[]} */
  #presets = [];
  /** @type {{ name: string, playlist: Playlist }[]} */
  #sources = [];
  #strip = new PlaylistStrip({
    onChoose: (step) => this.#came.choose(this.#came.at + step),
    onClose: () => this.bring([]),
  });
  #presenter = new Presenter({
    onSend: () => this.#send(),
    onStep: (step) => this.#stage.choose(this.#stage.at + step),
    onSource: (source) => this.#choose(source),
    onLeave: () => this.leave(),
  });

  /** @param {Doors} doors */
  constructor(doors) {
    this.#doors = doors;
  }

  /** Messages that came along with what is on screen now. @param {string[]} messages */
  bring(messages) {
    this.#came.fill(messages);
    if (this.#presenter.on) this.enter();
  }

  /** The messages that suit the running server. @param {Preset[]} presets @param {string} start */
  offer(presets, start) {
    const { composer } = this.#doors;
    const held = this.#came.next !== null && composer.text === this.#came.next.text;
    this.#presets = presets;
    composer.offer(presets, start);
    if (held && this.#came.next) composer.text = this.#came.next.text;
    if (this.#presenter.on && !this.#stage.items.length) this.enter();
  }

  /** One of them was sent from the composer: the next one's turn. @param {string} text */
  follow(text) {
    if (this.#came.next?.text === text) this.#came.choose(this.#came.at + 1);
  }

  toggle() {
    if (this.#presenter.on) this.leave();
    else this.enter();
  }

  enter() {
    const made = (/** @type {(string | Item)[]} */ items) => {
      const playlist = new Playlist(() => this.refresh());
      playlist.fill(items);
      return playlist;
    };
    const all = [
      { name: "Messages that came along", playlist: this.#came },
      { name: "Messages sent so far", playlist: made(this.#doors.sent()) },
      { name: "Ready-made messages", playlist: made(this.#presets.map(({ label, text }) => ({ title: label, text }))) },
    ];
    this.#sources = all.filter(({ playlist }) => playlist.items.length > 0);
    this.#presenter.enter(this.#sources.map(({ name }) => name));
    this.#choose(0);
  }

  leave() {
    this.#presenter.leave();
    this.#stage = this.#came;
  }

  /** What can be sent may have changed. */
  refresh() {
    if (this.#presenter.on) this.#presenter.show(this.#stage, this.#doors.whyNot());
  }

  /** @param {number} source */
  #choose(source) {
    this.#stage = this.#sources[source]?.playlist ?? this.#came;
    this.refresh();
  }

  #send() {
    const { next, at } = this.#stage;
    if (!next || this.#doors.whyNot()) return;
    this.#doors.send(next.text);
    this.#stage.choose(at + 1);
  }

  #follow() {
    const { composer } = this.#doors;
    this.#strip.show(this.#came);
    const { next } = this.#came;
    if (next) composer.text = next.text;
    this.refresh();
  }
}
