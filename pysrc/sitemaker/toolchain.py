"""Makes .venv and node_modules, and finds a browser: all that a fresh machine lacks.

Every step leaves a stamp of what it was made from, inside what it made, and is skipped while that holds.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PYSRC, TESTS = ROOT / "pysrc", ROOT / "tests"
VENV, NODE_MODULES = ROOT / ".venv", ROOT / "node_modules"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

NODE_AT_LEAST = 20
NODE_26 = NODE_MODULES / "node-26" / "bin" / ("node.exe" if os.name == "nt" else "node")
BACKEND = "flit_core==3.12.0"  # builds the dictmcp wheel; pysrc/pyproject.toml names it too
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")  # used where Playwright's own is absent
ERROR_LINE = re.compile(r"npm error|error:|.*\[error\]", re.IGNORECASE)
ASK_PLAYWRIGHT = """
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)
"""


class Problem(Exception):
    """Why we cannot go on: one sentence saying what, where and what to do."""


def run(what: str, advice: str, *command: object, timeout: float | None = None, **options: object) -> str:
    """Run a command quietly and return its output; if it fails, a Problem with what it said."""
    how: dict[str, Any] = {
        "cwd": ROOT,
        "encoding": "utf-8",
        "errors": "replace",
        "timeout": timeout,
        **options,
    }
    try:
        done = subprocess.run([str(part) for part in command], check=False, capture_output=True, **how)
    except subprocess.TimeoutExpired:
        raise Problem(f"{what} took longer than {timeout:.0f} seconds: {advice}.") from None
    if done.returncode:
        said = [text.strip() for text in (done.stdout + "\n" + done.stderr).splitlines() if text.strip()]
        named = [text for text in said if ERROR_LINE.match(text)]
        raise Problem(f"{what} failed: {advice}. It said: {[*named, *said[-1:], 'nothing'][0]}")
    return str(done.stdout)


def digest(*values: str | bytes) -> str:
    """A short name for these contents."""
    hashed = hashlib.sha256()
    for value in values:
        data = value.encode() if isinstance(value, str) else value
        hashed.update(b"%d:" % len(data) + data)
    return hashed.hexdigest()[:12]


@contextlib.contextmanager
def once(stamp: Path, *inputs: str | bytes) -> Iterator[bool]:
    """Yield whether the work must be done, and write the stamp if it went well."""
    want = digest(str(ROOT), *inputs)
    due = not stamp.is_file() or stamp.read_text() != want
    if due:
        stamp.unlink(missing_ok=True)
    yield due
    if due:
        stamp.write_text(want)


def set_up_python() -> None:
    """Make .venv with what building the site needs."""
    try:
        import ensurepip  # noqa: F401  (Debian keeps it out of its python3)
    except ImportError:
        raise Problem(
            f"{sys.executable} cannot make virtual environments: install its venv package "
            "(on Debian and Ubuntu: apt-get install python3-venv), then run this again."
        ) from None
    VENV.mkdir(exist_ok=True)
    with once(VENV / "stamp-python", sys.version, sys.base_prefix, BACKEND) as due:
        if due:
            print("Making .venv ...", flush=True)
            outside = getattr(sys, "_base_executable", sys.executable)  # we may be run by .venv's own Python
            run("Making .venv", "delete .venv and try again", outside, "-m", "venv", "--clear", VENV)
            pip("install", BACKEND)


def set_up_tests() -> None:
    """Install what the tests need, and our own packages, with all they can do, as editable ones."""
    needs = TESTS / "requirements.txt"
    packages = (PYSRC, PYSRC / "docs")
    about = [(package / "pyproject.toml").read_bytes() for package in packages]
    with once(VENV / "stamp-tests", needs.read_bytes(), *about) as due:
        if due:
            print("Installing the Python packages for the tests ...", flush=True)
            pip("install", "--no-build-isolation", "-r", needs, "-e", f"{PYSRC}[http]", "-e", packages[1])


def pip(command: str, *what: object) -> None:
    """Run pip of .venv."""
    advice = "see that pip reaches its package index, then run this again"
    run(f"pip {command} {what[-1]}", advice, PYTHON, "-m", "pip", command, "-q", "--no-input", *what)


def set_up_node() -> None:
    """Install node_modules exactly as package-lock.json says."""
    wanted = f"install Node.js {NODE_AT_LEAST} or newer, then run this again"
    for tool in ("node", "npm"):
        if not shutil.which(tool):
            raise Problem(f"There is no {tool} on the PATH: {wanted}.")
    version = run("node --version", "install Node.js anew", shutil.which("node"), "--version").strip()
    if int(version.lstrip("v").split(".")[0]) < NODE_AT_LEAST:
        raise Problem(f"Node.js is {version} here: {wanted}.")
    manifests = [(ROOT / name).read_bytes() for name in ("package.json", "package-lock.json")]
    NODE_MODULES.mkdir(exist_ok=True)
    with once(NODE_MODULES / ".stamp", version, *manifests) as due:
        if due:
            print("Installing the npm packages ...", flush=True)
            advice = "see that npm reaches its registry, then run this again"
            run("npm ci", advice, shutil.which("npm"), "ci", "--no-audit", "--no-fund")


def node(what: str, advice: str, script: Path, told: object, program: Path | None = None) -> None:
    """Run a script of ours in Node, beside node_modules, with `told` as JSON on its standard input."""
    run(what, advice, program or shutil.which("node"), script, input=json.dumps(told))


def set_up_browser() -> None:
    """See to it that the tests have a Chromium: Playwright's own, the system's, or Debian's package."""
    own = run("Asking Playwright for its browser", "delete .venv and try again", PYTHON, "-c", ASK_PLAYWRIGHT)
    if os.environ.get("TEST_CHROMIUM") or Path(own.strip()).exists() or any(map(shutil.which, CHROMIUM)):
        return
    print("Installing Chromium for the tests ...", flush=True)
    advice = "install Chromium yourself, then run this again"
    with contextlib.suppress(Problem):
        run("playwright install", advice, PYTHON, "-m", "playwright", "install", "chromium", timeout=300)
        return
    if not shutil.which("apt-get") or os.geteuid() != 0:
        raise Problem(f"There is no Chromium for the browser tests and none could be downloaded: {advice}.")
    debian = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    run("apt-get update", advice, "apt-get", "update", timeout=300)
    packages = ("install", "-y", "--no-install-recommends", "chromium")
    run("apt-get install chromium", advice, "apt-get", *packages, env=debian, timeout=900)
