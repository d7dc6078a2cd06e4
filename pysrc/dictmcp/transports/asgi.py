"""Streamable HTTP for both eras, on one endpoint of an ASGI app: a POST in, JSON or a stream out.

https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http and
https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final, NamedTuple

from starlette.applications import Starlette
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from ..doors import Doors, unreadable, written
from ..errors import INVALID_REQUEST, RpcError
from ..jsonrpc import error_envelope, make_error, readable_id
from ..revisions import STATELESS
from ..session import Session
from ..text import encode, parse
from .callers import Callers, preflight, shared_with
from .connections import Connections, UnknownSession
from .http_rules import SESSION, VERSION, Headers, headers_of, is_streamed, of_stateless_era, status
from .media import JSON, STREAM, accepts, is_json
from .streams import KEEP_ALIVE, Stream, read_body

MAX_BODY: Final = 4 * 1024 * 1024


def app(doors: Doors, path: str = "/mcp", **options: Any) -> Starlette:
    """An ASGI app that serves one server at a path. options: as of Endpoint."""
    return Starlette(routes=[Route(path, Endpoint(doors, **options))])


class Refusal(Exception):
    """A request that is refused before its message is looked at; the text says why."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class Call(NamedTuple):
    """One HTTP request, and the stream that may answer it."""

    headers: Headers
    body: bytes
    stream: Stream


Handle = Callable[[Call], Coroutine[Any, Any, None]]


