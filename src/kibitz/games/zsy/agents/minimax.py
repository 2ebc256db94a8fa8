"""Open hands, searched to the end: the paper's companion work.

Every move is proven to win or to lose where the limits allow (``nodes`` per decision, and ``seconds``: none by
default, so that play does not depend on the machine). What stays open is searched so many moves deep, deeper
each time, and judged by how it plays out; or, where a ``prior`` is named, by that player's opinion, which then gets
all nodes for proofs. Hints say which is which: the column ``proven``.

With closed hands it deals the cards it cannot see ``deals`` times at random, searches each as if the hands
were open, and takes the mean; nothing is proven then.
"""

from __future__ import annotations

import time
from typing import Annotated

import numpy as np

from kibitz.agent import Agent, build
from kibitz.games.zsy.rules import PASS, cards_of, redeal, step, total, view
from kibitz.games.zsy.search import LOST, UNKNOWN, WON, Search
from kibitz.kernel import mix
from kibitz.options import within

WON_BY_MOVER = LOST
"""A game that the move ended is lost for the seat to move next."""


FIRST_SHARE = 200
"""Nodes spent on each move at first; four times as many in every round that follows."""


class Player(Agent):
    """Plays a move that is proven to win, else one not proven to lose, the most promising first."""

    called = "Searcher"
    style = "Deals your cards at random and searches to the end."
    learned = "Nothing learned: it looks ahead."
    unit = "chance to win"

    def __init__(
        self,
        game,
        options,
        nodes: Annotated[int, within(1, 10**9)] = 200_000,
        seconds: Annotated[float, within(0, 86_400)] = 0.0,
        deals: Annotated[int, within(1, 10_000)] = 10,
        prior: str = "",
    ) -> None:
        super().__init__(game, options)
        self.nodes, self.seconds, self.deals = nodes, seconds, deals
        self.prior = build(game, options, prior) if prior else None

    def act(self, views, moves, counts, *memory):
        chosen = np.empty(len(views), np.int32)
        for i in range(len(views)):
            values, _ = self._judged(views[i], moves[i, : counts[i]], all_moves=False)
            chosen[i] = moves[i, values.argmax()]
        return chosen

    def values(self, views, moves, counts, *memory):
        values = np.zeros(moves.shape)
        for i in range(len(views)):
            values[i, : counts[i]], _ = self._judged(views[i], moves[i, : counts[i]], all_moves=True)
        return values

    def details(self, view, moves):
        _, proven = self._judged(view, moves, all_moves=True)
        return {"proven": proven}

    def _judged(self, view, moves, all_moves: bool):
        """What each move is worth, and whether that is proven."""
        deadline = time.monotonic() + self.seconds if self.seconds else float("inf")
        if view.open:
            return self._searched(view, moves, self.nodes, deadline, all_moves)
        worlds = np.repeat(np.array(view)[None], self.deals).view(view.dtype)
        found = []
        for number, world in enumerate(worlds):
            redeal(world, int(view.to_move), np.uint64(mix(np.uint64(view.rng) + np.uint64(number))))
            found.append(self._searched(world, moves, self.nodes // self.deals, deadline, all_moves=True)[0])
        return np.mean(found, axis=0), np.zeros(len(moves), bool)

    def _searched(self, state, moves, nodes: int, deadline: float, all_moves: bool):
        """What each move is worth with hands known (1: wins, 0: loses); or only up to the first win."""
        search, after = Search(bits=18), np.zeros(len(moves), self.game.state)
        values, proven = np.full(len(moves), 0.5), np.zeros(len(moves), bool)
        cards = np.array([0 if move == PASS else total(cards_of(move)) for move in moves.tolist()])
        for j, move in enumerate(moves.tolist()):
            after[j] = state
            step(after[j], move)
        ended = after["left"].min(axis=1) == 0
        opinion = self._opinion(state, moves)
        # The most promising first: by the prior's opinion, or those that lay down most.
        order = np.argsort(-cards if opinion is None else -opinion, kind="stable").tolist()
        budget = nodes // 2 if opinion is None else nodes
        share = FIRST_SHARE
        while budget > 0 and not proven.all():
            for j in [j for j in order if not proven[j]]:
                found = WON_BY_MOVER if ended[j] else search.prove(after[j], min(share, budget), deadline)
                budget -= 1 if ended[j] else int(search.rest[1])
                proven[j] = found != UNKNOWN
                # Of moves that lose all the same, the one that lays down most is the hardest to punish.
                values[j] = 1.0 if found == LOST else cards[j] / 1000 if found == WON else 0.5
                if (found == LOST and not all_moves) or budget <= 0:
                    break
            if (values == 1.0).any() and not all_moves:
                return values, proven
            share *= 4
        if opinion is not None:
            return np.where(proven, values, 0.1 + 0.8 * opinion), proven
        for j in np.flatnonzero(~proven).tolist():
            values[j] = 0.5 - search.estimate(after[j], nodes // (2 * len(moves)) + 1, deadline) * 0.4
        return values, proven

    def _opinion(self, state, moves) -> np.ndarray | None:
        """What the prior thinks of each move, from 0 to 1, as it sees the position."""
        if self.prior is None:
            return None
        views, listed = np.zeros(1, self.game.state), np.zeros((1, self.game.moves), np.int32)
        view(state, int(state.to_move), views[0])
        views["rng"], listed[0, : len(moves)] = state.rng, moves
        return self.prior.values(views, listed, np.array([len(moves)]))[0, : len(moves)]
