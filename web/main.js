// The conductor, the only file that knows every other one, but for what users.js knows. Panels tell it what the user
// did; it calls them back.

import { build, files, workers } from "./early.js";
import { Api } from "./page/api.js";
import { Drafts } from "./page/drafts.js";
import { Examples } from "./page/examples.js";
import { FIRST_MESSAGE } from "./page/first-message.js";
import { copy, download } from "./page/hand-over.js";
import { keyLabel, listenForKeys } from "./page/keys.js";
import { showPane, startLayout } from "./page/layout.js";
import { startTheme } from "./page/theme.js";
import { Boot } from "./panels/boot.js";
import { Composer } from "./panels/composer.js";
import { Detail } from "./panels/detail.js";
import { Editor } from "./panels/editor.js";
import { element, find } from "./panels/element.js";
import { Gallery } from "./panels/gallery.js";
import { Help } from "./panels/help.js";
import { Log } from "./panels/log.js";
import { Problem } from "./panels/problem.js";
import { Status } from "./panels/status.js";
import { TakeHome } from "./panels/take-home.js";
import { Serving } from "./serving.js";
import { Users } from "./users.js";

/** @import { LoadError, State } from "./worker-api.js" */
/** @import { Entry } from "./serving.js" */

const root = find("#playground");
const keys = { run: keyLabel("Mod+Enter"), stop: keyLabel("Mod+.") };

/** The example in the editor, and its text before anybody changed it. */
let example = "";
let original = "";
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
const composer = new Composer({ onSend: send, onChange: () => drafts.saveSoon() });
const detail = new Detail({ onCopy: hand, onDownload: (text) => download(text, "message.json"), onReuse: reuse, onClose: () => detail.show(null) });
const log = new Log({ onSelect: (entry) => detail.show(entry), onCopy: hand });
const gallery = new Gallery({ onOpen: openExample, onRestore: restore });
const takeHome = new TakeHome({
  onConfigure: (launch) => serving.configuration(launch),
  onMake: (kind) => serving.export(kind),
  onFile: download,
  onCopy: hand,
  onStop: stop,
});
const drafts = new Drafts(() => ({ code: editor.text, message: composer.text, example }));

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
    composer.offer(presets, start);
    users.serve(definitions);
  },
  onLoadError: faulty,
});

const users = new Users(serving, () => showPane("send"));

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
  if (state === "stopped" || state === "failed") users.stop();
  if (state === "stopped" && !serving.served) composer.suggest(FIRST_MESSAGE);
  if (state === "failed") boot.fail(reason, () => run());
  if (state === "ready" || state === "stopped") isReady();
  showStatus();
  api.tell("state", state);
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
  api.tell(entry.kind, entry);
}

function edited() {
  showStatus();
  drafts.saveSoon();
}

/** @param {LoadError} error */
function faulty(error) {
  users.withdraw();
  fault = error.message;
  editor.markError(error.line, error.column, error.message);
  problem.show(error);
}

async function runCode() {
  fault = "";
  problem.clear();
  editor.clearError();
  return serving.run(editor.text);
}

/** From a control: what goes wrong is shown by state, status and log already. */
function run() {
  runCode().catch(() => {});
}

/** @param {string} text */
function send(text) {
  showPane("messages");
  serving.send(text).catch(() => {});
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

/** @param {string} slug */
async function openExample(slug) {
  try {
    const text = await examples.source(slug);
    replaceCode(text, slug, text);
  } catch (error) {
    logged({ kind: "error", text: /** @type {Error} */ (error).message });
  }
}

/** @param {import("./panels/gallery.js").Kept} kept */
function restore({ text, slug }) {
  replaceCode(text, slug, "");
}

/**
 * Whatever text of the user's was there stays within reach.
 * @param {string} text
 * @param {string} slug of the example it belongs to
 * @param {string} pristine that example's own text, or nothing when the text is the user's
 */
function replaceCode(text, slug, pristine) {
  const before = editor.text;
  const strip = find("#kept");
  strip.hidden = before === original || before === text || !before.trim();
  if (!strip.hidden) {
    const kept = drafts.putAside(before, example, examples.title(example));
    const button = element("button", { type: "button", class: "quiet", click: () => restore(kept) }, "Restore my text");
    strip.replaceChildren(element("p", {}, "Your text was put aside."), button);
  }
  example = slug;
  original = pristine;
  editor.open(text);
  drafts.save();
  run();
}

async function start() {
  find(".stuck").remove();
  startTheme(find("#theme"));
  startLayout();
  for (const kbd of document.querySelectorAll("kbd[data-keys]")) kbd.textContent = keyLabel(/** @type {HTMLElement} */ (kbd).dataset.keys ?? "");
  find("#about").textContent = `Pyodide ${build.pyodideVersion} · runs in this tab, talks to no other site`;
  find("[data-testid=run]").addEventListener("click", run);
  find("[data-testid=stop]").addEventListener("click", stop);
  find("#open-gallery").addEventListener("click", () => gallery.open(examples.list, example, drafts.kept));
  find("#open-take-home").addEventListener("click", () => takeHome.open(serving.served && { server: serving.served.server, dirty: dirty() }));
  find("#open-help").addEventListener("click", () => help.open());
  listenForKeys({
    run,
    stop,
    send: () => (users.shown ? users.act() : composer.send()),
    previous: () => composer.recall(-1),
    next: () => composer.recall(1),
    help: () => help.open(),
  });

  serving.warm().catch(() => {}); // shown as the failed state
  const { code, message, example: slug } = drafts.last;
  if (message) composer.text = message;
  await examples.load().catch((error) => logged({ kind: "error", text: error.message }));
  example = slug || examples.list[0]?.slug || "";
  original = await examples.source(example).catch(() => "");
  if (!editor.text) editor.open(code ?? original); // unless somebody has written there already
  run();
}

start();
