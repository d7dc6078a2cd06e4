"""Which connection a message that came over HTTP belongs to, though HTTP itself has none.

Stateless, the default: each message has its own. With sessions: the handshake's, by Mcp-Session-Id.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final
from weakref import WeakKeyDictionary

from ..asking import ANYTHING
from ..context import Emit
from ..doors import Doors
from ..errors import INVALID_REQUEST, RpcError
from ..jsonrpc import check
from ..revisions import ALL
from ..server import Server
from ..session import Asked, Session
from .http_rules import SESSION, Headers, check_parameters, check_request, handshake_revision

MOST: Final = 10_000


class UnknownSession(LookupError):
    """There is no session of that id, or no longer."""


class Connections:
    """The connections of one server; a hand-written route, which knows of none, is its own only one.

    has_sessions: whether handshakes are remembered, in this process. can_ask: whether clients without
    a session may be asked, because their answers reach this process. served: the revisions.
    """

    def __init__(self, doors: Doors, has_sessions: bool = False, can_ask: bool = True) -> None:
        self._doors = doors
        self._server = doors if isinstance(doors, Server) else None
        self.served = ALL if self._server is None else self._server.revisions
        self.has_sessions = has_sessions and self._server is not None
        self._can_ask = can_ask
        self._questions: dict[str, Asked] = {}
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self._hang_up: WeakKeyDictionary[Session, Callable[[], None]] = WeakKeyDictionary()

    # -- for a message ---------------------------------------------------------------------------

    def stateless(self, message: Any, headers: Headers) -> Doors:
        """The doors for a message of the stateless era. Raises RpcError when its headers do not fit it."""
        kind = check(message)
        if kind == "response":
            raise RpcError(INVALID_REQUEST, "Invalid Request: nothing was asked, so there is no response")
        if kind == "request":
            check_request(message, headers, self.served)
            if self._server is not None and message["method"] == "tools/call":
                called = message["params"]
                schema = self._server.tools.input_schema(called.get("name"))
                check_parameters(schema, called.get("arguments"), headers)
        return self._doors if self._server is None else Session(self._server, is_stateless=True)

    def handshake(self, message: Any, headers: Headers) -> Doors:
        """The doors for a message of the handshake era. Raises RpcError, UnknownSession."""
        revision = handshake_revision(headers, self.served)
        if self._server is None:
            return self._doors
        if self.has_sessions:
            is_new = _is_initialize(message) and SESSION not in headers
            return self._server.session() if is_new else self.find(headers)
        session = Session(self._server, questions=self._questions)
        session.revision = revision
        session.can_push = False
        # What the client declared is not known here: it is asked, and may refuse.
        session.client_capabilities = ANYTHING if self._can_ask else {}
        return session

    def keep(self, doors: Doors, message: Any, reply: Any) -> str | None:
        """The id of the session that this exchange has started; None if it has started none."""
        if not self.has_sessions or not _is_initialize(message) or not isinstance(doors, Session):
            return None
        if not isinstance(reply, dict) or "result" not in reply or doors in self._sessions.values():
            return None
        id = secrets.token_urlsafe(24)
        self._sessions[id] = doors
        while len(self._sessions) > MOST:  # the longest unused makes room
            self._end(self._sessions.popitem(last=False)[1])
        return id

    # -- for a session ---------------------------------------------------------------------------

    def find(self, headers: Headers) -> Session:
        """The session that the headers name. Raises RpcError, UnknownSession."""
        handshake_revision(headers, self.served)
        id = headers.get(SESSION)
        if id is None:
            raise RpcError(
                INVALID_REQUEST, "Invalid Request: Mcp-Session-Id is missing; `initialize` gives out one"
            )
        if id not in self._sessions:
            raise UnknownSession(f"there is no session {id!r}, or no longer: start one with `initialize`")
        self._sessions.move_to_end(id)
        return self._sessions[id]

    def listen(self, session: Session, emit: Emit, hang_up: Callable[[], None]) -> bool:
        """Have what belongs to no request leave through emit, unless somebody listens already.

        hang_up: called when the session ends.
        """
        if session in self._hang_up:
            return False
        session.connect(emit)
        self._hang_up[session] = hang_up
        return True

    def unlisten(self, session: Session) -> None:
        """Nobody listens any more."""
        session.connect(None)
        self._hang_up.pop(session, None)

    def end(self, headers: Headers) -> None:
        """End a session. Raises as `find` does."""
        self._end(self.find(headers))
        del self._sessions[headers[SESSION]]

    def close(self) -> None:
        """End all sessions, and all that waits on the server."""
        for session in self._sessions.values():
            self._end(session)
        self._doors.close()

    def _end(self, session: Session) -> None:
        session.end()
        hang_up = self._hang_up.get(session)
        if hang_up is not None:
            hang_up()


def _is_initialize(message: Any) -> bool:
    return isinstance(message, dict) and message.get("method") == "initialize" and "id" in message
