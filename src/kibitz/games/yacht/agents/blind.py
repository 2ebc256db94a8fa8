"""Plays the game without the upper bonus perfectly, and so does not see the bonus coming."""

from __future__ import annotations

from kibitz.game import Game
from kibitz.games.yacht.agents._table_player import TablePlayer
from kibitz.games.yacht.solve import best_table
from kibitz.options import GameOptions


class Player(TablePlayer):
    style = "Plays perfectly, but never sees the bonus coming."
    learned = "Worked out exactly, without the bonus."

    def __init__(self, game: Game, options: GameOptions) -> None:
        super().__init__(game, options, best_table(options.encoded(), bonus=False))
