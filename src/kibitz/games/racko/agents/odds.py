"""Plays as `diablo` does, and says what each move is worth as a chance to win the game.

Two players; the chance is a fit to how games of diablo against itself ended (`odds.py` beside the rules), and a
correction of that fit where it bends otherwise than the games did.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.game import Game
from kibitz.games.racko.agents import diablo
from kibitz.games.racko.odds import FILE, TERMS, chances, part_of
from kibitz.learn.calibration import KNOTS, corrected
from kibitz.weights import load_tables

TRAINED_BY = "racko.odds"


class Player(diablo.Player):
    """Diablo with a sense of how the race stands."""

    called = "Oddsmaker"
    style = "Plays as Diablo does, and knows its chances."
    learned = "From how Diablo’s games against itself ended."

    def __init__(self, game: Game, options: Any, weights: str = FILE) -> None:
        super().__init__(game, options)
        self.fitted: dict[str, np.ndarray] = {}
        if options.players == 2:
            self.unit = "chance to win"
            part = part_of(options.slots, options.target)
            needs = {"weights": ("f", TERMS), "curve": ("f", len(KNOTS))}
            self.fitted = load_tables(game, weights, part=part, needs=needs)

    def values(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        scores = super().values(views, moves, counts, *memory)
        if not self.fitted:
            return scores
        out = np.zeros(moves.shape)
        chances(views, counts, scores, self.fitted["weights"], np.zeros(TERMS), out)
        return corrected(out, self.fitted["curve"])
