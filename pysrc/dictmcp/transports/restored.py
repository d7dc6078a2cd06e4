"""What a Python whose memory was made elsewhere, and long ago, has to learn anew: chance, time and place."""

from __future__ import annotations

import ast
import importlib
import logging
import random
import sys
import time


def wake() -> None:
    """To be called once, after the memory was restored and before anything else runs in it."""
    random.seed()  # everything else that needs chance asks the browser for it each time
    logging._startTime = time.time_ns()  # type: ignore[attr-defined]
    sys.path[:] = dict.fromkeys(sys.path)  # Pyodide has put the current folder there once more
    importlib.invalidate_caches()
    _set_time_zone()


def knows(source: str) -> bool:
    """Whether all that a source imports is imported already; the rest may come later than it."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return True  # it will not come to importing
    for node in ast.walk(tree):
        if isinstance(node, ast.Import) and not all(alias.name in sys.modules for alias in node.names):
            return False
        if isinstance(node, ast.ImportFrom):
            module = sys.modules.get(node.module or "")
            if module is None or not all(
                alias.name == "*" or hasattr(module, alias.name) for alias in node.names
            ):
                return False
    return True


def _set_time_zone() -> None:
    # Python reads the time zone when `time` is imported, and that was on the machine of the build.
    year = time.localtime().tm_year
    january, july = (time.localtime(time.mktime((year, month, 1, 12, 0, 0, 0, 0, -1))) for month in (1, 7))
    standard, summer = sorted((january, july), key=lambda moment: moment.tm_gmtoff)
    time.timezone, time.altzone = -standard.tm_gmtoff, -summer.tm_gmtoff
    time.daylight = int(standard.tm_gmtoff != summer.tm_gmtoff)
    time.tzname = (standard.tm_zone, summer.tm_zone)
