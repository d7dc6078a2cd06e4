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


def faults(schema, arguments):
    """What is wrong with arguments, a sentence each."""
    return []
