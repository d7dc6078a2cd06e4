// Two parts of a pane behind tabs, as https://www.w3.org/WAI/ARIA/apg/patterns/tabs/ has them.

import { find } from "../panels/element.js";

/**
 * @param {string[]} names ids of the tabs, in order
 * @param {(name: string) => void} onShow
 * @returns {(name: string) => void} which shows a part
 */
export function startTabs(names, onShow) {
  const tabs = names.map((name) => find(`#${name}`));
  const show = (/** @type {string} */ name) => {
    for (const tab of tabs) {
      const isIt = tab.id === name;
      tab.setAttribute("aria-selected", String(isIt));
      tab.tabIndex = isIt ? 0 : -1;
      find(`#${tab.getAttribute("aria-controls")}`).hidden = !isIt;
    }
    onShow(name);
  };
  tabs.forEach((tab, index) => {
    tab.addEventListener("click", () => show(tab.id));
    tab.addEventListener("keydown", ({ key }) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
      if (!step) return;
      const to = tabs[(index + step + tabs.length) % tabs.length];
      show(to.id);
      to.focus();
    });
  });
  return show;
}
