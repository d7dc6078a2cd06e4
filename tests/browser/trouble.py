"""The server of the browser tests: tools that work, and tools that misbehave in every way we know."""

import json
import os

from dictmcp import Context, Server

server = Server("trouble")


@server.tool
def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


@server.tool
def count(ctx: Context) -> str:
    """Report progress twice."""
    ctx.progress(1, total=2)
    ctx.progress(2, total=2)
    return "counted"


@server.tool
def boom() -> str:
    """Raise."""
    raise ValueError("the reason it failed")


@server.tool
def big() -> dict:
    """Return an integer that JavaScript cannot hold."""
    return {"ref": 9007199254740993}


@server.tool
def spin() -> None:
    """Never end."""
    while True:
        pass


@server.tool
def flood() -> None:
    """Print for ever."""
    while True:
        print("x")


@server.tool
def wide() -> str:
    """Print one line of 50 MB."""
    print("x" * 50_000_000)
    return "printed"


@server.tool
def say(text: str) -> str:
    """Print, then answer."""
    print(text)
    return text


@server.tool
def recurse() -> str:
    """Recurse through sorted(), which kills a WebAssembly interpreter."""

    def deeper(_value: int) -> int:
        return sorted([1], key=deeper)[0]

    return str(deeper(1))


@server.tool
def nest() -> str:
    """Read JSON nested too deep for a WebAssembly stack."""
    return str(json.loads("[" * 200_000 + "]" * 200_000))


@server.tool
def abort() -> None:
    """End the interpreter."""
    os.abort()


route = server.route
