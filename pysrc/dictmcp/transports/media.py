"""What a client sends and takes, by its Content-Type and Accept headers.

https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1
"""

from __future__ import annotations

import functools
from typing import Final

JSON: Final = "application/json"
STREAM: Final = "text/event-stream"


def is_json(content_type: str | None, encoding: str | None = None) -> bool:
    """Whether a Content-Type says JSON, whatever its parameters, and a Content-Encoding nothing."""
    if content_type is None or (encoding or "identity").lower() != "identity":
        return False
    return content_type.partition(";")[0].strip().lower() == JSON


@functools.lru_cache(256)  # clients always send the same few
def accepts(accept: str | None, media_type: str) -> bool:
    """Whether an Accept header takes a media type; without one, anything is taken."""
    if accept is None or not accept.strip():
        return True
    ranges = (media_type, f"{media_type.partition('/')[0]}/*", "*/*")
    quality = dict(map(_range, accept.split(",")))
    best = next((quality[name] for name in ranges if name in quality), 0.0)
    return best > 0


def _range(text: str) -> tuple[str, float]:
    name, *parameters = (part.strip().lower() for part in text.split(";"))
    for parameter in parameters:
        key, _, value = parameter.partition("=")
        if key.strip() == "q":
            try:
                return name, float(value)
            except ValueError:
                return name, 0.0
    return name, 1.0
