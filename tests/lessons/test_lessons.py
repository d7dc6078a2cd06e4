"""Every lesson: the start fails, the solution passes, and each plausible wrong answer gets its own hint."""

import asyncio
import contextlib
import io
from pathlib import Path

import pytest
from dictmcp.lessons import check
from sitemaker.lessons import read_lessons, read_step
from sitemaker.site import WEB

LESSONS = WEB / "lessons"
COLUMNS = 68  # of the editor on a screen of 1280 pixels
STEPS = sorted(file.parent for file in LESSONS.glob("*/*/step.json"))
KINDS = {folder: read_step(folder)["kind"] for folder in STEPS}
EXERCISES = [folder for folder in STEPS if KINDS[folder] == "exercise"]
PREDICTIONS = [folder for folder in STEPS if KINDS[folder] == "prediction"]
WRONG = [file for folder in EXERCISES for file in sorted((folder / "wrong").glob("*.py"))]


def name(path: Path) -> str:
    return path.relative_to(LESSONS).as_posix()


def answer(folder: Path, source: str) -> dict:
    return asyncio.run(check(read_step(folder), source))


@pytest.mark.parametrize("folder", EXERCISES, ids=name)
def test_the_start_fails_and_is_told_why(folder: Path) -> None:
    found = answer(folder, (folder / "start.py").read_text("utf-8"))
    assert found["ok"] is False
    assert found["fault"]["name"] != "Your code can be run"
    assert found["fault"]["says"]
    assert found["fault"]["why"]


@pytest.mark.parametrize("folder", EXERCISES, ids=name)
def test_the_solution_passes(folder: Path) -> None:
    found = answer(folder, (folder / "solution.py").read_text("utf-8"))
    assert found["fault"] is None
    assert (found["ok"], len(found["passed"]), found["printed"]) == (True, found["of"], "")


@pytest.mark.parametrize("file", WRONG, ids=name)
def test_a_wrong_answer_gets_the_hint_that_names_its_mistake(file: Path) -> None:
    found = answer(file.parents[1], file.read_text("utf-8"))
    assert found["ok"] is False
    assert found["fault"]["hint"], found["fault"]
    assert found["fault"]["hint"]["id"] == file.stem, found["fault"]


@pytest.mark.parametrize("folder", EXERCISES, ids=name)
def test_there_are_three_wrong_answers_and_more(folder: Path) -> None:
    assert len(list((folder / "wrong").glob("*.py"))) >= 3


@pytest.mark.parametrize("folder", EXERCISES, ids=name)
def test_every_hint_is_given(folder: Path) -> None:
    given = {file.stem for file in (folder / "wrong").glob("*.py")}
    at_the_start = answer(folder, (folder / "start.py").read_text("utf-8"))["fault"]["hint"]
    given |= {at_the_start["id"]} if at_the_start else set()
    assert {one["id"] for one in read_step(folder)["hints"]} == given


@pytest.mark.parametrize("folder", EXERCISES, ids=name)
def test_checks_have_names_of_their_own(folder: Path) -> None:
    names = [one["name"] for one in read_step(folder)["checks"]]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("folder", PREDICTIONS, ids=name)
def test_a_prediction_comes_true(folder: Path) -> None:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile((folder / "start.py").read_text("utf-8"), "start.py", "exec"), {})
    choices = read_step(folder)["choices"]
    assert [one["text"] for one in choices if one.get("right")] == [printed.getvalue().rstrip("\n")]
    assert len({one["text"] for one in choices}) == len(choices) >= 3
    for number, one in enumerate(choices):
        assert answer(folder, str(number)) == {"ok": one.get("right", False), "says": one["says"]}


@pytest.mark.parametrize("folder", STEPS, ids=name)
def test_a_step_is_read_in_a_minute(folder: Path) -> None:
    text = (folder / "text.md").read_text("utf-8")
    assert 20 < len(text.split()) < 250
    assert max(map(len, text.splitlines())) <= 110
    for file in folder.glob("*.py"):
        assert max(map(len, file.read_text("utf-8").splitlines())) <= COLUMNS, file


def test_the_path() -> None:
    lessons = read_lessons(LESSONS)
    assert [one["title"] for one in lessons] == ["Messages", "Router", "A tiny MCP server", "The two eras"]
    assert len(lessons[2]["steps"]) == 9
