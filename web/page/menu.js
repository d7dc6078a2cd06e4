// The menu of what does not fit into the header: its buttons close it, arrow keys walk through it.

import { find } from "../panels/element.js";

export function startMenu() {
  const menu = find("#menu");
  menu.addEventListener("click", ({ target }) => {
    if (target instanceof HTMLButtonElement) menu.hidePopover();
  });
  menu.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const shown = [...menu.querySelectorAll("button")].filter((button) => button.checkVisibility());
    const at = shown.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    shown.at((at + step + shown.length) % shown.length)?.focus();
  });
}
