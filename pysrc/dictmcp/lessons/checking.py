"""One check of a lesson: what is done with the learner's code, and what is the matter with the answer.

A check is data, and says what to do: `send` a message to `route`, `call` a function with `args`, look at
the `value` of a name, or run `main()` with lines on `stdin`. And what is to come of it: `want`, or with
`right` that the verdict finds nothing wrong, or `stdout`. `unchanged` names what must be as it was before,
with `spoil` also when somebody empties what came back.
"""

from __future__ import annotations

import contextlib
import copy
import io
import json
import sys
from collections.abc import Iterator
from typing import Any, Final

from ..calling import Failed, call
from ..errors import describe
from ..history import History
from ..rules.rule import kind, shown
from ..text import encode
from ..verdict import judge
from .matching import Fault, compare

Check = dict[str, Any]
_MISSING: Final = object()
Module = dict[str, Any]


class Broken(Exception):
    """The learner's code raised; error is what."""

    def __init__(self, error: BaseException) -> None:
        super().__init__()
        self.error = error


class Run:
    """The learner's code, loaded, and what its earlier answers have shown."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._history = History()

    async def fault(self, check: Check) -> tuple[Fault | None, Any]:
        """What is the matter with the answer to a check, or None, and the answer itself. Raises Broken."""
        watched = check.get("unchanged")
        before = _copy(self._module.get(watched)) if watched else None
        fault, answer = await self._answer(check)
        if fault is None and watched and self._module.get(watched) != before:
            fault = Fault("changed", watched, f"{watched} is not what it was before.")
        return fault, answer

    async def _answer(self, check: Check) -> tuple[Fault | None, Any]:
        name = check.get("value") or check.get("call") or ("main" if "stdin" in check else "route")
        found = self._find(name)
        if found is _MISSING:
            return Fault("unknown", name, f"Your code does not define {name}."), None
        if "value" in check:
            return compare(check["want"], found), found
        if not callable(found):
            return Fault("uncallable", name, f"{name} is {kind(found)}, not a function."), found
        if "stdin" in check:
            return await self._over_stdio(found, check)
        return await self._function(name, found, check)

    def _find(self, name: str) -> Any:
        """What the code defines under a name; with dots, members of dicts."""
        found: Any = self._module
        for part in name.split("."):
            found = found.get(part, _MISSING) if isinstance(found, dict) else _MISSING
        return found

    async def _function(self, name: str, found: Any, check: Check) -> tuple[Fault | None, Any]:
        args = [check["send"]] if "send" in check else check.get("args", [])
        given = copy.deepcopy(args)
        beside: list[Any] = []
        answer = await self._call(found, given, {"emit": beside.append} if check.get("emit") else {})
        if given != args:
            return Fault("changed", "args", f"{name} changed what it was given: {shown(given)}."), answer
        kept = _copy(answer)
        if check.get("right") and (wrong := self._verdict(args[0], answer, beside)):
            return wrong, answer
        fault = compare(check["want"], answer) if "want" in check else None
        if check.get("spoil"):
            _spoil(answer)
        return fault, kept

    async def _call(self, function: Any, args: list[Any], more: dict[str, Any]) -> Any:
        try:
            return await call(function, *args, **more)
        except Failed as failed:
            raise Broken(failed.error) from failed.error

    def _verdict(self, message: Any, reply: Any, beside: list[Any]) -> Fault | None:
        found = judge(self._history.exchange(message, reply, tuple(beside)))
        broken = next((one for one in found if one.severity in ("wrong", "warning")), None)
        return None if broken is None else Fault(broken.rule, "", broken.text)

    async def _over_stdio(self, found: Any, check: Check) -> tuple[Fault | None, Any]:
        lines = [one if isinstance(one, str) else encode(one) for one in check["stdin"]]
        out = io.StringIO()
        with _stdin("".join(f"{line}\n" for line in lines)), contextlib.redirect_stdout(out):
            await self._call(found, [], {})
        answer = []
        for line in out.getvalue().splitlines():
            try:
                answer.append(json.loads(line))
            except ValueError:
                return Fault("printed", "", f"The line {shown(line)} is on stdout, and is no message."), line
        return compare(check["stdout"], answer), answer


def told(check: Check) -> str:
    """What a check does, for people."""
    if "value" in check:
        return str(check["value"])
    if "stdin" in check:
        lines = [one if isinstance(one, str) else encode(one) for one in check["stdin"]]
        return "\n".join([f"{check.get('call', 'main')}(), with these lines on stdin:", *lines])
    if "send" in check:
        return f"{check.get('call', 'route')}({_python(check['send'])})"
    return f"{check['call']}({', '.join(map(_python, check.get('args', [])))})"


def wanted(check: Check) -> str:
    """What is to come of a check, for people."""
    if "stdout" in check:
        return "\n".join(map(encode, check["stdout"])) or "nothing on stdout"
    return _python(check["want"]) if "want" in check else "an envelope without a fault"


def came(answer: Any) -> str:
    """What did come, for people."""
    return answer if isinstance(answer, str) and "\n" in answer else _python(answer)


def raised(error: BaseException) -> Fault:
    """The fault of code that raised."""
    return Fault("raised", type(error).__name__, f"It raised {describe(error)}.")


def _copy(value: Any) -> Any:
    try:
        return copy.deepcopy(value)
    except Exception:  # what the code returns may be anything, a generator for instance
        return value


def _spoil(value: Any) -> None:
    """Empty every object and array of an answer: what it shares with the code's own data shows."""
    if isinstance(value, dict | list):
        for one in [*(value.values() if isinstance(value, dict) else value)]:
            _spoil(one)
        value.clear()


def _python(value: Any) -> str:
    """A value as Python writes it, which is what the learner writes; the beginning of a long one."""
    text = repr(value)
    return text if len(text) <= 1000 else f"{text[:1000]}..."


@contextlib.contextmanager
def _stdin(text: str) -> Iterator[None]:
    before, sys.stdin = sys.stdin, io.StringIO(text)
    try:
        yield
    finally:
        sys.stdin = before
