"""Runs in Pyodide: takes out of stdlib.zip what the snapshot has imported."""

import zipfile
from pathlib import Path

WORK = Path("/work")


def main() -> None:
    """Write rest.zip."""
    imported = {module.replace(".", "/") for module in (WORK / "imported.txt").read_text().splitlines()}
    imported = {f"{path}{end}" for path in imported for end in (".pyc", "/__init__.pyc")}
    with zipfile.ZipFile(WORK / "stdlib.zip") as full, zipfile.ZipFile(WORK / "rest.zip", "w") as rest:
        for info in full.infolist():
            if info.filename not in imported:
                rest.writestr(info, full.read(info))
