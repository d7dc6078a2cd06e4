"""Tools with hand-written schemas, and what Python checks differently from the standard."""

from dictmcp import Server

PLACE = {
    "type": "object",
    "$defs": {
        "Item": {
            "type": "object",
            "properties": {
                "sku": {"type": "string"},
                "kids": {"type": "array", "items": {"$ref": "#/$defs/Item"}},
            },
            "required": ["sku"],
        }
    },
    "properties": {"item": {"$ref": "#/$defs/Item"}},
    "required": ["item"],
}
CIRCLE = {
    "type": "object",
    "properties": {"kind": {"const": "circle"}, "radius": {"type": "number"}},
    "required": ["kind", "radius"],
    "additionalProperties": False,
}
SQUARE = {
    "type": "object",
    "properties": {"kind": {"const": "square"}, "side": {"type": "number"}},
    "required": ["kind", "side"],
    "additionalProperties": False,
}
VALUES = {
    "one": {"enum": [1, "a", None]},
    "true": {"const": True},
    "nested": {"enum": [[1], {"a": 0}]},
    "anchored": {"type": "string", "pattern": "^a$"},
    "digits": {"type": "string", "pattern": "^\\d+$"},
    "tenths": {"type": "number", "multipleOf": 0.1},
    "short": {"type": "string", "maxLength": 1},
    "shape": {"oneOf": [CIRCLE, SQUARE]},
    "any_shape": {"anyOf": [CIRCLE, SQUARE]},
    "both": {"oneOf": [{"type": "integer"}, {"minimum": 2}]},
    "number_or_text": {"oneOf": [{"type": "integer"}, {"type": "string"}]},
    "email": {"type": "string", "format": "email"},
    "unique": {"type": "array", "uniqueItems": True},
    "limited": {"type": "number", "maximum": 10},
    "sibling": {"$ref": "#/$defs/text", "minLength": 2},
    "anchor": {"$ref": "#word"},
    "tuple": {"prefixItems": [{"type": "integer"}], "items": False},
    "never": False,
}
CHECK = {
    "type": "object",
    "$defs": {"text": {"type": "string"}, "word": {"$anchor": "word", "pattern": "^\\w+$"}},
    "properties": VALUES,
    "patternProperties": {"^x-": {"type": "string"}},
    "additionalProperties": False,
    "dependentRequired": {"short": ["one"]},
}
TOOL_REGISTRY = {
    "place": {
        "description": "Place an item.",
        "inputSchema": PLACE,
        "handler": lambda args: f"{args['item']['sku']} {len(args['item'].get('kids', []))}",
    },
    "check": {"description": "Check values.", "inputSchema": CHECK, "handler": lambda args: "fine"},
    "size": {
        "description": "Count the characters.",
        "inputSchema": {"type": "object", "properties": {"text": {"type": "string", "maxLength": 1}}},
        "handler": lambda args: len(args["text"]),
    },
    "old": {
        "description": "Speaks an older dialect.",
        "inputSchema": {
            "$schema": "http://json-schema.org/draft-07/schema#",
            "definitions": {"n": {"type": "integer"}},
            "properties": {"n": {"$ref": "#/definitions/n"}, "pair": {"items": [{"type": "integer"}]}},
        },
        "handler": lambda args: "fine",
    },
    "open": {"description": "Takes anything.", "handler": lambda args: args},
    # None of these can be served; the others are.
    "remote": {
        "description": "Refers to the network.",
        "inputSchema": {"properties": {"a": {"$ref": "https://schemas.example/a.json"}}},
        "handler": lambda args: "",
    },
    "dangling": {
        "description": "Refers to nothing.",
        "inputSchema": {"properties": {"a": {"$ref": "#/$defs/none"}}},
        "handler": lambda args: "",
    },
    "array": {"description": "Is no object.", "inputSchema": {"type": "array"}, "handler": lambda args: ""},
    "dialect": {
        "description": "Speaks no dialect.",
        "inputSchema": {"$schema": "https://schemas.example/dialect"},
        "handler": lambda args: "",
    },
    "handless": {"description": "Has no handler."},
}
server = Server("schemas", tools=TOOL_REGISTRY)
route = server.route
