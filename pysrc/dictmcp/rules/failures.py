"""Failures of tools: an `isError` result where the tool fails, an error where there is none to call."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ..errors import INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, RpcError
from ..exchange import Exchange
from ..revisions import require_meta
from .rule import Rule, named, strings


def unknown_tool(exchange: Exchange) -> Iterator[str]:
    """A tool that does not exist is an error of the protocol."""
    name = named(exchange)
    if not name or not isinstance(exchange.result, dict) or exchange.result.get("isError") is not True:
        return
    text = " ".join(strings(exchange.result))[:500]
    is_said = name in text and _NO_TOOL.search(text) and name not in exchange.known.tools
    if _is_not_there(exchange) or is_said:
        yield (
            f"There is no tool {name!r}: that is the error {INVALID_PARAMS}, not a result with isError, "
            "which tells the model that a tool ran and failed."
        )


def unknown_tool_code(exchange: Exchange) -> Iterator[str]:
    """An unknown tool is a wrong param."""
    code = exchange.code
    if _is_not_there(exchange) and type(code) is int and code not in (INVALID_PARAMS, METHOD_NOT_FOUND):
        yield f"There is no tool {named(exchange)!r}: that is {INVALID_PARAMS}, not {code}."


def arguments_as_error(exchange: Exchange) -> Iterator[str]:
    """Arguments that do not fit are told to the model."""
    if exchange.code != INVALID_PARAMS or named(exchange) not in exchange.known.tools:
        return
    is_whole = isinstance(exchange.params.get("arguments", {}), dict) and _has_meta(exchange)
    if is_whole and exchange.revision >= "2025-11-25":
        yield (
            f"The tool {named(exchange)!r} exists; if its arguments do not fit, return a result with "
            f"isError that says which, so that the model can mend them. {INVALID_PARAMS} never reaches it."
        )


def tool_failure(exchange: Exchange) -> Iterator[str]:
    """A failing tool is a result."""
    if exchange.method != "tools/call" or exchange.code != INTERNAL_ERROR or _is_not_there(exchange):
        return
    if "result" not in exchange.reply and "cannot be sent" not in str(exchange.error.get("message")):
        yield (
            f"{INTERNAL_ERROR} is for a fault of the server itself. A tool that fails is a result with "
            '"isError": true and a text that says why: catch the exception around the handler.'
        )


def leak(exchange: Exchange) -> Iterator[str]:
    """Nobody shows strangers the inside of a server."""
    texts = [exchange.error.get("message"), exchange.error.get("data")]
    if isinstance(exchange.result, dict) and exchange.result.get("isError") is True:
        texts += strings(exchange.result)
    if any(isinstance(text, str) and _TRACEBACK.search(text[:20_000]) for text in texts):
        yield "A traceback is sent: it shows paths and code to strangers. Log it, and send one sentence."


def _is_not_there(exchange: Exchange) -> bool:
    name = named(exchange)
    return bool(name) and exchange.known.has_all_tools and name not in exchange.known.tools


def _has_meta(exchange: Exchange) -> bool:
    try:
        require_meta(exchange.meta)
    except RpcError:
        return not exchange.is_stateless
    return True


_NO_TOOL: Final = re.compile(
    r"\b(unknown|no such) tool|\btool\b.{0,80}\b(not found|does not exist|is unknown)|no tool (named|called)",
    re.IGNORECASE | re.DOTALL,
)
_TRACEBACK: Final = re.compile(
    r'Traceback \(most recent call last\)|^\s*File "[^"]+", line \d+', re.MULTILINE
)

RULES: Final = (
    Rule("unknown-tool", "wrong", "tools", unknown_tool),
    Rule("unknown-tool-code", "wrong", "tools", unknown_tool_code),
    Rule("arguments-as-error", "warning", "tools", arguments_as_error),
    Rule("tool-failure", "wrong", "tools", tool_failure),
    Rule("leak", "warning", "tools", leak),
)
