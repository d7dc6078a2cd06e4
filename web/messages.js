// What may cross from worker to page, checked before anybody reads it. The types are in worker-api.d.ts.

/** @import { Configuration, Delivery, FromWorker, InterfaceTold, LoadResult, RecordedActions } from "./worker-api.js" */

/** @typedef {(value: any) => boolean} Check */

const text = (/** @type {unknown} */ value) => typeof value === "string";
const count = (/** @type {unknown} */ value) => typeof value === "number";
const orAbsent = (/** @type {Check} */ check) => (/** @type {unknown} */ value) => value === undefined || check(value);
const orNull = (/** @type {Check} */ check) => (/** @type {unknown} */ value) => value === null || check(value);
const listOf = (/** @type {Check} */ check) => (/** @type {unknown} */ value) => Array.isArray(value) && value.every(check);
const object = (/** @type {Record<string, Check>} */ members) => (/** @type {any} */ value) =>
  typeof value === "object" && value !== null && Object.entries(members).every(([name, check]) => check(value[name]));

/** @type {Record<FromWorker["kind"], Check>} */
const MESSAGES = {
  answer: object({ id: count, value: orNull((value) => text(value) || value instanceof Uint8Array) }),
  refusal: object({ id: count, message: text }),
  hello: object({}),
  stage: object({ stage: (stage) => ["start", "install", "serve"].includes(stage) }),
  doing: object({ text, seat: orAbsent(text) }),
  received: object({ text, call: orNull(count), seat: orAbsent(text) }),
  error: object({ text, call: orNull(count), seat: orAbsent(text) }),
  printed: object({ text, seat: orAbsent(text) }),
  capped: object({ text, seat: orAbsent(text) }),
  fatal: object({ text }),
};

const served = object({
  server: text,
  tools: listOf(text),
  definitions: listOf(object({ name: text })),
  presets: listOf(object({ group: text, label: text, text })),
  start: text,
  problems: listOf(text),
});
const refused = object({ error: object({ message: text, traceback: text, line: orNull(count), column: orNull(count), missing: listOf(text) }) });

const delivery = object({
  ms: count,
  sent: (sent) => typeof sent === "boolean",
  steps: listOf(object({ name: text, detail: text, ms: count })),
  ways: listOf(listOf(object({ name: text, says: text, state: (state) => ["passed", "failed", "skipped"].includes(state), steps: listOf(count) }))),
  verdict: listOf(object({ rule: text, severity: text, text })),
});

const configuration = object({
  kinds: listOf(object({ kind: text, label: text, filename: text, mediaType: text })),
  texts: listOf(object({ label: text, text })),
  leftOut: listOf(text),
});

const changed = object({
  interface: text,
  summary: text,
  changes: listOf(object({ kind: text, what: text, where: text, short: text, text, breaks: text })),
});

const refusal = object({ error: text });
const file = object({ text, filename: text, title: text, server: text, count, kinds: listOf(object({ kind: text, label: text, filename: text })) });
const lines = listOf(object({ text, differs: (/** @type {unknown} */ differs) => typeof differs === "boolean" }));
const place = object({ message: count, path: text, kind: text, was: text, now: text, why: text });

/** @type {Record<keyof RecordedActions, Check>} */
const RECORDED = {
  save: file,
  open: file,
  replay: object({ summary: text, server: text, rows: listOf(object({ name: text, sent: text, verdict: text, places: listOf(place) })) }),
  export: object({ text, filename: text }),
  answer: object({ text }),
  again: object({ text }),
  both: object({ sides: listOf(object({ revision: text, note: text, sent: lines, left: listOf(lines) })), places: listOf(text) }),
};

/** @param {any} message @returns {message is FromWorker} */
export const isFromWorker = (message) => Object.hasOwn(MESSAGES, message?.kind) && MESSAGES[/** @type {FromWorker["kind"]} */ (message.kind)](message);

/** @param {string} json @returns {LoadResult | null} null when it is none */
export function readLoadResult(json) {
  const result = parsed(json);
  return (result?.ok === true && served(result)) || (result?.ok === false && refused(result)) ? result : null;
}

/** @param {string} json @returns {Delivery | null} null when it is none */
export function readDelivery(json) {
  const told = parsed(json);
  return delivery(told) ? told : null;
}

/** @param {string} json @returns {Configuration | null} null when it is none */
export function readConfiguration(json) {
  const told = parsed(json);
  return configuration(told) ? told : null;
}

/** @param {string} json @returns {InterfaceTold | null} null when it is none */
export function readInterface(json) {
  const told = parsed(json);
  return changed(told) ? told : null;
}

/**
 * @template {keyof RecordedActions} A
 * @param {A} name
 * @param {string} json
 * @returns {RecordedActions[A]["answer"] | { error: string } | null} null when it is none
 */
export function readRecorded(name, json) {
  const told = parsed(json);
  return refusal(told) || RECORDED[name](told) ? told : null;
}

/** @param {string} json */
function parsed(json) {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
