// Everything that crosses the border between page and worker, in both directions.
// What Python makes stays JSON text until the page reads it; envelopes stay text for good.

/** What the build writes into the page (#build). URLs are relative to the page. */
export interface Build {
  id: string;
  app: string;
  pyodide: string;
  wheels: string;
  examples: string;
  /** index.json, the list of lessons, and a JSON file for each. */
  lessons: string;
  /** Raw bytes by relative URL, for everything the boot fetches. */
  sizes: Record<string, number>;
  pyodideVersion: string;
  /** The `info` block of Pyodide's lock file: with it no lock is fetched. */
  lockInfo: Record<string, string>;
  micropip: string;
  install: string[];
  /** A PEP 503 index in plain files. */
  index: string;
  /** Pure-Python stand-ins for packages that have no WebAssembly wheel. */
  mocks: { name: string; version: string; module: string; source: string }[];
}

export type Stage = "download" | "start" | "install" | "serve";

export interface BootOrder {
  build: Build;
  /** The page's own address, which the build's URLs are relative to. */
  base: string;
  /** The engine compiled by an earlier worker: a restart skips download and compilation. */
  engine: WebAssembly.Module | null;
}

/** Page to worker: the orders by action, and what each answers with. */
export interface Actions {
  boot: { order: BootOrder; answer: null };
  load: { order: { source: string; filename: string }; answer: string };
  deliver: { order: { text: string }; answer: string };
  install: { order: { packages: string[] }; answer: null };
  export: { order: { kind: string }; answer: Uint8Array<ArrayBuffer> };
  configuration: { order: Launch; answer: string };
}

export type ActionName = keyof Actions;
export type Call = { [A in ActionName]: { id: number; action: A; order: Actions[A]["order"] } }[ActionName];

/** Worker to page. An answer carries the id of its call, and so does what the server says during it, where that is known. */
export type FromWorker =
  | { kind: "answer"; id: number; value: string | Uint8Array<ArrayBuffer> | null }
  | { kind: "refusal"; id: number; message: string }
  | { kind: "hello"; build: string }
  | { kind: "progress"; stage: Stage; loaded: number; total: number }
  | { kind: "engine"; engine: WebAssembly.Module }
  | { kind: "doing"; text: string }
  | { kind: "received"; text: string; call: number | null }
  | { kind: "error"; text: string; call: number | null }
  | { kind: "printed"; text: string }
  | { kind: "capped"; text: string }
  | { kind: "fatal"; text: string };

/** The JSON text that `load` answers with. */
export type LoadResult =
  | { ok: true; server: string; tools: string[]; definitions: Tool[]; presets: Preset[]; start: string; problems: string[]; error: null }
  | { ok: false; error: LoadError };

/** A tool as the server lists it. */
export interface Tool {
  name: string;
  title?: string;
  description?: string;
  inputSchema?: object;
  annotations?: { readOnlyHint?: boolean };
}

/** How a client starts the server once it was taken home. What is empty is left to Python. */
export interface Launch {
  name: string;
  path: string;
  python: string;
}

/** The JSON text that `configuration` answers with. */
export interface Configuration {
  kinds: { kind: string; label: string; filename: string; mediaType: string }[];
  texts: { label: string; text: string; href?: string; note?: string }[];
  leftOut: string[];
}

export interface LoadError {
  message: string;
  traceback: string;
  line: number | null;
  column: number | null;
  missing: string[];
}

export interface Preset {
  group: string;
  label: string;
  text: string;
}

/** The first line of what `deliver` answers with; the envelope follows on the next line when `sent`. */
export interface Delivery {
  ms: number;
  sent: boolean;
  steps: Step[];
  verdict: Finding[];
}

export interface Step {
  name: string;
  detail: string;
  ms: number;
}

export interface Finding {
  rule: string;
  severity: string;
  text: string;
  page: string;
}

/** What `send` of window.mcpPlayground resolves with. */
export interface Outcome {
  reply: string | null;
  ms: number;
  steps: Step[];
  verdict: Finding[];
}

export type State = "booting" | "ready" | "running" | "stopped" | "failed";
