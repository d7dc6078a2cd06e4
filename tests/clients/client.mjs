// The walk of @modelcontextprotocol/client, of both eras.

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { walk } from "./walk.mjs";

await walk({
    Client,
    options: (mode) => ({ versionNegotiation: { mode } }),
    http: (url) => new StreamableHTTPClientTransport(url),
    stdio: (server) => new StdioClientTransport(server),
    onRequest: (client, method, handle) => client.setRequestHandler(method, handle),
    onNotification: (client, method, handle) => client.setNotificationHandler(method, handle),
});
