"""The rules are part of the core: they do no input or output. Only shapes reads, its own two files."""

import re
from pathlib import Path

import dictmcp
import pytest

PACKAGE = Path(dictmcp.__file__).parent
PURE = {"__future__", "collections.abc", "difflib", "functools", "itertools", "json", "math", "re", "typing"}
READS = {"shapes": {"importlib.resources"}}


@pytest.mark.parametrize(
    "path", [path for name in ("rules", "shapes") for path in sorted((PACKAGE / name).glob("*.py"))], ids=str
)
def test_rules_import_only_what_is_pure(path: Path) -> None:
    imported = set(re.findall(r"^(?:import|from) ([a-z_][\w.]*)", path.read_text("utf-8"), re.MULTILINE))
    assert imported <= PURE | READS.get(path.parent.name, set())


@pytest.mark.parametrize("path", sorted((PACKAGE / "rules").glob("*.py")), ids=lambda path: path.stem)
def test_rules_know_no_host(path: Path) -> None:
    text = path.read_text("utf-8")
    assert not any(host in text for host in ("transports", "hosting", "__main__", "open("))
