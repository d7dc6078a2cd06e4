"""stdio: a line in, a line out. Standard output belongs to the wire, whoever else writes to it.

https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Awaitable, Callable
from typing import BinaryIO, Final

from ..calling import report
from ..doors import Doors
from ..text import MAX_CHARACTERS
from .loops import SturdyLoop

# How long requests under way may go on once nobody can ask any more, in seconds.
GRACE: Final = 1.0
_LONGEST: Final = 4 * MAX_CHARACTERS + 2


def take_stdio() -> tuple[BinaryIO, BinaryIO]:
    """The wire, in and out, for this process alone. Call it before any code of others runs.

    From then on file descriptor 1 is standard error, so what a tool or a child process prints goes
    there, and file descriptor 0 is empty. A stream that is closed is empty, or leads nowhere.
    """
    for at, stream in enumerate((sys.__stdin__, sys.__stdout__, sys.__stderr__)):
        if stream is None:
            _lead_nowhere(at)
    wire_in, wire_out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    _lead_nowhere(0)
    # New streams: the old one of standard output may have been a file, and would seek in what is none now.
    sys.stdout, sys.stderr = (os.fdopen(os.dup(at), "w", 1, "utf-8", "backslashreplace") for at in (1, 2))
    return wire_in, wire_out


def _lead_nowhere(descriptor: int) -> None:
    nothing = os.open(os.devnull, os.O_RDWR)
    if nothing != descriptor:
        os.dup2(nothing, descriptor)
        os.close(nothing)


def serve(load: Callable[[], Awaitable[Doors]], wire_in: BinaryIO, wire_out: BinaryIO) -> None:
    """Serve until the input ends, and a second longer for replies that are owed. Ctrl-C ends at once."""
    signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    loop = SturdyLoop()
    asyncio.set_event_loop(loop)
    loop.run_until_complete(_Connection(wire_in, wire_out).run(load))
    loop.close()


def leave() -> None:
    """End the process now: nobody is left to wait for what tools have started and not ended."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


class _Connection:
    def __init__(self, wire_in: BinaryIO, wire_out: BinaryIO) -> None:
        self._in = wire_in
        self._out = wire_out
        self._lines: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._done = threading.Event()

    async def run(self, load: Callable[[], Awaitable[Doors]]) -> None:
        doors = await load()
        doors.connect_text(self._send)
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._read, args=(loop,), daemon=True).start()
        under_way: set[asyncio.Task[None]] = set()
        while (line := await self._lines.get()) is not None:
            task = asyncio.create_task(self._answer(doors, line.rstrip(b"\r\n")))
            under_way.add(task)
            task.add_done_callback(under_way.discard)
            await asyncio.sleep(0)  # so that messages start in the order in which they came
        doors.close()
        if under_way:
            await asyncio.wait(under_way, timeout=GRACE)
        self._done.set()

    async def _answer(self, doors: Doors, line: bytes) -> None:
        reply = await doors.route_text_async(line, self._send)
        if reply is not None:
            self._send(reply)

    def _send(self, text: str) -> None:
        try:
            self._out.write(text.encode() + b"\n")
            self._out.flush()
        except BrokenPipeError:  # nobody reads any more
            os._exit(0)
        except OSError as error:
            report(f"standard output takes no more, so this ends: {error}")
            os._exit(1)

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        # Bytes: only a line feed ends a line, whatever the locale and however long the line.
        while line := self._in.readline(_LONGEST):
            rest = line
            while not rest.endswith(b"\n") and (rest := self._in.readline(1 << 20)):
                pass  # the part of a line that is too long to be parsed is skipped, never taken for a message
            if line.strip():
                loop.call_soon_threadsafe(self._lines.put_nowait, line)
        loop.call_soon_threadsafe(self._lines.put_nowait, None)
        # A tool that blocks the loop cannot be asked to stop; nobody is left to wait for it.
        if not self._done.wait(GRACE + 0.5):
            self._out.flush()
            os._exit(0)
