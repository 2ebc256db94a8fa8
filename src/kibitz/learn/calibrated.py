"""A network whose chances to win are corrected to what comes true.

Whoever picks the move it thinks most of picks now and then one that it thinks too much of, so the best move of a
network wins a little less often than it says. The correction is fitted by an experiment (``lab/calibration.py`` of the
game) and ships beside the network; the order of moves stays.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from kibitz.game import Game
from kibitz.learn.calibration import KNOTS, corrected
from kibitz.options import GameOptions
from kibitz.picture import NetworkJudge, PicturePlayer
from kibitz.weights import load_tables


class CalibratedPlayer(PicturePlayer):
    """The network that is shipped, or another one of its kind, which is taken at its word."""

    def __init__(self, game: Game, options: GameOptions, weights: str, shipped: str) -> None:
        super().__init__(game, options, NetworkJudge(game, weights))
        self.curve = np.zeros(len(KNOTS))
        file = chances_file(shipped)
        if weights == shipped and (game.folder / "weights" / file).exists():
            self.curve = load_tables(game, file, needs={"curve": ("f", len(KNOTS))})["curve"]

    def come_true(self, chances: np.ndarray) -> np.ndarray:
        return corrected(chances, self.curve)


def chances_file(network: str) -> str:
    """The file beside a network that corrects what it says."""
    return f"{Path(network).stem}-chances.safetensors"
