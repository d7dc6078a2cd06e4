"""Tools with and without an outputSchema."""

from dataclasses import dataclass
from typing import TypedDict

from dictmcp import Server


@dataclass
class Point:
    x: int
    y: int = 0


class Found(TypedDict):
    hits: list[str]


server = Server("structured")


@server.tool
def unannotated(text="x"):
    """Return a text."""
    return text


@server.tool
def text() -> str:
    """Return a text."""
    return "x"


@server.tool
def point() -> Point:
    """Return a dataclass."""
    return Point(1)


@server.tool
def found() -> Found:
    """Return a TypedDict."""
    return {"hits": ["a"]}


@server.tool
def lost() -> Found:
    """Break its promise."""
    return {"hits": "a"}


OBJECT = {"type": "object"}
COUNT = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
RETURNS = {
    "object_text": (OBJECT, "plain text"),
    "object_none": (OBJECT, None),
    "object_list": (OBJECT, [1]),
    "object_empty": (OBJECT, {}),
    "object_error": (OBJECT, {"content": [{"type": "text", "text": "sorry"}], "isError": True}),
    "count": (COUNT, {"n": 3}),
    "count_text": (COUNT, {"n": "3"}),
    "count_missing": (COUNT, {}),
    "count_block": (COUNT, {"content": [{"type": "text", "text": "3"}], "structuredContent": {"n": 3}}),
    "array": ({"type": "array", "items": {"type": "integer"}}, [1, 2]),
    "array_wrong": ({"type": "array", "items": {"type": "integer"}}, [1, "2"]),
    "number": ({"type": "number"}, 0),
    "maybe": ({"type": ["object", "null"]}, None),
}
for name, (schema, value) in RETURNS.items():
    server.tools.add(
        name, {"description": name, "outputSchema": schema, "handler": lambda args, value=value: value}
    )
