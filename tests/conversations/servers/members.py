"""One tool with every member that a tool can have."""

from dictmcp import Server

FULL = {
    "title": "Everything",
    "description": "Has every member.",
    "inputSchema": {"type": "object", "additionalProperties": False},
    "outputSchema": {"type": "object"},
    "annotations": {"readOnlyHint": True},
    "icons": [{"src": "data:image/png;base64,iVBORw0KGgo=", "mimeType": "image/png"}],
    "_meta": {"example.com/a": 1},
    "handler": lambda arguments: {},
}
PLAIN = {"description": "Lists numbers.", "outputSchema": {"type": "array"}, "handler": lambda arguments: [1]}
server = Server("members", title="Members", tools={"full": FULL, "numbers": PLAIN})
route = server.route
