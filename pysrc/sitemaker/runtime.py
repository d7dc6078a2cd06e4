"""What Python starts from in the page: its memory with everything imported, and what to do without that.

Three ways to start, each with less to go wrong and more to wait for: from the snapshot; from the standard
library in bytecode; from Pyodide as it comes.
"""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path

from sitemaker.toolchain import NODE_26, NODE_MODULES, PYSRC, digest, node

PYODIDE = NODE_MODULES / "pyodide"
NODE = Path(__file__).with_name("node")
MADE = ("python.snapshot", "rest.zip", "stdlib.zip", "packages.zip", "caches.zip")
STAND_INS = {"rpds": ("rpds-py", "2026.9.1")}  # dictmcp/stand_ins/<module>.py takes this distribution's place

# What of the standard library no browser can run, or nothing ever asks for.
REMOVED = {
    "multiprocessing": "a browser starts no processes",
    "concurrent/futures/process.py": "a browser starts no processes",
    "concurrent/interpreters": "WebAssembly has one interpreter",
    "concurrent/futures/interpreter.py": "WebAssembly has one interpreter",
    "ftplib.py": "a browser opens no sockets",
    "imaplib.py": "a browser opens no sockets",
    "poplib.py": "a browser opens no sockets",
    "smtplib.py": "a browser opens no sockets",
    "pty.py": "a browser has no terminal",
    "asyncio/__main__.py": "the interactive prompt needs a terminal",
    "asyncio/proactor_events.py": "for Windows",
    "asyncio/windows_events.py": "for Windows",
    "asyncio/windows_utils.py": "for Windows",
    "_pyio.py": "the same as _io",
    "_pydatetime.py": "the same as _datetime",
    "__phello__": "for Python's own tests",
    "antigravity.py": "opens a browser",
}


def inputs(wheels: Path) -> str:
    """A short name for all that the result depends on."""
    sources = sorted(path for path in NODE.iterdir() if path.is_file())
    parts = [path.read_bytes() for path in sources]
    parts += [path.read_bytes() for path in sorted(wheels.glob("*")) if path.is_file()]
    parts += [
        (PYODIDE / "package.json").read_bytes(),
        (NODE_MODULES / "node-26" / "package.json").read_bytes(),
    ]
    return digest(*parts, json.dumps(REMOVED), json.dumps(STAND_INS))


def make(work: Path, wheels: Path) -> None:
    """Write MADE into the folder work."""
    lay_stdlib(work / "stdlib")
    lay_packages(work / "packages", wheels)
    shutil.copyfile(NODE / "warming.py", work / "warming.py")
    told = {"pyodide": str(PYODIDE), "work": str(work)}
    advice = "mend what it names in pysrc/sitemaker/node/ or pysrc/dictmcp/"
    node("Making the snapshot of Python", advice, NODE / "snapshot.mjs", told, NODE_26)


def lay_stdlib(folder: Path) -> None:
    """Pyodide's standard library without REMOVED, as source."""
    with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as archive:
        for name in archive.namelist():
            if not any(name == gone or name.startswith(f"{gone}/") for gone in REMOVED):
                archive.extract(name, folder)


def lay_packages(folder: Path, wheels: Path) -> None:
    """All wheels and stand-ins, installed as pip would install them."""
    for wheel in sorted(wheels.glob("*.whl")):
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder)
    for module, (name, version) in STAND_INS.items():
        shutil.copyfile(PYSRC / "dictmcp" / "stand_ins" / f"{module}.py", folder / f"{module}.py")
        about = folder / f"{name.replace('-', '_')}-{version}.dist-info"
        about.mkdir()
        (about / "METADATA").write_bytes(
            f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n".encode()
        )
        (about / "RECORD").write_bytes(
            f"{module}.py,,\n{about.name}/METADATA,,\n{about.name}/RECORD,,\n".encode()
        )
        (about / "INSTALLER").write_bytes(b"dictmcp\n")
