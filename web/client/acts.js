// What one can have the official client do, by the section of the panel that offers it.
// To add one: add a row to SECTIONS or CHECKS.

/** @import { Client } from "@modelcontextprotocol/client" */
/** @typedef {{ signal: AbortSignal, timeout: number, resetTimeoutOnProgress: boolean, onprogress(progress: any): void }} Options */
/** @typedef {{ label: string, about: string, text: string, subject: any }} Choice */
/**
 * @typedef {object} Section
 * @property {string} name
 * @property {string} label
 * @property {"tools" | "resources" | "prompts" | "completions"} capability that the server has to declare
 * @property {string} list label of the button that asks for the choices
 * @property {string} none what to say if there are no choices
 * @property {string} field label of the text that goes with a choice
 * @property {boolean} isJson whether that text is a JSON object
 * @property {string} run label of the button that does it
 * @property {(client: Client) => Promise<Choice[]>} choices
 * @property {(client: Client, subject: any, value: any, options: Options, more: { _meta?: Record<string, unknown> }) => Promise<unknown>} act more: further members of params
 */

const fresh = { cacheMode: /** @type {const} */ ("refresh") };
const pretty = (/** @type {unknown} */ value) => JSON.stringify(value, null, 2);
const named = (/** @type {{ name: string, title?: string }} */ { name, title }) => (title && title !== name ? `${name} (${title})` : name);

/** @type {Section[]} */
export const SECTIONS = [
  {
    name: "tools", label: "Tools", capability: "tools",
    list: "List tools", none: "This server has no tools.",
    field: "Arguments, a JSON object", isJson: true, run: "Call",
    choices: async (client) => (await client.listTools({}, fresh)).tools.map((tool) => (
      { label: named(tool), about: tool.description ?? "", text: pretty(placeholders(tool.inputSchema)), subject: tool })),
    act: (client, tool, value, options, more) => client.callTool({ name: tool.name, arguments: value, ...more }, options),
  },
  {
    name: "resources", label: "Resources", capability: "resources",
    list: "List resources", none: "This server has no resources.",
    field: "URI", isJson: false, run: "Read",
    choices: async (client) => [
      ...(await client.listResources({}, fresh)).resources.map((one) => (
        { label: named(one), about: one.description ?? one.uri, text: one.uri, subject: one })),
      ...(await client.listResourceTemplates({}, fresh)).resourceTemplates.map((one) => (
        { label: `${named(one)}, a template`, about: one.description ?? "Put a value where the braces are.", text: one.uriTemplate, subject: one })),
    ],
    act: (client, _, value, options, more) => client.readResource({ uri: value, ...more }, { ...options, ...fresh }),
  },
  {
    name: "prompts", label: "Prompts", capability: "prompts",
    list: "List prompts", none: "This server has no prompts.",
    field: "Arguments, a JSON object of strings", isJson: true, run: "Get",
    choices: async (client) => (await client.listPrompts({}, fresh)).prompts.map((one) => (
      { label: named(one), about: one.description ?? "", text: pretty(Object.fromEntries((one.arguments ?? []).map(({ name }) => [name, ""]))), subject: one })),
    act: (client, prompt, value, options, more) => client.getPrompt({ name: prompt.name, arguments: value, ...more }, options),
  },
  {
    name: "completion", label: "Completion", capability: "completions",
    list: "List arguments", none: "There is nothing to complete: no prompt has arguments, and there are no templates.",
    field: "What was typed so far", isJson: false, run: "Complete",
    choices: completable,
    act: async (client, { ref, name }, value, options) => (await client.complete(
      { ref, argument: { name, value } }, options)).completion,
  },
];

/** @type {Record<"modern" | "legacy", { label: string, act(client: Client): Promise<unknown> }>} by era: how to see that the server is there */
export const CHECKS = {
  legacy: { label: "Ping", act: (client) => client.ping() },
  modern: { label: "Discover", act: (client) => client.discover() },
};

/** @param {Client} client @returns {Promise<Choice[]>} */
async function completable(client) {
  const has = client.getServerCapabilities() ?? {};
  const { prompts } = has.prompts ? await client.listPrompts({}, fresh) : { prompts: [] };
  const { resourceTemplates } = has.resources ? await client.listResourceTemplates({}, fresh) : { resourceTemplates: [] };
  return [
    ...prompts.flatMap(({ name, arguments: its }) => (its ?? []).map((argument) => (
      { label: `${name}: ${argument.name}`, about: argument.description ?? "", text: "", subject: { ref: { type: "ref/prompt", name }, name: argument.name } }))),
    ...resourceTemplates.flatMap(({ uriTemplate }) => variables(uriTemplate).map((name) => (
      { label: `${uriTemplate}: ${name}`, about: "", text: "", subject: { ref: { type: "ref/resource", uri: uriTemplate }, name } }))),
  ];
}

/** @param {string} template as of RFC 6570 */
const variables = (template) =>
  [...template.matchAll(/\{[+#./;?&]?([^}]+)\}/g)].flatMap(([, names]) => names.split(",").map((name) => name.replace(/[*:].*/, "")));

const BLANKS = /** @type {Record<string, unknown>} */ ({ string: "", integer: 0, number: 0, boolean: false, array: [], object: {}, null: null });

/** A value for each argument that is required. @param {any} schema */
function placeholders(schema) {
  const properties = schema?.properties ?? {};
  const blank = (/** @type {any} */ one) => one?.default ?? one?.examples?.[0] ?? one?.const ?? one?.enum?.[0] ?? BLANKS[[one?.type].flat()[0]] ?? null;
  return Object.fromEntries((schema?.required ?? []).map((/** @type {string} */ name) => [name, blank(properties[name])]));
}
