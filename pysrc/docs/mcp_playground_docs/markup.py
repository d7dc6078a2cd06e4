"""The HTML of a playground: a poster that any reader can read, and the element that makes it run."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from .colours import paint
from .recorder import Exchange

FORMAT: Final = 1  # of the JSON in the element; embed.js reads this and all before it
NOTHING: Final = "Nothing was sent."
# The options that authors write, each with its choices; None: any text.
OPTIONS: Final[Mapping[str, tuple[str, ...] | None]] = {
    "src": None,
    "session": None,
    "env": None,
    "mode": ("edit", "read", "output"),
    "run": ("click", "visible", "auto"),
    "theme": ("auto", "light", "dark"),
    "height": None,
}
KEPT: Final = ("env", "mode", "run", "theme", "height")  # those that become attributes

Options = Mapping[str, str]


def check(name: str, value: str) -> str:
    """The value of an option. Raises ValueError, saying in words what there is, for any other."""
    if name not in OPTIONS:
        raise ValueError(f"there is no option {name!r}: there are {', '.join(OPTIONS)}")
    choices = OPTIONS[name]
    if choices is not None and value not in choices:
        raise ValueError(f"{name} is {value!r}: write one of {', '.join(choices)}")
    return value


def markup(
    source: str, exchanges: Sequence[Exchange], options: Options | None = None, filename: str = "server.py"
) -> str:
    """The element, with everything in it that it needs; there is no blank line in it."""
    options = options or {}
    attributes = "".join(f' {name}="{html.escape(options[name])}"' for name in KEPT if options.get(name))
    told: dict[str, Any] = {"format": FORMAT, "filename": filename, "source": source, "exchanges": exchanges}
    data = json.dumps(told, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    code = "" if options.get("mode") == "output" else _code(source, filename)
    poster = f'<div class="mcp-poster">{code}{_messages(exchanges)}</div>'
    script = f'<script type="application/json">{data}</script>'
    return f"<mcp-playground{attributes}>{script}{poster}</mcp-playground>"


def transcript(exchanges: Sequence[Exchange]) -> str:
    """The recording as plain text, for whatever is not HTML."""
    rows = [(_LABELS[kind], text) for one in exchanges for kind, text in _entries(one)]
    return "\n".join(f"{label}: {text.rstrip()}" for label, text in rows)


_LABELS: Final = {"sent": "Sent", "printed": "Printed", "received": "Received", "nothing": "No reply"}


def _entries(exchange: Exchange) -> list[tuple[str, str]]:
    printed = [("printed", exchange["printed"])] if exchange["printed"] else []
    received = [("received", text) for text in exchange["received"]] or [("nothing", NOTHING)]
    return [("sent", exchange["sent"]), *printed, *received]


def _code(source: str, filename: str) -> str:
    code = f'<pre class="mcp-code" tabindex="0"><code>{_lines(paint(source, "python"))}</code></pre>'
    return f'<div class="mcp-part">{_head(filename)}{code}</div>'


def _messages(exchanges: Sequence[Exchange]) -> str:
    if not exchanges:
        return ""
    rows = "".join(_row(kind, text) for one in exchanges for kind, text in _entries(one))
    head = _head("Messages", '<span class="mcp-mark">recorded</span>')
    return f'<div class="mcp-part">{head}<ol class="mcp-log" tabindex="0">{rows}</ol></div>'


def _head(name: str, more: str = "") -> str:
    return f'<p class="mcp-head"><span class="mcp-name">{html.escape(name)}</span>{more}</p>'


def _row(kind: str, text: str) -> str:
    is_envelope = kind in ("sent", "received")
    shown = paint(text, "json") if is_envelope else html.escape(text.rstrip("\n"), quote=False)
    label = f'<span class="mcp-kind">{_LABELS[kind]}</span>'
    return f'<li data-kind="{kind}">{label} <pre>{_lines(shown)}</pre></li>'


def _lines(shown: str) -> str:
    # Markdown would take a blank line for the end of the HTML, and a parser drops a first line feed.
    return shown.replace("\n", "&#10;")
