"""The official conformance runner, both versions that matter, finds no failure and has no warning.

It speaks HTTP only: https://github.com/modelcontextprotocol/conformance
"""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from conformance.served import Served

FIXTURES = Path(__file__).with_name("fixtures.py")
NODE_MODULES = Path(__file__).parents[2] / "node_modules"
NODE_AT_LEAST = 22

# name -> the runner, its options, and how many checks there are at least: a run of none proves nothing
RUNS = {
    "0.1.16, all": ("conformance-stable", ("--suite", "all"), 43),
    "2025-11-25, required": ("conformance-next", ("--requirements", "2025-11-25"), 80),
    "2026-07-28, required": ("conformance-next", ("--requirements", "2026-07-28"), 120),
    "2025-06-18, all": ("conformance-next", ("--suite", "all", "--spec-version", "2025-06-18"), 50),
    "2025-03-26, all": ("conformance-next", ("--suite", "all", "--spec-version", "2025-03-26"), 3),
}

# Scenarios of extensions, which this server does not declare; the runner does not score them.
EXTENSIONS = ("server-tasks-", "server-sep-2640-skills-")

PASSED = ("SUCCESS", "INFO")


@pytest.fixture(scope="module")
def node() -> str:
    """A Node that the runner runs on: the system's, or the one from npm."""
    for found in (shutil.which("node"), str(NODE_MODULES / "node-26" / "bin" / "node")):
        version = found and subprocess.run([found, "--version"], capture_output=True, text=True, check=False)
        if version and int(version.stdout.lstrip("v").partition(".")[0] or 0) >= NODE_AT_LEAST:
            return found
    pytest.fail(
        f"The conformance runner needs Node {NODE_AT_LEAST}: run `npm ci`, or install a newer Node.js."
    )


@pytest.fixture(scope="module")
def url():
    """Where the fixtures are served, with sessions for the era that has them."""
    with Served(FIXTURES, "--sessions", host="localhost") as served:
        yield served.url.replace("127.0.0.1", "localhost")


@pytest.mark.parametrize("run", RUNS)
def test_runner_is_content(run, node, url, tmp_path):
    package, options, at_least = RUNS[run]
    runner = NODE_MODULES / package / "dist" / "index.js"
    command = [node, runner, "server", "--url", url, *options, "-o", tmp_path]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    checks = list(_checks(tmp_path))
    wrong = [(where, check) for where, check in checks if check["status"] not in PASSED]
    assert wrong == []
    assert len(checks) >= at_least


def _checks(folder: Path):
    for file in sorted(folder.glob("*/checks.json")):
        if not file.parent.name.startswith(EXTENSIONS):
            for check in json.loads(file.read_text()):
                yield file.parent.name, check
