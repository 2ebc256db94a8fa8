"""The strongest player for every table: `net` where it knows the game, elsewhere `odds`, which plays as `diablo` does.

The network learned single rounds of two with ten slots and 40 cards. What it says of a round is corrected to what comes
true, and made a chance to win the game by the score (``race.py``); the order of moves stays the network's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from kibitz.agent import Agent
from kibitz.game import Game
from kibitz.games.racko.agents import net, odds
from kibitz.games.racko.picture import MOST_CARDS
from kibitz.games.racko.race import stakes, to_win_the_game
from kibitz.games.racko.rules import SLOTS
from kibitz.learn.calibration import KNOTS, corrected
from kibitz.weights import load_tables

TRAINED_BY = "racko.calibration"
FILE = "champion.safetensors"
ROUND, GAME = "round", "game"
"""The parts of the file: for the chance to win a round, and for a game of several."""


class Player(Agent):
    """Whoever is strongest, with a sense of how the game stands."""

    called = "Champion"
    style = "The best there is for your table, and never forgets the score."
    learned = "From the Network’s games against itself; at other tables, from Diablo’s."

    def __init__(self, game: Game, options: Any, weights: str = FILE) -> None:
        super().__init__(game, options)
        self.player: Agent
        self.of_round: dict[str, np.ndarray] = {}
        self.of_game: dict[str, np.ndarray] = {}
        if (options.players, options.slots, options.cards) == (2, SLOTS, MOST_CARDS):
            self.player = net.Player(game, options)
            curve = {"curve": ("f", len(KNOTS))}
            self.of_round = load_tables(game, weights, part=ROUND, needs={**curve, "ends": ("f", 2, SLOTS + 1)})
            self.unit = "chance to win"
            if options.target:
                self.of_game = load_tables(game, weights, part=GAME, needs=curve)
                self.at_stake = stakes(self.of_round["ends"], options.target)
        else:
            self.player = odds.Player(game, options)
            self.unit = self.player.unit
        self.memory = self.player.memory

    def act(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        return self.player.act(views, moves, counts, *memory)

    def values(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        found = self.player.values(views, moves, counts, *memory)
        if self.of_round:
            found = corrected(found, self.of_round["curve"])
        if self.of_game:
            found = corrected(to_win_the_game(views, found, self.at_stake), self.of_game["curve"])
        return found

    def details(self, view: np.record, moves: np.ndarray) -> Mapping[str, np.ndarray]:
        return self.player.details(view, moves)
