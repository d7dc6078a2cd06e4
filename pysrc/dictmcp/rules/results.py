"""Results: content blocks, structured content, resources, prompts and completions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from ..exchange import Exchange
from ..schema import BadSchema, Checker
from .rule import LARGE, STATELESS, Rule, is_older_than, kind, named, shown, strings, weighs_more_than

# -- tool results -----------------------------------------------------------------------------------


def tool_content(exchange: Exchange) -> Iterator[str]:
    """A tool result is made of content blocks."""
    result = exchange.complete
    if exchange.method != "tools/call" or result is None or isinstance(result.get("content"), list):
        return
    beside = ", even beside structuredContent" if "structuredContent" in result else ""
    given = f"is {kind(result['content'])}" if "content" in result else "is missing"
    yield f"'content' {given}; a tool result needs an array of content blocks{beside}."


def tool_is_error(exchange: Exchange) -> Iterator[str]:
    """isError is a flag."""
    flag = exchange.result.get("isError", False) if isinstance(exchange.result, dict) else False
    if exchange.method == "tools/call" and not isinstance(flag, bool):
        yield f"'isError' is {kind(flag)}; it must be true or false, or left out."


def failure_as_success(exchange: Exchange) -> Iterator[str]:
    """A failure is marked as one."""
    result = exchange.complete
    if exchange.method != "tools/call" or result is None or result.get("isError") is True:
        return
    text = next(iter(strings(result)), "")
    if _FAILURE.match(text[:200]):
        yield (
            f"The text {shown(text)} reads like a failure, and the result is marked as a success; "
            'if the tool failed, add "isError": true.'
        )


_FAILURE: Final = re.compile(
    r"\s*(error\b|failed\b|failure\b|exception\b|traceback\b|\w+(Error|Exception):)", re.I
)

# -- structured content -----------------------------------------------------------------------------


def structured_too_new(exchange: Exchange) -> Iterator[str]:
    """Structured content came with 2025-06-18."""
    if "structuredContent" in _tool_result(exchange) and is_older_than("2025-06-18", exchange):
        yield (
            f"'structuredContent' came with 2025-06-18, and this exchange is of {exchange.revision}: "
            "the client does not see it. What matters must stand in 'content'."
        )


def structured_object(exchange: Exchange) -> Iterator[str]:
    """Before 2026-07-28 structured content is an object."""
    result = _tool_result(exchange)
    is_typed = exchange.revision not in STATELESS and not is_older_than("2025-06-18", exchange)
    if is_typed and "structuredContent" in result and not isinstance(result["structuredContent"], dict):
        yield (
            f"'structuredContent' is {kind(result['structuredContent'])}; before {STATELESS[0]} it must be "
            'an object. Put it into one: {"result": ...}.'
        )


def structured_missing(exchange: Exchange) -> Iterator[str]:
    """Who declares an outputSchema sends structured content."""
    result = _tool_result(exchange)
    if _output_schema(exchange) is None or not result or result.get("isError") is True:
        return
    if "structuredContent" not in result:
        yield (
            f"The tool {named(exchange)!r} declares an outputSchema, and its result has no "
            "'structuredContent'; clients that check results refuse it."
        )


def structured_misfit(exchange: Exchange) -> Iterator[str]:
    """Structured content fits its outputSchema."""
    schema, result = _output_schema(exchange), _tool_result(exchange)
    if schema is None or "structuredContent" not in result or result.get("isError") is True:
        return
    value = result["structuredContent"]
    if weighs_more_than(LARGE, value):
        return
    try:
        faults = Checker(schema).faults(value, "structuredContent")
    except BadSchema:
        return  # tools/list says so
    for wrong in faults[:3]:
        yield f"{wrong}, says the outputSchema of {named(exchange)!r}. Mend one of the two."


def _tool_result(exchange: Exchange) -> dict[str, Any]:
    return (exchange.complete or {}) if exchange.method == "tools/call" else {}


def _output_schema(exchange: Exchange) -> Any:
    tool = exchange.known.tools.get(named(exchange))
    return (
        tool.get("outputSchema")
        if isinstance(tool, dict) and not is_older_than("2025-06-18", exchange)
        else None
    )


# -- resources, prompts, completions ----------------------------------------------------------------


def resource_contents(exchange: Exchange) -> Iterator[str]:
    """A resource is read as an array of contents, each with its URI and a text or a blob."""
    result = exchange.complete
    if exchange.method != "resources/read" or result is None:
        return
    if not isinstance(result.get("contents"), list):
        yield "The result of resources/read needs 'contents', an array, even for one text."
        return
    for at, one in enumerate(result["contents"]):
        if not isinstance(one, dict) or not isinstance(one.get("uri"), str):
            yield f"contents[{at}] needs 'uri', a string: whose content this is."
        elif not isinstance(one.get("text"), str) and not isinstance(one.get("blob"), str):
            yield f"contents[{at}] needs 'text' or, in base64, 'blob', a string."


def no_contents(exchange: Exchange) -> Iterator[str]:
    """A resource that does not exist is an error."""
    result = exchange.complete if exchange.is_stateless and exchange.method == "resources/read" else None
    if result is not None and result.get("contents") == []:
        yield "'contents' is empty; a resource that does not exist is the error -32602 with 'uri' in 'data'."


def prompt_messages(exchange: Exchange) -> Iterator[str]:
    """A prompt is an array of messages, each with a role and one content block."""
    result = exchange.complete
    if exchange.method != "prompts/get" or result is None:
        return
    if not isinstance(result.get("messages"), list):
        yield "The result of prompts/get needs 'messages', an array."
        return
    for at, one in enumerate(result["messages"]):
        if not isinstance(one, dict) or one.get("role") not in ("user", "assistant"):
            yield f'messages[{at}] needs \'role\', "user" or "assistant".'
        elif not isinstance(one.get("content"), dict):
            yield f"messages[{at}] needs 'content', one content block; an array of them is not allowed here."


def completion_values(exchange: Exchange) -> Iterator[str]:
    """A completion has at most a hundred values."""
    completion = exchange.complete.get("completion") if exchange.complete is not None else None
    values = completion.get("values") if isinstance(completion, dict) else None
    if exchange.method == "completion/complete" and isinstance(values, list) and len(values) > 100:
        yield f"'values' has {len(values)} values; at most 100 may be sent, with \"hasMore\": true."


RULES: Final = (
    Rule("tool-content", "wrong", "tools", tool_content),
    Rule("tool-is-error", "wrong", "tools", tool_is_error),
    Rule("failure-as-success", "note", "tools", failure_as_success),
    Rule("structured-too-new", "warning", "tools", structured_too_new),
    Rule("structured-object", "wrong", "tools", structured_object),
    Rule("structured-missing", "wrong", "tools", structured_missing),
    Rule("structured-misfit", "wrong", "tools", structured_misfit),
    Rule("resource-contents", "wrong", "resources", resource_contents),
    Rule("no-contents", "warning", "resources", no_contents),
    Rule("prompt-messages", "wrong", "prompts", prompt_messages),
    Rule("completion-values", "wrong", "completion", completion_values),
)
