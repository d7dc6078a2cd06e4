// What a lesson is, as the build writes it and as Python answers it. web/lessons/README.md has the words to it.

/** @typedef {{ slug: string, title: string, kind: "exercise" | "prediction" }} StepListed */
/** @typedef {{ slug: string, title: string, summary: string, steps: StepListed[] }} LessonListed */
/**
 * @typedef {StepListed & { text: string, start: string, solution?: string, question?: string, choices?: { text: string }[] }} Step
 * whose other members only Python reads
 */
/** @typedef {{ slug: string, title: string, summary: string, steps: Step[] }} Lesson */
/**
 * @typedef {object} Fault
 * @property {string} name of the check
 * @property {string} did the message, or the call
 * @property {string} expected
 * @property {string} came
 * @property {string} says what is wrong
 * @property {string} why it matters
 * @property {{ id: string, text: string } | null} hint
 * @property {string} traceback
 * @property {number | null} line
 */
/** @typedef {{ ok: boolean, says?: string, passed?: string[], of?: number, printed?: string, fault?: Fault | null }} Checked */

const text = (/** @type {unknown} */ value) => typeof value === "string";

/** @param {string} json of what Python says of an answer @returns {Checked} */
export function readChecked(json) {
  const told = JSON.parse(json);
  const { fault } = told;
  const isFault = !fault || ["name", "did", "expected", "came", "says", "why", "traceback"].every((name) => text(fault[name]));
  if (typeof told.ok !== "boolean" || !isFault) throw new Error("What Python says of your answer cannot be read. Press Stop, and check again.");
  return told;
}
