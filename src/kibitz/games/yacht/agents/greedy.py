"""Plays each turn for the most points in that turn, as if no other were to come."""

from __future__ import annotations

from kibitz.game import Game
from kibitz.games.yacht.agents._table_player import TablePlayer
from kibitz.games.yacht.solve import empty_table
from kibitz.options import GameOptions


class Player(TablePlayer):
    style = "Takes the most points it can get this turn."
    learned = "Looks at one turn only."

    def __init__(self, game: Game, options: GameOptions) -> None:
        super().__init__(game, options, empty_table(options.encoded()))
