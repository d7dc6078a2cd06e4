"""Lessons: the learner's code is held against the checks of a step, and what is wrong is said with a hint.

A lesson is data; nothing here knows any of them. How they are written, and what a page has to do with them:
web/lessons/README.md.
"""

from __future__ import annotations

import contextlib
import io
import sys
from fnmatch import fnmatchcase
from typing import Any

from ..hosting import MODULE, LoadError, run
from ..jsonrpc import Message
from ..tracebacks import place, trimmed
from .checking import Broken, Check, Run, came, raised, told, wanted
from .matching import Fault

FILE = "lesson.py"

Step = dict[str, Any]


async def check(step: Step, answer: str) -> Message:
    """Hold an answer against a step: source for an exercise, the number of a choice for a prediction.

    ok: whether it is right. For an exercise: passed, the names of the checks that were, and of how many;
    printed, what the code printed; and with ok false a fault: name (of the check), did, expected, came,
    says (what is wrong), why (it matters), hint (its id and text, or None), traceback and line (if the code
    raised). For a prediction: says, why the choice is right or wrong.
    """
    if step["kind"] == "prediction":
        return _prediction(step, answer)
    printed, served = io.StringIO(), sys.modules.get(MODULE)
    try:
        with contextlib.redirect_stdout(printed):
            passed, fault = await _exercise(step, answer)
    finally:  # the server that is served goes on as it was
        if served is not None:
            sys.modules[MODULE] = served
    return {
        "ok": fault is None,
        "passed": passed,
        "of": len(step["checks"]),
        "printed": printed.getvalue(),
        "fault": fault,
    }


def _prediction(step: Step, answer: str) -> Message:
    choices = step["choices"]
    chosen = choices[int(answer)] if answer.isdecimal() and int(answer) < len(choices) else {}
    return {"ok": bool(chosen.get("right")), "says": chosen.get("says", "Choose one of the answers.")}


async def _exercise(step: Step, source: str) -> tuple[list[str], Message | None]:
    passed: list[str] = []
    try:
        module = await run(source, FILE)
    except LoadError as error:
        fault = Fault("raised", "load", str(error))
        about = {"traceback": error.traceback, "line": error.line}
        return passed, _said({"name": "Your code can be run"}, fault, step, about)
    answers = Run(module)
    for one in step["checks"]:
        try:
            found, answer = await answers.fault(one)
        except Broken as broken:
            about = {"traceback": trimmed(broken.error), "line": place(broken.error, FILE)[0]}
            return passed, _said(one, raised(broken.error), step, about)
        if found is not None:
            return passed, _said(one, found, step, {"came": came(answer)})
        passed.append(one["name"])
    return passed, None


def _said(one: Check, fault: Fault, step: Step, about: Message) -> Message:
    is_done = len(one) > 1  # not that the code cannot be run at all
    return {
        "name": one["name"],
        "did": told(one) if is_done else "",
        "expected": wanted(one) if is_done else "",
        "came": "",
        "says": fault.text,
        "why": one.get("why", ""),
        "hint": hint(step, one["name"], fault),
        "traceback": "",
        "line": None,
        **about,
    }


def hint(step: Step, name: str, fault: Fault) -> Message | None:
    """The first hint that is for this fault of this check.

    A hint says what it is for: check, fault, at and says, each with * and ? for any characters, or left out.
    """
    given = {"check": name, "fault": fault.kind, "at": fault.at, "says": fault.text}
    for one in step.get("hints", ()):
        if all(fnmatchcase(given[key], one.get(key, "*")) for key in given):
            return {"id": one["id"], "text": one["text"]}
    return None
