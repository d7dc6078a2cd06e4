// The message to send: exactly the text on screen, broken or not. Marks broken JSON, never blocks or changes it.

import {
  bracketMatching, classHighlighter, defaultKeymap, drawSelection, EditorState, EditorView, highlightSpecialChars,
  history, historyKeymap, json, jsonParseLinter, keymap, linter, placeholder, syntaxHighlighting,
} from "../vendor/codemirror.js";
import { visible } from "../text/show.js";
import { element, find } from "./element.js";

/** @import { Preset } from "../worker-api.js" */

const REMEMBERED = 100;
const BROKEN = "This is not valid JSON. It is sent as it stands.";

export class Composer {
  #events;
  #view;
  #select = /** @type {HTMLSelectElement} */ (find("[data-testid=presets]"));
  #send = /** @type {HTMLButtonElement} */ (find("[data-testid=send]"));
  #note = find("#composer-note");
  /** @type {Preset[]} */
  #presets = [];
  /** The text that a preset or a server put here; anything else is the user's own. */
  #given = "";
  /** @type {string[]} */
  #history = [];
  #at = 0;
  #draft = "";
  #setting = false;

  /** @param {{ onSend(text: string): void, onChange(): void }} events */
  constructor(events) {
    this.#events = events;
    const parseLinter = jsonParseLinter();
    this.#view = new EditorView({
      parent: find("[data-testid=message]"),
      state: EditorState.create({
        extensions: [
          // Only \n ends a line here, so that a \r somebody pastes is still in the text that is sent.
          EditorState.lineSeparator.of("\n"),
          highlightSpecialChars(), history(), drawSelection(), bracketMatching(), EditorView.lineWrapping,
          json(), syntaxHighlighting(classHighlighter), placeholder("Any text: it is sent as it stands"),
          linter((view) => {
            const found = view.state.doc.length ? parseLinter(view) : [];
            this.#note.textContent = found.length ? BROKEN : "";
            return found.map((fault) => ({ ...fault, severity: /** @type {const} */ ("warning") }));
          }, { delay: 300 }),
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorView.contentAttributes.of({ tabindex: "0", "aria-label": "Message, JSON" }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) this.#changed();
          }),
        ],
      }),
    });
    this.#send.addEventListener("click", () => this.send());
    this.#select.addEventListener("change", () => this.#give(this.#presets[Number(this.#select.value)]?.text ?? ""));
  }

  get text() {
    return this.#view.state.doc.toString();
  }

  set text(text) {
    this.#setting = true;
    this.#view.dispatch({ changes: { from: 0, to: this.#view.state.doc.length, insert: text }, selection: { anchor: 0 } });
    this.#setting = false;
    this.#showChoice();
  }

  /** Whether the text is the user's own, and not one that was put here for them. */
  get own() {
    return this.text !== "" && this.text !== this.#given && !this.#presets.some(({ text }) => text === this.text);
  }

  send() {
    if (this.#send.disabled) return;
    const { text } = this;
    this.#history = [...this.#history.filter((old) => old !== text), text].slice(-REMEMBERED);
    this.#at = this.#history.length;
    this.#events.onSend(text);
  }

  /** @param {boolean} possible @param {string} why shown on the button when it is not */
  allow(possible, why) {
    this.#send.disabled = !possible;
    this.#send.title = possible ? "" : why;
  }

  /**
   * The messages that suit the running server. The user's own text stays.
   * @param {Preset[]} presets
   * @param {string} start
   */
  offer(presets, start) {
    const keep = this.own;
    this.#presets = presets;
    const groups = Map.groupBy(presets.map((preset, index) => ({ ...preset, index })), ({ group }) => group);
    this.#select.replaceChildren(element("option", { value: "", hidden: true }, "Your own message"));
    for (const [label, members] of groups) {
      const options = members.map((preset) => element("option", { value: String(preset.index) }, visible(preset.label)));
      this.#select.append(element("optgroup", { label }, ...options));
    }
    if (keep) this.#showChoice();
    else this.#give(start);
  }

  /** The message of another draft. @param {string} text @param {boolean} own whether it is the user's */
  open(text, own) {
    if (own) this.text = text;
    else this.#give(text);
  }

  /** Something to begin with, where there is nothing. @param {string} text */
  suggest(text) {
    if (!this.text) this.#give(text);
  }

  /** @param {-1 | 1} direction through the messages sent so far; past the last one waits the unsent text */
  recall(direction) {
    const to = this.#at + direction;
    if (to < 0 || to > this.#history.length) return;
    if (this.#at === this.#history.length) this.#draft = this.text;
    this.#at = to;
    this.text = this.#history[to] ?? this.#draft;
  }

  focus() {
    this.#view.focus();
  }

  /** @param {string} text */
  #give(text) {
    this.#given = text;
    this.text = text;
  }

  #changed() {
    if (!this.#setting) {
      this.#at = this.#history.length;
      this.#showChoice();
    }
    this.#events.onChange();
  }

  #showChoice() {
    const { text } = this;
    const index = this.#presets.findIndex((preset) => preset.text === text);
    this.#select.value = index < 0 ? "" : String(index);
  }
}
