"""A server whose tools say which process they run in, and can be held there until a test lets go.

A tool and the test meet at named pipes: who opens one waits for the other.
"""

import asyncio
import os
from pathlib import Path

from dictmcp import Server

server = Server("busy")


async def leave() -> None:
    """End, as a library that takes itself for the program might."""
    raise SystemExit(7)


@server.tool
async def leave_in_a_task(ctx) -> str:
    """Have a task of its own raise SystemExit, and one that nobody waits for."""
    server.left = asyncio.create_task(leave())
    await asyncio.gather(leave())
    return "here"


@server.tool
def process() -> int:
    """The process that answers."""
    return os.getpid()


@server.tool
def hold(folder: str) -> int:
    """Keep the whole process from doing anything else until the test lets go."""
    Path(folder, "begun").write_text(str(os.getpid()))
    Path(folder, "go").read_text()
    return os.getpid()


@server.tool
def hold_first(folder: str) -> int:
    """As hold, but only the first time."""
    try:
        Path(folder, "first").touch(exist_ok=False)
    except FileExistsError:
        return os.getpid()
    return hold(folder)


@server.tool
async def count(folder: str, ctx) -> str:
    """Count to two; the test lets go in between."""
    ctx.progress(1, 2)
    await asyncio.to_thread(Path(folder, "go").read_text)
    ctx.progress(2, 2)
    return "two"


@server.tool
async def wait(folder: str, ctx) -> str:
    """Begin, wait for ever, and tell the test how it ended."""
    ctx.progress(1, 2)
    try:
        await asyncio.Event().wait()
    except asyncio.CancelledError:
        Path(folder, "ended").write_text("cancelled")
        raise
    return "never"


@server.tool
async def ask(ctx) -> str:
    """Ask for a name."""
    schema = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
    answer = await ctx.elicit("Who?", schema, key="who")
    return f"{answer.content['name']} in {os.getpid()}"
