"""Runs in Pyodide just before its memory is written down: imports what the page needs, and tidies up."""

import gc
import importlib
import json
import linecache
import logging
import sys
import zipfile
import zipimport
from pathlib import Path
from typing import Any

WORK = Path("/work")
SITE = Path("/lib/python3.14/site-packages")
# What the page itself needs, and what servers import most.
IMPORTED = (
    "dictmcp.transports.worker",
    "dictmcp.transports.eagerly",
    "dictmcp.transports.printed",
    "dictmcp.transports.restored",
    "dictmcp.transports.sessions",
    "dictmcp.transports.shared",
    "_strptime",
    "csv",
    "hashlib",
    "sqlite3",
    "statistics",
    "string",
    "textwrap",
)
HANDSHAKE = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "warming", "version": "1"},
}
MESSAGES: list[tuple[str, dict[str, Any]]] = [
    ("initialize", HANDSHAKE),
    ("ping", {}),
    ("tools/list", {}),
    ("tools/call", {"name": "typed", "arguments": {"word": "a", "words": ["b"]}}),
    ("tools/call", {"name": "typed", "arguments": {"count": "b"}}),
    ("tools/call", {"name": "told", "arguments": {}}),
    ("tools/call", {"name": "failing", "arguments": {}}),
    ("resources/templates/list", {}),
    ("resources/read", {"uri": "warm://a"}),
    ("prompts/get", {"name": "prompt", "arguments": {"text": "a"}}),
    ("nothing/there", {}),
]


def install() -> None:
    """Where the packages will be; their files themselves are no part of the memory."""
    for archive in ("packages.zip", "caches.zip"):
        with zipfile.ZipFile(WORK / archive) as packed:
            packed.extractall(SITE)
    importlib.invalidate_caches()


async def serve() -> None:
    """Serve every kind of message once, so that nothing is left to be worked out for the first time."""
    from dictmcp.transports.worker import Host

    host = Host(lambda *_: None)
    await host.load((WORK / "warming.py").read_text("utf-8"))
    for method, params in MESSAGES:
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        await host.deliver(json.dumps(message), lambda *_: None)
    await host.deliver("{", lambda *_: None)
    del sys.modules["server"]
    logging.getLogger("dictmcp").handlers.clear()


def tidy() -> None:
    """Forget where modules were found: the archive will hold only the rest."""
    sys.path_importer_cache.clear()
    zipimport._zip_directory_cache.clear()  # type: ignore[attr-defined]
    for module in sys.modules.values():
        loader = getattr(module, "__loader__", None)
        if isinstance(loader, zipimport.zipimporter):
            loader._files = {}  # type: ignore[attr-defined]
    linecache.clearcache()
    gc.collect()


async def main() -> None:
    """Import, serve, and tidy up; imported.txt tells what is imported."""
    install()
    for name in IMPORTED:
        importlib.import_module(name)
    await serve()
    (WORK / "imported.txt").write_text("\n".join(sys.modules))
    tidy()
