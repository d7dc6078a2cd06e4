"""Handlers that try to change the list of tools while a message is being handled."""

from dictmcp import Server

ENTRY = {
    "description": "What was registered first.",
    "inputSchema": {"type": "object", "properties": {"a": {"type": "integer"}}},
    "handler": lambda arguments: "first",
}
server = Server("registering", tools={"first": ENTRY})


def new() -> str:
    """Come too late."""
    return "new"


@server.tool
def register() -> str:
    """Register a tool."""
    server.tool(new)
    return "registered"


@server.tool
def quietly() -> str:
    """Register a tool and keep silent about it."""
    try:
        server.tool(new)
    except ValueError:
        return "refused"
    return "registered"


@server.tool
def change() -> str:
    """Change the entry of another tool."""
    ENTRY["description"] = "changed"
    ENTRY["inputSchema"]["properties"]["b"] = {"type": "integer"}
    return "changed"


@server.tool
def change_list() -> str:
    """Change what the registry lists."""
    server.tools.list()[0]["inputSchema"]["properties"]["c"] = {"type": "integer"}
    return "changed"


@server.method("acme/register")
def method(params: dict) -> dict:
    server.tool(new)
    return {}
