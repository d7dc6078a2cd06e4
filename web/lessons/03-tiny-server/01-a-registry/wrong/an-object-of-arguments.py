def add(arguments):
    return arguments["a"] + arguments["b"]


TWO_NUMBERS = {
    "properties": {
        "a": {"type": "number"},
        "b": {"type": "number"},
    },
    "required": ["a", "b"],
}

TOOL_REGISTRY = {
    "add": {
        "description": "Add two numbers.",
        "inputSchema": TWO_NUMBERS,
        "handler": add,
    },
}
