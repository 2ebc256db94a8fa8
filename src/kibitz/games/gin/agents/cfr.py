"""Plays the average strategy of regret minimisation over a coarse picture of the position.

``cfr`` sees the buckets of the autoencoder's code and learned by outcome sampling, ``cfr:code-all`` the same buckets
but every action was tried, ``cfr:variational`` the buckets of the variational code, ``cfr:one`` nothing but the
kind of decision, ``cfr:looks`` what a player would look at: deadwood, turn, what the other took, what would help.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from kibitz.agent import CompiledAgent
from kibitz.errors import BadAgentSpec, BadWeights, suggest
from kibitz.game import Game
from kibitz.games.gin.abstraction import BITS, KINDS, LOOKS, PLANS, actions, coded, infoset
from kibitz.kernel import kernel, record, uniform
from kibitz.options import GameOptions
from kibitz.weights import load_tables

FILE = "cfr.safetensors"
TRAINED_BY = "gin.cfr"
SCRATCH = record([("scratch_plans", "i4", (PLANS,))])
NEEDS = {
    "matrix": ("f", None, BITS), "offset": ("f", None), "centres": ("f", None, None), "looks": ("f", 1),
    "policy": ("f", None, PLANS),
}  # fmt: skip


@kernel
def decide(v, moves, count, memory, params):
    """One of the plans, drawn as the average strategy mixes them."""
    plans = memory.scratch_plans
    n = actions(v, int(v.to_move), plans)
    info = infoset(v, int(v.to_move), params)
    total = 0.0
    for a in range(n):
        total += params.policy[info, a]
    left = uniform(v) * total
    for a in range(n - 1):
        left -= params.policy[info, a]
        if left < 0:
            return plans[a]
    return plans[n - 1]


@kernel
def judge(v, moves, count, memory, params, values):
    """The chance that each move is played."""
    plans = memory.scratch_plans
    n = actions(v, int(v.to_move), plans)
    info = infoset(v, int(v.to_move), params)
    for j in range(count):
        values[j] = 0.0
        for a in range(n):
            if plans[a] == moves[j]:
                values[j] += params.policy[info, a]


class Player(CompiledAgent):
    """Mixes its plans as the bucket says."""

    called = "Balancer"
    style = "Mixes its plans, so that it is hard to read."
    learned = "Played itself and did less of what it regretted."
    decide, judge, memory = decide, judge, SCRATCH
    unit, mixes = "probability", True

    def __init__(
        self, game: Game, options: GameOptions, sees: str = "code", weights: str | Mapping[str, np.ndarray] = FILE
    ) -> None:
        super().__init__(game, options)
        tables = load_tables(game, weights) if isinstance(weights, str) else weights
        known = [name.removesuffix(".policy") for name in tables if name.endswith(".policy")]
        if sees not in known:
            raise BadAgentSpec(f"cfr has no table {sees!r}; {suggest(sees, known)}")
        if isinstance(weights, str):
            own = load_tables(game, weights, part=sees, needs=NEEDS)
            code, buckets = len(own["offset"]), len(own["centres"])
            infosets = KINDS * buckets * (LOOKS if own["looks"][0] else 1)
            if len(own["matrix"]) != code or own["centres"].shape[1] != code or len(own["policy"]) != infosets:
                raise BadWeights(f"{weights}: the tables of {sees} do not belong together")
        self.params = coded(tables, sees, policy=tables[f"{sees}.policy"])
