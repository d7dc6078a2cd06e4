"""hosting: a server module's source in, its doors out, or one sentence on why not."""

import asyncio
import sys

import pytest
from dictmcp import make_request
from dictmcp.hosting import MODULE, LoadError, dependencies, load

ECHO = "def route(message):\n    return {'jsonrpc': '2.0', 'id': message['id'], 'result': {}}\n"
SERVER = "from dictmcp import Server\nserver = Server('demo')\n"


@pytest.fixture(autouse=True)
def module(monkeypatch):
    """Leave no loaded server behind."""
    monkeypatch.setitem(sys.modules, MODULE, None)


def loaded(source: str):
    return asyncio.run(load(source, "demo.py"))


def refused(source: str) -> LoadError:
    with pytest.raises(LoadError) as error:
        loaded(source)
    return error.value


@pytest.mark.parametrize(
    ("source", "name"),
    [
        (ECHO, "demo.py"),
        (f"async {ECHO}", "demo.py"),
        (SERVER, "demo"),
        (f"{SERVER}route = server.route\n", "demo"),
        (f"{SERVER}session = server.session()\nroute = session.route\n", "demo.py"),
        (f"{SERVER}route = lambda message: server.route(message)\n", "demo.py"),
        (f"\ufeff{SERVER}", "demo"),
        (f"import asyncio\nawait asyncio.sleep(0)\n{SERVER}", "demo"),
        (f"from __future__ import annotations\n{SERVER}", "demo"),
    ],
    ids=["route", "async", "server", "both", "session", "wrapped", "bom", "await", "future"],
)
def test_what_is_a_server_module(source: str, name: str) -> None:
    hosted = loaded(source.removeprefix("\ufeff"))
    assert hosted.name == name
    assert asyncio.run(hosted.doors.route_async(make_request(1, "ping"))) == {
        "jsonrpc": "2.0",
        "id": 1,
        "result": {},
    }


@pytest.mark.parametrize("source", ["", "x = 1", "route = 5", "server = 'a'", "router = 1"], ids=repr)
def test_what_is_none_is_told_in_a_sentence(source: str) -> None:
    error = refused(source)
    assert ("demo.py" in str(error), "route" in str(error), error.traceback, error.line) == (
        True,
        True,
        "",
        None,
    )


@pytest.mark.parametrize(
    ("source", "line", "words"),
    [
        ("a = 1\nb = = 2\n", 2, ["demo.py, line 2", "invalid syntax"]),
        ("def f(:\n", 1, ["line 1"]),
        ("a = 1\n\nraise ValueError('no')\n", 3, ["line 3", "ValueError: no"]),
        ("import sys\nsys.exit(3)\n", 2, ["line 2", "SystemExit"]),
        ("raise KeyboardInterrupt\n", 1, ["KeyboardInterrupt"]),
        ("def f():\n    f()\nf()\n", 2, ["RecursionError"]),
        ("def f():\n    return 1 / 0\nf()\n", 2, ["line 2", "ZeroDivisionError"]),
        ("class Bad(Exception):\n    def __str__(self):\n        raise KeyError\nraise Bad\n", 4, ["Bad"]),
        ("'\ud800'\n", None, ["demo.py"]),
        ("\x00", None, ["demo.py"]),
    ],
    ids=[
        "syntax",
        "parenthesis",
        "raise",
        "exit",
        "interrupt",
        "recursion",
        "inner",
        "unprintable",
        "surrogate",
        "null",
    ],
)
def test_an_error_says_where(source: str, line: int | None, words: list[str]) -> None:
    error = refused(source)
    assert [word for word in words if word not in str(error)] == []
    assert line is None or error.line == line


def test_a_traceback_shows_the_authors_frames_only() -> None:
    error = refused(f"{SERVER}\ndef f():\n    raise ValueError('no')\nf()\n")
    assert "demo.py" in error.traceback
    assert "raise ValueError('no')" in error.traceback
    assert "hosting.py" not in error.traceback


@pytest.mark.parametrize(
    ("source", "missing"),
    [
        ("import no_such_package\n", ("no_such_package",)),
        ("import no_such_package.part as a\n", ("no_such_package",)),
        ("from no_such_package import a\n", ("no_such_package",)),
        (
            "# /// script\n# dependencies = [\"humanize>=4\", 'rich']\n# ///\nimport no_such_package\n",
            ("humanize>=4", "rich"),
        ),
        ("import json.no_such_part\n", ()),
    ],
    ids=["import", "part", "from", "metadata", "inner"],
)
def test_a_package_that_is_missing_is_named(source: str, missing: tuple) -> None:
    assert refused(source).missing == missing


def test_inline_metadata_names_dependencies() -> None:
    block = '# /// script\n# requires-python = ">=3.10"\n# dependencies = [\n#   "a",\n#   "b",\n# ]\n# ///\n'
    assert dependencies(block) == ["a", "b"]
    assert dependencies("import a\n") == []


def test_each_load_has_a_namespace_of_its_own() -> None:
    first, second = loaded(f"{SERVER}server.tool(lambda: '', name='a')\n"), loaded(SERVER)
    count = [len(hosted.doors.tools) for hosted in (first, second)]
    assert count == [1, 0]


def test_a_load_that_fails_leaves_the_last_good_module() -> None:
    loaded(f"{SERVER}marker = 1\n")
    refused("1 / 0")
    assert sys.modules[MODULE].marker == 1


def test_what_was_left_out_is_told() -> None:
    hosted = loaded(
        f"{SERVER}server.tool(lambda *a: '', name='a')\n\n@server.tool\ndef later(x: 'Never'): ...\n"
    )
    assert [("'a'" in one, "later" in one) for one in hosted.problems] == [(True, False), (False, True)]


def test_classes_of_the_module_are_found_by_its_annotations() -> None:
    source = f"from __future__ import annotations\nfrom dataclasses import dataclass\n{SERVER}\n"
    source += "@dataclass\nclass Item:\n    kids: list[Item]\n"
    source += "\n@server.tool\ndef it(item: Item) -> Item:\n    return item\n"
    hosted = loaded(source)
    assert hosted.problems == []
    params = {"name": "it", "arguments": {"item": {"kids": [{"kids": []}]}}}
    result = hosted.doors.route(make_request(1, "tools/call", params))["result"]
    assert result["structuredContent"] == {"kids": [{"kids": []}]}


def test_a_module_that_was_left_out_of_python_is_no_missing_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdlib_module_names", {*sys.stdlib_module_names, "left_out"})
    error = refused("\nimport left_out")
    assert str(error) == (
        "demo.py, line 2 imports 'left_out', which is part of Python but was left out of this one."
    )
    assert error.missing == ()
