// What colours the host page has: by the attributes that documentation themes set, else by the system.

/** @import { Theme } from "./embed-api.js" */

const DARK = new Set(["dark", "slate"]);
const LIGHT = new Set(["light", "default"]);
const ATTRIBUTES = ["data-theme", "data-bs-theme", "data-md-color-scheme"];
const system = matchMedia("(prefers-color-scheme: dark)");

/** @returns {Theme} */
export function hostTheme() {
  for (const root of [document.body, document.documentElement]) {
    for (const name of ATTRIBUTES) {
      const value = root?.getAttribute(name) ?? "";
      if (DARK.has(value)) return "dark";
      if (LIGHT.has(value)) return "light";
    }
  }
  return system.matches ? "dark" : "light";
}

/**
 * @param {() => void} onChange
 * @returns {() => void} stops it
 */
export function watchTheme(onChange) {
  const observer = new MutationObserver(onChange);
  for (const root of [document.body, document.documentElement]) observer.observe(root, { attributeFilter: ATTRIBUTES });
  system.addEventListener("change", onChange);
  return () => {
    observer.disconnect();
    system.removeEventListener("change", onChange);
  };
}
