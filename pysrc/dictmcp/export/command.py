"""python -m dictmcp export server.py --as pyz --to FOLDER: the command line of exports."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from pathlib import Path
from typing import Final

from ..hosting import LoadError, load, read
from . import KINDS, Kind, export, kind_called
from .configuration import PATH, configuration
from .libraries import left_out, unexplained

_MISSING: Final = {"pyz": left_out, "mcpb": left_out, "project": unexplained}
_KEPT: Final = (".mcp.json",)  # may hold what others wrote


def main(arguments: list[str]) -> int:
    """Write one file. Returns the exit status: 0, or 1 when it cannot be written."""
    options = _options(arguments)
    kind = kind_called(options.kind)
    try:
        return asyncio.run(_export(options.file, kind, options.to, options.name))
    except LoadError as error:
        _say(f"{error.traceback}\n{error}".strip())
    except (OSError, UnicodeDecodeError) as error:
        _say(f"{options.file} cannot be exported: {error}")
    return 1


async def _export(file: Path, kind: Kind, to: Path, name: str | None) -> int:
    sys.path.insert(0, str(file.resolve().parent))
    source = read(file)
    hosted = await load(source, str(file))
    target = to if to.suffix and not to.is_dir() else to / kind.filename
    if target.name in _KEPT and target.exists():
        _say(f"{target} is there already: add to it what is below.")
    else:
        data = await export(source, kind.kind, name or hosted.name)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        _say(f"{target}: {kind.label}, {len(data):,} bytes")
    if kind.kind == "config":
        _print_configuration(name or hosted.name, target.parent)
    for missing in _MISSING[kind.kind](source) if kind.kind in _MISSING else ():
        _say(f"{file} asks for {missing}, which is not in it: install it where the server will run.")
    return 0


def _print_configuration(name: str, folder: Path) -> None:
    for way in configuration(name, str(folder.resolve() / PATH), "python" if os.name == "nt" else "python3"):
        print(f"{way['label']}:\n{way['text']}\n")


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m dictmcp export",
        description="Make something to take elsewhere of a server module. "
        "The test of a project calls one tool, none that says it is destructive.",
        epilog=" ".join(f"{one.kind}: {one.label}, {one.filename}." for one in KINDS),
    )
    add = parser.add_argument
    add("file", type=Path, help="a Python file that defines `route` or `server`")
    add("--as", dest="kind", required=True, choices=[one.kind for one in KINDS])
    add("--to", type=Path, default=Path(), metavar="PATH", help="a folder, or a file with a suffix")
    add("--name", help="what to call the server; as it calls itself if left out")
    return parser.parse_args(arguments)


def _say(text: str) -> None:
    print(text, file=sys.stderr)
