"""server.mcpb: a bundle that desktop clients install with one click.

https://github.com/modelcontextprotocol/mcpb/blob/main/MANIFEST.md
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

from .archive import pack
from .naming import identifier, one_line
from .recording import Portrait, portray
from .zipapp import server_files

FOLDER: Final = "server"
START: Final = "main.py"

_SEMVER: Final = re.compile(r"\d+\.\d+\.\d+([-+][0-9A-Za-z.+-]+)?")


async def make_bundle(source: str, name: str) -> bytes:
    """The bundle. Raises LoadError."""
    files = {f"{FOLDER}/{path}": content for path, content in server_files(source, START).items()}
    about = manifest(name, await portray(source))
    return pack({**files, "manifest.json": json.dumps(about, indent=2, ensure_ascii=False) + "\n"})


def manifest(name: str, portrait: Portrait) -> dict[str, Any]:
    """What a bundle says of itself, by version 0.3 of the manifest."""
    start = f"{FOLDER}/{START}"
    version = str(portrait.info.get("version", ""))
    title = one_line(str(portrait.info.get("title") or name))
    return {
        "manifest_version": "0.3",
        "name": identifier(name),
        "display_name": title or identifier(name),
        "version": version if _SEMVER.fullmatch(version) else "1.0.0",
        "description": one_line(portrait.instructions)[:200] or f"The MCP server {title or identifier(name)}",
        "author": {"name": "made with the MCP Playground"},
        "server": {
            "type": "python",
            "entry_point": start,
            "mcp_config": {
                "command": "python3",
                "args": ["${__dirname}/" + start],
                "platform_overrides": {"win32": {"command": "python"}},
            },
        },
        "tools": [_tool(tool) for tool in portrait.tools],
        "compatibility": {
            "platforms": ["darwin", "win32", "linux"],
            "runtimes": {"python": ">=3.10"},
        },
    }


def _tool(tool: dict[str, Any]) -> dict[str, str]:
    described = tool.get("description")
    return {
        "name": tool["name"],
        **({"description": described} if isinstance(described, str) and described else {}),
    }
