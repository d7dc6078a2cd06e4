"""calling: functions that others wrote, sync or async, by hand or awaited."""

import asyncio
import functools
import logging

import pytest
from dictmcp.calling import Failed, NeedsAwait, accepts, by_hand, call, report, with_context


class Base(BaseException):
    """Not an Exception."""


ERRORS = [ValueError("no"), SystemExit(3), KeyboardInterrupt(), Base(), GeneratorExit(), StopIteration(1)]
ERRORS += [RecursionError(), MemoryError(), asyncio.CancelledError(), StopAsyncIteration()]


def run(coroutine, how: str):
    """Run a coroutine by hand, or in an event loop."""
    return by_hand(coroutine, lambda: "it") if how == "by hand" else asyncio.run(coroutine)


@pytest.fixture(params=["by hand", "awaited"])
def how(request) -> str:
    return request.param


@pytest.mark.parametrize("value", [None, 0, "", False, [], {}, 5], ids=repr)
def test_what_a_function_returns(how: str, value: object) -> None:
    assert run(call(lambda: value), how) is value


def test_what_a_coroutine_function_returns(how: str) -> None:
    async def function(a, b):
        return a + b

    assert run(call(function, 1, b=2), how) == 3


def test_a_plain_function_may_return_an_awaitable(how: str) -> None:
    async def inner():
        return 5

    def function():
        return inner()

    assert run(call(function), how) == 5


@pytest.mark.parametrize("error", ERRORS, ids=repr)
def test_whatever_a_function_raises_is_failed(how: str, error: BaseException) -> None:
    def function():
        raise error

    with pytest.raises(Failed) as failed:
        run(call(function), how)
    assert failed.value.error is error


@pytest.mark.parametrize("error", [error for error in ERRORS if "Stop" not in repr(error)], ids=repr)
def test_whatever_a_coroutine_raises_is_failed(how: str, error: BaseException) -> None:
    async def function():
        raise error

    with pytest.raises(Failed) as failed:
        run(call(function), how)
    assert failed.value.error is error


@pytest.mark.parametrize(
    "wait",
    [lambda: asyncio.sleep(0), lambda: asyncio.sleep(1), lambda: asyncio.Event().wait()],
    ids=["yield", "timer", "event"],
)
def test_a_function_that_waits_needs_an_event_loop(wait) -> None:
    async def function():
        await wait()

    with pytest.raises(NeedsAwait, match="it is async: await route_async"):
        run(call(function), "by hand")


def test_cancelling_from_outside_passes_through() -> None:
    async def function():
        await asyncio.Event().wait()

    async def main() -> None:
        task = asyncio.create_task(call(function))
        await asyncio.sleep(0)
        task.cancel()
        await task

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(main())


class Callable:
    """Takes ctx."""

    def __call__(self, argument, ctx):
        return argument, ctx

    def method(self, argument):
        return argument, None


@pytest.mark.parametrize(
    ("handler", "expected"),
    [
        (lambda argument: (argument, None), (1, None)),
        (lambda argument, ctx: (argument, ctx), (1, 2)),
        (lambda argument, *, ctx: (argument, ctx), (1, 2)),
        (lambda argument, ctx=None: (argument, ctx), (1, 2)),
        (Callable(), (1, 2)),
        (Callable().method, (1, None)),
        (functools.partial(lambda more, argument, ctx: (argument, ctx), 0), (1, 2)),
    ],
    ids=["without", "with", "keyword", "default", "object", "method", "partial"],
)
def test_a_handler_gets_the_context_if_it_asks_for_it(handler, expected) -> None:
    assert (
        run(call(with_context(handler), 1, ctx=2), "by hand") == expected if accepts(handler, "ctx") else True
    )
    assert accepts(handler, "ctx") is (expected[1] == 2)


def test_what_has_no_signature_accepts_nothing() -> None:
    assert accepts(int, "ctx") is False
    assert accepts(5, "ctx") is False


class Unprintable(Exception):
    def __str__(self):
        raise KeyboardInterrupt


class Fussy(logging.Handler):
    """A handler that reads the exception, and fails with it."""

    def emit(self, record):
        self.format(record)


@pytest.mark.parametrize(
    "error", [ValueError("no"), Unprintable(), None], ids=["plain", "unprintable", "none"]
)
def test_reporting_never_raises(error: BaseException | None) -> None:
    logger, handler = logging.getLogger("dictmcp"), Fussy()
    logger.addHandler(handler)
    try:
        report("it failed", error)
    finally:
        logger.removeHandler(handler)
