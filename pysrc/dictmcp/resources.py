"""The resource registry: documents with a URI, and templates for many of them; the only maker of contents.

https://modelcontextprotocol.io/specification/2026-07-28/server/resources
"""

from __future__ import annotations

import base64
import functools
import inspect
from collections.abc import Callable
from typing import Any, Final

from .asking import InputRequired
from .calling import Failed, call
from .context import Context
from .errors import is_a
from .registry import Entry, Guard, RegistrationError, Registry, innermost, name_of
from .signature import BadSignature
from .templates import UriTemplate, is_template
from .text import encode
from .texts import TextFunction
from .values import NotJson, to_json

Contents = list[dict[str, Any]]

_OPTIONS: Final = ("name", "title", "description", "mimeType", "size", "annotations", "icons", "_meta")


class UnknownResource(LookupError):
    """There is no resource with this URI; how that is said depends on the revision."""

    def __init__(self, uri: str) -> None:
        super().__init__(uri)
        self.uri = uri


class Resource(Entry):
    """A resource or a template, and how it is read."""

    def __init__(self, uri: str, options: dict[str, Any], function: Callable[..., Any]) -> None:
        for option in options:
            if option not in _OPTIONS:
                raise TypeError(f"there is no option {option!r}; there are {', '.join(_OPTIONS)}")
        try:
            self.template = UriTemplate(uri)
        except ValueError as error:
            raise TypeError(str(error)) from None
        self.function = TextFunction(function)
        self._check_parameters()
        key = "uriTemplate" if is_template(uri) else "uri"
        public = {
            key: uri,
            "name": name_of(function, "resource"),
            "description": inspect.getdoc(innermost(function)),
        }
        public |= options
        super().__init__(uri, {name: value for name, value in public.items() if value is not None}, function)

    def _check_parameters(self) -> None:
        parameters, variables = self.function.parameters, self.template.variables
        for name in parameters:
            if name not in variables and parameters[name].is_required:
                raise BadSignature(f"parameter {name!r} is no variable of the URI")
        for name in variables:
            if name not in parameters:
                raise BadSignature(f"the function has no parameter {name!r}, which the URI has as a variable")


class ResourceRegistry(Registry[Resource]):
    """Resources by URI and by template, in the order in which they were registered."""

    noun = "resource"

    def __init__(self, guard: Guard | None = None) -> None:
        super().__init__(guard)

    def add(self, uri: str, function: Callable[..., Any], /, **options: Any) -> None:
        """Register a function that gives the contents of a URI, or of all URIs of a template.

        options: name, title, description, mimeType, size, annotations, icons, _meta. Raises
        RegistrationError.
        """
        if not callable(function):
            raise RegistrationError(f"resource {uri!r}: what reads it is a function, not {function!r}")
        self._enter(uri, functools.partial(Resource, uri, options, function), function)

    def list(self) -> Contents:
        """The resources that have a URI."""
        return [entry for entry in super().list() if "uri" in entry]

    def list_templates(self) -> Contents:
        """The templates."""
        return [entry for entry in super().list() if "uriTemplate" in entry]

    def find_template(self, uri: str) -> Resource:
        """A registered resource or template by what it was registered with. Raises KeyError."""
        self._settle()
        return self._entries[uri]

    async def read(self, uri: str, ctx: Context) -> Contents:
        """The contents of a URI. Raises UnknownResource, or Failed with what the function raised."""
        resource, variables = self._find(uri)
        with resource.handling:
            try:
                value = await call(resource.function.call, variables, ctx)
            except Failed as failed:
                if is_a(failed.error, InputRequired, UnknownResource):
                    raise failed.error from None
                raise
        return _contents(uri, value, resource.public.get("mimeType"))

    def _find(self, uri: str) -> tuple[Resource, dict[str, str]]:
        self._settle()
        if uri in self._entries and not is_template(uri):
            return self._entries[uri], {}
        for resource in self._entries.values():
            variables = resource.template.match(uri) if is_template(resource.name) else None
            if variables is not None:
                return resource, variables
        raise UnknownResource(uri)


def _contents(uri: str, value: Any, mime_type: str | None) -> Contents:
    """The one rule from what a function returned to contents: text, bytes, contents as they are, or JSON."""
    if isinstance(value, bytes | bytearray | memoryview):
        blob = base64.b64encode(value).decode()
        return [{"uri": uri, "mimeType": mime_type or "application/octet-stream", "blob": blob}]
    if isinstance(value, str):
        return [{"uri": uri, "mimeType": mime_type or "text/plain", "text": value}]
    try:
        value = to_json(value)
    except NotJson as error:
        raise Failed(error) from error
    items = value if isinstance(value, list) else [value]
    if items and all(map(_is_contents, items)):
        kind = {} if mime_type is None else {"mimeType": mime_type}
        return [{"uri": uri, **kind, **item} for item in items]
    return [{"uri": uri, "mimeType": mime_type or "application/json", "text": encode(value)}]


def _is_contents(value: Any) -> bool:
    if not isinstance(value, dict) or not set(value) <= {"uri", "mimeType", "text", "blob", "_meta"}:
        return False
    return isinstance(value.get("text"), str) != isinstance(value.get("blob"), str)
