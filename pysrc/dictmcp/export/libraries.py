"""Which installed packages go along with a server, file by file: those in pure Python, and their licences.

A binary one would only run where it was built. rpds-py is one, and has a stand-in.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from importlib import metadata, resources
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from ..hosting import dependencies

if TYPE_CHECKING:
    from importlib.abc import Traversable

OWN: Final = "dictmcp"
NEEDED: Final = ("jsonschema>=4.26,<5", "mashumaro>=3.23,<4")  # as pyproject.toml has them
STAND_INS: Final = {"rpds-py": "rpds.py"}  # each is in the folder stand_ins/

_BINARY: Final = (".so", ".pyd", ".dll", ".dylib")
_CODE_ONLY: Final = ("tests", "benchmarks", "__pycache__")
_NOT_RUN: Final = (".pyc", ".pyi", ".pth")
_TOLD: Final = re.compile(r"METADATA|entry_points\.txt|(licen[cs]e|copying|notice|authors).*", re.IGNORECASE)


def own_files() -> dict[str, bytes]:
    """The files of this package."""
    return dict(_below(resources.files(OWN), OWN))


def collect(source: str) -> dict[str, bytes]:
    """All that a server needs beside itself, by path, from what is installed here."""
    files = own_files()
    for name in (*map(requirement_name, NEEDED), *asked_for(source)):
        files |= _with_needs(name) or {}
    return files


def left_out(source: str) -> list[str]:
    """What a server imports or lists and `collect` does not find, or not in pure Python."""
    return [name for name in asked_for(source) if _with_needs(name) is None]


def unexplained(source: str) -> list[str]:
    """What a server imports and no installed or listed distribution explains: pip must not guess it."""
    listed = {requirement_name(requirement) for requirement in dependencies(source)}
    return [name for name in asked_for(source) if name not in listed and not _is_installed(name)]


def _below(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir() and entry.name != "__pycache__":
            yield from _below(entry, f"{path}/{entry.name}")
        elif entry.is_file():
            yield f"{path}/{entry.name}", entry.read_bytes()


def asked_for(source: str) -> list[str]:
    """The distributions that a source imports or lists, and the imports that no distribution explains."""
    providers = metadata.packages_distributions()
    known = {OWN, "__future__", *sys.stdlib_module_names, *sys.builtin_module_names}
    names = [requirement_name(listed) for listed in dependencies(source)]
    for module in _imported(source):
        if module not in known:
            names += map(requirement_name, providers.get(module, [module]))
    return sorted({*names} - {OWN, *map(requirement_name, NEEDED)})


def _imported(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def requirement_name(requirement: str) -> str:
    """The distribution that a requirement names, in its normal form."""
    found = re.match(r"\s*([A-Za-z0-9][A-Za-z0-9._-]*)", requirement)
    return re.sub(r"[-_.]+", "-", found[1]).lower().strip("-") if found else requirement


def _with_needs(name: str) -> dict[str, bytes] | None:
    """The files of a distribution and of all that it needs; None if one is not there or is binary."""
    files: dict[str, bytes] = {}
    seen: set[str] = set()
    waiting = [name]
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        if name in STAND_INS:
            stand_in = resources.files(OWN) / "stand_ins" / STAND_INS[name]
            files[STAND_INS[name]] = stand_in.read_bytes()
            continue
        found = _files_of(name)
        if found is None:
            return None
        files |= found
        waiting += _needs(name)
    return files


def _needs(name: str) -> Iterable[str]:
    for requirement in metadata.requires(name) or ():
        _, _, marker = requirement.partition(";")
        # Conditions on Python's version are met where this runs if the package is installed here.
        if "extra" not in marker and (not marker or _is_installed(requirement_name(requirement))):
            yield requirement_name(requirement)


def _is_installed(name: str) -> bool:
    try:
        metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def _files_of(name: str) -> dict[str, bytes] | None:
    try:
        listed = metadata.distribution(name).files or []
    except metadata.PackageNotFoundError:
        return None
    suffixes = {path.suffix for path in listed}
    if ".py" not in suffixes or suffixes & {*_BINARY}:
        return None
    return {path.as_posix(): path.read_binary() for path in listed if _goes_along(path)}


def _goes_along(path: PurePosixPath) -> bool:
    if ".." in path.parts or path.is_absolute():
        return False
    if path.parts[0].endswith(".dist-info"):
        return _TOLD.fullmatch(path.name) is not None
    return path.suffix not in _NOT_RUN and not {*path.parts} & {*_CODE_ONLY}
