def add(arguments):
    return arguments["a"] + arguments["b"]


def greet(arguments):
    return f"Hello, {arguments.get('name', 'world')}!"


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
    "greet": {
        "description": "Say hello.",
        "inputSchema": {
            "type": "object",
            "properties": {"name": {"type": "string"}},
        },
        "handler": greet,
    },
}


def list_tools():
    return {
        "tools": [
            {
                "name": name,
                "description": tool["description"],
                "inputSchema": tool["inputSchema"],
            }
            for name, tool in TOOL_REGISTRY.items()
        ]
    }


def call_tool(name, arguments=None):
    return TOOL_REGISTRY[name]["handler"](arguments)
