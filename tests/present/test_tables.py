"""Tables at the terminal."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

import kibitz
from kibitz.present.tables import hint_table


@pytest.mark.parametrize("columns", [60, 200])
@pytest.mark.parametrize("name, first", [("cribbage", ""), ("gin", "take")])
def test_a_hint_is_told_whole_on_a_screen_of_few_columns(columns, name, first):
    state = kibitz.new(name, seed=11)
    if first:
        state.push(first)
    hint = kibitz.hint(state)
    console = Console(file=io.StringIO(), width=columns)
    console.print(hint_table(hint))
    assert isinstance(console.file, io.StringIO)
    shown = console.file.getvalue().splitlines()
    assert max(map(len, shown)) <= columns and not any("…" in line for line in shown)
    for advice in hint.advice[:10]:
        (row,) = [line for line in shown if line.strip("│ ").startswith(advice.move.name + " ") and ":" not in line]
        assert all(f"{value:z.2f}" in row or f"{value:.0f}" in row for value in advice.details.values())
