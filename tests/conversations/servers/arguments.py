"""Tools that say what they were called with."""

import datetime
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from dictmcp import Server

server = Server("arguments")


def told(value: object) -> str:
    return f"{type(value).__name__} {value!r}"


@dataclass
class Line:
    sku: int | str
    day: datetime.date | None = None


@server.tool
def kind(text: str) -> str:
    """Say what a text is."""
    return told(text)


@server.tool
def either(value: int | str) -> str:
    """Say what a number or text is."""
    return told(value)


@server.tool
def anything(value: Any) -> str:
    """Say what anything is."""
    return told(value)


@server.tool
def whole(n: int) -> str:
    """Say what a whole number is."""
    return told(n)


@server.tool
def real(x: float) -> str:
    """Say what a number is."""
    return told(x)


@server.tool
def flag(on: bool) -> str:
    """Say what a flag is."""
    return told(on)


@server.tool
def wholes(ns: list[int], by_name: dict[str, int] | None = None) -> str:
    """Say what whole numbers are."""
    return f"{told(ns)} {told(by_name)}"


@server.tool
def find(active: bool | None = None) -> Any:
    """Say what an optional value is."""
    return {"active": active}


@server.tool
def line(line: Line) -> str:
    """Say what a dataclass is."""
    return told(line)


@server.tool
def day(day: datetime.date) -> str:
    """Say what a date is."""
    return told(day)


@server.tool
def pick(size: Literal["s", "m"], limit: Annotated[int, "max rows", {"minimum": 1}] = 5) -> str:
    """Say what was picked."""
    return f"{size} {limit}"


@server.tool
def nothing() -> str:
    """Take no arguments."""
    return "nothing"


@server.tool
def positions(a: int, b: int = 1, c: int = 2, /, d: int = 3) -> str:
    """Say what positional-only parameters are."""
    return f"{a} {b} {c} {d}"