class Endpoint:
    """The MCP endpoint, an ASGI app of its own.

    sessions: remember handshakes, in this process, and have a stream for what belongs to no request.
    can_ask: whether clients without a session may be asked, because their answers reach this process.
    callers: who may call. max_body: in bytes. keep_alive: seconds of silence on a stream.
    """

    def __init__(
        self,
        doors: Doors,
        *,
        sessions: bool = False,
        can_ask: bool = True,
        callers: Callers | None = None,
        max_body: int = MAX_BODY,
        keep_alive: float = KEEP_ALIVE,
    ) -> None:
        self._connections = Connections(doors, sessions, can_ask)
        self._callers = callers or Callers()
        self._max_body = max_body
        self._keep_alive = keep_alive
        self._under_way: set[asyncio.Task[Any]] = set()
        of_sessions = {"GET": self._get, "DELETE": self._delete} if self._connections.has_sessions else {}
        self._methods: dict[str, Handle] = {"POST": self._post, **of_sessions, "OPTIONS": self._options}

    def close(self) -> None:
        """The host is about to end: end all streams that would otherwise stay open."""
        self._connections.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one HTTP request."""
        headers = headers_of(scope["headers"])
        stream = Stream(scope, receive, send, [])
        try:
            # Read first, whatever comes of it: a body left unread would be taken for the next request.
            body = await read_body(receive, self._max_body)
            handle = self._method(scope["method"], headers, stream)
            if body is None:
                raise Refusal(413, f"the body is larger than {self._max_body} bytes, the limit here")
            await handle(Call(headers, body, stream))
        except ConnectionError:
            return
        except Refusal as refusal:
            await _refuse(stream, str(refusal), refusal.status)
        except UnknownSession as unknown:
            await _refuse(stream, str(unknown), 404)

    # -- the four methods ------------------------------------------------------------------------

    def _method(self, name: str, headers: Headers, stream: Stream) -> Handle:
        """What serves an HTTP method. Raises Refusal when the caller may not call it."""
        host, origin = headers.get("host"), headers.get("origin")
        if not self._callers.allow_host(host):
            raise Refusal(421, f"this server does not answer for the host {host!r}; see --allow-host")
        if not self._callers.allow_origin(origin, host):
            raise Refusal(403, f"pages of {origin!r} may not call this server; see --allow-origin")
        stream.fields += shared_with(origin)
        # The stateless era has neither GET nor DELETE, whoever else may have them here.
        has = [one for one in self._methods if one in _ALWAYS or headers.get(VERSION) not in STATELESS]
        if name not in has or name == "OPTIONS":
            stream.fields.append(("allow", ", ".join(has)))
        if name not in has:
            raise Refusal(405, f"there is no {name} here; messages are sent by POST")
        return self._methods[name]

    async def _options(self, call: Call) -> None:
        """A browser asks before it calls."""
        call.stream.fields += preflight(call.headers, ", ".join(self._methods))
        await call.stream.nothing(204)

    async def _get(self, call: Call) -> None:
        """The stream of a session for what belongs to no request."""
        if not accepts(call.headers.get("accept"), STREAM):
            raise Refusal(406, f"a GET here is answered with {STREAM}, which Accept does not name")
        session, stream = self._session(call), call.stream
        if not self._connections.listen(session, stream.emit, stream.finish):
            raise Refusal(409, "this session has a stream already")
        try:
            await stream.write()
            if await stream.run(self._keep_alive):
                await stream.close()
        finally:
            self._connections.unlisten(session)

    async def _delete(self, call: Call) -> None:
        """The end of a session."""
        self._session(call)
        self._connections.end(call.headers)
        await call.stream.nothing(204)

    def _session(self, call: Call) -> Session:
        try:
            return self._connections.find(call.headers)
        except RpcError as error:
            raise Refusal(400, error.message) from None

    async def _post(self, call: Call) -> None:
        """A message."""
        if not is_json(call.headers.get("content-type"), call.headers.get("content-encoding")):
            raise Refusal(415, f"the Content-Type must be {JSON}, and the body not be encoded")
        accept = call.headers.get("accept")
        if not accepts(accept, JSON) and not accepts(accept, STREAM):
            raise Refusal(406, f"answers are {JSON} or {STREAM}; Accept names neither")
        try:
            message = parse(call.body)
        except RpcError as error:
            await call.stream.reply(encode(unreadable(call.body, error)), 400)
            return
        of_stateless = of_stateless_era(message, call.headers, self._connections.served)
        if is_streamed(message) and not accepts(accept, STREAM):
            raise Refusal(406, f"{message['method']} is answered with {STREAM}, which Accept does not name")
        connect = self._connections.stateless if of_stateless else self._connections.handshake
        try:
            doors = connect(message, call.headers)
        except RpcError as error:
            await call.stream.reply(encode(error_envelope(error, readable_id(message))), 400)
            return
        await self._answer(call, doors, message, of_stateless)

    # -- answering -------------------------------------------------------------------------------

    async def _answer(self, call: Call, doors: Doors, message: Any, of_stateless: bool) -> None:
        stream, accept = call.stream, call.headers.get("accept")
        takes_json, takes_stream = accepts(accept, JSON), accepts(accept, STREAM)
        answer = asyncio.create_task(doors.route_async(message, stream.emit if takes_stream else None))
        self._under_way.add(answer)
        answer.add_done_callback(self._under_way.discard)
        await asyncio.sleep(0)  # what need not wait is answered now, without a stream
        if not answer.done() or stream.has_more:
            answer.add_done_callback(stream.finish)
            if not await stream.run(self._keep_alive if takes_stream else None):
                _abandon(answer, doors, message, of_stateless)
                return
        reply = None if answer.cancelled() else answer.result()
        text = None if reply is None else written(reply, message)
        started = self._connections.keep(doors, message, reply)
        stream.fields += [] if started is None else [(SESSION, started)]
        if stream.is_open or (text is not None and not takes_json):
            await stream.close(text)
        elif text is None:
            await stream.nothing(202)
        else:
            await stream.reply(text, status(reply, of_stateless))


_ALWAYS: Final = ("POST", "OPTIONS")


def _abandon(answer: asyncio.Task[Any], doors: Doors, message: Any, of_stateless: bool) -> None:
    # A client that has gone has cancelled its request in the stateless era, and in no other.
    if of_stateless and isinstance(doors, Session):
        doors.cancel(readable_id(message))
    elif of_stateless:
        answer.cancel()


async def _refuse(stream: Stream, why: str, status: int) -> None:
    await stream.reply(encode(make_error(None, INVALID_REQUEST, f"Invalid Request: {why}")), status)
