// System, light or dark: an attribute of the root, which the style sheet reads.

import { recall, remember } from "./storage.js";

const THEMES = ["auto", "light", "dark"];
const LABELS = /** @type {Record<string, string>} */ ({ auto: "as the system has it", light: "light", dark: "dark" });

/** @param {HTMLElement} button @returns {() => void} which goes on to the next */
export function startTheme(button) {
  const show = (/** @type {string} */ theme) => {
    document.documentElement.dataset.theme = theme;
    button.setAttribute("aria-label", `Colours: ${LABELS[theme]}`);
    button.title = `Colours: ${LABELS[theme]}`;
  };
  const stored = recall("theme") ?? "auto";
  show(THEMES.includes(stored) ? stored : "auto");
  return () => {
    const next = THEMES[(THEMES.indexOf(document.documentElement.dataset.theme ?? "auto") + 1) % THEMES.length];
    show(next);
    remember("theme", next);
  };
}
