"""The same server twice, on dictmcp and on the official Python SDK, and one message to each.

A message is answered on a connection of its own, in memory, that has been opened the way its era opens
one. What counts of the answer is its outcome: nothing, the code of an error, or the kind of a result.
"""

import asyncio
import json
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import anyio.to_thread
import mcp_types as types
from dictmcp import Server
from mcp.server.mcpserver import MCPServer
from mcp.shared.memory import create_client_server_memory_streams
from mcp.shared.message import SessionMessage

STATELESS = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": STATELESS,
    "io.modelcontextprotocol/clientCapabilities": {},
}
OPENED = "opened"  # the id of the request that opens a connection
TURNS = 40  # of the event loop, after which a server that has nothing to wait for has answered


class Outcome(NamedTuple):
    """What came of a message. id: the id of the answer, as JSON text, None if it has none."""

    kind: str
    id: str | None = None


NOTHING = Outcome("nothing")


def outcome(answers: list[Any]) -> Outcome:
    """The outcome, of all that was sent."""
    if not answers:
        return NOTHING
    if len(answers) > 1:
        return Outcome(f"{len(answers)} answers")
    [answer] = answers
    if isinstance(answer, list):
        return Outcome("batch of " + ", ".join(sorted(outcome([one]).kind for one in answer)))
    id = json.dumps(answer["id"]) if answer.get("id") is not None else None
    if "error" in answer:
        return Outcome(f"error {answer['error']['code']}", id)
    result = answer["result"]
    if result.get("resultType", "complete") != "complete":
        return Outcome(result["resultType"], id)
    return Outcome("failure" if result.get("isError") else "result", id)


# -- both servers ----------------------------------------------------------------------------------


async def add(a: int, b: int = 1) -> int:
    """Add two numbers."""
    return a + b


async def shout(text: str) -> str:
    """Shout."""
    return text.upper()


async def fail() -> str:
    """Fail."""
    raise ValueError("on purpose")


async def motto() -> str:
    """A text that never changes."""
    return "dict in, dict out"


async def note(topic: str) -> str:
    """A note on a topic."""
    return f"about {topic}"


async def review(code: str, tone: str = "kind") -> str:
    """Ask for a review."""
    return f"Review this in a {tone} tone: {code}"


def ours() -> Server:
    server = Server("twin")
    for tool in (add, shout, fail):
        server.tool(tool)
    server.resource("text://motto")(motto)
    server.resource("note://{topic}")(note)
    server.prompt(review)
    server.completion("review", "tone")(lambda value: [one for one in ("kind", "stern") if value in one])
    return server


def theirs() -> MCPServer:
    server = MCPServer("twin", log_level="CRITICAL")
    for tool in (add, shout, fail):
        server.tool()(tool)
    server.resource("text://motto")(motto)
    server.resource("note://{topic}")(note)
    server.prompt()(review)

    @server.completion()
    async def complete(ref: Any, argument: Any, context: Any) -> types.Completion:
        return types.Completion(values=[one for one in ("kind", "stern") if argument.value in one])

    return server


# -- one message to each ---------------------------------------------------------------------------


def opening(revision: str) -> list[str]:
    """What a client sends before anything else."""
    if revision == STATELESS:
        first = {"jsonrpc": "2.0", "id": OPENED, "method": "server/discover", "params": {"_meta": META}}
        return [json.dumps(first)]
    params = {
        "protocolVersion": revision,
        "capabilities": {},
        "clientInfo": {"name": "twin", "version": "1"},
    }
    first = {"jsonrpc": "2.0", "id": OPENED, "method": "initialize", "params": params}
    return [json.dumps(first), '{"jsonrpc":"2.0","method":"notifications/initialized"}']


async def ask_ours(server: Server, revision: str, text: str) -> Outcome:
    """The outcome of a message on a new connection of ours."""
    session = server.session()
    for before in opening(revision):
        await session.route_text_async(before)
    left: list[str] = []
    reply = await session.route_text_async(text, left.append)
    return outcome([json.loads(one) for one in [*left, *([] if reply is None else [reply])]])


async def ask_theirs(server: MCPServer, revision: str, text: str) -> Outcome:
    """The outcome of a message on a new connection of the official server, read as its stdio reads."""
    async with connected(server) as (send, answers):
        for before in opening(revision):
            await send(before)
        await turns()
        del answers[:]
        await send(text)
        await turns()
        return outcome(answers)


@asynccontextmanager
async def connected(server: MCPServer):
    """A connection to the official server: a function that sends text, and the list of what it answers."""
    lowlevel = server._lowlevel_server
    answers: list[Any] = []
    async with create_client_server_memory_streams() as ((answer, ask), (read, write)):
        serving = asyncio.ensure_future(lowlevel.run(read, write, lowlevel.create_initialization_options()))

        async def listen() -> None:
            async for one in answer:
                answers.append(one.message.model_dump(by_alias=True, mode="json", exclude_unset=True))

        async def send(text: str) -> None:
            try:
                message = types.jsonrpc_message_adapter.validate_json(text, by_name=False)
            except ValueError as error:
                await ask.send(error)
            else:
                await ask.send(SessionMessage(message))

        listening = asyncio.ensure_future(listen())
        try:
            yield send, answers
        finally:
            await ask.aclose()
            await asyncio.wait([serving, listening])


async def turns() -> None:
    """Let the event loop turn until a server that waits for nothing, but for its threads, has answered."""
    threads = anyio.to_thread.current_default_thread_limiter()
    left = TURNS
    while left:
        left = TURNS if threads.borrowed_tokens else left - 1
        await asyncio.sleep(0)
