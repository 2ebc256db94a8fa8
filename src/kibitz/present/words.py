"""Texts of the games as the terminal shows them: with names, and red suits red."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rich.table import Table
from rich.text import Text

from kibitz.options import GameOptions

HUMAN = "human"
WHO = "{who}"
"""Stands in what a game tells for the name of another player who moves."""


def names_of(seats: Sequence[str]) -> list[str]:
    """One name per player: ``you`` where one person plays, and no two the same.

    >>> names_of(["human", "value"]), names_of(["human", "human"]), names_of(["kyle", "kyle"])
    (['you', 'value'], ['player 1', 'player 2'], ['kyle 1', 'kyle 2'])
    """
    people = [seat for seat, who in enumerate(seats) if who == HUMAN]
    plain = ["player" if who == HUMAN else who.partition(":")[0] for who in seats]
    found = []
    for seat, name in enumerate(plain):
        if [seat] == people:
            found.append("you")
        elif plain.count(name) > 1 or name == "player":
            found.append(f"{name} {plain[: seat + 1].count(name)}")
        else:
            found.append(name)
    return found


def told(text: str, mover: str, is_watcher: bool) -> str:
    """What happened, as a sentence about the mover. A game may leave the subject out; then it is the mover."""
    lines = text.replace(WHO, mover).splitlines() or [""]
    if WHO not in text and not lines[0].startswith("you "):
        lines[0] = f"{'you' if is_watcher else mover}: {lines[0]}"
    # A sentence begins with a capital, whoever it is about.
    begun = re.compile(rf"(?:^|(?<=[.!?] )){re.escape(mover)}\b")
    capital = mover[:1].upper() + mover[1:]
    return "\n".join(begun.sub(capital, line[:1].upper() + line[1:]) for line in lines)


def hanging(lines: Mapping[str, str]) -> Table:
    """Words with what they mean beside them, however often that wraps."""
    table = Table.grid(padding=(0, 2))
    for word, meaning in lines.items():
        table.add_row(f"  {word}", meaning)
    return table


def coloured(text: str, style: str = "") -> Text:
    """A text in which hearts and diamonds are red."""
    shown = Text(text, style=style)
    for found in re.finditer(r"(?:10|[2-9TJQKA])?[♥♦]", text):
        shown.stylize("red", *found.span())
    return shown


def changed(options: GameOptions, usual: GameOptions) -> str:
    """The options that are not as usual at a table; empty where all are."""
    pairs = zip(str(options).split(), str(usual).split())
    return ", ".join(mine.replace("=", " ") for mine, theirs in pairs if mine != theirs)
