// The conductor's half for a whole client without one: answers to what the server asks, cancelling, a bad line.

import { ByHand } from "./client/by-hand.js";
import { find } from "./panels/element.js";
import { OfflineClient } from "./panels/offline-client.js";
import { Questions } from "./panels/questions.js";
import { UnderWay } from "./panels/under-way.js";

/** @import { Entry, Serving } from "./serving.js" */

export class Offline {
  #byHand;
  #underWay;
  #panel;

  /** @param {Serving} serving @param {{ showQuestions(): void }} page */
  constructor(serving, { showQuestions }) {
    const questions = new Questions(find("#raw-questions"));
    this.#byHand = new ByHand(serving, {
      onQuestion: (question) => {
        showQuestions();
        questions.show(question);
      },
      onTrouble: (text) => this.#panel.say(text),
    });
    this.#underWay = new UnderWay({ onCancel: (text) => serving.send(text).catch(() => {}) });
    const mark = find("#line-mark");
    const showMark = () => (mark.hidden = !serving.line.isOn);
    this.#panel = new OfflineClient({
      onWay: (way) => (this.#byHand.way = way),
      onFixed: (fixed) => (this.#byHand.fixed = fixed),
      onLine: (troubles) => {
        serving.line.set(troubles);
        showMark();
      },
    });
    mark.addEventListener("click", () => {
      serving.line.set();
      this.#panel.lineOff();
      showMark();
    });
  }

  /** @param {Entry} entry */
  hear(entry) {
    if (entry.by || entry.isAnswer) return;
    this.#byHand.hear(entry);
    this.#underWay.hear(entry);
  }

  /** A server has begun, or none is there any more. */
  forget() {
    this.#byHand.forget();
    this.#underWay.clear();
  }
}
