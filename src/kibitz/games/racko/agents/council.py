"""council: several players vote on every move.

``council`` is the paper's: kyle, max, baltar and diablo, one vote each. ``council:kyle+diablo`` seats
others. Among moves with equal votes one is chosen at random.
"""

from __future__ import annotations

import numpy as np

from kibitz.agent import Agent, build
from kibitz.games.racko.agents._choice import choose_best
from kibitz.kernel import record


class Player(Agent):
    unit = "votes"

    def __init__(self, game, options, members: str = "kyle+max+baltar+diablo") -> None:
        super().__init__(game, options)
        self.members = [build(game, options, spec.replace("/", ":")) for spec in members.split("+")]
        kept = [(f"notes{i}", member.memory) for i, member in enumerate(self.members) if member.memory is not None]
        self.memory = record(kept) if kept else None

    def act(self, views, moves, counts, *memory):
        votes, wishes = self._vote(views, moves, counts, *memory)
        chosen = np.empty(len(views), np.int32)
        choose_best(views, moves, counts, votes, chosen)
        for i, (wish, after) in enumerate(wishes):
            # A member whose move was not played goes on from what it had noted before.
            if after is not None:
                memory[0][f"notes{i}"] = np.where(wish == chosen, after, memory[0][f"notes{i}"])
        return chosen

    def values(self, views, moves, counts, *memory):
        return self._vote(views, moves, counts, *memory)[0]

    def _vote(self, views, moves, counts, *memory):
        votes, wishes = np.zeros(moves.shape), []
        for i, member in enumerate(self.members):
            notes = [memory[0][f"notes{i}"].copy()] if member.memory is not None else []
            wish = member.act(views.copy(), moves, counts, *notes)
            votes += moves == wish[:, None]
            wishes.append((wish, notes[0] if notes else None))
        return votes, wishes
