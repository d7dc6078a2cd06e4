"""The examples, as people first see them."""

from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).parents[2] / "web" / "examples").glob("*/server.py"))
COLUMNS = 68  # of the editor on a screen of 1280 pixels


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.parent.name)
def test_no_line_is_cut_on_a_small_screen(file: Path) -> None:
    assert [line for line in file.read_text("utf-8").splitlines() if len(line) > COLUMNS] == []
