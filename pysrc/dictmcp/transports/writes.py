"""What a process writes to a connection at one go leaves at one go: a response, head and body, whole.

A process that dies between the two would leave a balancer with half a response, which it cannot repeat.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol


class WholeWrites:
    """A transport that gathers what is written until the event loop's next turn, and writes that."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._loop = asyncio.get_running_loop()
        self._parts: list[bytes] = []

    def write(self, data: bytes) -> None:
        """Write data, soon."""
        if not self._parts:
            self._loop.call_soon(self._flush)
        self._parts.append(data)

    def close(self) -> None:
        """Write what was gathered, and close."""
        self._flush()
        self._transport.close()

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Write what was gathered, and hand over."""
        self._flush()
        self._transport.set_protocol(protocol)

    def __getattr__(self, name: str) -> Any:
        """Everything else is the transport's own."""
        return getattr(self._transport, name)

    def _flush(self) -> None:
        if self._parts:
            parts, self._parts = self._parts, []
            self._transport.write(b"".join(parts))


class WholeProtocol(AutoHTTPProtocol):  # type: ignore[valid-type, misc]
    """uvicorn's HTTP protocol, on such a transport."""

    def connection_made(self, transport: Any) -> None:
        """A client has connected."""
        super().connection_made(WholeWrites(transport))
