"""Who may call over HTTP: the Host a request is for, the Origin of the page behind it, and CORS.

A page elsewhere must not reach a server on this machine, by a rebound name or otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from .http_rules import METHOD, NAME, PARAMETER, SESSION, VERSION, Headers

LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
ANY: Final = "*"

Fields = list[tuple[str, str]]


class Callers:
    """The hosts and origins that are let in, beside loopback and a server's own origin.

    hosts: names without a port. origins: as browsers write them, https://example.com. "*" is any.
    """

    def __init__(self, hosts: Iterable[str] = (), origins: Iterable[str] = ()) -> None:
        self._hosts = {host.lower().strip("[]") for host in hosts} | LOOPBACK
        self._origins = {origin.lower().rstrip("/") for origin in origins}

    def allow_host(self, host: str | None) -> bool:
        """Whether a request for this Host is for this server. Only what is no browser sends none."""
        if host is None or ANY in self._hosts:
            return True
        match = _HOST.fullmatch(host.lower())
        return match is not None and (match["name"] or match["address"] or "") in self._hosts

    def allow_origin(self, origin: str | None, host: str | None) -> bool:
        """Whether a page of this Origin may call, over a request for this host, which is an allowed one."""
        if origin is None or ANY in self._origins or origin.lower() in self._origins:
            return True
        try:
            parts = urlsplit(origin.lower())
            name = parts.hostname
        except ValueError:
            return False
        if f"{parts.scheme}://{parts.netloc}" != origin.lower() or parts.scheme not in ("http", "https"):
            return False
        return name in LOOPBACK or (host is not None and parts.netloc == host.lower())


_HOST: Final = re.compile(r"(?:\[(?P<address>[0-9a-f:.]+)\]|(?P<name>[^\[\]:/@\s]+?)\.?)(?::\d+)?")

# -- CORS: https://fetch.spec.whatwg.org/#http-cors-protocol -------------------------------------

_READABLE: Final = ", ".join((SESSION, VERSION))
_SENDABLE: Final = frozenset(
    {"content-type", "accept", "authorization", "last-event-id", VERSION, SESSION, METHOD, NAME}
)
_DAY: Final = "86400"


def shared_with(origin: str | None) -> Fields:
    """The headers that let a page of an allowed origin read a response."""
    if origin is None:
        return [("vary", "origin")]
    return [
        ("vary", "origin"),
        ("access-control-allow-origin", origin),
        ("access-control-expose-headers", _READABLE),
    ]


def preflight(headers: Headers, methods: str) -> Fields:
    """The headers that answer a browser which asks before it calls. methods: those that there are."""
    asked = [name.strip().lower() for name in headers.get("access-control-request-headers", "").split(",")]
    granted = [name for name in asked if name in _SENDABLE or name.startswith(PARAMETER)]
    return [
        ("access-control-allow-methods", methods),
        ("access-control-allow-headers", ", ".join(granted)),
        ("access-control-max-age", _DAY),
    ]
