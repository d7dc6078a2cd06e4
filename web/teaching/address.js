// The address of a lesson's step, in the part of the URL that never leaves the browser.

const PATTERN = /^#lesson=([\w-]+)(?:\/([\w-]+))?$/;

/** The list of lessons. */
export const LESSONS = "#lessons";

/** @param {string} lesson @param {string} step */
export const stepAddress = (lesson, step) => `#lesson=${lesson}/${step}`;

/** @param {string} hash @returns {{ lesson: string, step: string } | null} both empty for the list; null if it is none of ours */
export function readStepAddress(hash) {
  if (hash === LESSONS) return { lesson: "", step: "" };
  const match = hash.match(PATTERN);
  return match && { lesson: match[1], step: match[2] ?? "" };
}
