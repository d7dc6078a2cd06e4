"""From a server's source text to something to take home: one file, a bundle, a project, a configuration.

To add a kind: add a row to KINDS. No subprocess, no network: it runs in the page as well as anywhere.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

from .bundle import make_bundle
from .configuration import make_configuration
from .project import make_project
from .zipapp import make_zipapp

Make = Callable[[str, str], Awaitable[bytes]]


class Kind(NamedTuple):
    """What a server can be exported as: what to call it, the file's usual name and type, its maker."""

    kind: str
    label: str
    filename: str
    media_type: str
    make: Make


KINDS: Final = (
    Kind("pyz", "One file that Python runs", "server.pyz", "application/zip", make_zipapp),
    Kind("mcpb", "A bundle that desktop clients install", "server.mcpb", "application/zip", make_bundle),
    Kind("project", "A project with a test", "server.zip", "application/zip", make_project),
    Kind("config", "A client's configuration", ".mcp.json", "application/json", make_configuration),
)


def kinds() -> list[dict[str, str]]:
    """What there is to choose from: kind, label, filename and mediaType of each."""
    return [
        {"kind": one.kind, "label": one.label, "filename": one.filename, "mediaType": one.media_type}
        for one in KINDS
    ]


def kind_called(kind: str) -> Kind:
    """The kind of that name. Raises ValueError if there is none."""
    for one in KINDS:
        if one.kind == kind:
            return one
    raise ValueError(f"{kind!r} is nothing to export as: choose {', '.join(one.kind for one in KINDS)}")


async def export(source: str, kind: str, name: str) -> bytes:
    """The bytes of a file of that kind: the same source gives the same bytes.

    name: what to call the server. Raises ValueError for an unknown kind; LoadError when the kind needs
    the server to be loaded ("mcpb" and "project", which ask it what it has) and it cannot be.
    """
    return await kind_called(kind).make(source, name)
