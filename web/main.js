// The conductor, the only file that knows every other one, but for what the conductors of a part know. Panels tell it
// what the user did; it calls them back.

import { Commands } from "./commands.js";
import { Disk } from "./disk.js";
import { Documents } from "./documents.js";
import { build, files, workers } from "./early.js";
import { Links } from "./links.js";
import { checkHandlers, startButtons } from "./page/actions.js";
import { Api } from "./page/api.js";
import { Examples } from "./page/examples.js";
import { FIRST_MESSAGE } from "./page/first-message.js";
import { copy, download } from "./page/hand-over.js";
import { keyLabel, listenForKeys } from "./page/keys.js";
import { showPane, startLayout } from "./page/layout.js";
import { startMenu } from "./page/menu.js";
import { startTabs } from "./page/tabs.js";
import { startTheme } from "./page/theme.js";
import { Boot } from "./panels/boot.js";
import { Composer } from "./panels/composer.js";
import { Detail } from "./panels/detail.js";
import { Editor } from "./panels/editor.js";
import { find } from "./panels/element.js";
import { Gallery } from "./panels/gallery.js";
import { Help } from "./panels/help.js";
import { Log } from "./panels/log.js";
import { Problem } from "./panels/problem.js";
import { Sequence } from "./panels/sequence.js";
import { Status } from "./panels/status.js";
import { TakeHome } from "./panels/take-home.js";
import { Offline } from "./offline.js";
import { Presenting } from "./presenting.js";
import { Recorded } from "./recorded.js";
import { Serving } from "./serving.js";
import { Teaching } from "./teaching.js";
import { Users } from "./users.js";

/** @import { LoadError, State } from "./worker-api.js" */
/** @import { Entry } from "./serving.js" */

const root = find("#playground");
const keys = { run: keyLabel("Mod+Enter"), stop: keyLabel("Mod+.") };

let why = "";
let fault = "";
let step = "Starting Python";
let doing = "";

const examples = new Examples(build.examples);
const status = new Status();
const boot = new Boot();
const help = new Help();
const problem = new Problem({ onInstall: install });
const editor = new Editor({ onChange: edited });
const composer = new Composer({ onSend: send, onChange: () => documents.drafts.saveSoon() });
const detail = new Detail({ onCopy: hand, onDownload: (text) => download(text, "message.json"), onReuse: reuse, onBoth: (entry) => recorded.both(entry), onClose: () => detail.show(null), onLine: goToLine, onFailure: reveal });
const log = new Log({ onSelect: (entry, failure) => detail.show(entry, failure), onCopy: hand, onLine: goToLine, onClear: emptied });
const sequence = new Sequence({ entries: () => log.entries, onSelect: reveal, onCopy: hand });
const takeHome = new TakeHome({
  onConfigure: (launch) => serving.configuration(launch),
  onMake: (kind) => serving.export(kind),
  onFile: download,
  onCopy: hand,
  onStop: stop,
});
const gallery = new Gallery({ onOpen: (slug) => documents.openExample(slug) });
const presenting = new Presenting({ composer, send, sent: () => documents.sent, whyNot });
const disk = new Disk({ editor, documents: () => documents, takes: (file) => recorded.takes(file) });
const documents = new Documents({
  editor,
  composer,
  examples,
  bring: (messages) => {
    if (messages.length) users.leave();
    presenting.bring(messages);
  },
  run,
  rest,
  download: () => disk.download(),
  openFile: () => disk.pick(),
  complain: (text) => logged({ kind: "error", text }),
});
const links = new Links({ editor, composer, documents, present: () => presenting.enter(), download: () => disk.download() });

const serving = new Serving(files, workers, {
  onState: entered,
  onEntry: logged,
  onProgress: (progress) => {
    root.dataset.start = progress.rung;
    step = boot.show(progress);
    api.tell("progress", progress);
    showStatus();
  },
  onDoing: (text) => {
    doing = text;
    showStatus();
  },
  onServed: ({ presets, start, definitions }) => {
    presenting.offer(presets, start);
    users.serve(definitions);
    recorded.served();
    offline.forget();
  },
  onLoadError: faulty,
});

const users = new Users(serving, () => showPane("send"));
const teaching = new Teaching({
  folder: build.lessons,
  check: (lesson, answer) => serving.check(lesson, answer),
  stop,
  take: (code, name) => documents.begin({ name, code }, { keep: true }),
});
const nextTheme = startTheme(find("#theme"));
const showMessages = startTabs(["tab-log", "tab-sequence"], () => sequence.refresh());

const offline = new Offline(serving, { showQuestions: () => users.leave() });
const recorded = new Recorded(serving, { isDirty: dirty, run, copy: hand, download });

/** @type {() => void} */
let isReady;
const api = new Api({
  ready: new Promise((resolve) => (isReady = () => resolve(undefined))),
  serving,
  getCode: () => editor.text,
  setCode: (text) => editor.open(text),
  run: runCode,
  send: (text) => serving.send(text),
  stop: () => serving.stop(),
});

function dirty() {
  return serving.served !== null && editor.text !== serving.served.source;
}

/** @param {State} state @param {string} reason */
function entered(state, reason) {
  why = reason;
  doing = "";
  root.dataset.state = state;
  const isServing = serving.served !== null && state !== "failed";
  composer.allow(isServing, "No server is running yet.");
  users.allow(isServing);
  if (state === "stopped" || state === "failed") {
    users.stop();
    offline.forget();
  }
  if (state === "stopped" && !serving.served) composer.suggest(FIRST_MESSAGE);
  if (state === "failed") boot.fail(reason, () => documents.retry());
  if (state === "ready" || state === "stopped") isReady();
  showStatus();
  presenting.refresh();
  api.tell("state", state);
}

