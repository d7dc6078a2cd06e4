"""A few plain tools, for conversations on messages and revisions."""

from dictmcp import Server

server = Server("plain", instructions="Add things.")
counter = {"value": 0}


@server.tool
def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


@server.tool
def bump() -> int:
    """Add one to a counter."""
    counter["value"] += 1
    return counter["value"]


@server.tool(
    inputSchema={
        "type": "object",
        "properties": {"text": {"type": "string"}},
        "required": ["text"],
        "additionalProperties": False,
    }
)
def echo(text: str) -> str:
    """Say what was said."""
    return text


@server.tool
def length(text: str) -> int:
    """Count the characters of a text."""
    return len(text)


@server.tool
def half(x: float) -> float:
    """Halve a number."""
    return x / 2


@server.tool
def fail() -> None:
    """Raise."""
    raise ValueError("no")
