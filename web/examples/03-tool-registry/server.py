"""Tools as plain data: a dict of entries, each with a handler.

A handler gets the arguments as a dict, already checked against
its inputSchema. What it returns is put into an envelope for it.
"""

import asyncio

from dictmcp import Server


def divide(args: dict) -> float:
    return args["a"] / args["b"]  # by zero: an isError


def count(args: dict) -> dict:
    text = args["text"]
    # A dict is sent twice: as text, and as structuredContent.
    return {"characters": len(text), "words": len(text.split())}


def pixel(args: dict) -> list:
    # Content blocks are sent as they are.
    return [
        {"type": "text", "text": "One black pixel:"},
        {"type": "image", "data": PIXEL, "mimeType": "image/gif"},
    ]


async def wait(args: dict) -> str:
    await asyncio.sleep(args["seconds"])
    return "Done waiting."


PIXEL = "R0lGODdhAQABAIAAAAAAAAAAACwAAAAAAQABAAACAkQBADs="

TWO_NUMBERS = {
    "type": "object",
    "properties": {
        "a": {"type": "number", "examples": [7]},
        "b": {"type": "number", "examples": [2]},
    },
    "required": ["a", "b"],
}

TOOL_REGISTRY = {
    "add": {
        "description": "Add two numbers.",
        "inputSchema": TWO_NUMBERS,
        "handler": lambda args: args["a"] + args["b"],
    },
    "divide": {
        "description": "Divide one number by another.",
        "inputSchema": TWO_NUMBERS,
        "handler": divide,
    },
    "count": {
        "title": "Count words",  # what a client may show to people
        "description": "Count the characters and words of a text.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "text": {
                    "type": "string",
                    "examples": ["to be or not to be"],
                }
            },
            "required": ["text"],
        },
        # A promise: a result that does not fit is never sent.
        "outputSchema": {
            "type": "object",
            "properties": {
                "characters": {"type": "integer"},
                "words": {"type": "integer"},
            },
            "required": ["characters", "words"],
        },
        "annotations": {"readOnlyHint": True},  # it changes nothing
        "handler": count,
    },
    "pixel": {
        "description": "Draw one black pixel.",
        "inputSchema": {
            "type": "object",
            "additionalProperties": False,
        },
        "handler": pixel,
    },
    "wait": {
        "description": "Wait; other calls are served meanwhile.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "seconds": {
                    "type": "number",
                    "minimum": 0,
                    "maximum": 10,
                    "default": 1,
                }
            },
            "required": ["seconds"],
        },
        "handler": wait,
    },
}

# tools/list shows everything in the entries but the handlers.
route = Server("tool-registry", tools=TOOL_REGISTRY).route
