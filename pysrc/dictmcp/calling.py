"""Calling functions that others wrote: sync or async, whatever they raise, by hand or awaited.

Every handler, of a method or of a tool, is called through `call` and nowhere else.
"""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import logging
from collections.abc import Callable, Coroutine
from contextvars import ContextVar
from types import CoroutineType
from typing import Any, TypeVar

from .errors import is_a

Result = TypeVar("Result")

_log = logging.getLogger("dictmcp")


class Failed(Exception):
    """A handler raised; `error` is what, SystemExit and the like included."""

    def __init__(self, error: BaseException) -> None:
        super().__init__()
        self.error = error


class NeedsAwait(RuntimeError):
    """A handler really waits, so the answer cannot be given at once: use the async door."""


async def call(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Call a function and await what it returns if that can be awaited.

    Raises Failed with whatever it raised, so that no handler can take its caller down. Only being
    cancelled from outside passes through.
    """
    try:
        value = function(*args, **kwargs)
        if type(value) is not CoroutineType and (type(value) in _PLAIN or not inspect.isawaitable(value)):
            return value
    except Failed:
        raise
    except BaseException as error:
        raise Failed(error) from error
    try:
        return await value
    except (_Waits, Failed):
        raise
    except BaseException as error:
        if _driven_by_hand.get() and _asks_for_a_loop(error):
            raise _Waits from error
        if is_a(error, asyncio.CancelledError) and _is_being_cancelled():
            raise
        raise Failed(error) from error


def by_hand(coroutine: Coroutine[Any, Any, Result], who: Callable[[], str]) -> Result:
    """Run a coroutine that does not really wait, without an event loop.

    Raises NeedsAwait, naming who, if it does wait.
    """
    driving = _driven_by_hand.set(True)
    try:
        coroutine.send(None)
        coroutine.throw(_Waits())
    except StopIteration as finished:
        result: Result = finished.value
        return result
    except _Waits:
        pass
    finally:
        _driven_by_hand.reset(driving)
        coroutine.close()
    raise NeedsAwait(f"{who()} is async: await route_async")


def is_by_hand() -> bool:
    """Whether the code that asks is run by hand, so that there is no task and nobody can interrupt it."""
    return _driven_by_hand.get()


def accepts(function: Callable[..., Any], name: str) -> bool:
    """Whether a function can be called with this keyword argument. False if it has no signature."""
    try:
        return name in inspect.signature(function).parameters
    except (TypeError, ValueError):
        return False


def with_context(handler: Callable[..., Any]) -> Callable[..., Any]:
    """A handler of (argument, ctx) from one of (argument) or (argument, ctx)."""
    return handler if accepts(handler, "ctx") else lambda argument, ctx: handler(argument)


def report(what: str, error: BaseException | None = None) -> None:
    """Log a failure, with its traceback, for the host. Never raises, however broken the exception is."""
    try:
        _log.error("%s", what, exc_info=error)
    except BaseException:
        with contextlib.suppress(BaseException):
            _log.error("%s; its traceback cannot be printed", what)


class _Waits(BaseException):
    """A handler that is driven by hand waits for something, or asks for an event loop to wait on."""


_PLAIN = frozenset({type(None), bool, int, float, str, list, dict})  # certainly not awaitable
_driven_by_hand: ContextVar[bool] = ContextVar("driven_by_hand", default=False)


def _asks_for_a_loop(error: BaseException) -> bool:
    # asyncio says that no loop runs, or, in its locks and queues, trips over there being none.
    if type(error) is AttributeError:
        return error.name == "create_future" and error.obj is None
    return type(error) is RuntimeError and str(error) == "no running event loop"


def _is_being_cancelled() -> bool:
    # A handler may also raise CancelledError itself; only a cancelled task is somebody else's wish.
    try:
        task = asyncio.current_task()
    except RuntimeError:
        return False
    cancelling = getattr(task, "cancelling", None)  # since Python 3.11; before, nobody can tell
    return cancelling is not None and cancelling() > 0
