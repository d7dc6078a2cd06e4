// The lessons: which step is open, by its address; what was written there; what Python says of it.
// A part of the conductor: it knows the panels for these, and the rest of the page by its doors.

import { keyLabel } from "./page/keys.js";
import { Editor } from "./panels/editor.js";
import { School } from "./panels/school.js";
import { LESSONS, readStepAddress, stepAddress } from "./teaching/address.js";
import { readChecked } from "./teaching/lesson.js";
import { Library } from "./teaching/library.js";
import { Progress } from "./teaching/progress.js";

/** @import { Lesson, Step } from "./teaching/lesson.js" */
/** @import { Place } from "./panels/lesson-path.js" */

/**
 * @typedef {object} Doors
 * @property {string} folder where the lessons are
 * @property {(step: string, answer: string) => Promise<string>} check
 * @property {() => void} stop
 * @property {(code: string, name: string) => void} take the code into the playground, and serve it
 */

/** What can be served: whether it defines one of the names that the playground asks for. */
const SERVES = /^(?:async +)?def +route\b|^(?:route|server) *=/m;

export class Teaching {
  library;
  #doors;
  #progress = new Progress();
  #school;
  #editor;
  /** @type {{ place: Place, lesson: Lesson, step: Step } | null} */
  #open = null;
  /** The check that counts; what an older one brings is too late. */
  #turn = 0;
  #tried = false;
  #title = document.title;

  /** @param {Doors} doors */
  constructor(doors) {
    this.#doors = doors;
    this.library = new Library(doors.folder);
    this.#school = new School({
      onLeave: () => this.leave(),
      onCheck: () => this.check(),
      onStop: doors.stop,
      onReset: () => this.#reset(),
      onLine: (line) => this.#editor.goTo(line),
      onNext: () => this.next(),
      onTake: () => this.#take(),
      solution: () => this.#solution(),
    });
    this.#editor = new Editor({ onChange: () => this.#changed() }, { parent: this.#school.editorPlace, name: "lesson.py" });
    addEventListener("hashchange", () => this.arrive());
  }

  get isOpen() {
    return this.#school.isOpen;
  }

  /** Show what the address asks for: a step, the list, or the playground. */
  async arrive() {
    const asked = readStepAddress(location.hash);
    this.#progress.save();
    this.#turn += 1;
    this.#open = null;
    this.#school.show(asked !== null);
    document.title = asked ? `Lessons · ${this.#title}` : this.#title;
    if (!asked) return;
    try {
      await this.library.load();
      if (readStepAddress(location.hash)?.step !== asked.step) return; // somebody went on meanwhile
      if (!asked.lesson) return this.#school.showPath(this.#path());
      await this.#show(asked);
    } catch (error) {
      this.#school.showTrouble(/** @type {Error} */ (error).message);
    }
  }

  /** @param {Place} [place] a step, or the list of all */
  open(place) {
    location.hash = place ? stepAddress(place.lesson, place.step) : LESSONS;
  }

  /** Back to the playground. */
  leave() {
    history.pushState(null, "", location.pathname + location.search);
    this.arrive();
  }

  async check() {
    if (!this.#open) return;
    const { place, step } = this.#open;
    const turn = ++this.#turn;
    this.#editor.clearError();
    this.#school.showBusy(true);
    try {
      const answer = step.kind === "prediction" ? this.#school.choice : this.#editor.text;
      const checked = readChecked(await this.#doors.check(JSON.stringify(step), answer));
      if (turn !== this.#turn) return;
      this.#tried = true;
      this.#school.showBusy(false);
      if (checked.ok) this.#progress.pass(place);
      const { line, says } = checked.fault ?? {};
      if (line) this.#editor.markError(line, null, says ?? "");
      this.#school.showResult(checked, this.#path());
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#school.showBusy(false);
      this.#school.showFailure(`Nothing was checked: ${/** @type {Error} */ (error).message}`);
    }
  }

  next() {
    const after = this.#open && this.#beside(this.#open.place, 1);
    if (after) this.open(after);
  }

  /** @param {Place} asked */
  async #show({ lesson: slug, step: wanted }) {
    const listed = this.library.list.find((lesson) => lesson.slug === slug);
    const place = { lesson: slug, step: wanted || (listed?.steps[0]?.slug ?? "") };
    if (!listed?.steps.some((step) => step.slug === place.step)) {
      throw new Error(`There is no step “${place.step || slug}” in the lessons: the link may be older than they are.`);
    }
    const lesson = await this.library.lesson(slug);
    const step = lesson.steps.find((one) => one.slug === place.step);
    const now = readStepAddress(location.hash);
    if (!step || now?.lesson !== slug || now.step !== wanted) return;
    this.#tried = false;
    const text = (step.kind === "exercise" && this.#progress.text(place)) || step.start;
    this.#editor.open(text, { fixed: step.kind === "prediction" });
    this.#open = { place, lesson, step };
    this.#school.showStep(this.#path(), {
      place,
      step,
      before: this.#beside(place, -1),
      after: this.#beside(place, 1),
      canTake: () => step.kind === "exercise" && SERVES.test(this.#editor.text),
      checkKeys: keyLabel("Mod+Enter"),
    });
  }

  #path() {
    return { lessons: this.library.list, hasPassed: (/** @type {Place} */ place) => this.#progress.hasPassed(place), address: (/** @type {Place} */ { lesson, step }) => stepAddress(lesson, step) };
  }

  /** @param {Place} place @param {number} by @returns {Place | null} */
  #beside(place, by) {
    const { steps } = this.library;
    const at = steps.findIndex(({ lesson, step }) => lesson === place.lesson && step === place.step);
    return steps[at + by] ?? null;
  }

  #changed() {
    if (this.#open?.step.kind === "exercise") this.#progress.write(this.#open.place, this.#editor.text);
  }

  #reset() {
    if (this.#open) this.#editor.replace(this.#open.step.start);
  }

  #solution() {
    const right = this.#open?.step.solution;
    return right && this.#tried ? { mine: this.#editor.text, right } : null;
  }

  #take() {
    const { step } = this.#open ?? {};
    const code = this.#editor.text;
    this.leave();
    this.#doors.take(code, step?.title ?? "");
  }
}
