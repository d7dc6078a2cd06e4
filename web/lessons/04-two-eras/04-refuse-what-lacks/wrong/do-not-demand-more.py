VERSION = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
SUPPORTED = ["2026-07-28"]


def refusal(meta):
    """The error for a request with this _meta, or None."""
    if not meta.get(CAPABILITIES):
        return {
            "code": -32602,
            "message": f"_meta needs {CAPABILITIES}, an object",
        }
    if meta[VERSION] not in SUPPORTED:
        data = {"supported": SUPPORTED, "requested": meta[VERSION]}
        return {
            "code": -32022,
            "message": "Unsupported version",
            "data": data,
        }
    return None
