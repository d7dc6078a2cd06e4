// What the server asks of the client's user, as small forms: elicitation by form or by URL, sampling, roots.

import { appendText } from "../text/show.js";
import { element, find } from "./element.js";
import { schemaForm } from "./schema-form.js";

/** @import { Question } from "../client/connection.js" */

/** @type {Record<string, (question: Question) => HTMLElement>} */
const FORMS = {
  "elicitation/create": (question) => (question.params.mode === "url" ? elicitUrl(question) : elicitForm(question)),
  "sampling/createMessage": sample,
  "roots/list": giveRoots,
};

let made = 0;

export class Questions {
  #place;

  /** @param {HTMLElement} [place] */
  constructor(place = find("#questions")) {
    this.#place = place;
  }

  /** @param {Question} question */
  show(question) {
    const card = FORMS[question.method](question);
    const { signal } = question;
    const gone = () => card.remove();
    if (signal.aborted) return;
    signal.addEventListener("abort", gone);
    this.#place.append(card);
    /** @type {HTMLElement | null} */ (card.querySelector("input, textarea, select, a, button"))?.focus({ preventScroll: true });
    card.scrollIntoView({ block: "start" });
  }
}

/** @param {Question} question */
function elicitForm({ params, answer }) {
  const { rows, read } = schemaForm(params.requestedSchema);
  return card("The server asks you", params.message, rows, {
    submit: ["Accept", () => answer({ action: "accept", content: read() })],
    others: [["Decline", () => answer({ action: "decline" })], ["Cancel", () => answer({ action: "cancel" })]],
  });
}

/** @param {Question} question */
function elicitUrl({ params, answer }) {
  const isWeb = /^https?:\/\//i.test(params.url);
  const address = element("code", { class: "address" });
  appendText(address, params.url);
  const link = element("a", { href: params.url, target: "_blank", rel: "noopener noreferrer" }, "Open it in a new tab");
  const way = isWeb ? link : element("p", { class: "hint" }, "This is no address of the web: the page makes no link of it.");
  return card("The server asks you to visit an address", params.message, [address, way], {
    submit: ["Accept", () => answer({ action: "accept" })],
    others: [["Decline", () => answer({ action: "decline" })], ["Cancel", () => answer({ action: "cancel" })]],
  });
}

/** @param {Question} question */
function sample({ params, answer, refuse }) {
  const said = element("ol", { class: "prompted" }, ...(params.messages ?? []).map(drawMessage));
  const system = params.systemPrompt ? [labelled("System prompt", element("pre", {}, params.systemPrompt))] : [];
  const text = element("textarea", { class: "entry", rows: "3", required: true, id: `field-s${++made}` });
  const model = element("input", { class: "entry", value: "a person", required: true, id: `field-s${++made}` });
  const label = (/** @type {HTMLElement} */ control, /** @type {string} */ words) => element("div", { class: "field" }, element("label", { for: control.id }, words), control);
  return card("The server asks a model", `Answer as the model would, in up to ${params.maxTokens} tokens.`,
    [...system, said, label(text, "What the model says"), label(model, "Name of the model")], {
      submit: ["Answer", () => answer({ role: "assistant", model: model.value, stopReason: "endTurn", content: { type: "text", text: text.value } })],
      others: [["Refuse", () => refuse("The user refused to have a model asked.")]],
    });
}

/** @param {Question} question */
function giveRoots({ answer, refuse }) {
  const text = element("textarea", { class: "entry", rows: "2", id: `field-s${++made}` });
  text.value = "file:///home/me/project";
  const uris = () => text.value.split("\n").map((line) => line.trim()).filter(Boolean);
  text.addEventListener("input", () => {
    const wrong = uris().find((uri) => !uri.startsWith("file://"));
    text.setCustomValidity(wrong ? `${wrong} is no root: a root begins with file://` : "");
  });
  return card("The server asks for your roots", "The folders that it may work in. Nothing on this device is read.",
    [element("div", { class: "field" }, element("label", { for: text.id }, "Roots, one file:// URI a line"), text)], {
      submit: ["Answer", () => answer({ roots: uris().map((uri) => ({ uri })) })],
      others: [["Refuse", () => refuse("The user gave no roots.")]],
    });
}

/**
 * @param {string} title
 * @param {string} message
 * @param {HTMLElement[]} rows
 * @param {{ submit: [string, () => void], others: [string, () => void][] }} ways
 */
function card(title, message, rows, { submit, others }) {
  const said = element("p", { class: "question-text" });
  appendText(said, message ?? "");
  const [label, act] = submit;
  const buttons = element("div", { class: "buttons" },
    element("button", { type: "submit", class: "action primary" }, label),
    ...others.map(([words, click]) => element("button", { type: "button", class: "action", click: () => finish(click) }, words)));
  const id = `question-${++made}`;
  const form = element("form", { class: "question", "aria-labelledby": id, "data-testid": "question" },
    element("h3", { id }, title), said, element("div", { class: "fields" }, ...rows), buttons);
  const finish = (/** @type {() => void} */ how) => {
    form.remove();
    how();
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    finish(act);
  });
  return form;
}

/** @param {string} label @param {HTMLElement} content */
const labelled = (label, content) => element("div", { class: "field" }, element("span", {}, label), content);

/** @param {any} message */
function drawMessage({ role, content }) {
  const text = element("pre", {});
  const blocks = [content].flat().map((block) => (block?.type === "text" ? block.text : JSON.stringify(block)));
  appendText(text, blocks.join("\n"));
  return element("li", {}, element("span", { class: "hint" }, role), text);
}
