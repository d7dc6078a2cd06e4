"""The official Python SDK's client talks to `python -m dictmcp`, in both of its ways."""

import sys
from pathlib import Path

import anyio
import pytest
from mcp import Client, MCPError, StdioServerParameters
from mcp.types import TextContent

DEFAULT = Path(__file__).parents[1] / "web" / "examples" / "01-knowledge-base" / "server.py"
SMALL = Path(__file__).parent / "conversations" / "servers"
MODES = {"legacy": "2025-11-25", "auto": "2026-07-28"}
PATIENCE = 30  # seconds; only so that a hang becomes a failure


@pytest.fixture(params=MODES)
def mode(request) -> str:
    """How the client begins: with the handshake, or with server/discover as it does by itself."""
    return request.param


def talk(server: Path, mode: str, conversation, **options: object) -> None:
    """Go through a conversation with a server in a process of its own."""

    async def main() -> None:
        parameters = StdioServerParameters(command=sys.executable, args=["-m", "dictmcp", str(server)])
        with anyio.fail_after(PATIENCE):
            async with Client(parameters, mode=mode, **options) as client:
                await conversation(client)

    anyio.run(main)


def text_of(result) -> str:
    """The text of a result that has one block."""
    (block,) = result.content
    assert isinstance(block, TextContent)
    return block.text


def test_the_default_server(mode: str) -> None:
    async def conversation(client: Client) -> None:
        assert client.protocol_version == MODES[mode]
        assert client.server_info.name == "knowledge-base"
        assert client.server_capabilities.tools is not None
        assert "search" in client.instructions
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert {"search", "read", "add", "index_documents", "fail"} <= set(tools)
        assert tools["add"].input_schema["required"] == ["a", "b"]
        added = await client.call_tool("add", {"a": 2, "b": 3})
        assert (text_of(added), added.is_error) == ("5", False)
        found = await client.call_tool("search", {"query": "id"})
        assert found.structured_content["hits"]

    talk(DEFAULT, mode, conversation)


def test_a_tool_that_fails_is_a_result(mode: str) -> None:
    async def conversation(client: Client) -> None:
        failed = await client.call_tool("fail", {})
        assert failed.is_error
        wrong = await client.call_tool("add", {"a": "2", "b": 3})
        assert wrong.is_error
        assert "a must be an integer" in text_of(wrong)

    talk(DEFAULT, mode, conversation)


def test_an_unknown_tool_is_an_error(mode: str) -> None:
    async def conversation(client: Client) -> None:
        with pytest.raises(MCPError) as refused:
            await client.call_tool("nope", {})
        assert refused.value.error.code == -32602

    talk(DEFAULT, mode, conversation)


def test_progress_is_heard(mode: str) -> None:
    heard: list = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        heard.append((progress, total, message))

    async def conversation(client: Client) -> None:
        done = await client.call_tool("steps", {}, progress_callback=hear)
        assert text_of(done) == "done"

    talk(SMALL / "progress.py", mode, conversation)
    assert heard == [(0, 2, "begun"), (1, 2, None), (2, 2, "done")]


def test_pages_are_walked(mode: str) -> None:
    async def conversation(client: Client) -> None:
        names, cursor = [], None
        while True:
            page = await client.list_tools(cursor=cursor)
            names += [tool.name for tool in page.tools]
            cursor = page.next_cursor
            if cursor is None:
                break
        assert names == list("abcde")

    talk(SMALL / "pages.py", mode, conversation)


def test_all_that_a_tool_may_return_is_read(mode: str) -> None:
    async def conversation(client: Client) -> None:
        for tool in (
            "none",
            "text",
            "dict",
            "blocks",
            "mixed",
            "audio",
            "resource",
            "link",
            "when",
            "surrogate",
        ):
            assert not (await client.call_tool(tool, {})).is_error
        for tool in ("bytes", "nan", "cycle", "bad_type", "bad_meta", "evil"):
            assert (await client.call_tool(tool, {})).is_error

    talk(SMALL / "results.py", mode, conversation)


def test_a_server_of_the_stateless_revision_only() -> None:
    async def conversation(client: Client) -> None:
        assert client.protocol_version == "2026-07-28"
        assert text_of(await client.call_tool("add", {"a": 2, "b": 3})) == "5"

    talk(SMALL / "stateless.py", "auto", conversation)


def test_a_hand_written_server_gets_the_handshake() -> None:
    async def conversation(client: Client) -> None:
        assert client.protocol_version == "2025-11-25"
        assert text_of(await client.call_tool("greet", {"name": "Ada"})) == "Hello, Ada!"

    talk(DEFAULT.parents[1] / "02-ten-lines" / "server.py", "auto", conversation)
