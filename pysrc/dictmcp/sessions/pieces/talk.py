"""The client in an exported session: the standard library alone, a line each way over stdio."""

# What is above is only read here; an exported file has imports and steps of its own.
import contextlib
import json
import queue
import subprocess
import threading
import time
from typing import Any

# ---
PATIENCE = 20  # seconds for what a message waits for


class Talk:
    """The session with a server in a process of its own. left: what left for each message."""

    def __init__(self, command: list[str], steps: list[dict[str, Any]]) -> None:
        self.steps = steps
        self.left: list[list[Any]] = [[] for _ in steps]
        self.sent = 0
        self.given_up: set[int] = set()
        self.lines: queue.Queue[str | None] = queue.Queue()
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self) -> None:
        """Put what leaves in a queue, None at the end."""
        for line in self.process.stdout or ():
            self.lines.put(line.decode("utf-8"))
        self.lines.put(None)

    def have(self) -> list[list[Any]]:
        """Send every message, each when what it waits for is there."""
        try:
            for step in self.steps:
                self.wait(step.get("after"))
                self.send(self.text(step))
                self.sent += 1
            self.wait(None)
            self.send(None)
            while (line := self.next(PATIENCE)) is not None:
                self.take(line)
        finally:
            self.process.kill()
            self.process.wait()
        return self.left

    def send(self, text: str | None) -> None:
        """One line, or the end. A server that is gone gives nothing: that is found by what is missing."""
        with contextlib.suppress(OSError):
            if self.process.stdin and text is None:
                self.process.stdin.close()
            elif self.process.stdin and text is not None:
                line = text.replace("\r", " ").replace("\n", " ")
                self.process.stdin.write(line.encode("utf-8", "surrogatepass") + b"\n")
                self.process.stdin.flush()

    def wait(self, after: int | None) -> None:
        """Until so many messages have come, or all that were recorded; not for ever."""
        deadline = time.monotonic() + PATIENCE
        while not self.is_there(after):
            line = self.next(deadline - time.monotonic())
            if line is None:
                self.given_up |= self.missing()
                break
            self.take(line)

    def is_there(self, after: int | None) -> bool:
        """Whether so many messages have come, or all that were recorded."""
        if after is not None and sum(map(len, self.left)) >= after:
            return True
        return not self.missing()

    def missing(self) -> set[int]:
        """The messages that have got less than was recorded, and may still get it."""
        got, wanted = map(len, self.left), (len(step["receive"]) for step in self.steps[: self.sent])
        return {
            at for at, (one, other) in enumerate(zip(got, wanted, strict=False)) if one < other
        } - self.given_up

    def next(self, seconds: float) -> str | None:
        """The next line; None when there is none in time, or no more."""
        try:
            line = self.lines.get(timeout=max(seconds, 0))
        except queue.Empty:
            return None
        if line is None:
            self.lines.put(None)
        return line

    def take(self, line: str) -> None:
        """Keep what left with the message that it is for."""
        message = json.loads(line)
        self.left[self.owner(message)].append(message)

    def owner(self, message: Any) -> int:
        """The step that a message belongs to."""
        latest = max(self.sent - 1, 0)
        sent = [step["send"] for step in self.steps[: self.sent]]
        ids = [one.get("id") if isinstance(one, dict) and "method" in one else None for one in sent]
        if isinstance(message, dict) and "method" not in message and message.get("id") is not None:
            return next((at for at in reversed(range(self.sent)) if same(ids[at], message["id"])), latest)
        missing = sorted(self.missing())
        return latest if latest in missing or not missing else missing[0]

    def text(self, step: dict[str, Any]) -> str:
        """The text of a message, with what the server made up this time where it wants that back."""
        if isinstance(step["send"], str):
            return step["send"]
        message = json.loads(json.dumps(step["send"]))
        for there, at, nth, place in step.get("back", ()):
            value: Any = self.left[at][nth] if nth < len(self.left[at]) else None
            for name in place:
                value = value.get(name) if isinstance(value, dict) else None
            holder = message
            for name in there[:-1]:
                holder = holder[name]
            holder[there[-1]] = value
        return json.dumps(message)


def same(one: Any, other: Any) -> bool:
    """Whether two ids are one: 1 is not "1"."""
    return type(one) is type(other) and one == other
