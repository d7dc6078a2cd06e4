def add(arguments):
    return arguments["a"] + arguments["b"]


TOOL_REGISTRY = {
    "add": {
        "description": "",
        "inputSchema": {},
    },
}
