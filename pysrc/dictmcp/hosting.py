"""Loading a server module: its source in, its doors out, or one sentence on why not.

A server module is a Python file that defines `route(message)`, or a `server` that has it.
"""

from __future__ import annotations

import ast
import contextlib
import importlib.util
import inspect
import linecache
import re
import sys
import types
import warnings
import zipimport
from pathlib import Path
from typing import Any, NamedTuple

from .doors import Doors, text_door
from .errors import describe
from .server import RegistrationWarning, Server
from .tracebacks import place, trimmed

MODULE = "server"


class Hosted(NamedTuple):
    """A loaded server module. name: what it calls itself. problems: what of it is not served, and why."""

    doors: Doors
    name: str
    problems: list[str]


class LoadError(Exception):
    """A server module that cannot be served.

    The text is one sentence. traceback: the author's own frames, "" if nothing was raised. line,
    column: where, from 1. missing: packages it asks for that are not installed.
    """

    def __init__(
        self,
        text: str,
        traceback: str = "",
        line: int | None = None,
        column: int | None = None,
        missing: tuple[str, ...] = (),
    ) -> None:
        super().__init__(text)
        self.traceback = traceback
        self.line = line
        self.column = column
        self.missing = missing


def read(file: Path) -> str:
    """The source of a server module, which may be in a zip archive. Raises OSError, UnicodeDecodeError."""
    try:
        return file.read_text("utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        with contextlib.suppress(zipimport.ZipImportError):
            return zipimport.zipimporter(str(file.parent)).get_data(str(file)).decode("utf-8-sig")
        raise


async def load(source: str, filename: str = "server.py", name: str = MODULE) -> Hosted:
    """Run a server module in a fresh namespace and find its doors. Raises LoadError.

    The source may await at its top level. A module loaded before it goes on as it was. Servers that are
    loaded side by side need a file name and a module name each.
    """
    previous = sys.modules.get(name)
    try:
        return _doors(await run(source, filename, name), filename)
    except LoadError:
        if previous is not None:
            sys.modules[name] = previous
        raise


async def run(source: str, filename: str, name: str = MODULE) -> dict[str, Any]:
    """Run a module, whatever it is to be, and return what it defines. Raises LoadError."""
    module = types.ModuleType(name)
    module.__file__ = filename
    # Tracebacks and dataclasses look a module's source and namespace up here.
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
    previous, sys.modules[name] = sys.modules.get(name), module
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RegistrationWarning)  # Hosted.problems tells them
            await _run(source, filename, module.__dict__)
        return module.__dict__
    except BaseException as error:
        if previous is not None:
            sys.modules[name] = previous
        raise _load_error(error, source, filename) from error


def dependencies(source: str) -> list[str]:
    """The packages that a file's inline metadata asks for (https://peps.python.org/pep-0723/)."""
    block = re.search(r"(?m)^# /// script$\s(?P<lines>(?:^#(?:| .*)$\s)+)^# ///$", source)
    if block is None:
        return []
    text = "".join(line[2:] for line in block["lines"].splitlines(keepends=True))
    listed = re.search(r"(?ms)^dependencies\s*=\s*\[(.*?)\]", text)
    return re.findall(r"""["']([^"']+)["']""", listed[1]) if listed else []


async def _run(source: str, filename: str, namespace: dict[str, Any]) -> None:
    code = compile(source, filename, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    value = eval(code, namespace)
    if inspect.iscoroutine(value):
        await value


def _doors(namespace: dict[str, Any], filename: str) -> Hosted:
    route, server = namespace.get("route"), namespace.get("server")
    doors = text_door(route) if callable(route) else server
    if isinstance(doors, Server):
        return Hosted(doors, str(doors.info["name"]), doors.problems)
    if isinstance(doors, Doors):
        return Hosted(doors, filename, [])
    raise LoadError(
        f"{filename} defines no `route` and no `server`: "
        "write `def route(message): ...`, or make a `server = Server(...)` and add `route = server.route`."
    )


def _load_error(error: BaseException, source: str, filename: str) -> LoadError:
    line, column = place(error, filename)
    where = filename if line is None else f"{filename}, line {line}"
    missing: tuple[str, ...] = ()
    text = f"{where}: {describe(error)}"
    if isinstance(error, SyntaxError):
        text = f"{where}: {error.msg}"
    if isinstance(error, ModuleNotFoundError) and error.name and not _is_there(error.name):
        package = error.name.partition(".")[0]
        if package in sys.stdlib_module_names:
            why = ": a browser could not run it" if sys.platform == "emscripten" else ""
            text = f"{where} imports {package!r}, which is part of Python but was left out of this one{why}."
        else:
            text = f"{where} imports {package!r}, which is not installed here."
            missing = tuple(dependencies(source)) or (package,)
    return LoadError(text, trimmed(error), line, column, missing)


def _is_there(module: str) -> bool:
    root = module.partition(".")[0]
    return root in sys.modules or importlib.util.find_spec(root) is not None
