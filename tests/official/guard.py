"""Every message that leaves a session, in any test, is checked against the official types.

It is enough that conftest.py imports the fixture: tests do nothing for it.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from dictmcp import Session
from dictmcp.revisions import HANDSHAKE, STATELESS, is_stateless
from official.types import check


@pytest.fixture(autouse=True)
def every_message_is_valid(monkeypatch) -> Iterator[None]:
    """Fail at the end of a test in which a message was not valid."""
    faults = watch_sessions(monkeypatch)
    yield
    assert not faults, "\n".join(faults)


def watch_sessions(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Wrap the doors of all sessions. The list that is returned grows with what is wrong."""
    faults: list[str] = []
    route_async, connect = Session.route_async, Session.connect

    def note(message: Any, revision: str, method: str | None = None) -> None:
        try:
            sent = json.dumps(message, allow_nan=False, ensure_ascii=False)
        except (TypeError, ValueError, RecursionError):
            return  # the text doors send an error in its place
        sent = sent.encode("utf-8", "replace").decode()  # as the text doors do
        faults.extend(f"{fault}\n    {sent[:500]}" for fault in check(json.loads(sent), revision, method))

    async def checked(self, message: Any, emit: Any = None, trace: Any = None) -> Any:
        revision = revision_of(self, message)
        reply = await route_async(self, message, watched(emit, lambda: revision), trace)
        for request, response in pairs(message, reply):
            method = request.get("method") if isinstance(request, dict) else None
            was = _negotiated(response) if method == "initialize" else None
            note(response, was or revision_of(self, request), method if isinstance(method, str) else "")
        return reply

    def watched(emit: Any, revision: Callable[[], str]) -> Any:
        if emit is None:
            return None

        def pass_on(message: Any) -> None:
            note(message, revision())
            emit(message)

        return pass_on

    def connected(self, emit: Any) -> None:
        connect(self, watched(emit, lambda: self.revision))

    monkeypatch.setattr(Session, "route_async", checked)
    monkeypatch.setattr(Session, "connect", connected)
    return faults


def revision_of(session: Session, message: Any) -> str:
    """The revision under which a session answers a message."""
    params = message.get("params") if isinstance(message, dict) else None
    meta = params.get("_meta") if isinstance(params, dict) else None
    if session.is_stateless or (isinstance(meta, dict) and is_stateless(meta)):
        return STATELESS[-1]
    served = [one for one in session.server.revisions if one in HANDSHAKE]
    return session.revision or max(served, default=STATELESS[-1])


def pairs(message: Any, reply: Any) -> list[tuple[Any, Any]]:
    """Each response with the request that it answers; one without is answered as what it is, an error."""
    if reply is None:
        return []
    if not isinstance(message, list) or not isinstance(reply, list):
        return [(message, reply)]
    waiting = [one for one in message if isinstance(one, dict) and "id" in one]
    found = []
    for response in reply:  # those of one id are answered in order
        mine = (one for one in waiting if json.dumps(one["id"]) == json.dumps(response.get("id")))
        request = next(mine, None)
        if request is not None:
            waiting.remove(request)
        found.append((request, response))
    return found


def _negotiated(response: Any) -> str | None:
    result = response.get("result") if isinstance(response, dict) else None
    return result.get("protocolVersion") if isinstance(result, dict) else None
