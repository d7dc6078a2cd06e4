"""JSON Schema at work: compile a schema once, check values against it, say what is wrong in words.

jsonschema validates; what is added here is what Python does differently from the standard, and the
sentences. https://modelcontextprotocol.io/specification/2026-07-28/basic (JSON Schema usage)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Any, Final

from jsonschema import validators
from jsonschema.exceptions import SchemaError, ValidationError
from jsonschema_specifications import REGISTRY
from referencing.exceptions import Unresolvable

from .faults import odd_names, sentences
from .integers import Integers
from .patterns import in_python
from .references import BadReference, targets
from .shortcuts import shortcut

Schema = dict[str, Any]


class BadSchema(ValueError):
    """A schema that cannot be used; the text says where and why."""


class Checker:
    """A compiled schema. Raises BadSchema when the schema is invalid for its dialect, uses a dialect or
    pattern that is not supported, or refers outside itself: nothing is ever fetched.
    """

    def __init__(self, schema: Schema) -> None:
        dialect = _dialect(schema)
        try:
            python = in_python(schema)
            dialect.check_schema(python)
            referred = targets(schema)
        except re.error as error:
            raise BadSchema(f"the pattern {error.pattern!r} cannot be used: {error}") from None
        except SchemaError as error:
            where = "".join(f"[{part!r}]" for part in error.absolute_path)
            raise BadSchema(f"the schema{where} is not valid: {error.message}") from None
        except BadReference as error:
            raise BadSchema(str(error)) from None
        except RecursionError:
            raise BadSchema("the schema is nested too deeply") from None
        # Whether a value certainly fits, and nothing in it is to be changed: the quick way.
        self.fits = shortcut(schema) or _perhaps
        self._integers = Integers(schema, referred)
        self._validator = dialect(python, registry=REGISTRY)

    def faults(self, value: Any, root: str = "") -> list[str]:
        """What is wrong with a value, a sentence each; an empty list if nothing is. root: its name."""
        try:
            if self.fits(value) or self._validator.is_valid(value):
                return []
            return sentences(self._validator.iter_errors(value), root)
        except RecursionError:
            return [f"{root or 'the value'} is nested too deeply to be checked"]
        except TypeError:
            return [*odd_names(value, root)]
        except Unresolvable as error:
            return [f"{root or 'the value'} cannot be checked: the schema refers to {error.ref!r}"]

    def with_integers(self, value: Any) -> Any:
        """A valid value in which 4.0 stands as 4 wherever the schema says integer."""
        return self._integers.made(value)


def _perhaps(value: Any) -> bool:
    return False


def _dialect(schema: Schema) -> Any:
    if not isinstance(schema, dict):
        raise BadSchema(f"the schema must be an object, not {type(schema).__name__}")
    name = schema.get("$schema", _NEWEST)
    if not isinstance(name, str) or name.rstrip("#") not in _DIALECTS:
        raise BadSchema(f"the schema dialect {name!r} is not supported; leave '$schema' out for 2020-12")
    return _strict(_DIALECTS[name.rstrip("#")])


_NEWEST: Final = "https://json-schema.org/draft/2020-12/schema"
_DIALECTS: Final[dict[str, Any]] = {
    _NEWEST: validators.Draft202012Validator,
    "https://json-schema.org/draft/2019-09/schema": validators.Draft201909Validator,
    "http://json-schema.org/draft-07/schema": validators.Draft7Validator,
    "http://json-schema.org/draft-06/schema": validators.Draft6Validator,
    "http://json-schema.org/draft-04/schema": validators.Draft4Validator,
}


@cache
def _strict(dialect: Any) -> Any:
    return validators.extend(dialect, {"multipleOf": _multiple_of})


def _multiple_of(validator: Any, factor: float, value: Any, schema: Schema) -> Iterator[ValidationError]:
    # Of the numbers as written: in binary floating point 0.3 is no multiple of 0.1.
    if validator.is_type(value, "number") and Fraction(Decimal(repr(value))) % Fraction(
        Decimal(repr(factor))
    ):
        yield ValidationError(f"{value!r} is not a multiple of {factor!r}")
