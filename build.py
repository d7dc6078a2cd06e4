#!/usr/bin/env python3
"""Set up, build, serve and test the MCP Playground, from Python 3.10+, Node 20+ and the package registries.

    python3 build.py serve     set everything up, build the page and open it
    python3 build.py build     write the finished static site to dist/
    python3 build.py test      set everything up and run every check and every test
    python3 build.py bench     measure the router and the page's start against plain alternatives

This file holds the commands; what they are made of is in pysrc/sitemaker/.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import threading
import webbrowser
from pathlib import Path

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT / "pysrc"))
if sys.version_info < (3, 10):  # noqa: UP036  (an older one gets a sentence instead of a traceback)
    sys.exit(f"This is Python {sys.version.split()[0]}: run build.py with Python 3.10 or newer.")

from sitemaker import site, toolchain
from sitemaker.server import open_server
from sitemaker.toolchain import PYTHON, Problem


def set_up() -> None:
    """All that building the site needs."""
    toolchain.set_up_python()
    toolchain.set_up_node()


def build(_options: argparse.Namespace) -> int:
    """Write dist/, and say how big it is."""
    set_up()
    about = site.build_site(site.DIST)
    sizes = {path.relative_to(site.DIST).as_posix(): path.stat().st_size for path in site.files_in(site.DIST)}
    print(f"\n{'kB':>10} {'brotli':>8} {'gzip':>8}")
    for part in ("index.html", *(about[name] for name in site.PARTS), about["embed"], "embed.js", ""):
        mine = {name: size for name, size in sizes.items() if name.startswith(part)}
        brotli, gzip = (sum(mine[name] for name in mine if name.endswith(end)) for end in (".br", ".gz"))
        raw = sum(mine.values()) - brotli - gzip
        row = f"{raw / 1000:10,.0f} {brotli / 1000:8,.0f} {gzip / 1000:8,.0f}"
        print(row, "", part or f"dist/ in all, build {about['id']}")
    return 0


def serve(options: argparse.Namespace) -> int:
    """Show the page, and build it anew when its sources have changed by the next load."""
    set_up()
    shown = site.CACHE / "site"  # without compressed twins, so that nothing has to wait for them
    seen, turn = fingerprint(), threading.Lock()
    site.build_site(shown, twins=False)

    def refresh() -> None:
        nonlocal seen
        with turn:
            now = fingerprint()
            if now != seen:
                site.build_site(shown, twins=False)
                seen = now
                print("Built anew.", flush=True)

    server = open_server(options.port, shown, refresh)
    print(f"The MCP Playground is at {server.url} (Ctrl-C stops it).", flush=True)
    if not options.no_open:
        webbrowser.open(server.url)
    with server:
        server.serve_forever()
    return 0


def fingerprint() -> dict[str, tuple[int, int]]:
    """Changes when a file below web/ or pysrc/ does."""
    files = [*site.files_in(site.WEB), *site.files_in(toolchain.PYSRC)]
    states = {str(path): path.stat() for path in files if path.suffix != ".pyc"}
    return {path: (state.st_mtime_ns, state.st_size) for path, state in states.items()}


def test(options: argparse.Namespace) -> int:
    """Run every check and every test; one that fails does not keep the others from running."""
    set_up()
    toolchain.set_up_tests()
    npx = shutil.which("npx")
    code = ("pysrc", "tests", "build.py")
    packages = ("pysrc/dictmcp", "pysrc/sitemaker", "pysrc/docs/mcp_playground_docs")
    typed = ("--strict", "--config-file=pysrc/pyproject.toml", *packages)
    steps = {
        "ruff check": lambda: passes(PYTHON, "-m", "ruff", "check", "--output-format=concise", *code),
        "ruff format": lambda: passes(PYTHON, "-m", "ruff", "format", "--check", *code),
        "mypy": lambda: passes(PYTHON, "-m", "mypy", *typed),
        "tsc": lambda: passes(npx, "--no", "--", "tsc", "--noEmit", "-p", "web/tsconfig.json"),
        "the build": lambda: build(options) == 0,
        "the browser": lambda: toolchain.set_up_browser() is None,
        "pytest": lambda: passes(PYTHON, "-m", "pytest", *options.pytest),
    }
    failed = []
    for name, step in steps.items():
        print(f"\n== {name}", flush=True)
        try:
            fine = step()
        except Problem as problem:
            print(problem, flush=True)
            fine = False
        failed += [] if fine else [name]
    print(f"Failed: {', '.join(failed)}." if failed else f"All passed: {', '.join(steps)}.")
    return 1 if failed else 0


def passes(*command) -> bool:
    """Whether a command, with its output shown, ends well."""
    return subprocess.run([str(part) for part in command], cwd=ROOT, check=False).returncode == 0


def bench(options: argparse.Namespace) -> int:
    """Compare with plain alternatives."""
    scripts = {script.stem: script for script in sorted((toolchain.TESTS / "bench").glob("*.py"))}
    unknown = [name for name in options.names if name not in scripts]
    if unknown:
        raise Problem(f"There is no bench {unknown[0]!r}: there are {', '.join(scripts)}.")
    set_up()
    toolchain.set_up_tests()
    toolchain.set_up_browser()
    site.build_site(site.DIST)
    results = [passes(PYTHON, scripts[name]) for name in options.names or scripts]
    return 0 if all(results) else 1


def main() -> int:
    """Read the command line and do what it says."""
    as_written = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=as_written)
    commands = parser.add_subparsers(dest="command", required=True, metavar="serve|build|test|bench")
    for command in (serve, build, test, bench):
        commands.add_parser(command.__name__, help=command.__doc__).set_defaults(run=command)
    serving = commands.choices["serve"]
    serving.add_argument("--port", type=int, help="the port to use (default: 8000, or the next free one)")
    serving.add_argument("--no-open", action="store_true", help="do not open a browser")
    commands.choices["bench"].add_argument("names", nargs="*", help="which to run (default: all)")
    options, rest = parser.parse_known_args()
    if rest and options.command != "test":
        parser.error(f"{options.command} does not take {' '.join(rest)}")
    options.pytest = rest
    try:
        return options.run(options)
    except Problem as problem:
        print(problem, file=sys.stderr)
    except OSError as error:
        print(f"The system refused something: {error}. Mend that, then run this again.", file=sys.stderr)
    except KeyboardInterrupt:
        print()
        return 0 if options.command == "serve" else 130
    return 1


if __name__ == "__main__":
    sys.exit(main())
