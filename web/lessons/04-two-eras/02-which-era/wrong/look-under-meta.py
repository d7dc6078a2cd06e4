VERSION = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"


def is_stateless(message):
    params = message.get("params")
    return isinstance(params, dict) and VERSION in params
