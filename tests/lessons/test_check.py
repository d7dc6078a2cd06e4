"""lessons.check: what is said of an answer, for every way to be wrong."""

import asyncio
import json
import sys

import pytest
from dictmcp.hosting import MODULE
from dictmcp.lessons import check, hint
from dictmcp.lessons.matching import Fault, compare
from sitemaker.lessons import read_lesson, read_step
from sitemaker.toolchain import Problem
from verdict.host import page

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
WELL = "def route(message):\n    return {'jsonrpc': '2.0', 'id': message['id'], 'result': {}}\n"


def said(source: str, *checks: dict, hints: tuple = ()) -> dict:
    named = [{"name": f"check {number}", "why": "because", **one} for number, one in enumerate(checks)]
    return asyncio.run(check({"kind": "exercise", "checks": named, "hints": hints}, source))


@pytest.mark.parametrize(
    ("want", "got", "kind", "at"),
    [
        ({"a": 1}, {}, "missing", "a"),
        ({"a": 1}, {"a": 1, "b": 2}, "extra", "b"),
        ({"a": {"b": [1, 2]}}, {"a": {"b": [1, 3]}}, "value", "a.b[1]"),
        ({"a": 1}, {"a": "1"}, "type", "a"),
        ({"a": 1}, {"a": True}, "type", "a"),
        ({"a": 1}, {"a": 1.0}, "type", "a"),
        ([1], [1, 2], "length", ""),
        ({}, None, "none", ""),
        ({"a": 1}, {"a": None}, "none", "a"),
        (None, {}, "some", ""),
        ("<text>", "", "value", ""),
        ("<text>", 5, "type", ""),
    ],
)
def test_what_is_the_matter_with_a_value(want: object, got: object, kind: str, at: str) -> None:
    fault = compare(want, got)
    assert (fault.kind, fault.at) == (kind, at)
    assert fault.text.endswith(".")


@pytest.mark.parametrize(
    ("want", "got"),
    [
        ({"a": [1, None]}, {"a": [1, None]}),
        ("<any>", None),
        ("<text>", "a"),
        ({"a": 1, "...": "<any>"}, {"a": 1, "b": 2}),
        (None, None),
    ],
)
def test_what_is_as_wanted(want: object, got: object) -> None:
    assert compare(want, got) is None


def test_an_answer_that_is_right() -> None:
    found = said(
        WELL, {"send": PING, "want": {"jsonrpc": "2.0", "id": 1, "result": {}}}, {"send": PING, "right": True}
    )
    assert found == {"ok": True, "passed": ["check 0", "check 1"], "of": 2, "printed": "", "fault": None}


def test_an_answer_that_is_wrong_says_all_that_one_needs() -> None:
    hints = [
        {"id": "no", "text": "No.", "at": "id"},
        {"id": "look", "text": "Look.", "fault": "missing", "at": "result"},
    ]
    source = "def route(message):\n    print('here')\n    return {'jsonrpc': '2.0', 'id': 1}\n"
    found = said(source, {"send": PING, "want": {"jsonrpc": "2.0", "id": 1, "result": {}}}, hints=hints)
    assert (found["ok"], found["passed"], found["printed"]) == (False, [], "here\n")
    assert found["fault"] == {
        "name": "check 0",
        "did": "route({'jsonrpc': '2.0', 'id': 1, 'method': 'ping'})",
        "expected": "{'jsonrpc': '2.0', 'id': 1, 'result': {}}",
        "came": "{'jsonrpc': '2.0', 'id': 1}",
        "says": "What came back has no 'result'.",
        "why": "because",
        "hint": {"id": "look", "text": "Look."},
        "traceback": "",
        "line": None,
    }


def test_code_that_raises_is_shown_where() -> None:
    fault = said("def route(message):\n    return message['nope']\n", {"send": PING, "want": {}})["fault"]
    assert (fault["says"], fault["line"]) == ("It raised KeyError: 'nope'.", 2)
    assert "calling.py" not in fault["traceback"]


@pytest.mark.parametrize(
    ("source", "line", "says"),
    [
        ("def route(:\n", 1, "syntax"),
        ("x = 1\nx.nope\n", 2, "AttributeError"),
        ("import sys\nsys.exit()", 2, "Exit"),
    ],
)
def test_code_that_cannot_be_run_is_shown_where(source: str, line: int, says: str) -> None:
    fault = said(source, {"send": PING, "want": {}})["fault"]
    assert (fault["name"], fault["line"]) == ("Your code can be run", line)
    assert says in fault["says"]


