// The walk of the client of @modelcontextprotocol/sdk, which knows the handshake era only.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import * as types from "@modelcontextprotocol/sdk/types.js";
import { walk } from "./walk.mjs";

const SCHEMAS = {
    "elicitation/create": types.ElicitRequestSchema,
    "sampling/createMessage": types.CreateMessageRequestSchema,
    "roots/list": types.ListRootsRequestSchema,
    "notifications/tools/list_changed": types.ToolListChangedNotificationSchema,
    "notifications/resources/list_changed": types.ResourceListChangedNotificationSchema,
    "notifications/prompts/list_changed": types.PromptListChangedNotificationSchema,
    "notifications/resources/updated": types.ResourceUpdatedNotificationSchema,
    "notifications/message": types.LoggingMessageNotificationSchema,
};

// `callTool` of this client takes the schema of the result before the options.
class Sdk extends Client {
    callTool(params, options) {
        return super.callTool(params, undefined, options);
    }
}

// Remembers what was negotiated, as the HTTP transport does.
class Stdio extends StdioClientTransport {
    setProtocolVersion(version) {
        this.protocolVersion = version;
    }
}

await walk({
    Client: Sdk,
    options: () => ({}),
    http: (url) => new StreamableHTTPClientTransport(url),
    stdio: (server) => new Stdio(server),
    onRequest: (client, method, handle) => client.setRequestHandler(SCHEMAS[method], handle),
    onNotification: (client, method, handle) => client.setNotificationHandler(SCHEMAS[method], handle),
});
