"""How strong the players are: the largest stored tournament of a game under its default rules.

``kibitz tournament GAME … --publish`` stores one in ``results/<game>/matches.json``; in an installed package
that file lies in the game's own folder.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from kibitz.game import Game

MATCHES = "matches.json"


@dataclass(frozen=True)
class Ladder:
    """Who beats whom."""

    command: str
    """What plays it again."""
    standings: dict[str, dict[str, Any]]
    """By the player's spec, the best first."""

    def rating(self, spec: str) -> float | None:
        row = self.standings.get(spec)
        return None if row is None else float(row["rating"]["value"])


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
                # Who never won, or never lost, has no rating.
                rated = [row for row in stored[best]["standings"] if row["rating"]["value"] is not None]
                rows = sorted(rated, key=lambda row: -row["rating"]["value"])
                return Ladder(best, {row["player"]: row for row in rows})
    return Ladder("", {})


def _is_ladder(game: Game, command: str) -> bool:
    """A tournament under the default rules: no options but how many play, how many games, and from which seed."""
    options = {word for word in command.split() if word.startswith("--")}
    return command.startswith(f"kibitz tournament {game.name} ") and options <= {"--players", "--games", "--seed"}
