"""council: several players vote on every move.

``council`` is the paper's: kyle, max, baltar and diablo, one vote each. ``council:kyle+diablo`` seats
others (``council:kyle/restless=true+diablo`` with parameters of their own). Among moves with equal votes
one is chosen at random. A member notes what was played, whether it had voted for that or not.
"""

from __future__ import annotations

import numpy as np

from kibitz.agent import Agent, build
from kibitz.game import Game
from kibitz.games.racko.restless import is_restless
from kibitz.kernel import any_best, draw, kernel, record
from kibitz.options import GameOptions


class Player(Agent):
    called = "The council"
    style = "Four players vote on every move."
    learned = "Kyle, Max, Baltar and Diablo, one vote each."
    unit = "votes"

    def __init__(
        self, game: Game, options: GameOptions, members: str = "kyle+max+baltar+diablo", restless: bool = False
    ) -> None:
        super().__init__(game, options)
        self.members = [build(game, options, spec.replace("/", ":")) for spec in members.split("+")]
        self.restless = restless
        kept = [(f"notes{i}", member.memory) for i, member in enumerate(self.members) if member.memory is not None]
        self.memory = record(kept) if kept else None

    def act(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        chosen = np.empty(len(views), np.int32)
        elect(views, moves, counts, self.values(views, moves, counts, *memory), self.restless, chosen)
        return chosen

    def note(self, views: np.ndarray, chosen: np.ndarray, memory: np.ndarray) -> None:
        for i, member in enumerate(self.members):
            if member.memory is not None:
                notes = memory[f"notes{i}"].copy()
                member.note(views, chosen, notes)
                memory[f"notes{i}"] = notes

    def values(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        votes = np.zeros(moves.shape)
        for i, member in enumerate(self.members):
            notes = [memory[0][f"notes{i}"].copy()] if member.memory is not None else []
            votes += moves == member.act(views.copy(), moves, counts, *notes)[:, None]
        return votes


@kernel
def elect(views, moves, counts, votes, restless, chosen):
    for k in range(len(views)):
        if restless and is_restless(views[k]):
            chosen[k] = moves[k, draw(views[k], counts[k])]
        else:
            chosen[k] = moves[k, any_best(views[k], votes[k], counts[k])]
