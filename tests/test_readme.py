"""The README's Python runs, so that it stays true."""

import re
from pathlib import Path

import pytest

README = Path(__file__).resolve().parent.parent / "README.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("source", BLOCKS, ids=[f"block-{number}" for number in range(1, len(BLOCKS) + 1)])
def test_code_block_runs(source: str) -> None:
    exec(compile(source, str(README), "exec"), {"__name__": "readme"})
