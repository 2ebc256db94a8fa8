"""Golden screens: a few moves of each game at the terminal, at 60 and at 200 columns, as a person sees them.

After a change that is meant, write them anew: ``python -m tests.cli.test_screens``.
"""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

import kibitz
from kibitz.cli.asking import Asker
from kibitz.cli.table import Table

SCREENS = Path(__file__).parent / "screens"
GAMES = ("cribbage", "gin", "racko", "yacht", "zsy")
WIDTHS = (60, 200)
MOVES = 4
"""Of the person; each is the first legal one, and a hint stands before the first."""


class Script(Asker):
    """A person who asks for a hint, plays a few moves, and leaves."""

    table: Table

    def __init__(self, console: Console) -> None:
        super().__init__(console)
        self.said = 0

    def ask(self, prompt: str, words=tuple) -> str:
        self.said += 1
        answer = "hint" if self.said == 1 else "quit"
        if 1 < self.said <= MOVES + 1:
            answer = self.table.state.legal[0].name
        self.console.print(f"{prompt}{answer}")
        return answer


def screen(name: str, width: int) -> str:
    """What stands on the screen after the script."""
    console = Console(file=io.StringIO(), width=width, markup=False, highlight=False, emoji=False)
    game = kibitz.game(name)
    state = kibitz.new(name, seed=2026, **game.table)
    script = Script(console)
    script.table = Table(state, ["human", game.policy], console, asker=script)
    script.table.play()
    assert isinstance(console.file, io.StringIO)
    return "\n".join(line.rstrip() for line in console.file.getvalue().splitlines()) + "\n"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("width", WIDTHS)
def test_a_screen_is_as_it_was(name, width):
    shown = screen(name, width)
    assert max(map(len, shown.splitlines())) <= width
    assert shown == (SCREENS / f"{name}-{width}.txt").read_text(encoding="utf-8")


def write() -> None:
    """Write all screens anew."""
    SCREENS.mkdir(exist_ok=True)
    for name in GAMES:
        for width in WIDTHS:
            (SCREENS / f"{name}-{width}.txt").write_text(screen(name, width), encoding="utf-8")


if __name__ == "__main__":
    write()
