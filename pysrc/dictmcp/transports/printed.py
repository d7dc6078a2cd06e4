"""What was printed and still waits in Python's own buffers."""

from __future__ import annotations

import sys


def flush() -> None:
    """Let it out. Raises whatever a stream raises that a server file has put in their place."""
    sys.stdout.flush()
    sys.stderr.flush()
