def add(arguments):
    return arguments["a"] + arguments["b"]


TWO_NUMBERS = {
    "type": "object",
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


def list_tools():
    return {
        "tools": [
            {
                "name": name,
                "description": tool["description"],
                "inputSchema": tool["inputSchema"],
                "handler": tool["handler"],
            }
            for name, tool in TOOL_REGISTRY.items()
        ]
    }
