"""The page's host, under CPython."""

import asyncio
import contextlib
import json
import logging
import sys
from collections.abc import Iterator
from typing import Any

from dictmcp.hosting import MODULE
from dictmcp.transports.worker import Host


class Page:
    """A host with a server loaded: what it says of each message."""

    def __init__(self, source: str) -> None:
        self._loop = asyncio.new_event_loop()
        self.received: list[dict] = []
        self._host = Host(
            lambda kind, text: self.received.append(json.loads(text)) if kind == "received" else None
        )
        self.load(source)

    def load(self, source: str) -> None:
        loaded = json.loads(self._run(self._host.load(source)))
        assert loaded["ok"], loaded["error"]

    def say(self, text: str) -> tuple[Any, list[dict]]:
        """The reply, and what is found."""
        about, _, reply = self._run(self._host.deliver(text)).partition("\n")
        return json.loads(reply) if reply else None, json.loads(about)["verdict"]

    def broken(self, text: str) -> set[str]:
        """The rules that an exchange breaks."""
        return {one["rule"] for one in self.say(text)[1] if one["severity"] in ("wrong", "warning")}

    def check(self, step: dict, answer: str) -> dict:
        """What is said of an answer to a step of a lesson."""
        return json.loads(self._run(self._host.check(json.dumps(step), answer)))

    def _run(self, work: Any) -> str:
        return self._loop.run_until_complete(work)

    def close(self) -> None:
        self._loop.close()
        module = sys.modules.pop(MODULE, None)
        for value in [] if module is None else vars(module).values():
            if hasattr(value, "close") and hasattr(value, "execute"):  # a database
                value.close()


@contextlib.contextmanager
def page(source: str) -> Iterator[Page]:
    logger = logging.getLogger("dictmcp")
    before = logger.handlers, logger.propagate
    opened = Page(source)
    yield opened
    opened.close()
    logger.handlers, logger.propagate = before
