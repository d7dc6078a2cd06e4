VERSION = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
SUPPORTED = ["2026-07-28"]


def refusal(meta):
    """The error for a request with this _meta, or None."""
    return None
