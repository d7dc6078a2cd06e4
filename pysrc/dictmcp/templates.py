"""URI templates (RFC 6570), read backwards: which variables make a template give this URI.

https://www.rfc-editor.org/rfc/rfc6570
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import unquote

_UNRESERVED: Final = r"[^/?#&,;=:@!$'()*+\[\]{}]*"
# operator -> what the expression begins with, what stands between its values, which characters they have
_OPERATORS: Final = {
    "": ("", ",", _UNRESERVED),
    "+": ("", ",", "[^{}]*?"),
    "#": ("#", ",", "[^{}]*?"),
    ".": (".", ".", r"[^/?#&,;=:@!$'()*+\[\]{}.]*"),
    "/": ("/", "/", _UNRESERVED),
}
# operator -> what each `name=value` begins with, and which characters may be in all of them
_NAMED_OPERATORS: Final = {";": (";", r"[^/?#{}]*"), "?": ("[?&]", "[^#{}]*"), "&": ("&", "[^#{}]*")}
_EXPRESSION: Final = re.compile(r"\{([+#./;?&]?)([A-Za-z0-9_.,%]+)\}")


class UriTemplate:
    """A URI template. variables: their names, in order; those of `{;x}`, `{?x}` and `{&x}` may be left out.

    Raises ValueError for a template that cannot be matched: modifiers (`*`, `:3`) and stray braces.
    """

    def __init__(self, template: str) -> None:
        self.template = template
        self.variables: list[str] = []
        self._named: dict[str, tuple[str, list[str]]] = {}
        pattern, end = "", 0
        for match in _EXPRESSION.finditer(template):
            pattern += _literal(template[end : match.start()], template)
            pattern += self._expression(match[1], match[2].split(","))
            end = match.end()
        if len(set(self.variables)) < len(self.variables):
            raise ValueError(f"{template!r} names a variable twice")
        self._pattern = re.compile(pattern + _literal(template[end:], template), re.DOTALL)

    def match(self, uri: str) -> dict[str, str] | None:
        """The variables that make the template give this URI, decoded; None if none do."""
        found = self._pattern.fullmatch(uri)
        if found is None:
            return None
        values: dict[str, str] = {}
        for group, text in found.groupdict().items():
            if group not in self._named:
                values[self.variables[int(group[1:])]] = unquote(text)
                continue
            first, names = self._named[group]
            for part in re.split(first, text)[1:]:
                name, _, value = part.partition("=")
                if name not in names or name in values:
                    return None
                values[name] = unquote(value)
        return values

    def _expression(self, operator: str, names: list[str]) -> str:
        at = len(self.variables)
        self.variables += names
        if operator in _NAMED_OPERATORS:  # in any order, and each may be left out
            first, characters = _NAMED_OPERATORS[operator]
            self._named[f"named{at}"] = (first, names)
            return f"(?P<named{at}>(?:{first}{characters})?)"
        first, between, characters = _OPERATORS[operator]
        values = (f"(?P<v{at + number}>{characters})" for number in range(len(names)))
        return re.escape(first) + re.escape(between).join(values)


def is_template(uri: str) -> bool:
    """Whether a URI has variables."""
    return "{" in uri


def _literal(text: str, template: str) -> str:
    if "{" in text or "}" in text:
        raise ValueError(
            f"{template!r} cannot be matched: write {{name}}, without modifiers and stray braces"
        )
    return re.escape(text)
