// What the page needs of the official client, and nothing else. The build bundles this into vendor/mcp-client.js.
export { Client } from "@modelcontextprotocol/client";
export { version } from "../node_modules/@modelcontextprotocol/client/package.json";
