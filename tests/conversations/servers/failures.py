"""Handlers that raise whatever there is to raise."""

import asyncio
import sys

from dictmcp import RpcError, Server, ToolError

server = Server("failures")


class Hard(BaseException):
    """Not an Exception."""


class Unprintable(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no text")


class Worse(Exception):
    def __str__(self) -> str:
        raise SystemExit(4)

    __repr__ = __str__


class NoText(Exception):
    def __str__(self):
        return 5  # noqa: PLE0307


for name, error in {
    "stop": KeyboardInterrupt,
    "hard": Hard("out"),
    "empty": ValueError,
    "text": ValueError("two\nlines"),
    "unprintable": Unprintable,
    "worse": Worse,
    "no_text": NoText,
    "surrogate": ValueError("\ud800"),
    "memory": MemoryError,
    "iteration": StopIteration(1),
    "async_iteration": StopAsyncIteration,
    "generator_exit": GeneratorExit,
    "cancelled": asyncio.CancelledError,
    "told": ToolError("No such town; try 'Paris'."),
    "timeout": TimeoutError,
}.items():

    def run(args, error=error):
        raise error

    server.tools.add(name, {"description": name, "handler": run})


@server.tool
def leave() -> None:
    """Exit."""
    sys.exit(3)


@server.tool
def deep() -> int:
    """Recurse for ever."""
    return deep()


@server.tool
async def later() -> None:
    """Raise after waiting."""
    await asyncio.sleep(0)
    raise ValueError("after a while")


@server.tool
async def later_leave() -> None:
    """Exit after waiting."""
    await asyncio.sleep(0)
    sys.exit(3)


@server.tool
async def later_cancelled() -> None:
    """Cancel itself."""
    await asyncio.sleep(0)
    raise asyncio.CancelledError


@server.tool
def own_code() -> None:
    """Raise an error of the protocol."""
    raise RpcError(418, "short")


@server.method("acme/teapot")
def teapot(params: dict) -> None:
    raise RpcError(418, "short", {"hint": "tea"})


@server.method("acme/falsy")
def falsy(params: dict) -> None:
    raise RpcError(418, "", 0)


@server.method("acme/broken")
def broken(params: dict) -> None:
    raise KeyError("lost")


@server.method("acme/exit")
def exits(params: dict) -> None:
    sys.exit(3)


@server.method("acme/unprintable")
def unprintable(params: dict) -> None:
    raise Worse


@server.method("acme/deep")
def too_deep(params: dict) -> None:
    too_deep(params)


@server.method("acme/code")
def bad_code(params: dict) -> None:
    raise RpcError("418", "a code that is no number")


@server.method("acme/nothing")
def nothing(params: dict) -> None:
    """A method that returns nothing."""


@server.method("acme/list")
def returns_list(params: dict) -> list:
    return [1]


@server.method("acme/set")
def returns_set(params: dict) -> dict:
    return {"values": {1}}


@server.method("acme/nan")
def returns_nan(params: dict) -> dict:
    return {"value": float("nan")}


@server.method("acme/params")
def returns_params(params: dict) -> dict:
    return {"params": params}
