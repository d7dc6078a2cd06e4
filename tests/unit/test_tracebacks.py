"""tracebacks: the author's own frames, and where an error arose."""

import pytest
from dictmcp import Router, make_request
from dictmcp.calling import Failed, by_hand, call
from dictmcp.tracebacks import place, trimmed


def raised(source: str, filename: str = "server.py") -> BaseException:
    """What a file's code raises, through our own frames."""
    with pytest.raises(Failed) as failed:
        by_hand(call(exec, compile(source, filename, "exec"), {}), lambda: "it")
    return failed.value.error


def test_our_own_frames_are_left_out() -> None:
    told = trimmed(raised("def f():\n    raise ValueError('no')\nf()\n"))
    assert "calling.py" not in told
    assert told.count("server.py") == 2
    assert told.endswith("ValueError: no")


def test_causes_are_kept_without_our_frames() -> None:
    told = trimmed(
        raised("try:\n    1 / 0\nexcept ZeroDivisionError as error:\n    raise ValueError('no') from error\n")
    )
    assert ("ZeroDivisionError" in told, "direct cause" in told, "calling.py" in told) == (True, True, False)


class Unprintable(Exception):
    def __str__(self):
        raise KeyboardInterrupt


def test_an_exception_that_cannot_be_printed_has_a_name() -> None:
    assert "Unprintable" in trimmed(Unprintable())


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("raise ValueError\n", 1),
        ("def f():\n    raise ValueError\nf()\n", 2),
        ("import json\njson.loads('{')\n", 2),
    ],
    ids=["top", "inner", "library"],
)
def test_the_place_is_the_authors_last_line(source: str, line: int) -> None:
    assert place(raised(source), "server.py") == (line, None)
    assert place(raised(source), "other.py") == (None, None)


def test_the_place_of_a_syntax_error_has_a_column() -> None:
    with pytest.raises(SyntaxError) as error:
        compile("a = 1\nb = = 2\n", "server.py", "exec")
    assert place(error.value, "server.py") == (2, 5)


def test_what_a_handler_raises_keeps_its_traceback(caplog) -> None:
    def handler(params: dict) -> None:
        raise ValueError("no")

    Router({"a": handler}).route(make_request(1, "a"))
    (record,) = caplog.records
    assert "in handler" in trimmed(record.exc_info[1])
