"""Light syntax colouring of Python and JSON, as HTML; web/embed/colours.js does the same in the page."""

from __future__ import annotations

import html
import keyword
import re
from collections.abc import Iterable

_KEYWORDS = "|".join([*keyword.kwlist, "case", "match"])
_QUOTED = r'"""[\s\S]*?(?:"""|\Z)|\'\'\'[\s\S]*?(?:\'\'\'|\Z)|"(?:\\.|[^"\\\n])*"?|\'(?:\\.|[^\'\\\n])*\'?'
_PYTHON = [
    ("comment", r"#[^\n]*"),
    ("string", rf"\b[rbfuRBFU]{{1,2}}(?:{_QUOTED})|{_QUOTED}"),
    ("meta", r"^[ \t]*@[\w.]+"),
    ("number", r"\b\d[\w.]*"),
    ("name-of", r"(?:(?<=\bdef )|(?<=\bclass ))\w+"),
    ("keyword", rf"\b(?:{_KEYWORDS})\b"),
]
_JSON = [
    ("name-of", r'"(?:\\.|[^"\\])*"(?=\s*:)'),
    ("string", r'"(?:\\.|[^"\\])*"?'),
    ("number", r"-?\b\d[\d.eE+-]*"),
    ("keyword", r"\b(?:true|false|null)\b"),
]


def _compiled(table: Iterable[tuple[str, str]]) -> re.Pattern[str]:
    return re.compile(
        "|".join(f"(?P<{kind.replace('-', '_')}>{pattern})" for kind, pattern in table), re.MULTILINE
    )


_PATTERNS = {"python": _compiled(_PYTHON), "json": _compiled(_JSON)}


def paint(text: str, language: str) -> str:
    """Text as HTML, with a span around each part that has a colour. language: "python" or "json"."""
    made, start = [], 0
    for found in _PATTERNS[language].finditer(text):
        if found.end() == found.start() or found.lastgroup is None:
            continue
        kind = found.lastgroup.replace("_", "-")
        made += [
            _escaped(text[start : found.start()]),
            f'<span class="mcp-{kind}">{_escaped(found[0])}</span>',
        ]
        start = found.end()
    return "".join([*made, _escaped(text[start:])])


def _escaped(text: str) -> str:
    return html.escape(text, quote=False)
