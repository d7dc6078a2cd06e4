"""A plain typed function as a tool: its input schema, its output schema, and how to call it with JSON.

mashumaro reads the type hints; what is added here is how parameters make up one object.
"""

from __future__ import annotations

import contextlib
import dataclasses
import inspect
import types
import typing
from collections.abc import Callable
from typing import Any

from mashumaro.codecs import BasicDecoder
from mashumaro.jsonschema.builder import JSONSchemaBuilder
from mashumaro.jsonschema.dialects import DRAFT_2020_12

from .errors import describe
from .schema import Checker, Schema
from .subschemas import changed
from .values import NotJson, to_json

CONTEXT = "ctx"


class BadSignature(TypeError):
    """A function that cannot be a tool; the text names the parameter and says why."""


class BadArgument(ValueError):
    """An argument that fits the schema and still is no value of the parameter's type, like a 30 February."""


class Signature:
    """What a function's signature says.

    input_schema: one property for each parameter but `ctx`, nothing else allowed. In
    Annotated[int, "how many", {"minimum": 1}] the string describes the parameter and the dict is further
    JSON Schema for it. output_schema: set when the function says that it returns a dataclass or a
    TypedDict. Raises BadSignature, or NameError for an annotation in quotes that is not defined (yet).
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        parameters = inspect.signature(function).parameters.values()
        hints = hints_of(function)
        builder = JSONSchemaBuilder(DRAFT_2020_12)
        self._function = function
        self.takes_context = any(parameter.name == CONTEXT for parameter in parameters)
        named = [parameter for parameter in parameters if parameter.name != CONTEXT]
        properties = {one.name: _property(one, hints.get(one.name, Any), builder) for one in named}
        self._decoders = {one.name: _decoder(one, hints[one.name]) for one in named if one.name in hints}
        self.takes_json_as_it_is = not any(self._decoders.values())
        self._positional = {one.name: one.default for one in named if one.kind is one.POSITIONAL_ONLY}
        required = [one.name for one in named if one.default is one.empty]
        self.input_schema: Schema = {
            "type": "object",
            "properties": properties,
            **({"required": required} if required else {}),
            "additionalProperties": False,
            **_definitions(builder),
        }
        self.output_schema = _output_schema(hints.get("return"))

    def call(self, arguments: dict[str, Any], ctx: Any) -> Any:
        """Call the function with valid arguments, as its parameters' types.

        Raises BadArgument, or what the function raises.
        """
        if self.takes_json_as_it_is and not self._positional and not self.takes_context:
            return self._function(**arguments)
        values = {name: self._decode(name, value) for name, value in arguments.items()}
        positional = [values.pop(name, default) for name, default in self._positional.items()]
        return self._function(*positional, **values, **({CONTEXT: ctx} if self.takes_context else {}))

    def _decode(self, name: str, value: Any) -> Any:
        decode = self._decoders.get(name)
        try:
            return value if decode is None else decode(value)
        except Exception as error:
            raise BadArgument(f"{name}: {error}") from error


def schema_of_type(kind: type) -> Schema:
    """The schema of a dataclass or a TypedDict. Raises BadSignature."""
    return _object_schema(kind, kind.__name__)


def hints_of(function: Callable[..., Any]) -> dict[str, Any]:
    """The type hints of a function, a partial, a method or a callable object. Raises NameError."""
    while hasattr(function, "func"):  # a partial
        function = function.func
    if not inspect.isroutine(function):  # an object with __call__
        function = type(function).__call__
    if inspect.isbuiltin(function):
        return {}
    try:
        return _hints(function, function.__annotations__)
    except Exception as error:
        who = _whose_hint_fails(function)
        text = str(error) if isinstance(error, NameError) else describe(error)
        raise (NameError if isinstance(error, NameError) else BadSignature)(f"{who}{text}") from error


def _hints(function: Callable[..., Any], annotations: dict[str, Any]) -> dict[str, Any]:
    # Of the annotations alone: before Python 3.11 a default of None would change them.
    alone = types.SimpleNamespace(__annotations__=annotations)
    names = getattr(inspect.unwrap(function), "__globals__", {})
    return typing.get_type_hints(alone, names, include_extras=True)


def _whose_hint_fails(function: Callable[..., Any]) -> str:
    try:
        annotations = function.__annotations__
    except (NameError, AttributeError):  # not in quotes, and read only now: since Python 3.14
        return ""
    for name, annotation in annotations.items():
        try:
            _hints(function, {name: annotation})
        except Exception:
            return "the return value: " if name == "return" else f"parameter {name!r}: "
    return ""


def _property(parameter: inspect.Parameter, hint: Any, builder: JSONSchemaBuilder) -> Schema:
    if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
        raise BadSignature(f"parameter '{parameter}' has no name to pass it by; give it named parameters")
    schema = _schema_of(hint, builder, f"parameter '{parameter.name}'")
    for note in notes_of(hint):
        schema |= {"description": note} if isinstance(note, str) else note if isinstance(note, dict) else {}
    if parameter.default is not parameter.empty:
        with contextlib.suppress(NotJson):  # the parameter is optional all the same
            schema["default"] = to_json(parameter.default)
    return schema


def _schema_of(hint: Any, builder: JSONSchemaBuilder, who: str) -> Schema:
    if hint in (object, inspect.Parameter.empty):
        hint = Any
    try:
        return _with_text_names(builder.build(hint).to_dict())
    except (NotImplementedError, ValueError, TypeError) as error:
        raise BadSignature(
            f"{who} has the type {inspect.formatannotation(hint)}, which has no JSON form"
        ) from error


def _with_text_names(schema: Schema) -> Schema:
    """Member names are always strings in JSON: a dict by integers has names that are digits."""

    def change(part: Schema) -> Schema:
        names = part.pop("propertyNames", None)
        if names is not None and names.get("type") == "integer":
            part["propertyNames"] = {"pattern": "^-?[0-9]+$"}
        elif names is not None and names.get("type", "string") == "string" and len(names) > 1:
            part["propertyNames"] = names
        return part

    changed_schema: Schema = changed(schema, change)
    return changed_schema


def notes_of(hint: Any) -> tuple[Any, ...]:
    """What Annotated says of a type besides the type."""
    return getattr(hint, "__metadata__", ()) if typing.get_origin(hint) is typing.Annotated else ()


def schema_of(hint: Any, who: str) -> Schema:
    """The schema of a type on its own. Raises BadSignature, naming who has it."""
    builder = JSONSchemaBuilder(DRAFT_2020_12)
    return _schema_of(hint, builder, who) | _definitions(builder)


def _definitions(builder: JSONSchemaBuilder) -> Schema:
    found = builder.get_definitions().definitions
    definitions = {name: _with_text_names(schema.to_dict()) for name, schema in found.items()}
    return {"$defs": definitions} if definitions else {}


def _decoder(parameter: inspect.Parameter, hint: Any) -> Callable[[Any], Any] | None:
    """How JSON becomes the hinted type; None where it already is."""
    if _is_plain(hint):
        return None
    arms = typing.get_args(hint) if _is_union(hint) else (hint,)
    decoders = [
        (
            Checker(schema_of(arm, f"parameter '{parameter.name}'")),
            None if _is_plain(arm) else BasicDecoder(arm).decode,
        )
        for arm in arms
    ]

    def decode(value: Any) -> Any:
        # The first alternative whose schema fits decides; nothing is guessed from what a string holds.
        for checker, decode in decoders:
            if not checker.faults(value):
                return value if decode is None else decode(value)
        return value

    return decode


def _is_union(hint: Any) -> bool:
    return typing.get_origin(hint) in (typing.Union, types.UnionType)


def _is_plain(hint: Any) -> bool:
    """Whether every value of this type is the JSON value itself."""
    if hint in (Any, object, str, int, float, bool, None, type(None), dict, list):
        return True
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        return _is_plain(args[0])
    if origin is typing.Literal:
        return True
    if origin is dict and args[0] not in (str, Any):
        return False  # its keys come as strings
    return (_is_union(hint) or origin in (list, dict)) and all(map(_is_plain, args))


def _output_schema(hint: Any) -> Schema | None:
    if dataclasses.is_dataclass(hint) or typing.is_typeddict(hint):
        return _object_schema(hint, "the return value")
    return None


def _object_schema(hint: Any, who: str) -> Schema:
    builder = JSONSchemaBuilder(DRAFT_2020_12)
    schema = _schema_of(hint, builder, who)
    definitions = _definitions(builder)
    if "$ref" in schema:  # MCP wants "type": "object" at the root
        schema = definitions["$defs"][schema["$ref"].rpartition("/")[2]]
    return schema | definitions
