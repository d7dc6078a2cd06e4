"""A server module on a port: uvicorn, in one process or in several that share the port.

Each process loads the module for itself; nothing is shared but the socket and the secret.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import signal
import socket
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, Final, NamedTuple

import uvicorn
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.types import Receive, Scope, Send
from uvicorn.supervisors import Multiprocess

from ..hosting import LoadError, load, read
from ..server import Server
from .asgi import Endpoint
from .callers import Callers
from .loops import SturdyLoop
from .writes import WholeProtocol

SECRET: Final = "DICTMCP_SECRET"
PATH: Final = "/mcp"
GRACE: Final = 5  # seconds for what is under way when the process is told to end

_EVERYWHERE: Final = ("0.0.0.0", "::")


class Options(NamedTuple):
    """What to serve and how; see `python -m dictmcp --help`."""

    file: str
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    sessions: bool = False
    hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()


def serve(options: Options) -> int:
    """Serve until told to end. Returns the exit status: 0, or 1 when it cannot be served.

    The environment variable DICTMCP_SECRET seals what clients of the stateless era carry: give it to
    all processes that one balancer stands before.
    """
    try:
        listening = _listen(options.host, options.port)
    except OSError as error:
        _say(f"{options.host}:{options.port} cannot be listened on: {error}")
        return 1
    host, port = listening.getsockname()[:2]
    where = f"http://{f'[{host}]' if ':' in host else host}:{port}{PATH}"
    secret = os.environ.get(SECRET, "").encode() or secrets.token_bytes(32)
    config = uvicorn.Config(
        Module(options, secret, where),
        http=WholeProtocol,
        loop=f"{SturdyLoop.__module__}:{SturdyLoop.__name__}",
        ws="none",
        lifespan="on",
        workers=options.workers,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
    )
    if options.workers > 1:
        _say(f"{options.file}: {options.workers} processes at {where}")
        Multiprocess(config, [listening]).run()
        return 0
    try:
        uvicorn.Server(config).run([listening])
    except SystemExit:  # uvicorn's way to say that the app did not start
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


class Module:
    """A server module as an ASGI app that loads itself when its process starts."""

    def __init__(self, options: Options, secret: bytes, where: str) -> None:
        self._options = options
        self._secret = secret
        self._where = where
        self._app: Starlette | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one ASGI connection."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif self._app is not None:
            await self._app(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        try:
            endpoint = await self._load()
        except (LoadError, OSError) as error:
            await send({"type": "lifespan.startup.failed", "message": str(error)})
            return
        self._app = Starlette(routes=[Route(PATH, endpoint)])
        if self._options.workers == 1:
            _say(f"{self._options.file}: at {self._where}")
        _before_the_end(endpoint.close)
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await send({"type": "lifespan.shutdown.complete"})

    async def _load(self) -> Endpoint:
        options = self._options
        folder = str(Path(options.file).resolve().parent)
        if folder not in sys.path:  # a process of several starts anew
            sys.path.insert(0, folder)
        hosted = await load(read(Path(options.file)), options.file)
        for problem in hosted.problems if options.workers == 1 else ():
            logging.getLogger("dictmcp").warning("%s: %s", options.file, problem)
        if isinstance(hosted.doors, Server):
            hosted.doors.rounds.share(self._secret)
        own = () if options.host in _EVERYWHERE else (options.host,)
        # An answer goes to any of several processes, not to the one that asked.
        return Endpoint(
            hosted.doors,
            sessions=options.sessions,
            can_ask=options.workers == 1,
            callers=Callers((*options.hosts, *own), options.origins),
        )


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind((host, port))
    listening.listen(2048)
    listening.set_inheritable(True)
    return listening


def _before_the_end(close: Callable[[], None]) -> None:
    """Close when the process is told to end: uvicorn waits for open streams, which wait for this."""
    if threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()

    def close_and(then: Any) -> Callable[[int, FrameType | None], None]:
        def handle(number: int, frame: FrameType | None) -> None:
            loop.call_soon_threadsafe(close)
            if callable(then):
                then(number, frame)

        return handle

    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, close_and(signal.getsignal(one)))
