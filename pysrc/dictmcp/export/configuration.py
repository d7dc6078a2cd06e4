"""How to tell a client of a server: a table of texts to copy and links to follow.

Formats: https://code.claude.com/docs/en/mcp https://cursor.com/docs/mcp/install-links
https://code.visualstudio.com/api/extension-guides/ai/mcp
"""

from __future__ import annotations

import base64
import json
import shlex
from collections.abc import Callable
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from .naming import identifier

PATH: Final = "server.pyz"
PYTHON: Final = "python3"


class Launch(NamedTuple):
    """A server for a client to start. name: an identifier; path: of the file that Python runs."""

    name: str
    path: str
    python: str

    @property
    def has_place(self) -> bool:
        """Whether the path says where the file is, wherever it is looked for from."""
        return PurePosixPath(self.path).is_absolute() or PureWindowsPath(self.path).is_absolute()

    def entry(self, **more: str) -> dict[str, Any]:
        """How all clients write it down."""
        return {**more, "command": self.python, "args": [self.path]}

    def from_home(self) -> Launch:
        """Itself, if it has a place; else with the file in the user's home folder, as editors write that."""
        return self if self.has_place else self._replace(path="${userHome}/" + self.path)


def configuration(name: str, path: str = PATH, python: str = PYTHON) -> list[dict[str, str]]:
    """The ways to tell a client of an exported server: label, text, and href for one to follow.

    path: where server.pyz is; python: the command that is Python there. While the path does not say
    where the file is, note says where it has to be.
    """
    launch = Launch(identifier(name), path, python)
    return [
        {
            "label": way.label,
            "text": way.text(launch),
            **({"href": way.text(launch)} if way.is_link else {}),
            **({} if launch.has_place else {"note": way.note.format(path)}),
        }
        for way in WAYS
    ]


async def make_configuration(source: str, name: str) -> bytes:
    """A .mcp.json with server.pyz beside it."""
    return (_mcp_json(Launch(identifier(name), PATH, PYTHON)) + "\n").encode()


def _mcp_json(launch: Launch) -> str:
    return _pretty({"mcpServers": {launch.name: launch.entry(type="stdio")}})


def _vscode_json(launch: Launch) -> str:
    from_folder = launch if launch.has_place else launch._replace(path="${workspaceFolder}/" + launch.path)
    return _pretty({"servers": {launch.name: from_folder.entry(type="stdio")}})


def _claude(launch: Launch) -> str:
    return f"claude mcp add {launch.name} -- {shlex.join([launch.python, launch.path])}"


def _cursor(launch: Launch) -> str:
    config = base64.b64encode(_compact(launch.from_home().entry()).encode()).decode()
    link = "cursor://anysphere.cursor-deeplink/mcp/install"
    return f"{link}?name={_quoted(launch.name)}&config={_quoted(config)}"


def _vscode(scheme: str) -> Callable[[Launch], str]:
    def link(launch: Launch) -> str:
        entry = {"name": launch.name, **launch.from_home().entry(type="stdio")}
        return f"{scheme}:mcp/install?{_quoted(_compact(entry))}"

    return link


def _quoted(text: str) -> str:
    return quote(text, safe="")


def _compact(value: Any) -> str:
    # ASCII only: some read the bytes behind base64 as Latin-1.
    return json.dumps(value, separators=(",", ":"))


def _pretty(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)


class Way(NamedTuple):
    """One client, what to hand it, and where the file has to be for it."""

    label: str
    text: Callable[[Launch], str]
    note: str
    is_link: bool = False


_BESIDE: Final = "{} has to be in the folder that this file is in."
_HERE: Final = "{} has to be in the folder in which you run this."
_PROJECT: Final = "{} has to be in the folder that is opened."
_HOME: Final = "{} has to be in your home folder."

WAYS: Final = (
    Way(".mcp.json", _mcp_json, _BESIDE),
    Way("Claude Code", _claude, _HERE),
    Way("Cursor", _cursor, _HOME, is_link=True),
    Way("VS Code", _vscode("vscode"), _HOME, is_link=True),
    Way("VS Code Insiders", _vscode("vscode-insiders"), _HOME, is_link=True),
    Way(".vscode/mcp.json", _vscode_json, _PROJECT),
)
