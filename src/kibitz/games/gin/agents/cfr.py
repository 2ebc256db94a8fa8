"""Plays the average strategy of regret minimisation over a coarse picture of the position.

``cfr`` sees the buckets of the autoencoder's code and learned by outcome sampling, ``cfr:code-all`` the same buckets
but every action was tried, ``cfr:variational`` the buckets of the variational code, ``cfr:one`` nothing but the
kind of decision, ``cfr:looks`` what a player would look at: deadwood, turn, what the other took, what would help.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from kibitz.agent import Agent
from kibitz.errors import BadAgentSpec, suggest
from kibitz.games.gin.abstraction import PLANS, actions, coded, infoset
from kibitz.kernel import draw, kernel
from kibitz.weights import load_tables

FILE = "cfr.safetensors"
TRAINED_BY = "gin.regret"


class Player(Agent):
    """Mixes its plans as the bucket says."""

    unit = "probability"

    def __init__(self, game, options, sees: str = "code", weights: str | Mapping = FILE) -> None:
        super().__init__(game, options)
        self.tables, self.sees = load_tables(game, weights) if isinstance(weights, str) else weights, sees
        known = [name.removesuffix(".policy") for name in self.tables if name.endswith(".policy")]
        if sees not in known:
            raise BadAgentSpec(f"cfr has no table {sees!r}; {suggest(sees, known)}")
        self.policy = self.tables[f"{sees}.policy"].astype(np.float64)

    def act(self, views, moves, counts):
        chosen = np.empty(len(views), np.int32)
        choose_all(views, coded(self.tables, self.sees), self.policy, np.empty(PLANS, np.int32), chosen)
        return chosen

    def values(self, views, moves, counts):
        out = np.zeros(moves.shape)
        plans = np.empty(PLANS, np.int32)
        value_all(views, moves, counts, coded(self.tables, self.sees), self.policy, plans, out)
        return out


@kernel
def choose_all(views, code, policy, plans, chosen):
    for i in range(len(views)):
        v = views[i]
        seat = int(v.to_move)
        n = actions(v, seat, plans)
        info = infoset(v, seat, code)
        total = 0.0
        for a in range(n):
            total += policy[info, a]
        left = draw(v, 1 << 30) / (1 << 30) * total
        chosen[i] = plans[n - 1]
        for a in range(n):
            left -= policy[info, a]
            if left < 0:
                chosen[i] = plans[a]
                break


@kernel
def value_all(views, moves, counts, code, policy, plans, out):
    """The chance that each move is played."""
    for i in range(len(views)):
        v = views[i]
        seat = int(v.to_move)
        n = actions(v, seat, plans)
        info = infoset(v, seat, code)
        for j in range(counts[i]):
            for a in range(n):
                if plans[a] == moves[i, j]:
                    out[i, j] += policy[info, a]
