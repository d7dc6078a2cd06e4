"""What the core may import, and from where: it does no input or output, and knows no host."""

import ast
from pathlib import Path

import dictmcp
import pytest

PACKAGE = Path(dictmcp.__file__).parent
HOSTS = {"__main__", "hosting", "tracebacks"}  # they load files, and read where files are
CORE = sorted(path for path in PACKAGE.glob("*.py") if path.stem not in HOSTS)
MODULES = {path.stem: path for path in PACKAGE.glob("*.py")}

PURE = {
    "__future__",
    "collections",
    "collections.abc",
    "copy",
    "typing",
    "abc",
    "types",
    "dataclasses",
    "enum",
    "functools",
}
PURE |= {
    "json",
    "json.encoder",
    "json.scanner",
    "contextlib",
    "contextvars",
    "inspect",
    "re",
    "math",
    "datetime",
    "decimal",
    "fractions",
}
PURE |= {"uuid", "base64", "binascii", "difflib", "weakref", "warnings", "itertools"}
# Not pure, and why each is here all the same.
REASONS = {
    ("calling", "asyncio"): "awaits handlers and tells who cancels",
    ("calling", "logging"): "hands failures to the host",
    ("context", "asyncio"): "asks several questions at once",
    ("session", "asyncio"): "waits for the client's answers",
    ("session", "secrets"): "ids that cannot be guessed",
    ("audience", "asyncio"): "keeps listeners until they are closed",
    ("rounds", "hashlib"): "seals what a client carries",
    ("rounds", "hmac"): "seals what a client carries",
    ("rounds", "secrets"): "seals what a client carries",
    ("rounds", "time"): "a seal expires; the clock is a parameter",
    ("values", "pathlib"): "PurePath, which touches no file",
    ("templates", "urllib.parse"): "takes URIs apart, opens none",
}
LIBRARIES = {"jsonschema", "jsonschema_specifications", "referencing", "mashumaro"}
USES_LIBRARIES = {"schema", "references", "faults", "signature", "texts"}
SILENT = {"open", "print", "input", "exec", "eval", "compile", "__import__", "breakpoint", "exit", "quit"}


def imports(path: Path, types_too: bool = True) -> list[tuple[int, str, list[str]]]:
    """(level, module, names) of each import; without those under TYPE_CHECKING if asked."""
    tree = ast.parse(path.read_text("utf-8"))
    hidden = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING" and not types_too:
            hidden |= {id(inner) for inner in ast.walk(node)}
    found = []
    for node in ast.walk(tree):
        if id(node) in hidden:
            continue
        if isinstance(node, ast.Import):
            found += [(0, alias.name, []) for alias in node.names]
        if isinstance(node, ast.ImportFrom):
            found.append((node.level, node.module or "", [alias.name for alias in node.names]))
    return found


def siblings(path: Path) -> set[str]:
    """The modules of the package that a module needs to run."""
    needed = set()
    for level, module, names in imports(path, types_too=False):
        if level:
            needed |= {module.partition(".")[0]} if module else set(names)
    return needed


@pytest.mark.parametrize("path", CORE, ids=lambda path: path.stem)
def test_core_imports_what_it_may(path: Path) -> None:
    strange = [
        module
        for level, module, _ in imports(path)
        if not level and module not in PURE and (path.stem, module) not in REASONS
        if not (module.partition(".")[0] in LIBRARIES and path.stem in USES_LIBRARIES)
    ]
    assert path.stem == "__init__" or strange == []


@pytest.mark.parametrize("path", CORE, ids=lambda path: path.stem)
def test_core_does_no_input_or_output(path: Path) -> None:
    called = {
        node.func.id
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert called & SILENT == set()


@pytest.mark.parametrize(
    ("module", "taken"),
    [("pathlib", {"PurePath"}), ("urllib.parse", {"unquote"})],
    ids=str,
)
def test_of_some_modules_only_a_harmless_part_is_taken(module: str, taken: set[str]) -> None:
    assert {
        name for path in CORE for _, one, names in imports(path) if one == module for name in names
    } == taken


@pytest.mark.parametrize("path", CORE, ids=lambda path: path.stem)
def test_core_knows_no_host(path: Path) -> None:
    assert siblings(path) & (HOSTS | {"transports"}) == set()


def test_every_exception_is_in_use() -> None:
    used = {(path.stem, module) for path in CORE for _, module, _ in imports(path)}
    assert set(REASONS) <= used


def test_imports_go_one_way() -> None:
    waiting = {name: siblings(path) & set(MODULES) for name, path in MODULES.items()}
    while ready := {name for name, needed in waiting.items() if not needed}:
        waiting = {name: needed - ready for name, needed in waiting.items() if name not in ready}
    assert waiting == {}


@pytest.mark.parametrize("path", sorted(PACKAGE.glob("transports/*.py")), ids=lambda path: path.stem)
def test_transports_import_the_core(path: Path) -> None:
    assert all(level <= 2 and not module.startswith("dictmcp") for level, module, _ in imports(path))
