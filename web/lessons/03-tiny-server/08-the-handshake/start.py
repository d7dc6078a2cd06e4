import copy
import json


def add(arguments):
    return arguments["a"] + arguments["b"]


def greet(arguments):
    return f"Hello, {arguments.get('name', 'world')}!"


def divide(arguments):
    return arguments["a"] / arguments["b"]


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
    "divide": {
        "description": "Divide a by b.",
        "inputSchema": TWO_NUMBERS,
        "handler": divide,
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
                "inputSchema": copy.deepcopy(tool["inputSchema"]),
            }
            for name, tool in TOOL_REGISTRY.items()
        ]
    }


def faults(schema, arguments):
    """What is wrong with arguments, a sentence each."""
    found = []
    for name in schema.get("required", []):
        if name not in arguments:
            found.append(f"{name} is missing.")
    for name, part in schema.get("properties", {}).items():
        if name in arguments and not fits(part, arguments[name]):
            found.append(f"{name} must be a {part['type']}.")
    return found


def fits(schema, value):
    if schema["type"] == "number":
        return type(value) in (int, float)
    return isinstance(value, str)


def wrap(value):
    """What a handler returned, as content blocks."""
    if value is None:
        return []
    text = value if isinstance(value, str) else json.dumps(value)
    return [{"type": "text", "text": text}]


def text_result(text, is_error=False):
    return {
        "content": [{"type": "text", "text": text}],
        "isError": is_error,
    }


def call_tool(name, arguments=None):
    tool, arguments = TOOL_REGISTRY[name], arguments or {}
    wrong = faults(tool["inputSchema"], arguments)
    if wrong:
        return text_result(" ".join(wrong), is_error=True)
    try:
        return {
            "content": wrap(tool["handler"](arguments)),
            "isError": False,
        }
    except Exception as problem:
        return text_result(
            f"{type(problem).__name__}: {problem}", is_error=True
        )


VERSIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]


def initialize(params):
    return {}


def tools_call(params):
    return call_tool(params["name"], params.get("arguments"))


METHODS = {
    "initialize": initialize,
    "ping": lambda params: {},
    "tools/list": lambda params: list_tools(),
    "tools/call": tools_call,
}


def error(id, code, message):
    problem = {"code": code, "message": message}
    return {"jsonrpc": "2.0", "id": id, "error": problem}


def route(message):
    if "id" not in message:
        return None
    id = message["id"]
    method = METHODS.get(message.get("method"))
    if method is None:
        return error(id, -32601, "Method not found")
    try:
        result = method(message.get("params") or {})
    except LookupError as problem:
        return error(id, -32602, str(problem))
    return {"jsonrpc": "2.0", "id": id, "result": result}
