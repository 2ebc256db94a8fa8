"""A network learned elsewhere, played here: from an observation to a number for each action.

`export` writes a torch module as an ONNX file with its label; ``kibitz.doors.policy:Policy:mine.onnx`` then plays
with it wherever a player is named::

    kibitz play yacht --seat human --seat kibitz.doors.policy:Policy:mine.onnx
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from kibitz.agent import Agent
from kibitz.errors import BadWeights
from kibitz.game import Game
from kibitz.observation import observer
from kibitz.options import GameOptions
from kibitz.weights import Network, label, save_network


class Policy(Agent):
    """Plays the legal action to which a network gives the highest number."""

    unit = "preference"

    def __init__(self, game: Game, options: GameOptions, weights: str = "policy.onnx") -> None:
        super().__init__(game, options)
        self.network, self.observer = Network(game, weights), observer(game)
        self.actions = len(game.actions(options))
        answered = self.network(np.zeros((1, self.observer.spec.size), np.float32)).shape
        if answered != (1, self.actions):
            raise BadWeights(f"{weights} answers with {answered[1:]} numbers; {game.name} has {self.actions} actions")

    def values(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        preferences = self.network(self.observer.batch(views))
        numbers = np.minimum(self.game.numbers(self.options, moves), self.actions - 1)
        return np.take_along_axis(preferences, numbers, axis=1).astype(np.float64)


def export(file: str | Path, module: Any, game: Game, options: GameOptions, made_by: str) -> None:
    """Write a torch module that makes action preferences from flat observations."""
    import torch

    save_network(file, module, torch.zeros(1, observer(game).spec.size), label(game, options, made_by))
