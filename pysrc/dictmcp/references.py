"""What the references of a JSON Schema mean. They stay inside the schema: nothing is ever fetched."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jsonschema_specifications import REGISTRY
from referencing import Resource
from referencing.exceptions import Unresolvable
from referencing.jsonschema import DRAFT202012

_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")


class BadReference(ValueError):
    """A schema refers to something that is not in it."""


def targets(schema: dict[str, Any]) -> dict[int, Any]:
    """The schemas that are referred to, by the id() of the schema that refers. Raises BadReference."""
    root: Resource[Any] = Resource.from_contents(schema, default_specification=DRAFT202012)
    uri = root.id() or ""
    resolver = REGISTRY.with_resource(uri, root).resolver(uri)
    found = {}
    for resource, where in _resources(root, resolver):
        contents = resource.contents
        for name in _REFERENCES if isinstance(contents, dict) else ():
            if not isinstance(contents.get(name), str):
                continue
            try:
                found[id(contents)] = where.lookup(contents[name]).contents
            except Unresolvable:
                raise BadReference(
                    f"the schema refers to {contents[name]!r}, which is not in it; "
                    "put it under '$defs', nothing is fetched"
                ) from None
    return found


def _resources(resource: Resource[Any], resolver: Any) -> Iterator[tuple[Resource[Any], Any]]:
    yield resource, resolver
    for part in resource.subresources():
        yield from _resources(part, resolver.in_subresource(part))
