"""Whether a server file has changed the Python that we run in: then the next file deserves another one."""

from __future__ import annotations

import asyncio
import builtins
import inspect
import json
import sys
import typing
from types import ModuleType
from typing import Final

_WATCHED: Final = (builtins, json, json.encoder, json.decoder, asyncio, inspect, typing)
_AS_THEY_WERE: Final = [(module, vars(module).copy()) for module in _WATCHED]
_NAME: Final = __name__.partition(".")[0]
_PACKAGE: Final = sys.modules[_NAME]
_GONE: Final = object()


def spoiled() -> str:
    """What is no longer as it was when this was imported, "" if all is; what is new does not count."""
    if sys.modules.get(_NAME) is not _PACKAGE:
        return f"sys.modules[{_NAME!r}]"
    for module, before in _AS_THEY_WERE:
        if (name := _changed(module, before)) is not None:
            return f"{before['__name__']}.{name}"
    return ""


def _changed(module: ModuleType, before: dict[str, object]) -> str | None:
    now = vars(module)
    for name, value in before.items():
        if name != "_" and now.get(name, _GONE) is not value:  # Python's own prompt sets builtins._
            return name
    return None
