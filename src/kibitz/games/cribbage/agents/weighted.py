"""weighted: the thesis' learner. The eight strategies, weighted by own score, other's score and role.

It plays the card that scores most at once. ``weighted:mine.txt`` throws by weights from a text file, one
place per line, as training writes them.
"""

from __future__ import annotations

import numpy as np

from kibitz.agent import CompiledAgent
from kibitz.errors import BadWeights
from kibitz.games.cribbage.agents._alike import judge_at_once
from kibitz.games.cribbage.rules import DISCARDING, MOVES
from kibitz.games.cribbage.stats import KEEPS
from kibitz.games.cribbage.weighted import pegging_records
from kibitz.games.cribbage.weighted.strategies import KNOWN, PLACES, ROOM, STRATEGIES, cell_of, fill_known
from kibitz.games.cribbage.weighted.strategies import fill_desires_of_player as fill_desires
from kibitz.kernel import kernel, record
from kibitz.learn.weighted import load_text
from kibitz.weights import load_tables

TRAINED_BY = "cribbage.tournament"

PARAMS = record([*KNOWN, ("weights", "f8", (PLACES, STRATEGIES))])


@kernel
def judge(v, moves, count, memory, params, values):
    room = memory.scratch
    if v.phase == DISCARDING:
        fill_desires(params, room, v)
        place = cell_of(v)
        for k in range(KEEPS):
            values[k] = 0.0
            for j in range(STRATEGIES):
                values[k] += params.weights[place, j] * room.desires[j, k]
    else:
        judge_at_once(v, moves, count, values)


class Player(CompiledAgent):
    called = "Weigher"
    style = "Weighs eight plans by how the score stands."
    learned = "From its own games, which plan to trust when."
    unit = "desirability"
    memory = record([("scratch", ROOM), ("scratch_values", "f8", (MOVES,))])
    judge = judge

    def __init__(self, game, options, weights: str = "weighted.safetensors") -> None:
        super().__init__(game, options)
        self.use(_load(game, weights))

    def use(self, weights: np.ndarray) -> None:
        """Throw by weights of one's own: one line per place (`cell_of`), one column per strategy."""
        self.params = np.zeros(1, PARAMS)
        fill_known(self.params, pegging_records.shipped(self.game))
        self.params["weights"] = weights


def _load(game, name: str) -> np.ndarray:
    if not name.endswith(".txt"):
        return load_tables(game, name, needs={"weights": ("f", PLACES, STRATEGIES)})["weights"]
    try:
        found = load_text(name)
    except (OSError, ValueError) as error:
        raise BadWeights(f"cannot read weights from {name}: {error}") from error
    if found.shape != (PLACES, STRATEGIES):
        raise BadWeights(f"{name} has {found.shape} weights; {PLACES} lines of {STRATEGIES} are needed")
    return found
