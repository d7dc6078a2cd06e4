"""The `requestState` of the stateless era: answers of earlier rounds, sealed against change.

A state is bound to its request and expires. https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import secrets
import time
from collections.abc import Callable
from typing import Any, Final

from .asking import InputRequired
from .context import Context
from .errors import INVALID_PARAMS, RpcError
from .jsonrpc import Message
from .text import encode

LIFETIME: Final = 600  # seconds between a question and its answer


class Rounds:
    """Seals and opens states. secret: the same for all processes that serve one endpoint."""

    def __init__(self, secret: bytes | None = None, clock: Callable[[], float] = time.time) -> None:
        self._is_given = secret is not None
        self._secret = secrets.token_bytes(32) if secret is None else secret
        self._clock = clock

    def share(self, secret: bytes) -> None:
        """Use the secret of a host that runs several processes, unless the author gave one."""
        if not self._is_given:
            self._secret = secret

    async def run(self, method: str, handler: Callable[..., Any], params: Message, ctx: Context) -> Message:
        """Run a request that may ask: with the answers it brings, or to the questions that are open."""
        given = params.get("inputResponses", {})
        if not isinstance(given, dict):
            raise RpcError(INVALID_PARAMS, "Invalid params: 'inputResponses' must be an object")
        ctx.answers = self.open(params.get("requestState"), method, params) | given
        try:
            result: Message = await handler(params, ctx)
            return result
        except InputRequired as required:
            asked = {
                key: {"method": one.method, "params": one.params} for key, one in required.questions.items()
            }
            state = self.seal(ctx.answers, method, params)
            return {"resultType": "input_required", "inputRequests": asked, "requestState": state}

    def seal(self, answers: Message, method: str, params: Message) -> str:
        """A state that holds the answers so far, for this request only."""
        content = {"answers": answers, "until": self._clock() + LIFETIME, "nonce": secrets.token_hex(8)}
        payload = encode(content).encode()
        return f"{_to_text(payload)}.{_to_text(self._sign(payload, method, params))}"

    def open(self, state: Any, method: str, params: Message) -> Message:
        """The answers in a state, {} for none. Raises RpcError -32602 if it is not ours, or no longer."""
        if state is None:
            return {}
        payload, _, signature = state.partition(".") if isinstance(state, str) else ("", "", "")
        try:
            content, given = _from_text(payload), _from_text(signature)
        except (binascii.Error, ValueError):
            raise _refused("is not one that this server gave out") from None
        if not hmac.compare_digest(given, self._sign(content, method, params)):
            raise _refused("was changed, or belongs to another request")
        opened = json.loads(content)
        if opened["until"] < self._clock():
            raise _refused("has expired; send the request again without it")
        answers: Message = opened["answers"]
        return answers

    def _sign(self, payload: bytes, method: str, params: Message) -> bytes:
        own = {name: value for name, value in params.items() if name not in _PER_ROUND}
        request = hashlib.sha256(encode([method, own]).encode()).digest()
        return hmac.digest(self._secret, request + payload, "sha256")


_PER_ROUND: Final = ("_meta", "inputResponses", "requestState")


def _to_text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _from_text(text: str) -> bytes:
    data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    if _to_text(data) != text:
        raise ValueError("not the one form of these bytes")
    return data


def _refused(why: str) -> RpcError:
    return RpcError(INVALID_PARAMS, f"Invalid params: the requestState {why}")
