"""Annotations that are strings, one of them of nothing; and a name that is taken twice."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Annotated, Literal

from dictmcp import Server

server = Server("postponed")


@server.tool
def pick(
    size: Literal["s", "m"], tags: list[str] | None = None, limit: Annotated[int, "max rows"] = 5
) -> str:
    """Pick something."""
    return f"{size} {tags} {limit}"


@server.tool
def later(x: NotYetDefined) -> str:  # noqa: F821
    """Never be served."""
    return "never"


@server.tool
def missing(x: datetime.nope) -> str:
    """Never be served."""
    return "never"


@server.tool
def soon(item: Item) -> str:
    """Use a class that is defined further down."""
    return type(item).__name__


@server.tool(name="pick")
def other() -> str:
    """Take a name that is taken."""
    return "the second"


@dataclass
class Item:
    sku: str
    kids: list[Item]
