"""A server in ten lines, without any library.

An MCP server is a function. A message comes in as a dict, and the reply goes out
as one: an envelope. Or None goes out, and then nothing is sent.
"""

GREET = {
    "name": "greet",
    "description": "Say hello.",
    "inputSchema": {
        "type": "object",
        "properties": {"name": {"type": "string", "examples": ["Ada"]}},
    },
}


def initialize(params: dict) -> dict:
    return {
        "protocolVersion": "2025-11-25",  # what this server speaks, whatever is asked
        "capabilities": {"tools": {}},  # it has tools
        "serverInfo": {"name": "ten-lines", "version": "1.0.0"},
    }


def call_tool(params: dict) -> dict:
    if params.get("name") != "greet":
        raise LookupError(f"Unknown tool: {params.get('name')!r}")
    name = (params.get("arguments") or {}).get("name", "world")
    return {"content": [{"type": "text", "text": f"Hello, {name}!"}]}


METHODS = {
    "initialize": initialize,
    "ping": lambda params: {},
    "tools/list": lambda params: {"tools": [GREET]},
    "tools/call": call_tool,
}


def route(message: dict) -> dict | None:
    """The ten lines: a message in, its reply out."""
    if "id" not in message:  # a notification: nobody waits for a reply
        return None
    envelope = {"jsonrpc": "2.0", "id": message["id"]}  # the id exactly as it came
    method = METHODS.get(message["method"])
    if method is None:
        return envelope | {"error": {"code": -32601, "message": "Method not found"}}
    try:
        return envelope | {"result": method(message.get("params") or {})}
    except LookupError as error:
        return envelope | {"error": {"code": -32602, "message": str(error)}}
