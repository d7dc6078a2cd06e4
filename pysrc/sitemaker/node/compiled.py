"""Runs in Pyodide: compiles what is in /work, as only the Python that will read .pyc files can write them.

Bytecode is never compared with its source (which the page has not got), and has no docstrings.
"""

import py_compile
import zipfile
from pathlib import Path

WORK = Path("/work")
STDLIB = "/lib/python314.zip"
SITE = "/lib/python3.14/site-packages"
NEVER = py_compile.PycInvalidationMode.UNCHECKED_HASH
FIRST = (1980, 1, 1, 0, 0, 0)  # the first moment that a zip can hold


def compiled(source: Path, shown: str) -> bytes:
    """The bytecode of a file, whose tracebacks will show it as `shown`."""
    target = Path("/tmp/compiled.pyc")
    py_compile.compile(str(source), str(target), shown, doraise=True, optimize=2, invalidation_mode=NEVER)
    return target.read_bytes()


def pack(name: str, files: dict[str, bytes]) -> None:
    """An archive that is not compressed: what carries it to the page does that better."""
    with zipfile.ZipFile(WORK / name, "w", zipfile.ZIP_STORED) as archive:
        for path, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(path, FIRST), content)


def files_in(folder: Path) -> list[tuple[str, Path]]:
    """Every file below folder, by its path from there."""
    return sorted((path.relative_to(folder).as_posix(), path) for path in folder.rglob("*") if path.is_file())


def main() -> None:
    """Write stdlib.zip, packages.zip and caches.zip."""
    stdlib: dict[str, bytes] = {}
    for name, path in files_in(WORK / "stdlib"):
        if name.endswith(".py"):
            stdlib[f"{name}c"] = compiled(path, f"{STDLIB}/{name}")
        else:
            stdlib[name] = path.read_bytes()
    pack("stdlib.zip", stdlib)

    sources: dict[str, bytes] = {}
    caches: dict[str, bytes] = {}
    for name, path in files_in(WORK / "packages"):
        sources[name] = path.read_bytes()
        if name.endswith(".py"):
            folder, _, module = name.rpartition("/")
            cache = f"{folder}/__pycache__/" if folder else "__pycache__/"
            caches[f"{cache}{module[:-3]}.cpython-314.pyc"] = compiled(path, f"{SITE}/{name}")
    pack("packages.zip", sources)
    pack("caches.zip", caches)
