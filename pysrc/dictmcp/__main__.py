"""python -m dictmcp server.py: serve a server module over stdio, or --check that it can be served."""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
from pathlib import Path

from .doors import Doors
from .hosting import LoadError, load
from .tracebacks import trimmed
from .transports import stdio


def main(arguments: list[str] | None = None) -> int:
    """The command line. Returns the exit status: 0, or 1 when the file cannot be served."""
    parser = argparse.ArgumentParser(
        prog="python -m dictmcp", description="Serve an MCP server module over stdio."
    )
    parser.add_argument("file", type=Path, help="a Python file that defines `route` or `server`")
    parser.add_argument(
        "--check", action="store_true", help="load the file, say what is wrong with it, and exit"
    )
    options = parser.parse_args(arguments)
    try:
        source = options.file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        print(f"{options.file} cannot be read: {error}", file=sys.stderr)
        return 1
    sys.path.insert(0, str(options.file.resolve().parent))
    _log_to_stderr()

    async def doors() -> Doors:
        hosted = await load(source, str(options.file))
        for problem in hosted.problems:
            print(f"{options.file}: {problem}", file=sys.stderr)
        return hosted.doors

    try:
        if options.check:
            asyncio.run(doors())
        else:
            stdio.serve(doors, *stdio.take_stdio())
    except LoadError as error:
        print(error.traceback, error, sep="\n", file=sys.stderr)
        return 1
    return 0


def _log_to_stderr() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Formatter("dictmcp: %(message)s"))
    logger = logging.getLogger("dictmcp")
    logger.addHandler(handler)
    logger.propagate = False


class _Formatter(logging.Formatter):
    def formatException(self, ei: object) -> str:
        error = ei[1] if isinstance(ei, tuple) else None
        return "" if error is None else trimmed(error)


if __name__ == "__main__":
    sys.exit(main())
