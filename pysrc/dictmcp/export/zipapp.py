"""server.pyz: one file that Python runs, the server and all that it needs inside.

https://docs.python.org/3/library/zipapp.html
"""

from __future__ import annotations

from .archive import pack
from .libraries import collect
from .skeleton import written

_FIRST = b"#!/usr/bin/env python3\n"


async def make_zipapp(source: str, name: str) -> bytes:
    """The file: `python server.pyz` serves stdio. It is the same whatever the server is called."""
    return pack(server_files(source, "__main__.py"), _FIRST)


def server_files(source: str, start: str) -> dict[str, str | bytes]:
    """The files that serve a source, in one folder. start: what to call the one to run."""
    return {**collect(source), start: written("start.py"), "server.py": source}