@pytest.mark.parametrize(
    ("source", "one", "says"),
    [
        ("", {"send": PING, "want": {}}, "Your code does not define route."),
        ("route = 5", {"send": PING, "want": {}}, "route is the number 5, not a function."),
        ("T = {'a': 5}", {"call": "T.a", "want": 5}, "T.a is the number 5, not a function."),
        ("T = {}", {"value": "T.a", "want": 5}, "Your code does not define T.a."),
        (
            "def f(a):\n    a.append(1)\n    return a",
            {"call": "f", "args": [[]], "want": [1]},
            "f changed what it was",
        ),
        (
            "T = []\ndef f():\n    T.append(1)",
            {"call": "f", "unchanged": "T", "want": None},
            "T is not what it was",
        ),
        ("T = []\ndef f():\n    return {'t': T + [1]}", {"call": "f", "unchanged": "T", "spoil": True}, ""),
        (
            "T = [1]\ndef f():\n    return {'t': T}",
            {"call": "f", "unchanged": "T", "spoil": True},
            "T is not what",
        ),
        ("def main():\n    print('hello')", {"stdin": [], "stdout": []}, 'The line "hello" is on stdout'),
        ("def main():\n    print(input())", {"stdin": [PING], "stdout": [PING]}, ""),
        ("def main():\n    print(input())", {"stdin": ["5"], "stdout": [6]}, "'[0]' is 5, not 6."),
        ("def f():\n    yield 1", {"call": "f", "want": [1]}, "What came back is a generator, not an array."),
        ("async def route(message):\n    return 1", {"send": PING, "want": 1}, ""),
        ("def route(message):\n    return {}", {"send": PING, "right": True}, "The bare value {} was sent."),
        ("def route(message, emit):\n    emit(5)", {"send": PING, "emit": True, "want": None}, ""),
    ],
    ids=[str(number) for number in range(15)],
)
def test_what_a_check_can_do(source: str, one: dict, says: str) -> None:
    found = said(source, one)
    assert found["ok"] == (not says)
    assert not says or says in found["fault"]["says"]


def test_state_goes_on_from_check_to_check() -> None:
    source = "N = []\ndef f():\n    N.append(1)\n    return len(N)\n"
    assert said(source, {"call": "f", "want": 1}, {"call": "f", "want": 2})["ok"]


def test_the_first_hint_that_fits_is_given() -> None:
    hints = [{"id": "a", "text": "A", "says": "*nothing like it*"}, {"id": "b", "text": "B", "at": "x.*"}]
    assert hint({"hints": hints}, "name", Fault("value", "x.y", "It is."))["id"] == "b"
    assert hint({"hints": hints}, "name", Fault("value", "y", "It is.")) is None


@pytest.mark.parametrize("answer", ["7", "-1", "x", ""])
def test_a_choice_that_is_none(answer: str) -> None:
    found = asyncio.run(
        check({"kind": "prediction", "choices": [{"text": "a", "says": "b", "right": True}]}, answer)
    )
    assert found["ok"] is False


# -- in the page's host -----------------------------------------------------------------------------


def test_the_host_checks_and_goes_on_serving() -> None:
    step = {
        "kind": "exercise",
        "checks": [{"name": "a", "why": "b", "send": PING, "right": True}],
        "hints": [],
    }
    with page(WELL) as opened:
        served = sys.modules[MODULE]
        assert opened.check(step, WELL)["ok"] is True
        assert opened.check(step, "route = None")["ok"] is False
        assert sys.modules[MODULE] is served
        assert opened.say(json.dumps(PING))[0] == {"jsonrpc": "2.0", "id": 1, "result": {}}


# -- how lessons are read ---------------------------------------------------------------------------


def test_a_step_is_read_with_its_files(tmp_path) -> None:
    for name, text in (("text.md", "Read."), ("start.py", "pass"), ("solution.py", "x = 1")):
        (tmp_path / name).write_text(text)
    (tmp_path / "step.json").write_text('{"title": "A", "kind": "exercise", "checks": [], "hints": []}')
    step = read_step(tmp_path)
    assert (step["text"], step["start"], step["solution"]) == ("Read.", "pass", "x = 1")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "is not JSON"),
        ("[]", "must hold an object"),
        ("{}", "'kind' is None"),
        ('{"kind": "exercise"}', "has no 'checks'"),
        ('{"title": "A", "kind": "exercise", "checks": [], "hints": []}', "has no text.md"),
        (
            '{"title": "A", "kind": "prediction", "question": "?", "choices": [], "hint": 5}',
            "has 'hint', which nobody",
        ),
    ],
)
def test_a_step_that_is_none_is_refused_in_words(tmp_path, text: str, says: str) -> None:
    (tmp_path / "step.json").write_text(text)
    with pytest.raises(Problem, match=says):
        read_step(tmp_path)


def test_a_check_with_a_slip_is_refused(tmp_path) -> None:
    for name in ("text.md", "start.py", "solution.py"):
        (tmp_path / name).write_text("")
    checks = [{"name": "a", "why": "b", "wants": 5}]
    (tmp_path / "step.json").write_text(
        json.dumps({"title": "A", "kind": "exercise", "checks": checks, "hints": []})
    )
    with pytest.raises(Problem, match="check 0 has 'wants'"):
        read_step(tmp_path)


def test_a_lesson_is_its_steps_in_order(tmp_path) -> None:
    (tmp_path / "about.json").write_text('{"title": "T", "summary": "S"}')
    for slug in ("02-b", "01-a"):
        (tmp_path / slug).mkdir()
        for name in ("text.md", "start.py"):
            (tmp_path / slug / name).write_text("")
        (tmp_path / slug / "step.json").write_text(
            '{"title": "A", "kind": "prediction", "question": "?", "choices": []}'
        )
    lesson = read_lesson(tmp_path)
    assert [step["slug"] for step in lesson["steps"]] == ["01-a", "02-b"]
