"""Tables at the terminal."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

import kibitz
from kibitz.present.tables import hint_table


@pytest.mark.parametrize("columns", [50, 60, 200])
def test_a_hint_is_told_whole_on_a_screen_of_few_columns(columns):
    hint = kibitz.hint(kibitz.new("cribbage", seed=11))
    console = Console(file=io.StringIO(), width=columns)
    console.print(hint_table(hint))
    assert isinstance(console.file, io.StringIO)
    shown = console.file.getvalue().splitlines()
    assert max(map(len, shown)) <= columns and not any("…" in line for line in shown)
    for advice in hint.advice[:10]:
        (row,) = [line for line in shown if line.strip("│ ").startswith(advice.move.name + " ") and ":" not in line]
        assert all(f"{value:z.2f}" in row for value in advice.details.values())
