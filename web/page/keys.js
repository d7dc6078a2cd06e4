// The keys of the page: one table, which the help lists and the listener looks up.

/**
 * @typedef {object} Key
 * @property {string[]} keys one combination, or several pressed after each other
 * @property {string} where
 * @property {string} what
 * @property {string} [action] name of what main.js does; keys without one belong to the editors
 * @property {string} [within] selector the focus has to be in
 */

/** @type {Key[]} */
export const KEYS = [
  { keys: ["Mod+Enter"], where: "in the code", what: "Run: serve the code", action: "run", within: ".pane.code" },
  { keys: ["Mod+Enter"], where: "anywhere else", what: "Send the message, or do what the client shows", action: "send" },
  { keys: ["Mod+."], where: "anywhere", what: "Stop, and serve the same code again", action: "stop" },
  { keys: ["Alt+ArrowUp"], where: "in the message", what: "Previous message sent", action: "previous", within: ".pane.composer" },
  { keys: ["Alt+ArrowDown"], where: "in the message", what: "Next message sent", action: "next", within: ".pane.composer" },
  { keys: ["Mod+S"], where: "anywhere", what: "Save the code as a file", action: "save" },
  { keys: ["Mod+O"], where: "anywhere", what: "Open a file; or drop one onto the page", action: "open" },
  { keys: ["Alt+P"], where: "anywhere", what: "Presenter mode, on and off", action: "present" },
  { keys: ["Space"], where: "in presenter mode", what: "Send the next message" },
  { keys: ["ArrowLeft"], where: "in presenter mode", what: "Choose the message before" },
  { keys: ["ArrowRight"], where: "in presenter mode", what: "Choose the message after" },
  { keys: ["Escape"], where: "in presenter mode", what: "Leave it" },
  { keys: ["Escape", "Tab"], where: "in the code", what: "Leave the editor" },
  { keys: ["Mod+F"], where: "in the code", what: "Find and replace" },
  { keys: ["ArrowUp"], where: "in the log", what: "Row above" },
  { keys: ["ArrowDown"], where: "in the log", what: "Row below" },
  { keys: ["?"], where: "outside text fields", what: "This help", action: "help" },
];

const APPLE = /Mac|iPhone|iPad/.test(navigator.platform);
const NAMES = /** @type {Record<string, string>} */ ({
  Mod: APPLE ? "⌘" : "Ctrl", Alt: APPLE ? "⌥" : "Alt", Enter: "↵", Escape: "Esc", ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→",
});

/** @param {string} key */
export const keyLabel = (key) => key.split("+").map((part) => NAMES[part] ?? part).join(APPLE ? "" : " ");

/** @param {Record<string, () => void>} actions */
export function listenForKeys(actions) {
  // In the capture phase: CodeMirror has other uses for some of these.
  document.addEventListener("keydown", (event) => {
    if (event.isComposing || document.querySelector("dialog[open]")) return;
    const pressed = combination(event);
    const target = /** @type {Element} */ (event.target);
    const key = KEYS.find(({ keys, action, within }) => action && keys[0] === pressed && (!within || target.closest(within)));
    if (!key?.action || (pressed === "?" && takesText(target))) return;
    event.preventDefault();
    event.stopPropagation();
    actions[key.action]();
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
