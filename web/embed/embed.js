// The one script of a page with playgrounds: defines <mcp-playground>, and loads nothing before somebody presses Run.

import { McpPlayground } from "./element.js";

const NAME = "mcp-playground";

// The page may have the script twice, or another version of it: the first one serves all.
if (!customElements.get(NAME)) customElements.define(NAME, McpPlayground);
