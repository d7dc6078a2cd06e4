"""server.zip: the server as a small project that pip installs, with a test made from real exchanges.

dictmcp is on no package index, so its source comes along, in src/.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Final

from ..hosting import dependencies
from .archive import pack
from .configuration import configuration
from .libraries import NEEDED, asked_for, own_files, requirement_name, unexplained
from .naming import one_line, project_name
from .recording import Step, portray, record
from .skeleton import written

HTTP: Final = ("starlette>=1.7,<2", "uvicorn>=0.54,<1", "httptools>=0.9,<1")  # as pyproject.toml has them


async def make_project(source: str, name: str) -> bytes:
    """The project, in a folder of its name. Raises LoadError."""
    folder, title = project_name(name), one_line(name) or project_name(name)
    about = one_line((await portray(source)).instructions)[:200] or f"The MCP server {title}"
    files: dict[str, str | bytes] = {
        "server.py": source,
        "pyproject.toml": written(
            "project.toml",
            name=_toml(folder),
            description=_toml(about),
            dependencies=_listed((*NEEDED, *_own_needs(source))),
            http=_listed(HTTP),
        ),
        "README.md": written("README.md", title=title, about=about, claude=_claude(name)),
        ".gitignore": ".venv/\n__pycache__/\n*.egg-info/\n/build/\n",
        "tests/test_server.py": written("test_server.py"),
        "tests/conversation.json": _conversation(title, await record(source)),
        **{f"src/{path}": content for path, content in own_files().items()},
    }
    return pack({f"{folder}/{path}": content for path, content in files.items()})


def _own_needs(source: str) -> list[str]:
    """What the server itself needs: as its metadata says, and what else it imports that is installed here."""
    listed = dependencies(source)
    known = {*map(requirement_name, (*listed, *NEEDED)), *unexplained(source)}
    return [
        *(one for one in listed if requirement_name(one) not in map(requirement_name, NEEDED)),
        *(one for one in asked_for(source) if one not in known),
    ]


def _conversation(title: str, steps: list[Step]) -> str:
    """A conversation as the playground writes them, a message a line."""
    lines = [
        f'    {{"send": {json.dumps(step.send)},\n     "receive": {json.dumps(step.receive)}}}'
        for step in steps
    ]
    return f'{{"title": {json.dumps(title)},\n  "steps": [\n' + ",\n".join(lines) + "\n  ]\n}\n"


def _claude(name: str) -> str:
    return next(way["text"] for way in configuration(name) if way["label"] == "Claude Code")


def _listed(values: Iterable[str]) -> str:
    return "[\n" + "".join(f"    {_toml(value)},\n" for value in values) + "]"


def _toml(text: str) -> str:
    # A line of printable text is written alike in JSON and in TOML.
    return json.dumps(one_line(text), ensure_ascii=False)
