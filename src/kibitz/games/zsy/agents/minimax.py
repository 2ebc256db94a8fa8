"""Open hands, searched to the end: the paper's companion work.

Every move is proven to win or to lose where the limits allow (``nodes`` a decision, and ``seconds``: none by
default, so that play does not depend on the machine). What stays open is searched so many moves deep, deeper
each time, and judged by the turns each side needs. Hints say which is which: the column ``proven``.
"""

from __future__ import annotations

import time

import numpy as np

from kibitz.agent import Agent
from kibitz.errors import BadAgentSpec
from kibitz.games.zsy.rules import PASS, cards_of, step, total
from kibitz.games.zsy.search import LOST, UNKNOWN, WON, Search


class Player(Agent):
    """Plays a move that is proven to win, else one not proven to lose, the most promising first."""

    unit = "win probability"

    def __init__(self, game, options, nodes: int = 200_000, seconds: float = 0.0) -> None:
        super().__init__(game, options)
        if not options.open:
            raise BadAgentSpec("minimax plays open hands only: deal with open=true")
        self.nodes, self.seconds = nodes, seconds

    def act(self, views, moves, counts, *memory):
        chosen = np.empty(len(views), np.int32)
        for i in range(len(views)):
            values, _ = self._searched(views[i], moves[i, : counts[i]], all_moves=False)
            chosen[i] = moves[i, values.argmax()]
        return chosen

    def values(self, views, moves, counts, *memory):
        values = np.zeros(moves.shape)
        for i in range(len(views)):
            values[i, : counts[i]], _ = self._searched(views[i], moves[i, : counts[i]], all_moves=True)
        return values

    def details(self, view, moves):
        _, proven = self._searched(view, moves, all_moves=True)
        return {"proven": proven}

    def _searched(self, view, moves, all_moves: bool):
        """What each move is worth (1: wins, 0: loses) and whether that is proven; or only up to the first win."""
        search, after = Search(bits=18), np.zeros(len(moves), view.dtype)
        deadline = time.monotonic() + self.seconds if self.seconds else float("inf")
        values, proven = np.full(len(moves), 0.5), np.zeros(len(moves), bool)
        cards = np.array([0 if move == PASS else total(cards_of(int(move))) for move in moves])
        for j, move in enumerate(moves.tolist()):
            after[j] = view
            step(after[j], move)
        share = self.nodes // (2 * len(moves)) + 1
        for j in np.argsort(-cards, kind="stable").tolist():
            found = WON_BY_MOVER if after[j].left.min() == 0 else search.prove(after[j], share, deadline)
            proven[j] = found != UNKNOWN
            # Of moves that lose all the same, the one that lays down most is the hardest to punish.
            values[j] = 1.0 if found == LOST else cards[j] / 1000 if found == WON else 0.5
            if found == LOST and not all_moves:
                return values, proven
        for j in np.flatnonzero(~proven).tolist():
            values[j] = 0.5 - search.estimate(after[j], share, deadline) * 0.4
        return values, proven


WON_BY_MOVER = LOST
"""A game that the move ended is lost for the seat to move next."""
