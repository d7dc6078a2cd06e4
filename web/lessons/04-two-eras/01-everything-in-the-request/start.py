old = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
new = {
    "jsonrpc": "2.0",
    "id": 2,
    "method": "tools/list",
    "params": {
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        }
    },
}


def era(message):
    meta = message.get("params", {}).get("_meta", {})
    return (
        "stateless"
        if "io.modelcontextprotocol/protocolVersion" in meta
        else "handshake"
    )


print(
    era(old),
    era(new),
    era({"jsonrpc": "2.0", "id": 3, "method": "ping"}),
)
