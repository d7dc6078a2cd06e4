"""What changed between two JSON Schemas, member by member, and whether what fitted still fits.

An input breaks when less is taken than before; an output breaks when less is promised.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Literal

Breaks = Literal["yes", "no", "perhaps"]
Found = tuple[str, str, str, Breaks]  # where, in a word or two, in a sentence, whether it breaks

_WORDS: Final = ("title", "description", "examples", "$comment", "deprecated")
_LOWER: Final = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
_UPPER: Final = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
_KNOWN: Final = ("properties", "required", "items", "type", "enum", "additionalProperties", "default")
_ALL: Final = frozenset({"string", "number", "integer", "boolean", "array", "object", "null"})


def joined(name: str, where: str) -> str:
    """A place below a name."""
    return f"{name}{where}" if where.startswith("[") or not where else f"{name}.{where}"


def changed_schema(was: Any, now: Any, noun: str, is_input: bool, where: str = "") -> Iterator[Found]:
    """Each change below a schema. noun: what its properties are called."""
    if was == now:
        return
    if not isinstance(was, dict) or not isinstance(now, dict):
        yield where, "schema changed", f"{_the(noun, where)} has another schema.", "perhaps"
        return
    yield from _properties(was, now, noun, is_input, where)
    yield from _types(was, now, noun, is_input, where)
    yield from _choices(was, now, noun, is_input, where)
    yield from _limits(was, now, noun, is_input, where)
    if was.get("additionalProperties") != now.get("additionalProperties"):
        closed = now.get("additionalProperties") is False
        takes = "no longer takes" if closed else "takes"
        text = f"{_the(noun, where)} {takes} properties that it does not name."
        yield where, "closed" if closed else "open", text, _breaks(is_input, closed, not closed)
    if was.get("default") != now.get("default"):
        yield where, "default changed", f"{_the(noun, where)} has another default.", "perhaps"
    if "items" in was or "items" in now:
        inner = f"{where}[]"
        yield from changed_schema(was.get("items", {}), now.get("items", {}), noun, is_input, inner)
    yield from _others(was, now, noun, where)


def _properties(was: Any, now: Any, noun: str, is_input: bool, where: str) -> Iterator[Found]:
    before, after = _object(was.get("properties")), _object(now.get("properties"))
    needed_before, needed = _names(was.get("required")), _names(now.get("required"))
    for name in dict.fromkeys((*before, *after, *needed_before, *needed)):
        at = joined(where, name) if where else name
        called = f"{noun} `{at}`"
        if name not in before and name in after:
            must = name in needed
            if is_input:
                text = f"{called} is new and required: old calls fail." if must else f"{called} is new."
                yield at, "now required" if must else "added", text, "yes" if must else "no"
            else:
                yield at, "added", f"{called} is new.", "no"
            continue
        if name in before and name not in after:
            yield at, "removed", *_gone(called, is_input, now)
            continue
        if (name in needed_before) != (name in needed):
            yield _requirement(at, called, is_input, name in needed)
        yield from changed_schema(before.get(name, {}), after.get(name, {}), noun, is_input, at)


def _gone(called: str, is_input: bool, now: Any) -> tuple[str, Breaks]:
    if not is_input:
        return f"{called} is gone: who reads it finds nothing.", "yes"
    if now.get("additionalProperties") is False:
        return f"{called} is gone: old calls that give it fail.", "yes"
    return f"{called} is gone: old calls may still give it, and it may no longer do anything.", "perhaps"


def _requirement(at: str, called: str, is_input: bool, must: bool) -> Found:
    if is_input:
        text = (
            f"{called} is now required: old calls without it fail." if must else f"{called} is now optional."
        )
        return at, "now required" if must else "now optional", text, "yes" if must else "no"
    text = f"{called} is always there now." if must else f"{called} may now be missing."
    return at, "always there" if must else "may be missing", text, "no" if must else "yes"


def _types(was: Any, now: Any, noun: str, is_input: bool, where: str) -> Iterator[Found]:
    if was.get("type") == now.get("type"):
        return
    before, after = _type_set(was), _type_set(now)
    if before == after:
        return
    text = f"{_the(noun, where)} was {_said(was)}, and is now {_said(now)}"
    breaks = _breaks(is_input, not before <= after, not after <= before)
    yield where, f"is now {_said(now)}", text + (": what fitted may not." if breaks == "yes" else "."), breaks


def _choices(was: Any, now: Any, noun: str, is_input: bool, where: str) -> Iterator[Found]:
    before, after = was.get("enum"), now.get("enum")
    if before == after:
        return
    if not isinstance(before, list) or not isinstance(after, list):
        fewer = isinstance(after, list)
        text = (
            f"{_the(noun, where)} {'must now be one of a few values' if fewer else 'may now be any value'}."
        )
        yield where, "choices" if fewer else "any value", text, _breaks(is_input, fewer, not fewer)
        return
    lost = [one for one in before if one not in after]
    won = [one for one in after if one not in before]
    if lost:
        text = f"{_the(noun, where)} can no longer be {_listed(lost)}."
        yield where, f"no longer {_listed(lost)}", text, _breaks(is_input, True, False)
    if won:
        text = f"{_the(noun, where)} can also be {_listed(won)}."
        yield where, f"also {_listed(won)}", text, _breaks(is_input, False, True)


def _limits(was: Any, now: Any, noun: str, is_input: bool, where: str) -> Iterator[Found]:
    for names, sign in ((_LOWER, 1), (_UPPER, -1)):
        for name in names:
            before, after = was.get(name), now.get(name)
            if before == after or not all(_is_number(one) or one is None for one in (before, after)):
                continue
            tighter = after is not None and (before is None or sign * after > sign * before)
            said = "has no" if after is None else "has a"
            value = "" if after is None else f" of {after}"
            text = (
                f"{_the(noun, where)} {said} {name}{value}{'' if before is None else f'; it was {before}'}."
            )
            short = f"{name} {'gone' if after is None else after}"
            yield where, short, text, _breaks(is_input, tighter, not tighter)
    for name in ("pattern", "format", "multipleOf", "uniqueItems"):
        if was.get(name) != now.get(name):
            tighter, looser = name in now, name in was
            text = (
                f"{_the(noun, where)} has another {name}: {now[name]!r}."
                if name in now
                else (f"{_the(noun, where)} has no {name} any more.")
            )
            breaks: Breaks = "perhaps" if tighter and looser else _breaks(is_input, tighter, looser)
            yield where, f"{name} changed", text, breaks


def _others(was: Any, now: Any, noun: str, where: str) -> Iterator[Found]:
    handled = {*_KNOWN, *_LOWER, *_UPPER, "pattern", "format", "multipleOf", "uniqueItems"}
    for name in dict.fromkeys((*was, *now)):
        if name in handled or was.get(name) == now.get(name):
            continue
        if name in _WORDS:
            yield (
                where,
                f"{name} changed",
                f"{_the(noun, where)} has another {name}; calls are not affected.",
                "no",
            )
        else:
            text = f"{_the(noun, where)} has another `{name}`: look whether what fitted still fits."
            yield where, f"{name} changed", text, "perhaps"


def _breaks(is_input: bool, takes_less: bool, takes_more: bool) -> Breaks:
    return "yes" if (takes_less if is_input else takes_more) else "no"


def _the(noun: str, where: str) -> str:
    if where:
        return f"{noun} `{where}`"
    return "the arguments" if noun == "argument" else "the result"


def _type_set(schema: Any) -> frozenset[str]:
    kind = schema.get("type")
    kinds = {kind} if isinstance(kind, str) else {*kind} if isinstance(kind, list) else _ALL
    return frozenset(kinds | ({"integer"} if "number" in kinds else set()))


def _said(schema: Any) -> str:
    kind = schema.get("type")
    return (
        kind
        if isinstance(kind, str)
        else " or ".join(map(str, kind))
        if isinstance(kind, list)
        else "of any type"
    )


def _listed(values: list[Any]) -> str:
    return ", ".join(map(repr, values[:5])) + (", ..." if len(values) > 5 else "")


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _names(value: Any) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
