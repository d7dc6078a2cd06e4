"""Recordings: what a server really answers, from the router that answers in the page, under this Python.

The server runs in a process of its own, which ends with it: what it does to its Python is nobody's business.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from typing import Any, TypedDict

PATIENCE = 30.0  # seconds for all of it, starting Python included


class Exchange(TypedDict):
    """A message, and all that came of it. received: what left because of it, the reply last."""

    sent: str
    received: list[str]
    printed: str


class RecordingError(Exception):
    """The server could not be recorded; the text is one sentence that says why."""


def record(
    source: str,
    messages: Sequence[str] | None = None,
    filename: str = "server.py",
    seconds: float = PATIENCE,
) -> list[Exchange]:
    """Send messages, each exactly as it is, to a server and write down what it answers.

    Without messages: the first call that the server's tools suggest. Raises RecordingError.
    """
    asked = json.dumps({"source": source, "messages": messages, "filename": filename})
    command = [sys.executable, "-m", __name__]
    try:
        done = subprocess.run(
            command, input=asked, capture_output=True, encoding="utf-8", timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        raise RecordingError(
            f"{filename} has not answered all messages within {seconds:g} seconds."
        ) from None
    try:
        told = json.loads(done.stdout)
    except ValueError:
        said = done.stderr.strip().splitlines()[-1:] or ["nothing"]
        raise RecordingError(
            f"{filename} ended its Python while it was recorded; that said: {said[0]}"
        ) from None
    if "why" in told:
        raise RecordingError(told["why"])
    exchanges: list[Exchange] = told["exchanges"]
    return exchanges


async def _record(source: str, messages: Sequence[str] | None, filename: str) -> dict[str, Any]:
    from dictmcp.transports.shared import SharedHost

    said: list[tuple[str, str]] = []
    host = SharedHost("recorded", lambda kind, text: said.append((kind, text)))
    about = json.loads(await host.load(source, filename))
    if not about["ok"]:
        return {"why": about["error"]["message"]}
    exchanges = []
    for text in [about["start"]] if messages is None else messages:
        said.clear()
        _, was_sent, reply = (await host.deliver(text)).partition("\n")
        received = [words for kind, words in said if kind == "received"] + ([reply] if was_sent else [])
        printed = "".join(words for kind, words in said if kind == "printed")
        exchanges.append({"sent": text, "received": received, "printed": printed})
    return {"exchanges": exchanges}


def _main() -> None:
    asked = json.load(sys.stdin)
    answers = os.dup(1)  # before the server runs: whatever it writes to standard output stays apart
    os.dup2(2, 1)
    told = asyncio.run(_record(asked["source"], asked["messages"], asked["filename"]))
    with open(answers, "w", encoding="utf-8") as stream:
        json.dump(told, stream)
    os._exit(0)  # nothing that the server started keeps us


if __name__ == "__main__":
    _main()
