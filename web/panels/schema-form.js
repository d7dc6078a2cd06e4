// A form from a flat JSON Schema, as elicitation has them: a field for each property, read back as a JSON object.

import { visible } from "../text/show.js";
import { element } from "./element.js";

/** @typedef {{ control: HTMLElement, label: HTMLElement | null, read(): unknown }} Field read: undefined when left empty */

const INPUTS = /** @type {Record<string, string>} */ ({ email: "email", uri: "url", date: "date", "date-time": "datetime-local" });

let made = 0;

/**
 * @param {any} schema
 * @returns {{ rows: HTMLElement[], read(): Record<string, unknown> }}
 */
export function schemaForm(schema) {
  const required = new Set(schema?.required ?? []);
  const rows = Object.entries(schema?.properties ?? {}).map(([name, property]) => row(name, property ?? {}, required.has(name)));
  return {
    rows: rows.map(({ shown }) => shown),
    read: () => Object.fromEntries(rows.map(({ name, read }) => [name, read()]).filter(([, value]) => value !== undefined)),
  };
}

/** @param {string} name @param {any} property @param {boolean} required */
function row(name, property, required) {
  const id = `field-${++made}`;
  const { control, read, isGroup = false } = field(property, required, id);
  const mark = required ? [" ", element("span", { class: "required" }, "required")] : [];
  const title = element(isGroup ? "legend" : "label", isGroup ? {} : { for: id }, visible(property.title || name), ...mark);
  const about = property.description ? [element("p", { class: "hint" }, visible(property.description))] : [];
  return { name, read, shown: element(isGroup ? "fieldset" : "div", { class: "field" }, title, control, ...about) };
}

/**
 * @param {any} property
 * @param {boolean} required
 * @param {string} id
 * @returns {{ control: HTMLElement, read(): unknown, isGroup?: boolean }}
 */
function field(property, required, id) {
  if (property.type === "array") return many(property, id);
  const options = choices(property);
  if (options) return one(options, property, required, id);
  if (property.type === "boolean") {
    const box = element("input", { type: "checkbox", id, checked: property.default === true });
    return { control: box, read: () => box.checked };
  }
  return typed(property, required, id);
}

/** @param {any} property @param {boolean} required @param {string} id */
function typed(property, required, id) {
  const isNumber = property.type === "number" || property.type === "integer";
  const type = isNumber ? "number" : INPUTS[property.format] ?? "text";
  const input = element("input", { type, id, required: required && !isEmptyAllowed(property, isNumber), class: "entry" });
  input.value = String(property.default ?? "");
  const limits = isNumber
    ? { min: property.minimum, max: property.maximum, step: property.type === "integer" ? 1 : "any" }
    : { minlength: property.minLength, maxlength: property.maxLength, pattern: property.pattern };
  for (const [name, value] of Object.entries(limits)) if (value !== undefined) input.setAttribute(name, String(value));
  const read = () => {
    if (input.value === "") return required && !isNumber ? "" : undefined;
    if (isNumber) return Number(input.value);
    return type === "datetime-local" ? new Date(input.value).toISOString() : input.value;
  };
  return { control: input, read };
}

/** An empty text is a text. @param {any} property @param {boolean} isNumber */
const isEmptyAllowed = (property, isNumber) => !isNumber && !property.format && !property.minLength && property.default === "";

/** @param {[string, string][]} options @param {any} property @param {boolean} required @param {string} id */
function one(options, property, required, id) {
  const select = element("select", { id, required, class: "entry" },
    element("option", { value: "" }, required ? "Choose one" : "None"),
    ...options.map(([value, label]) => element("option", { value }, visible(label))));
  select.value = property.default ?? "";
  return { control: select, read: () => select.value || undefined };
}

/** @param {any} property @param {string} id */
function many(property, id) {
  const chosen = new Set(property.default ?? []);
  const boxes = (choices(property.items ?? {}) ?? []).map(([value, label], index) => {
    const box = element("input", { type: "checkbox", value, id: `${id}-${index}`, checked: chosen.has(value) });
    return { box, shown: element("label", { class: "check" }, box, visible(label)) };
  });
  const read = () => boxes.filter(({ box }) => box.checked).map(({ box }) => box.value);
  return { control: element("div", { class: "checks" }, ...boxes.map(({ shown }) => shown)), read, isGroup: true };
}

/** @param {any} property @returns {[string, string][] | null} value and label of each */
function choices(property) {
  const titled = property.oneOf ?? property.anyOf;
  if (titled) return titled.map((/** @type {any} */ each) => [each.const, each.title ?? each.const]);
  return property.enum?.map((/** @type {string} */ value, /** @type {number} */ index) => [value, property.enumNames?.[index] ?? value]) ?? null;
}
