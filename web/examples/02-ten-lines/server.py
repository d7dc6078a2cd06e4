"""A server in ten lines, without any library.

An MCP server is a function. A message comes in as a dict, and the
reply goes out as one: an envelope. Or None goes out, and then
nothing is sent.
"""

GREET = {
    "name": "greet",
    "description": "Say hello.",
    "inputSchema": {
        "type": "object",
        "properties": {
            "name": {"type": "string", "examples": ["Ada"]}
        },
    },
}


def initialize(params: dict) -> dict:
    return {
        "protocolVersion": "2025-11-25",  # whatever is asked
        "capabilities": {"tools": {}},  # it has tools
        "serverInfo": {"name": "ten-lines", "version": "1.0.0"},
    }


def call_tool(params: dict) -> dict:
    if params.get("name") != "greet":
        raise LookupError(f"Unknown tool: {params.get('name')!r}")
    name = (params.get("arguments") or {}).get("name", "world")
    text = {"type": "text", "text": f"Hello, {name}!"}
    return {"content": [text]}


def error(code: int, message: str) -> dict:
    return {"error": {"code": code, "message": message}}


METHODS = {
    "initialize": initialize,
    "ping": lambda params: {},
    "tools/list": lambda params: {"tools": [GREET]},
    "tools/call": call_tool,
}


def route(message: dict) -> dict | None:
    """The ten lines: a message in, its reply out."""
    if "id" not in message:  # a notification: nobody waits
        return None
    envelope = {"jsonrpc": "2.0", "id": message["id"]}  # as it came
    method = METHODS.get(message["method"])
    if method is None:
        return envelope | error(-32601, "Method not found")
    try:
        params = message.get("params") or {}
        return envelope | {"result": method(params)}
    except LookupError as unknown:
        return envelope | error(-32602, str(unknown))
