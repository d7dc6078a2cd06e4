// The path of lessons: a card for each, and the list of its steps with what was done already.

import { element } from "./element.js";

/** @import { LessonListed } from "../teaching/lesson.js" */
/** @typedef {{ lesson: string, step: string }} Place */
/** @typedef {{ lessons: LessonListed[], hasPassed(place: Place): boolean, address(place: Place): string }} Path */

/** @param {Path} path @returns {Place | null} the first step that is not done */
export function nextPlace({ lessons, hasPassed }) {
  const places = lessons.flatMap(({ slug, steps }) => steps.map((step) => ({ lesson: slug, step: step.slug })));
  return places.find((place) => !hasPassed(place)) ?? null;
}

/** @param {Path} path @returns {string} */
export function progressText({ lessons, hasPassed }) {
  const places = lessons.flatMap(({ slug, steps }) => steps.map((step) => ({ lesson: slug, step: step.slug })));
  return `${places.filter(hasPassed).length} of ${places.length} steps done`;
}

/** The first thing that is seen. @param {Path} path */
export function drawPath(path) {
  const next = nextPlace(path);
  const begun = next && path.lessons.some(({ slug, steps }) => steps.some((step) => path.hasPassed({ lesson: slug, step: step.slug })));
  return element("div", { class: "path" },
    element("h2", {}, "From nothing to a server that you can take home"),
    element("p", { class: "path-lead" }, "MCP is how an assistant uses the tools of a program. Write both ends of it, in Python, here: each step is a few lines of code, and checked at once. You need no more than functions and dicts."),
    next
      ? element("p", {}, element("a", { class: "action primary", href: path.address(next) }, begun ? "Go on" : "Begin"), element("span", { class: "path-count" }, progressText(path)))
      : element("p", { class: "path-done" }, "You have done all of it."),
    element("ol", { class: "path-lessons" }, ...path.lessons.map((lesson) => element("li", {},
      element("h3", {}, lesson.title), element("p", {}, lesson.summary), drawSteps(lesson, path, null)))));
}

/** On top of a step: where one is, and the way to everywhere else. @param {Path} path @param {Place} here */
export function drawOutline(path, here) {
  const lesson = path.lessons.find(({ slug }) => slug === here.lesson);
  const number = (lesson?.steps.findIndex(({ slug }) => slug === here.step) ?? 0) + 1;
  const summary = element("summary", {},
    element("span", { class: "outline-where" }, lesson?.title ?? ""),
    element("span", { class: "outline-number" }, `step ${number} of ${lesson?.steps.length ?? 0}`),
    element("span", { class: "dots", "aria-hidden": "true" }, ...(lesson?.steps ?? []).map(({ slug }) => dot(path.hasPassed({ lesson: here.lesson, step: slug }), slug === here.step))));
  return element("details", { class: "outline" }, summary, element("nav", { "aria-label": "Lessons" },
    ...path.lessons.map((one) => element("section", {}, element("h3", {}, one.title), drawSteps(one, path, here)))));
}

/** @param {boolean} passed @param {boolean} current */
const dot = (passed, current) => element("span", { class: "dot", "data-passed": String(passed), "data-current": String(current) });

/** @param {LessonListed} lesson @param {Path} path @param {Place | null} here */
function drawSteps({ slug, steps }, path, here) {
  return element("ol", { class: "path-steps" }, ...steps.map((step) => {
    const place = { lesson: slug, step: step.slug };
    const passed = path.hasPassed(place);
    const link = element("a", { href: path.address(place) }, step.title, passed ? element("span", { class: "off-view" }, "done") : "");
    if (here?.lesson === slug && here.step === step.slug) link.setAttribute("aria-current", "step");
    return element("li", { "data-passed": String(passed) }, link);
  }));
}
