"""weighted: the thesis' learner. The eight strategies, weighted by own score, other's score and role.

``weighted:mine.txt`` plays with weights from a text file, one place a line, as training writes them.
"""

from __future__ import annotations

import numpy as np

from kibitz.errors import BadWeights
from kibitz.games.cribbage.agents._strategies import SPOTS, STRATEGIES, Weighing
from kibitz.learn.weighted import load_text
from kibitz.weights import load_tables

TRAINED_BY = "cribbage.tournament"


class Player(Weighing):
    def __init__(self, game, options, weights: str = "weighted.safetensors"):
        super().__init__(game, options)
        if weights.endswith(".txt"):
            try:
                found = load_text(weights)
            except (OSError, ValueError) as error:
                raise BadWeights(f"cannot read weights from {weights}: {error}") from error
        else:
            found = load_tables(game, weights)["weights"].astype(np.float64)
        if found.shape != (2 * SPOTS * SPOTS, STRATEGIES):
            raise BadWeights(
                f"{weights} has {found.shape} weights; {2 * SPOTS * SPOTS} lines of {STRATEGIES} are needed"
            )
        self.weights = found
