// Everything that crosses the borders of an embed: host page <-> frame, frame <-> the Python that frames share.
// Messages to a frame go to "*", because a sandboxed frame has no origin; they hold nothing but the page's own text.

import type { LoadResult, Outcome, Stage, State } from "../worker-api.js";

export type Mode = "edit" | "read" | "output";
export type Theme = "light" | "dark";

/** A message of a recording, and all that came of it. Envelopes are text, exactly as they were. */
export interface Exchange {
  sent: string;
  /** What left because of it, the reply last. */
  received: string[];
  printed?: string;
}

/** What an element shows, and what its frame is opened with. */
export interface Setup {
  source: string;
  filename: string;
  messages: string[];
  recording: Exchange[];
  mode: Mode;
  theme: Theme;
  /** The element takes the height that the frame asks for. */
  grows: boolean;
  /** The host page answers instead of Python. */
  isHandled: boolean;
}

/** Host page to frame, once, with two ports: to the page, and to Python. */
export interface Opening {
  type: "mcp-playground:open";
  v: 1;
  setup: Setup;
}

/** Host page to the frame that owns Python: somebody comes, with a port, or goes. */
export interface Joining {
  type: "mcp-playground:join" | "mcp-playground:leave";
  v: 1;
  seat: number;
}

/** Host page to frame. What has an id is answered with `done`. */
export type Order =
  | { order: "send"; id: number; text: string }
  | { order: "setCode"; id: number; source: string }
  | { order: "reset"; id: number }
  | { order: "theme"; theme: Theme }
  | { order: "handled"; id: number; reply: string | null; why: string };

/** Frame to host page. */
export type News =
  | { news: "hello" }
  | { news: "state"; state: State }
  | { news: "ready"; server: string; tools: string[] }
  | { news: "sent"; id: number; text: string }
  | { news: "received"; id: number | null; text: string }
  | { news: "error"; text: string }
  | { news: "height"; height: number }
  | { news: "handle"; id: number; text: string }
  | { news: "done"; id: number; value: unknown; why: string };

/** Frame to Python. */
export type Wish =
  | { wish: "serve"; id: number; source: string; filename: string }
  | { wish: "send"; id: number; text: string }
  | { wish: "stop" };

/** Python to frame. */
export type Said =
  | { kind: "served"; id: number; result: LoadResult }
  | { kind: "delivered"; id: number; outcome: Outcome }
  | { kind: "refused"; id: number; why: string }
  | { kind: "state"; state: State; why: string }
  | { kind: "progress"; stage: Stage; percent: number }
  | { kind: "received" | "error" | "printed" | "notice"; text: string };
