"""How strong the players are: the largest stored tournament of a game under its default rules.

``kibitz tournament GAME … --publish`` stores one in ``results/<game>/matches.json``; in an installed package
that file lies in the game's own folder.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from kibitz.agent import named_players
from kibitz.game import Game

MATCHES = "matches.json"
STEPS = 5
"""Levels of strength."""
STRONG = "strong"
"""The setting a game ships for those who give it a second per move, under this name."""


@dataclass(frozen=True)
class Ladder:
    """Who beats whom."""

    command: str
    """What plays it again."""
    standings: dict[str, dict[str, Any]]
    """By the player's spec, the best first."""

    def rating(self, spec: str) -> float | None:
        """None where it was not measured, or never won, or never lost: that has no number."""
        row = self.standings.get(spec)
        return None if row is None else row["rating"]["value"]

    def level(self, spec: str) -> int | None:
        """0 to 4: of five players spread evenly over the ladder, the strongest that this one is not below."""
        if spec not in self.standings:
            return None
        rising = [_height(row) for row in reversed(self.standings.values())]
        marks = [rising[round(i * (len(rising) - 1) / (STEPS - 1))] for i in range(STEPS)]
        return max(i for i, mark in enumerate(marks) if mark <= _height(self.standings[spec]))

    def steps(self) -> list[str]:
        """One player for each level there is, from weak to strong."""
        found = {self.level(spec): spec for spec in self.standings}  # of several the weakest, which gave it its name
        return [found[level] for level in sorted(found, key=lambda level: level or 0)]


@cache
def ladder(game: Game) -> Ladder:
    """The ladder of a game; empty where none was measured."""
    repository = Path(__file__).parents[3] / "results" / game.name
    for folder in (game.folder, repository):
        if (folder / MATCHES).is_file():
            stored = json.loads((folder / MATCHES).read_text(encoding="utf-8"))
            fitting = [command for command in stored if _is_ladder(game, command)]
            if fitting:
                best = max(fitting, key=lambda command: len(stored[command]["standings"]))
                rows = sorted(stored[best]["standings"], key=lambda row: -_height(row))
                strong = named_players(game).get(STRONG, "")
                names = {strong: STRONG} if ":" in strong else {}  # a player as it is keeps its own name
                return Ladder(best, {names.get(row["player"], row["player"]): row for row in rows})
    return Ladder("", {})


def _height(row: dict[str, Any]) -> float:
    """Where a player stands: its rating, or the bound of one that never won (or never lost)."""
    rating = row["rating"]
    known = [rating[name] for name in ("value", "high", "low") if rating[name] is not None]
    return known[0] if known else -math.inf


def _is_ladder(game: Game, command: str) -> bool:
    """A tournament under the default rules: no options but how many play, how many games, and from which seed."""
    options = {word for word in command.split() if word.startswith("--")}
    return command.startswith(f"kibitz tournament {game.name} ") and options <= {"--players", "--games", "--seed"}
