"""Where the lessons lead: a file that is an MCP server, with nothing but Python, for the "
"official client too."""

import shutil
import sys
from pathlib import Path

import anyio
from mcp import Client, StdioServerParameters
from sitemaker.site import WEB

LAST = sorted((WEB / "lessons").glob("03-*/*/solution.py"))[-1]
PATIENCE = 30  # seconds; only so that a hang becomes a failure


def test_the_official_client_talks_to_the_last_solution(tmp_path: Path) -> None:
    server = Path(shutil.copy(LAST, tmp_path / "server.py"))

    async def main() -> None:
        alone = ["-I", "-S", str(server)]  # no packages, not even dictmcp
        with anyio.fail_after(PATIENCE):
            async with Client(
                StdioServerParameters(command=sys.executable, args=alone), mode="legacy"
            ) as client:
                assert client.server_info.name == "tiny"
                listed = (await client.list_tools()).tools
                assert [tool.name for tool in listed] == ["add", "divide", "greet"]
                added = await client.call_tool("add", {"a": 2, "b": 3})
                assert (added.content[0].text, added.is_error) == ("5", False)
                failed = await client.call_tool("divide", {"a": 1, "b": 0})
                assert failed.is_error

    anyio.run(main)
