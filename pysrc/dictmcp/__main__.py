"""python -m dictmcp server.py: serve a server module over stdio or --http, or --check that it can be."""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from .doors import Doors
from .hosting import LoadError, load, read
from .tracebacks import trimmed
from .transports import stdio

NEEDS_HTTP = "--http needs starlette and uvicorn, which are not installed here: pip install starlette uvicorn"


def main(arguments: list[str] | None = None, file: Path | None = None) -> int:
    """The command line. Returns the exit status: 0, or 1 when the file cannot be served.

    file: the server module, for a command line that names none. It may be in a zip archive.
    """
    arguments = sys.argv[1:] if arguments is None else arguments
    if file is None and arguments[:1] == ["export"]:
        from .export import command

        return command.main(arguments[1:])
    options = _options(arguments, file)
    try:
        source = read(options.file)
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
        elif options.http:
            return _serve_http(options, doors)
        else:
            stdio.serve(doors, *stdio.take_stdio())
            stdio.leave()
    except LoadError as error:
        print(error.traceback, error, sep="\n", file=sys.stderr)
        return 1
    return 0


def _options(arguments: list[str], file: Path | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog=None if file else "python -m dictmcp",
        description="Serve an MCP server module over stdio or HTTP.",
        epilog="Processes behind one balancer must share the environment variable DICTMCP_SECRET."
        + ("" if file else " To take a server elsewhere: python -m dictmcp export --help."),
    )
    add = parser.add_argument
    if file is None:
        add("file", type=Path, help="a Python file that defines `route` or `server`")
    parser.set_defaults(file=file)
    add("--check", action="store_true", help="load the file, say what is wrong with it, and exit")
    http = parser.add_argument_group("over HTTP")
    add = http.add_argument
    add(
        "--http",
        metavar="HOST:PORT",
        type=_address,
        help="serve at http://HOST:PORT/mcp; port 0 is any free one",
    )
    add("--workers", metavar="N", type=int, default=1, help="how many processes share the port")
    add("--sessions", action="store_true", help="remember handshakes, in one process")
    add(
        "--allow-host",
        metavar="NAME",
        action="append",
        default=[],
        help="answer for this host too, * for any",
    )
    add(
        "--allow-origin",
        metavar="URL",
        action="append",
        default=[],
        help="let pages of this origin call, * for any",
    )
    options = parser.parse_args(arguments)
    if options.workers < 1:
        parser.error("--workers must be at least 1")
    if options.sessions and options.workers > 1:
        parser.error("--sessions are remembered by one process: leave --workers out")
    return options


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not like 127.0.0.1:8000")
    return host.strip("[]"), int(port)


def _serve_http(options: argparse.Namespace, doors: Callable[[], Coroutine[Any, Any, Doors]]) -> int:
    try:
        from .transports import serving
    except ModuleNotFoundError as error:
        if error.name not in ("starlette", "uvicorn"):
            raise
        print(NEEDS_HTTP, file=sys.stderr)
        return 1
    if options.workers > 1:
        asyncio.run(doors())  # each process loads it anew; what is wrong with it is said once, here
    host, port = options.http
    how = serving.Options(
        str(options.file),
        host,
        port,
        options.workers,
        options.sessions,
        tuple(options.allow_host),
        tuple(options.allow_origin),
    )
    return serving.serve(how)


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
