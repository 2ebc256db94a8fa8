"""What every field of a game's record, and so of a view, means: read from the comments beside ``STATE``.

>>> import kibitz
>>> [f.about for f in fields(kibitz.game("yacht")) if f.name == "dice"]
['ascending']
"""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass
from dataclasses import fields as options_of

from kibitz.game import Game

EVERYWHERE = {
    "rng": "in a view the player's own chance, which `draw` takes from; in a state the game's",
    "to_move": "the seat to move",
    "players": "how many play",
}
"""Fields that mean the same in every game."""


@dataclass(frozen=True)
class Field:
    """One field of a record."""

    name: str
    kind: str
    """Its NumPy type: ``int8``."""
    shape: tuple[int, ...]
    about: str


def fields(game: Game) -> list[Field]:
    """The fields of a game's record, in order."""
    comments = {
        found["name"]: found["about"].strip()
        for found in re.finditer(r'^\s*\("(?P<name>\w+)",[^#\n]*#(?P<about>.*)$', _source(game), re.MULTILINE)
    }
    options = {f.name: f.metadata.get("help", "") for f in options_of(game.rules.Options)}
    found = []
    for name in game.state.names or ():
        kind, shape = game.state[name].base, game.state[name].shape
        option = f"the option {name}: {options[name]}".removesuffix(": ") if name in options else ""
        found.append(Field(name, kind.name, shape, comments.get(name) or EVERYWHERE.get(name) or option))
    return found


def table(game: Game) -> str:
    """The fields as a Markdown table."""
    lines = ["| field | type | shape | what it holds |", "|---|---|---|---|"]
    for f in fields(game):
        shape = " × ".join(map(str, f.shape)) or "1"
        lines.append(f"| `{f.name}` | {f.kind} | {shape} | {f.about} |")
    return "\n".join(lines)


def _source(game: Game) -> str:
    """The lines of ``STATE = record(...)``."""
    text = inspect.getsource(game.rules)
    begun = text.index("\nSTATE = ")
    return text[begun : text.index("\n\n", begun)]
