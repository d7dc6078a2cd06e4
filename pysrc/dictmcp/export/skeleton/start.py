"""Serves server.py, which is beside this, over stdio or --http HOST:PORT; --help says more."""

import sys

if sys.version_info < (3, 10):  # noqa: UP036  (an older one gets a sentence instead of a traceback)
    sys.exit("This server needs Python 3.10 or newer, and this is Python " + sys.version.split()[0] + ".")

from pathlib import Path

from dictmcp.__main__ import main

if __name__ == "__main__":
    sys.exit(main(file=Path(__file__).with_name("server.py")))
