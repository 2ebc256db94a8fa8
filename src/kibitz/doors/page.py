"""Writes ``docs/views.md``: every field of every view, every part of every observation, and all actions.

``python -m kibitz.doors.page`` in the root of the project writes it anew.
"""

from __future__ import annotations

from pathlib import Path

from kibitz import fields
from kibitz.game import game, games
from kibitz.observation import observer

PAGE = Path("docs/views.md")

HEAD = """# What players and learners see

This page is written by `python -m kibitz.doors.page`. A *view* is what a player gets: one record, the same type as the
game's state, with what the seat may not know blanked. An *observation* is what a learner gets from one of the
[doors](doors.md): one flat vector of 32-bit floats whose parts are named; it is a function of the view and tells of the
observer's own seat first. Actions are the numbers 0 … n − 1; `game.actions(options)[number]` is the code of the move,
`game.numbers(options, codes)` goes the other way.
"""


def page(names: list[str] | None = None) -> str:
    """The whole page, for these games."""
    parts = [HEAD]
    for name in names or games():
        found = game(name)
        options = found.options()
        parts.append(f"## {found.title}")
        parts.append(f"### Fields of a view of {name}\n\n{fields.table(found)}")
        spec = observer(found).spec
        parts.append(f"### Observations of {name}: {spec.size} numbers\n\n{spec.table()}")
        parts.append(f"There are {len(found.actions(options)):,} actions with the default options.")
    return "\n\n".join(part.strip() for part in parts) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
