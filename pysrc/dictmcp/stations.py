"""The way of a message through a server, as stations in a fixed order: which were passed, where it ended.

What is traced (see `Context.step`) says how far a message came; the tables here, how far it might have.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, NamedTuple

from .exchange import same_id

State = Literal["passed", "failed", "skipped"]


class Station(NamedTuple):
    """One station of a message's way.

    name and says: what happens there, for people. state: failed is where an error arose. steps: the
    numbers of the traced steps that belong to it.
    """

    name: str
    says: str
    state: State
    steps: tuple[int, ...]


class Stop(NamedTuple):
    """A station as the tables have it. steps: the names of the traced steps that belong to it."""

    name: str
    says: str
    steps: tuple[str, ...] = ()


PARSE: Final = Stop("parse", "The text is read as JSON.", ("parse",))
VALIDATE: Final = Stop("validate", "Is it a JSON-RPC message, and of which kind?", ("validate",))
WRAP: Final = Stop("wrap", "What was returned becomes the result of a response.", ("wrap",))
SEND: Final = Stop("send", "The envelope is written as text, and sent.", ("send",))
NOTHING: Final = Stop("nothing", "Nothing is sent.")

METHOD: Final = (
    PARSE,
    VALIDATE,
    Stop("look up", "The method is looked up in the table of methods.", ("look up",)),
    Stop("run", "The function of the method gets the params.", ("run",)),
    WRAP,
)
TOOL: Final = (
    PARSE,
    VALIDATE,
    Stop("look up", "First the method is looked up by its name, then the tool.", ("look up", "run")),
    Stop("check arguments", "The arguments are held against the tool's inputSchema.", ("check arguments",)),
    Stop("run", "The function of the tool gets the arguments.", ("call tool",)),
    WRAP,
)
ANSWER: Final = (
    PARSE,
    VALIDATE._replace(says="It answers a question of the server's, which goes on with it."),
)
HAND_WRITTEN: Final = (
    Stop("before route", "The text is read as JSON; route gets the dict.", ("parse",)),
    Stop("inside route", "The function route of server.py does all the rest.", ("run",)),
)
AFTER: Final = Stop("after route", "What route returned is written as text, and sent.", ("send",))


def ways(names: Sequence[str], message: Any, reply: Any, by_hand: bool = False) -> list[list[Station]]:
    """The way that a delivery took; for a batch one for each of its messages.

    names: the traced steps, in order. message: what was delivered, anything if it could not be read.
    reply: what was sent, None for nothing. by_hand: whether all that is known of the server is `route`.
    """
    if isinstance(message, list) and 1 < len(message) == names.count("validate"):
        return list(_batch(names, message, reply))
    return [_way(names, range(len(names)), message, reply, by_hand)]


def _batch(names: Sequence[str], messages: list[Any], reply: Any) -> Iterator[list[Station]]:
    starts = [number for number, name in enumerate(names) if name == "validate"]
    shared = [number for number, name in enumerate(names) if name in ("parse", "send")]
    replies = [one for one in reply if isinstance(one, dict)] if isinstance(reply, list) else []
    for message, start, end in zip(messages, starts, [*starts[1:], len(names)], strict=True):
        own = message.get("id") if isinstance(message, dict) else None
        mine = next((one for one in replies if same_id(one.get("id"), own)), None)
        yield _way(names, sorted({*range(start, end), *shared}), message, mine, by_hand=False)


def _way(
    names: Sequence[str], numbers: Sequence[int], message: Any, reply: Any, by_hand: bool
) -> list[Station]:
    line = HAND_WRITTEN if by_hand else _line(message)
    seen = [names[number] for number in numbers]
    reached = [place for place, stop in enumerate(line) if not {*seen}.isdisjoint(stop.steps)]
    failed = _failed(line, seen, reached, message, reply)
    end = NOTHING if reply is None else AFTER if by_hand else SEND

    def station(place: int, stop: Stop) -> Station:
        steps = tuple(number for number in numbers if names[number] in stop.steps)
        is_passed = place in reached or stop is end
        return Station(
            stop.name, stop.says, "failed" if place == failed else "passed" if is_passed else "skipped", steps
        )

    return [station(place, stop) for place, stop in enumerate((*line, end))]


def _line(message: Any) -> tuple[Stop, ...]:
    if not isinstance(message, dict):
        return METHOD
    if "method" not in message and ("result" in message or "error" in message):
        return ANSWER
    return TOOL if message.get("method") == "tools/call" else METHOD


def _failed(
    line: tuple[Stop, ...], seen: list[str], reached: list[int], message: Any, reply: Any
) -> int | None:
    """The place where an error arose, if one did."""
    if seen.count("send") > 1:
        return len(line)  # what was to be sent could not be written, so that this was sent instead
    last = max((place for place in reached if line[place] is not WRAP), default=0)
    if isinstance(reply, dict) and "error" in reply:
        return last
    result = reply.get("result") if isinstance(reply, dict) else None
    if isinstance(result, dict) and result.get("isError") is True:
        return last
    is_notification = isinstance(message, dict) and "method" in message and "id" not in message
    return last if reply is None and is_notification and WRAP in line and "wrap" not in seen else None
