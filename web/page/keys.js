// Listens for the keys of the table of actions, and names keys as they are called on this machine.

import { ACTIONS } from "./actions.js";

/** @import { Room } from "./actions.js" */

const APPLE = /Mac|iPhone|iPad/.test(navigator.platform);
const NAMES = /** @type {Record<string, string>} */ ({
  Mod: APPLE ? "⌘" : "Ctrl", Alt: APPLE ? "⌥" : "Alt", Enter: "↵", Escape: "Esc", ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→",
});

/** @param {string} key */
export const keyLabel = (key) => key.split("+").map((part) => NAMES[part] ?? part).join(APPLE ? "" : " ");

/**
 * @param {Record<string, () => void>} handlers by the name of the action
 * @param {() => Room} room where the user is
 */
export function listenForKeys(handlers, room) {
  // In the capture phase: CodeMirror has other uses for some of these.
  document.addEventListener("keydown", (event) => {
    if (event.isComposing || document.querySelector("dialog[open]")) return;
    const pressed = combination(event);
    const target = /** @type {Element} */ (event.target);
    const action = ACTIONS.find(({ name, keys, also, within, room: where }) =>
      name && (keys?.[0] === pressed || also === pressed) && (!where || where === room()) && (!within || target.closest(within)));
    if (!action?.name || (pressed === "?" && takesText(target))) return;
    event.preventDefault();
    event.stopPropagation();
    handlers[action.name]();
  }, { capture: true });
}

/** @param {KeyboardEvent} event */
function combination({ key, code, ctrlKey, metaKey, altKey, shiftKey }) {
  if (key === "?") return ctrlKey || metaKey || altKey ? "" : key;
  if (shiftKey) return "";
  // With Alt, a Mac types other characters.
  const letter = altKey && code.startsWith("Key") ? code.slice(3) : key;
  return `${ctrlKey || metaKey ? "Mod+" : ""}${altKey ? "Alt+" : ""}${letter.length === 1 ? letter.toUpperCase() : letter}`;
}

/** @param {Element} target */
const takesText = (target) => target.closest("input, textarea, select, [contenteditable=true]") !== null;
