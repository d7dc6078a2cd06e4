// vendor/mcp-client.js is made by the build from client-bundle.js.
export { Client } from "@modelcontextprotocol/client";
export const version: string;
