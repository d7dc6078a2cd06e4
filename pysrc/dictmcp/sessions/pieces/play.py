"""What makes an exported session a script; `Talk`, `COMMAND` and `STEPS` stand above it there."""

from __future__ import annotations

import json
from typing import Any

from .talk import Talk

COMMAND: list[str] = []
STEPS: list[dict[str, Any]] = []

# ---
if __name__ == "__main__":
    for step, left in zip(STEPS, Talk(COMMAND, STEPS).have(), strict=True):
        sent = step["send"]
        print("->", sent if isinstance(sent, str) else json.dumps(sent))
        for message in left:
            print("<-", json.dumps(message))
        if not left:
            print("   nothing was sent")
        print()
