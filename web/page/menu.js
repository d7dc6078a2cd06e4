// Buttons that name what they do: data-act is the name of one of the page's actions. Those of the menu close it.

import { find } from "../panels/element.js";

/** @param {Record<string, () => void>} actions */
export function startMenu(actions) {
  const menu = find("#menu");
  for (const button of document.querySelectorAll("[data-act]")) {
    const act = actions[/** @type {HTMLElement} */ (button).dataset.act ?? ""];
    button.addEventListener("click", () => {
      if (menu.contains(button)) menu.hidePopover();
      act();
    });
  }
  menu.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const shown = [...menu.querySelectorAll("button")].filter((button) => button.checkVisibility());
    const at = shown.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    shown.at((at + step + shown.length) % shown.length)?.focus();
  });
}
