"""Plays the solitaire game to the best expected score, by the exact solution."""

from __future__ import annotations

from kibitz.game import Game
from kibitz.games.yacht.agents._table_player import TablePlayer
from kibitz.games.yacht.rules import Options
from kibitz.games.yacht.solve import solve


class Player(TablePlayer):
    called = "Solver"
    style = "Plays for the highest mean score, and never looks at you."
    learned = "Worked out exactly, for one player alone."

    def __init__(self, game: Game, options: Options) -> None:
        super().__init__(game, options, solve(rules=options.rules, joker=options.joker).table)
