// The message for a page on which Python has not told of any yet. It is the one that a client sends first.

export const FIRST_MESSAGE = `{
  "jsonrpc": "2.0",
  "id": 1,
  "method": "initialize",
  "params": {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "playground", "version": "1.0.0"}
  }
}`;