/** Why nothing can be sent now; empty when it can. */
function whyNot() {
  if (!serving.served || serving.state === "failed") return "No server is running yet: press Run.";
  return serving.state === "running" ? "The server is working." : "";
}

function showStatus() {
  if (dirty()) root.dataset.dirty = "true";
  else delete root.dataset.dirty;
  const { state, served } = serving;
  status.show({ state, why, fault, dirty: dirty(), server: served?.server ?? "", tools: served?.tools.length ?? 0, step, doing, keys });
}

/** @param {Entry} entry */
function logged(entry) {
  // A reply, not what a server says in between.
  log.add(entry, entry.outcome !== undefined);
  if (entry.kind === "sent" && !entry.by) documents.noteSent(entry.text);
  sequence.refresh();
  recorded.add(entry);
  offline.hear(entry);
  api.tell(entry.kind, entry);
}

function emptied() {
  recorded.clear();
  documents.sent = [];
  sequence.refresh();
}

function edited() {
  showStatus();
  documents.drafts.saveSoon();
}

/** @param {LoadError} error */
function faulty(error) {
  users.withdraw();
  fault = error.message;
  editor.markError(error.line, error.column, error.message);
  problem.show(error);
}

function forgetFaults() {
  fault = "";
  problem.clear();
  editor.clearError();
}

async function runCode() {
  forgetFaults();
  documents.markRead();
  const result = await serving.run(editor.text);
  if (result.ok) recorded.ran(documents.drafts.now.id);
  return result;
}

/** From a control: what goes wrong is shown by state, status and log already. */
function run() {
  runCode().catch(() => {});
}

/** Serve nothing until somebody presses Run. */
function rest() {
  forgetFaults();
  serving.leave().catch(() => {}); // shown as the failed state
}

/** @param {string} text */
function send(text) {
  showPane("messages");
  serving.send(text).catch(() => {});
  presenting.follow(text);
}

function stop() {
  serving.stop();
}

/** @param {string[]} packages */
async function install(packages) {
  problem.say(`Installing ${packages.join(", ")} from PyPI…`);
  try {
    await serving.install(packages);
    run();
  } catch (error) {
    problem.say(/** @type {Error} */ (error).message);
  }
}

/** @param {string} text */
async function hand(text) {
  if (await copy(text)) return;
  logged({ kind: "notice", text: "This browser does not let the page copy. Select the text and copy it yourself." });
}

/** @param {string} text */
function reuse(text) {
  composer.text = text;
  users.leave();
  showPane("send");
  composer.focus();
}

/** @param {number} line of the code */
function goToLine(line) {
  showPane("code");
  editor.goTo(line);
}

/** @param {Entry} entry */
function reveal(entry) {
  showMessages("tab-log");
  showPane("messages");
  log.reveal(entry);
}

/** @type {Record<string, () => void>} */
const handlers = {
  run,
  stop,
  send: () => (users.shown ? users.act() : composer.send()),
  check: () => teaching.check(),
  palette: () => commands.open(),
  previous: () => composer.recall(-1),
  next: () => composer.recall(1),
  clear: () => find("#clear-log").click(),
  session: () => recorded.show(),
  log: () => openMessages("tab-log"),
  picture: () => openMessages("tab-sequence"),
  toCode: () => {
    showPane("code");
    editor.focus();
  },
  toMessage: () => {
    users.leave();
    showPane("send");
    composer.focus();
  },
  toLog: () => openMessages("tab-log"),
  examples: () => gallery.open(examples.list, documents.drafts.now.example),
  drafts: () => documents.openList(),
  new: () => documents.openExample(examples.blank, "Untitled"),
  open: () => disk.pick(),
  save: () => disk.save(),
  share: () => links.openSheet(),
  present: () => presenting.toggle(),
  takeHome: () => takeHome.open(serving.served && { server: serving.served.server, dirty: dirty() }),
  lessons: () => teaching.open(),
  nextStep: () => teaching.next(),
  leave: () => teaching.leave(),
  theme: nextTheme,
  help: () => help.open(),
};

const room = () => (teaching.isOpen ? "lessons" : "playground");
const commands = new Commands({
  handlers,
  room,
  presets: () => serving.served?.presets ?? [],
  onPreset: reuse,
  examples: () => examples.list,
  onExample: (slug) => documents.openExample(slug),
  library: teaching.library,
  onStep: (place) => teaching.open(place),
});

/** @param {string} tab */
function openMessages(tab) {
  showMessages(tab);
  showPane("messages");
  find(`#${tab}`).focus();
}

async function start() {
  find(".stuck").remove();
  startLayout();
  for (const kbd of document.querySelectorAll("kbd[data-keys]")) kbd.textContent = keyLabel(/** @type {HTMLElement} */ (kbd).dataset.keys ?? "");
  find("#about").textContent = `Pyodide ${build.pyodideVersion} · runs in this tab, talks to no other site`;
  find("[data-testid=run]").addEventListener("click", run);
  find("[data-testid=stop]").addEventListener("click", stop);
  checkHandlers(handlers);
  startButtons(handlers);
  startMenu();
  teaching.arrive();
  listenForKeys(handlers, room);

  serving.warm().catch(() => {}); // shown as the failed state
  await examples.load().catch((error) => logged({ kind: "error", text: error.message }));
  if (editor.text || !(await links.arrive())) await documents.resume();
}

start();
