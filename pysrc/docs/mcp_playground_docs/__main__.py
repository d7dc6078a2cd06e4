"""python -m mcp_playground_docs server.py: the HTML of a playground, for any page."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from .markup import KEPT, OPTIONS, markup
from .recorder import RecordingError, record
from .sessions import SessionError, read_messages


def main(arguments: list[str] | None = None) -> int:
    """Write the element to standard output, or one sentence on why not to standard error."""
    parser = argparse.ArgumentParser(prog="python -m mcp_playground_docs", description=__doc__)
    parser.add_argument("server", type=Path, help="the server's file")
    parser.add_argument("--session", type=Path, help="a JSON file with the messages to record")
    parser.add_argument("--js", action="store_true", help="as a JavaScript module whose default is the HTML")
    for name in KEPT:
        parser.add_argument(f"--{name}", choices=OPTIONS[name])
    told = parser.parse_args(arguments)
    try:
        source = told.server.read_text("utf-8-sig")
        messages = (
            read_messages(told.session.read_text("utf-8-sig"), told.session.name) if told.session else None
        )
        exchanges = record(source, messages, told.server.name)
    except (OSError, UnicodeDecodeError, RecordingError, SessionError) as error:
        print(error, file=sys.stderr)
        return 1
    options = {name: getattr(told, name) or "" for name in KEPT}
    made = markup(source, exchanges, options, told.server.name)
    sys.stdout.write(f"export default {json.dumps(made)};\n" if told.js else f"{made}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
