"""A server that has some of everything, served once before Python's memory is written down."""

from dataclasses import dataclass
from typing import Annotated, Literal

from dictmcp import Context, Server

server = Server("warming", instructions="none")


@dataclass
class Found:
    """What `typed` returns."""

    name: str
    size: float | None = None


@server.tool
def typed(  # noqa: PLR0917
    word: str,
    count: int = 1,
    share: Annotated[float, "how much", {"minimum": 0}] = 0.5,
    sure: bool = True,
    kind: Literal["a", "b"] = "a",
    words: list[str] | None = None,
    table: dict[str, int] | None = None,
) -> Found:
    """Take every common type."""
    return Found(word, share)


@server.tool
async def told(ctx: Context) -> dict[str, bool]:
    """Tell of progress."""
    ctx.progress(1, 2)
    ctx.log("info", "told")
    return {"done": True}


@server.tool
def failing() -> None:
    """Fail."""
    raise ValueError("on purpose")


@server.resource("warm://{name}")
def resource(name: str) -> str:
    """Read."""
    return name


@server.prompt
def prompt(text: str) -> str:
    """Write."""
    return text


route = server.route
