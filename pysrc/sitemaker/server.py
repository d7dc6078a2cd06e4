"""Serves a built site on this machine, the way a good static host does."""

from __future__ import annotations

import errno
import re
import sys
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar
from urllib.parse import unquote, urlsplit

from sitemaker.toolchain import Problem

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
    ".py": "text/plain; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".md": "text/plain; charset=utf-8",
}
PLAIN = {"Content-Type": TYPES[".txt"]}
FOREVER = "public, max-age=31536000, immutable"
WEIGHT = re.compile(r"1(\.0*)?|0?\.0*[1-9]\d*")  # above zero, as Accept-Encoding writes it
TWINS = {"br": ".br", "gzip": ".gz"}  # best first
FIRST_PORT, PORTS_TO_TRY, LAST_PORT = 8000, 100, 65535
FRAME = re.compile(r"/embed-[0-9a-f]{12}/\w+\.html$")
IMMUTABLE = re.compile(r"/[a-z]+-[0-9a-f]{12}/")  # a folder named by its content


class SiteHandler(BaseHTTPRequestHandler):
    """Answers GET and HEAD from the server's site folder."""

    protocol_version = "HTTP/1.1"
    server: SiteServer
    types: ClassVar[dict[str, str]] = TYPES

    def do_GET(self) -> None:
        """A file of the site, in the best encoding that the client takes."""
        address = unquote(urlsplit(self.path).path)
        site = self.server.site.resolve()
        file = (site / address.lstrip("/")).resolve()
        if file.is_dir() and file.is_relative_to(site):
            if not address.endswith("/"):
                return self.answer(301, b"", {"Location": address + "/"})
            file /= "index.html"
        if file == site / "index.html":
            try:
                self.server.refresh()
            except (Problem, OSError) as problem:
                return self.answer(500, f"{problem}\n".encode(), PLAIN)
        if not file.is_file() or not file.is_relative_to(site):
            return self.answer(404, f"There is no {address} here.\n".encode(), PLAIN)
        headers = {
            "Content-Type": self.types.get(file.suffix, "application/octet-stream"),
            "Cache-Control": FOREVER if IMMUTABLE.match(address) else "no-cache",
            "Vary": "Accept-Encoding",
        }
        if FRAME.match(address):
            headers["Cross-Origin-Embedder-Policy"] = "require-corp"  # or a page with it shows none
        for encoding in self.accepted_encodings():
            twin = file.with_name(file.name + TWINS[encoding])
            if twin.is_file():
                return self.answer(200, twin.read_bytes(), {**headers, "Content-Encoding": encoding})
        return self.answer(200, file.read_bytes(), headers)

    do_HEAD = do_GET

    def accepted_encodings(self) -> list[str]:
        """The encodings we have twins in that the client accepts, best first."""
        wanted = {}
        for part in self.headers.get("Accept-Encoding", "").lower().split(","):
            name, weighed, weight = part.replace(" ", "").partition(";q=")
            wanted[name] = weight if weighed else "1"
        return [name for name in TWINS if WEIGHT.fullmatch(wanted.get(name, "0"))]

    def answer(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        """Send one whole response; any page anywhere may embed it."""
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Access-Control-Allow-Origin", "*")
        self.send_header("Cross-Origin-Resource-Policy", "cross-origin")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Say nothing of what went well."""
        if isinstance(code, int) and code >= 400:
            print(f"{code} {self.command} {self.path}", file=sys.stderr)


class SiteServer(ThreadingHTTPServer):
    """A site on a port of 127.0.0.1, by default a free one; `refresh` comes before each load of the page."""

    daemon_threads = True
    allow_reuse_address = sys.platform != "win32"  # there it would let two servers share a port

    def __init__(
        self,
        site: Path,
        port: int = 0,
        handler: type[SiteHandler] = SiteHandler,
        refresh: Callable[[], None] = lambda: None,
    ) -> None:
        self.site, self.refresh = site, refresh
        super().__init__(("127.0.0.1", port), handler)

    @property
    def url(self) -> str:
        """Where the page is."""
        return f"http://127.0.0.1:{self.server_address[1]}/"

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that stops reading is no error."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


def open_server(port: int | None, shown: Path, refresh: Callable[[], None]) -> SiteServer:
    """A server on the port asked for; with none asked for, on the first free one from 8000 on."""
    candidates = range(FIRST_PORT, FIRST_PORT + PORTS_TO_TRY) if port is None else [port]
    if not 0 <= candidates[0] <= LAST_PORT:
        raise Problem(f"There is no port {port}: choose one from 0 (any free one) to {LAST_PORT}.")
    for candidate in candidates:
        try:
            server = SiteServer(shown, candidate, refresh=refresh)
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
        else:
            if candidate != candidates[0]:
                print(f"Port {FIRST_PORT} is taken, so this is on {candidate}.")
            return server
    if port is None:
        raise Problem(f"No port from {FIRST_PORT} to {candidates[-1]} is free: choose one with --port.")
    raise Problem(f"Port {port} is taken or not allowed: choose another with --port, or leave --port out.")
