"""The tool registry: register a function, list it, call it; the only maker of tool results.

https://modelcontextprotocol.io/specification/2026-07-28/server/tools
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any, Final

from .asking import InputRequired
from .calling import Failed, by_hand, call, report, with_context
from .content import Block, fault, is_block, text_block
from .context import Context
from .errors import INVALID_PARAMS, RpcError, as_rpc_error, describe, is_a, text_of
from .registry import Entry, Guard, Registry, innermost, name_of
from .schema import BadSchema, Checker, Schema
from .signature import BadArgument, Signature
from .text import encode
from .values import NotJson, to_json

Result = dict[str, Any]
Description = Mapping[str, Any]

_OPTIONAL: Final = ("title", "outputSchema", "annotations", "icons", "_meta")
_MEMBERS: Final = ("description", "inputSchema", *_OPTIONAL)


class ToolError(Exception):
    """Raise it in a tool to fail with exactly this text: the result is `isError` with it."""


class Tool(Entry):
    """A registered tool, and how it is called: run(arguments, ctx)."""

    def __init__(self, name: str, public: dict[str, Any], run: Callable[..., Any], source: Any) -> None:
        super().__init__(name, {"name": name, **public}, source)
        self.run = run
        self.input = Checker(self.public["inputSchema"])
        self.output = Checker(self.public["outputSchema"]) if "outputSchema" in public else None


class ToolRegistry(Registry[Tool]):
    """Named tools, in the order in which they were registered. Read-only while a message is handled.

    tools: a plain registry to start with, name -> {"description", "inputSchema", "handler", ...}.
    """

    noun = "tool"

    def __init__(self, tools: Mapping[str, Description] | None = None, guard: Guard | None = None) -> None:
        super().__init__(guard)
        for name, entry in (tools or {}).items():
            self.add(name, entry)

    def add(
        self, tool: str | Callable[..., Any], entry: Description | None = None, /, **options: Any
    ) -> None:
        """Register a tool: `add("name", {...})` by entry, or `add(function, title=...)` by its signature.

        options: name, description, title, inputSchema, outputSchema, annotations, icons, _meta. Raises
        RegistrationError: a bad or taken name, schema or signature, or a message is being handled.
        """
        if isinstance(tool, str):
            self._enter(tool, functools.partial(_from_entry, tool, entry), entry)
        else:
            name = options.pop("name", None) or name_of(tool, self.noun)
            self._enter(name, functools.partial(_from_function, name, tool, options), tool)

    def call(self, name: str, arguments: dict[str, Any] | None = None, ctx: Context | None = None) -> Result:
        """As `call_async`, at once. Raises NeedsAwait, a RuntimeError, if the tool really waits."""
        return by_hand(self.call_async(name, arguments, ctx), lambda: f"tool {name!r}")

    async def call_async(
        self, name: str, arguments: dict[str, Any] | None = None, ctx: Context | None = None
    ) -> Result:
        """Look a tool up, check the arguments, run it, wrap what it returns.

        The result holds `content` and `isError`, and `structuredContent` for an object; whatever goes
        wrong in the tool is a result too. Raises RpcError: -32602 for an unknown tool, and what the tool
        raises of that kind.
        """
        ctx = Context({}) if ctx is None else ctx
        tool = self._find(name)
        arguments = {} if arguments is None else arguments
        ctx.step("check arguments", arguments)
        if not tool.input.fits(arguments):
            faults = tool.input.faults(arguments)
            if faults:
                return failure(f"Invalid arguments for tool {name!r}: {'; '.join(faults)}.")
            arguments = tool.input.with_integers(arguments)
        ctx.step("call tool", name)
        try:
            with tool.handling:
                value = await call(tool.run, arguments, ctx)
        except Failed as failed:
            return self._failed(name, failed.error)
        return _wrap(tool, value)

    def input_schema(self, name: object) -> Schema:
        """The inputSchema of a tool; {} if there is none of that name."""
        self._settle()
        tool = self._entries.get(name) if isinstance(name, str) else None
        return {} if tool is None else tool.public["inputSchema"]

    def _find(self, name: str) -> Tool:
        if self._waiting:
            self._settle()
        tool = self._entries.get(name) if isinstance(name, str) else None
        if tool is None:
            near = get_close_matches(str(name), self._entries, 1)
            hint = f"did you mean {near[0]!r}?" if near else "tools/list shows what there is"
            raise RpcError(INVALID_PARAMS, f"Unknown tool: {name!r}; {hint}")
        return tool

    def _failed(self, name: str, error: BaseException) -> Result:
        if as_rpc_error(error) is not None or is_a(error, InputRequired):
            raise error
        if is_a(error, BadArgument):
            return failure(f"Invalid arguments for tool {name!r}: {error}.")
        if is_a(error, ToolError):
            return failure(text_of(error))
        report(f"tool {name!r} raised", error)
        return failure(describe(error))


def failure(text: str) -> Result:
    """The result of a call that failed: the text is for whoever called, person or model."""
    return {"content": [text_block(text)], "isError": True}


def _from_entry(name: str, entry: Description | None) -> Tool:
    if not isinstance(entry, Mapping):
        raise TypeError(f"an entry is a dict with 'description', 'inputSchema' and 'handler', not {entry!r}")
    for member in entry:
        if member not in (*_MEMBERS, "handler", "name"):
            near = get_close_matches(str(member), (*_MEMBERS, "handler"), 1, 0.5)
            raise TypeError(
                f"an entry has no member {member!r}" + (f"; did you mean {near[0]!r}?" if near else "")
            )
    if entry.get("name", name) != name:
        raise TypeError(f"its entry calls it {entry['name']!r}; leave 'name' out, or make them the same")
    if not callable(entry.get("handler")):
        raise TypeError("its 'handler' must be a function of the arguments")
    public = {member: entry[member] for member in _MEMBERS if entry.get(member) is not None}
    public["inputSchema"] = {"type": "object", **_object(public.get("inputSchema", {}))}
    return Tool(name, public, with_context(entry["handler"]), entry["handler"])


def _from_function(name: str, function: Callable[..., Any], options: dict[str, Any]) -> Tool:
    for option in options:
        if option not in _MEMBERS:
            raise TypeError(f"there is no option {option!r}; there are name, {', '.join(_MEMBERS)}")
    signature = Signature(function)
    public = {"description": inspect.getdoc(innermost(function)), "inputSchema": signature.input_schema}
    if signature.output_schema is not None:
        public["outputSchema"] = signature.output_schema
    public |= options
    return Tool(name, {k: v for k, v in public.items() if v is not None}, signature.call, function)


def _object(schema: Any) -> Schema:
    if not isinstance(schema, dict) or schema.get("type", "object") != "object":
        raise BadSchema('the inputSchema must be an object with "type": "object"')
    return schema


def _wrap(tool: Tool, value: Any) -> Result:
    """The one rule from what a handler returned to a tool result."""
    if tool.output is None and (type(value) is str or (type(value) is int and value.bit_length() < 64)):
        return {"content": [text_block(str(value))], "isError": False}  # the commonest values need no more
    try:
        value = to_json(value)
    except NotJson as error:
        return failure(f"Tool {tool.name!r} returned a value that cannot be sent: {error}.")
    result = value if _is_result(value) else {"content": _blocks(value), **_structured(tool, value)}
    result = {**result, "isError": bool(result.get("isError", False))}
    wrong = _what_is_wrong(tool, result)
    return result if wrong is None else failure(f"Tool {tool.name!r} returned {wrong}.")


def _what_is_wrong(tool: Tool, result: Result) -> str | None:
    if not isinstance(result.get("_meta", {}), dict):
        return "a bad result: its '_meta' must be an object"
    for index, block in enumerate(result["content"]):
        if (wrong := fault(block)) is not None:
            return f"a bad content block, content[{index}]: {wrong}"
    if tool.output is None or result["isError"]:
        return None
    if "structuredContent" not in result:
        return "nothing that fits the outputSchema it declares"
    faults = tool.output.faults(result["structuredContent"], "result")
    return f"what its outputSchema does not allow: {'; '.join(faults)}" if faults else None


def _is_result(value: Any) -> bool:
    """Whether a handler made the whole result itself."""
    return (
        isinstance(value, dict)
        and set(value) <= {"content", "structuredContent", "isError", "_meta"}
        and isinstance(value.get("content"), list)
        and all(isinstance(block, dict) and "type" in block for block in value["content"])
    )


def _structured(tool: Tool, value: Any) -> Result:
    if is_block(value):
        return {}
    return {"structuredContent": value} if isinstance(value, dict) or tool.output is not None else {}


def _blocks(value: Any) -> list[Block]:
    if value is None:
        return []
    if isinstance(value, list) and any(map(is_block, value)):
        return [block for item in value for block in _blocks_of_item(item)]
    return _blocks_of_item(value)


def _blocks_of_item(value: Any) -> list[Block]:
    if is_block(value):
        return [value]
    return [text_block(value if isinstance(value, str) else encode(value))]
