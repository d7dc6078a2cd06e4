// All that the page does on demand: one table, which the keys, the help and the palette read.

/** @typedef {"playground" | "lessons"} Room */
/**
 * @typedef {object} Action
 * @property {string} [name] of what main.js does; without one the keys belong to an editor or a list
 * @property {string} what
 * @property {string} [group] where the palette has it; without one it is not listed there
 * @property {string[]} [keys] one combination, or several pressed after each other
 * @property {string} [also] another combination that does the same
 * @property {string} [where] in words, where the keys work
 * @property {string} [within] selector the focus has to be in for them
 * @property {Room} [room] where it is possible at all; without one everywhere
 */

/** @type {Action[]} */
export const ACTIONS = [
  { name: "run", what: "Run: serve the code", group: "Server", keys: ["Mod+Enter"], where: "in the code", within: ".pane.code", room: "playground" },
  { name: "send", what: "Send the message, or do what the client shows", group: "Message", keys: ["Mod+Enter"], where: "anywhere else", room: "playground" },
  { name: "check", what: "Check the answer", group: "Lessons", keys: ["Mod+Enter"], where: "in a lesson", room: "lessons" },
  { name: "stop", what: "Stop, and serve the same code again", group: "Server", keys: ["Mod+."], where: "anywhere" },
  { name: "palette", what: "All actions, by name", keys: ["Mod+K"], also: "F1", where: "anywhere" },
  { name: "previous", what: "Previous message sent", keys: ["Alt+ArrowUp"], where: "in the message", within: ".pane.composer", room: "playground" },
  { name: "next", what: "Next message sent", keys: ["Alt+ArrowDown"], where: "in the message", within: ".pane.composer", room: "playground" },
  { name: "clear", what: "Clear the log", group: "Messages", room: "playground" },
  { name: "session", what: "Session: save, open, replay, export", group: "Messages", room: "playground" },
  { name: "log", what: "Show the messages as a log", group: "Messages", room: "playground" },
  { name: "picture", what: "Show the messages as a sequence picture", group: "Messages", room: "playground" },
  { name: "toCode", what: "Go to the code", group: "Go to", room: "playground" },
  { name: "toMessage", what: "Go to the message", group: "Go to", room: "playground" },
  { name: "toLog", what: "Go to the messages", group: "Go to", room: "playground" },
  { name: "examples", what: "Open an example", group: "Go to", room: "playground" },
  { name: "drafts", what: "Your drafts", group: "File", room: "playground" },
  { name: "new", what: "New draft", group: "File", room: "playground" },
  { name: "open", what: "Open a file; or drop one onto the page", group: "File", keys: ["Mod+O"], where: "anywhere", room: "playground" },
  { name: "save", what: "Save the code as a file", group: "File", keys: ["Mod+S"], where: "anywhere", room: "playground" },
  { name: "share", what: "Share: all of this as a link", group: "File", room: "playground" },
  { name: "present", what: "Presenter mode, on and off", group: "Page", keys: ["Alt+P"], where: "anywhere", room: "playground" },
  { name: "takeHome", what: "Take it home: the server as a file", group: "Server", room: "playground" },
  { name: "lessons", what: "Lessons", group: "Go to" },
  { name: "nextStep", what: "Next step", group: "Lessons", room: "lessons" },
  { name: "leave", what: "Back to the playground", group: "Go to", room: "lessons" },
  { name: "theme", what: "Light, dark, or as the system has it", group: "Page" },
  { name: "help", what: "How it works, and the keys", group: "Page", keys: ["?"], where: "outside text fields" },
  { what: "Send the next message", keys: ["Space"], where: "in presenter mode" },
  { what: "Choose the message before, after", keys: ["ArrowLeft"], also: "ArrowRight", where: "in presenter mode" },
  { what: "Leave it", keys: ["Escape"], where: "in presenter mode" },
  { what: "Leave the editor", keys: ["Escape", "Tab"], where: "in the code" },
  { what: "Find and replace", keys: ["Mod+F"], where: "in the code" },
  { what: "Row above, row below", keys: ["ArrowUp"], also: "ArrowDown", where: "in the log and its picture" },
];

/** @param {Record<string, () => void>} handlers what main.js does, by the name of the action */
export function checkHandlers(handlers) {
  const names = ACTIONS.flatMap(({ name }) => name ?? []);
  const odd = [...names.filter((name) => !handlers[name]), ...Object.keys(handlers).filter((name) => !names.includes(name))];
  if (odd.length) throw new Error(`web/page/actions.js and web/main.js disagree about: ${odd.join(", ")}`);
}

/** Buttons of index.html that name their action. @param {Record<string, () => void>} handlers */
export function startButtons(handlers) {
  for (const button of document.querySelectorAll("[data-act]")) {
    button.addEventListener("click", handlers[/** @type {HTMLElement} */ (button).dataset.act ?? ""]);
  }
}
