"""The licences of all in the site that is other people's, in one text: each once, with who is under it."""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from sitemaker.toolchain import NODE_MODULES, ROOT, Problem, run

WEB: Final = ROOT / "web"
LICENCE: Final = re.compile(r"(LICEN[CS]E|COPYING|NOTICE)(\.\w+)?$", re.IGNORECASE)
IN_WHEEL: Final = re.compile(r"(\.dist-info/(licenses/)?|/_vendored/\w+/)[^/]+$")
RULE: Final = "-" * 72
LIST_INPUTS: Final = """
const options = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(Object.keys(require("esbuild").buildSync(options).metafile.inputs)));"""


def licences(wheels: Path) -> str:
    """The text: this project's own licence, then those of what it ships, the wheels in a folder included."""
    texts: dict[str, list[str]] = {}
    for name, text in [*_npm_packages(), *_wheels(wheels)]:
        texts.setdefault(_plain(text), []).append(name)
    # Neither comes with its licence; others under the same one do.
    pyodide = f"{_version('pyodide')} (its source: https://github.com/pyodide/pyodide)"
    _join(texts, pyodide, "Mozilla Public License Version 2.0")
    _join(texts, "CPython and its standard library", "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2")
    parts = [f"MCP Playground\n\n{_plain((ROOT / 'LICENSE').read_text('utf-8'))}"]
    parts += [f"{', '.join(sorted(set(names)))}\n\n{text}" for text, names in texts.items()]
    return f"\n\n{RULE}\n\n".join(parts) + "\n"


def _join(texts: dict[str, list[str]], name: str, words: str) -> None:
    for text, names in texts.items():
        if words in text:
            names.insert(0, name)
            return
    raise Problem(f"No licence says {words!r}, which {name} is under: add its text to sitemaker/licences.py.")


def _npm_packages() -> Iterator[tuple[str, str]]:
    """Each package that is in a bundle, and its licence."""
    bundles = sorted(map(str, WEB.glob("*-bundle.js")))
    options = {"entryPoints": bundles, "bundle": True, "write": False, "outdir": "none", "metafile": True}
    told = run(
        "Listing what is bundled",
        "mend web/*-bundle.js",
        shutil.which("node"),
        "-e",
        LIST_INPUTS,
        input=json.dumps({**options, "format": "esm", "logLevel": "error"}),
    )
    found = (re.search(r"node_modules/((?:@[^/]+/)?[^/]+)/", path) for path in json.loads(told))
    for package in sorted({match[1] for match in found if match}):
        files = [path for path in sorted((NODE_MODULES / package).iterdir()) if LICENCE.match(path.name)]
        if not files:
            raise Problem(f"The npm package {package} has no licence file: it cannot be bundled like this.")
        for path in files:
            yield _version(package), path.read_text("utf-8")


def _version(package: str) -> str:
    about = json.loads((NODE_MODULES / package / "package.json").read_text("utf-8"))
    return f"{package} {about['version']}"


def _wheels(folder: Path) -> Iterator[tuple[str, str]]:
    """Each wheel, and the licences in it."""
    for path in sorted(folder.glob("*.whl")):
        name = " ".join(path.name.split("-")[:2])
        with zipfile.ZipFile(path) as wheel:
            inside = [one for one in wheel.namelist() if IN_WHEEL.search(one)]
            inside = [one for one in inside if LICENCE.match(one.rpartition("/")[2])]
            if not inside:
                raise Problem(f"The wheel {path.name} has no licence file: it cannot be shipped like this.")
            for one in inside:
                vendored = re.search(r"/_vendored/(\w+)/", one)
                owner = f"{vendored[1]}, within {name}" if vendored else name
                yield owner, wheel.read(one).decode("utf-8")


def _plain(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip().splitlines())
