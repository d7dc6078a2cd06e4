// Everything that crosses the border between page and worker, in both directions.
// What Python makes stays JSON text until the page reads it; envelopes stay text for good.

/** What the build writes into the page (#build). URLs are relative to the page. */
export interface Build {
  id: string;
  app: string;
  python: string;
  examples: string;
  /** index.json, the list of lessons, and a JSON file for each. */
  lessons: string;
  pyodideVersion: string;
  /** The `info` block of Pyodide's lock file: with it no lock is fetched. */
  lockInfo: Record<string, string>;
  files: Record<FileName, ListedFile>;
}

/**
 * worker: the worker in one script. engine: CPython in WebAssembly. snapshot: its memory with all that the page
 * needs imported. rest: the standard library's other modules. packages: what is installed, as source.
 * stdlib, caches: the standard library and the packages as bytecode. plain: the standard library as Pyodide has it.
 */
export type FileName = "worker" | "engine" | "snapshot" | "rest" | "packages" | "stdlib" | "caches" | "plain";
/** magic: how it begins, in Latin-1. */
export type ListedFile = { url: string; size: number; sha256: string; magic: string };
export type Bytes = Partial<Record<FileName, ArrayBuffer>>;

export type Stage = "download" | "start" | "install" | "serve";

/** How Python is started: from its snapshot, from bytecode, or as Pyodide comes. */
export type Rung = "snapshot" | "bytecode" | "plain";

/** Page to worker: the orders by action, and what each answers with. */
export interface Actions {
  /** Make the engine stand, as far as that goes before there are files. The engine itself comes beside the port. */
  prepare: { order: { lockInfo: Record<string, string>; rung: Rung }; answer: null };
  boot: { order: { files: Bytes }; answer: null };
  /** Files that the start did without. */
  supply: { order: { files: Bytes }; answer: null };
  /** Whether a source imports only what the snapshot holds: "yes", or "". */
  knows: { order: { source: string }; answer: string };
  load: { order: { source: string; filename: string; seat?: string }; answer: string };
  deliver: { order: { text: string; seat?: string }; answer: string };
  /** One of several servers that share this Python: its orders and its news carry its name. */
  join: { order: { seat: string }; answer: null };
  /** End what is under way there, if it lets itself be ended. */
  interrupt: { order: { seat: string }; answer: null };
  leave: { order: { seat: string }; answer: null };
  install: { order: { packages: string[] }; answer: null };
  export: { order: { kind: string }; answer: Uint8Array<ArrayBuffer> };
  configuration: { order: Launch; answer: string };
  check: { order: { step: string; answer: string }; answer: string };
  /** Fix clock and ids for what is loaded from now on. */
  fix: { order: { isFixed: boolean }; answer: null };
  /** before: the interface to compare with, as the last answer has it, or nothing. */
  interface: { order: { before: string }; answer: string };
  /** text: JSON of what RecordedActions lists for that name, as is the answer. */
  recorded: { order: { name: keyof RecordedActions; text: string }; answer: string };
}

export type ActionName = keyof Actions;
export type Call = { [A in ActionName]: { id: number; action: A; order: Actions[A]["order"] } }[ActionName];

/** Worker to page. An answer carries the id of its call, and so does what the server says during it, where that is known. */
export type FromWorker =
  | { kind: "answer"; id: number; value: string | Uint8Array<ArrayBuffer> | null }
  | { kind: "refusal"; id: number; message: string }
  | { kind: "hello" }
  | { kind: "stage"; stage: Stage }
  | { kind: "doing"; text: string; seat?: string }
  | { kind: "received"; text: string; call: number | null; seat?: string }
  | { kind: "error"; text: string; call: number | null; seat?: string }
  | { kind: "printed"; text: string; seat?: string }
  | { kind: "capped"; text: string; seat?: string }
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

/** The JSON text that `interface` answers with. */
export interface InterfaceTold {
  interface: string;
  summary: string;
  changes: { kind: string; what: string; where: string; short: string; text: string; breaks: "yes" | "perhaps" | "no" }[];
}

/** What was said, for a session. isEnd: nothing more comes for the message of that number. */
export interface Said {
  kind: string;
  text: string;
  id: number | null;
  isEnd: boolean;
}

/** What Python does with recorded sessions: orders and answers. Any answer may be { error } instead. */
export interface RecordedActions {
  save: { order: { entries: Said[]; isSteady: boolean }; answer: SessionFile };
  open: { order: { text: string; name: string }; answer: SessionFile };
  replay: { order: { text: string }; answer: Replayed };
  export: { order: { text: string; kind: string }; answer: { text: string; filename: string } };
  both: { order: { text: string }; answer: InBoth };
  answer: { order: { text: string }; answer: { text: string } };
  again: { order: { message: string; reply: string; responses: string; id: string }; answer: { text: string } };
}

/** A session as the text of a file, and what it can be exported as. */
export interface SessionFile {
  text: string;
  filename: string;
  title: string;
  server: string;
  count: number;
  isSteady: boolean;
  kinds: { kind: string; label: string; filename: string }[];
}

export interface Replayed {
  summary: string;
  server: string;
  rows: ReplayedRow[];
}

export interface ReplayedRow {
  name: string;
  sent: string;
  verdict: "same" | "changed" | "volatile";
  places: { message: number; path: string; kind: "changed" | "added" | "removed"; was: string; now: string; why: string }[];
}

export interface InBoth {
  sides: { revision: string; note: string; sent: MarkedLine[]; left: MarkedLine[][] }[];
  places: string[];
}

export type MarkedLine = { text: string; differs: boolean };

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
  ways: Station[][];
  verdict: Finding[];
}

export interface Step {
  name: string;
  detail: string;
  ms: number;
}

/** One station of a message's way: what happens there, and the numbers of the steps that belong to it. */
export interface Station {
  name: string;
  says: string;
  state: "passed" | "failed" | "skipped";
  steps: number[];
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
  /** The way the message took, as stations; of a batch one for each message. */
  ways: Station[][];
  verdict: Finding[];
}

export type State = "booting" | "ready" | "running" | "stopped" | "failed";
