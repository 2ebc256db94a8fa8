"""Imagines the hidden cards, plays each candidate move to the end of the hand, and takes the best.

The other hand is drawn by an estimator and plays on as simple would. `sims` is the budget: how many hands
are imagined at each decision. Candidates are the moves that `camper` ranks first and not far apart; the
weaker half is dropped twice, as the budget is spent. For a hint every move is played out, and more often.
"""

from __future__ import annotations

import numpy as np

from kibitz.agent import Agent
from kibitz.games.gin import worth
from kibitz.games.gin.advice import discard_details
from kibitz.games.gin.estimators import estimator as find_estimator
from kibitz.games.gin.playout import imagine, play_on
from kibitz.games.gin.rules import DISCARDING, MOVES, STATE, step
from kibitz.kernel import kernel, mix, record

WIDTH = 6
"""How many moves are tried when playing; for a hint all are."""
GAP = 8.0
"""Moves that camper ranks so many points below its best are not tried."""
TRUST = 128.0
"""How many playouts camper's opinion of a move is worth."""
HINT_SIMS = 1_000
"""A hint imagines at least so many hands."""


class Player(Agent):
    """Plays each move out in many imagined hands."""

    unit = "points"

    def __init__(self, game, options, sims: int = 64, estimator: str = "bayes") -> None:
        super().__init__(game, options)
        self.sims = max(1, sims)
        self.estimator = find_estimator(game, estimator)
        self.weights = np.zeros(1, record(worth.FIELDS))
        worth.fill(self.weights, game)

    def act(self, views, moves, counts):
        values, _ = self._search(views, moves, counts, self.sims, WIDTH)
        best = np.where(np.arange(moves.shape[1]) < counts[:, None], values, -np.inf).argmax(axis=1)
        return moves[np.arange(len(moves)), best]

    def values(self, views, moves, counts):
        return self._search(views, moves, counts, max(self.sims, HINT_SIMS), MOVES)[0]

    def details(self, view, moves):
        """For each discard the deadwood left, the chance the other wants it, and to win the hand."""
        views = np.zeros(1, STATE)
        views[0] = view
        asked = np.zeros((1, MOVES), np.int32)
        asked[0, : len(moves)] = moves
        counts = np.array([len(moves)], np.int64)
        _, won = self._search(views, asked, counts, max(self.sims, HINT_SIMS), MOVES)
        columns = {"wins the hand": won[0, : len(moves)]}
        if view.phase == DISCARDING:
            columns |= discard_details(view, moves, self.estimator(views)[0])
        return columns

    def _search(self, views, moves, counts, sims, width):
        values, won = np.zeros(moves.shape), np.zeros(moves.shape)
        chances = np.ascontiguousarray(self.estimator(views), np.float64)
        scratch = (np.zeros(2, STATE), np.empty(52), np.empty(MOVES), np.empty(MOVES), np.empty(MOVES, np.int64))
        search_all(views, moves, counts, chances, self.weights, sims, width, values, won, *scratch)
        return values, won


@kernel
def search_all(views, moves, counts, chances, weights, sims, width, values, won, worlds, keys, prior, earned, played):
    for i in range(len(views)):
        search(
            views[i], moves[i], counts[i], chances[i], weights[0], sims, width, values[i], won[i],
            worlds, keys, prior, earned, played,
        )  # fmt: skip


@kernel
def search(v, moves, n, chance, weights, sims, width, values, won, worlds, keys, prior, earned, played):
    """Points (`values`) and the share of hands won (`won`) of each move."""
    seat = int(v.to_move)
    worth.values(v, moves, n, weights, chance, prior)
    for j in range(n):
        values[j], won[j], earned[j], played[j] = prior[j], 0.0, 0.0, 0
    alive, done = n, 0
    if width < MOVES:
        alive = min(near(prior, n), width)
        if alive == 1:
            return
    while done < sims:
        bar = nth_largest(values, n, alive)
        until = sims if width == MOVES else min(sims, done + (sims + 2) // 3)
        for j in range(n):
            values[j] = -1.0 if values[j] >= bar else 0.0  # marks who plays this round
        for k in range(done, until):
            worlds[0] = v
            imagine(worlds[0], seat, chance, keys, mix(v.rng + np.uint64(k)))
            for j in range(n):
                if values[j] < 0:
                    worlds[1] = worlds[0]
                    points, wins = result(worlds[1], seat, int(moves[j]), weights)
                    earned[j] += points
                    won[j] += wins
                    played[j] += 1
        done = until
        alive = max(2, (alive + 1) // 2)
        blend(n, prior, earned, played, values)
    for j in range(n):
        if played[j]:
            won[j] /= played[j]


@kernel
def blend(n, prior, earned, played, values):
    """What was earned in playouts, steadied by camper's opinion as if that were TRUST playouts more."""
    offset, tried = 0.0, 0
    for j in range(n):
        if played[j]:
            offset += earned[j] / played[j] - prior[j]
            tried += 1
    offset /= max(tried, 1)
    for j in range(n):
        values[j] = (TRUST * (prior[j] + offset) + earned[j]) / (TRUST + played[j])


@kernel
def result(s, seat, move, weights):
    """The points of the hand for a seat after a move, and whether it won (a void hand: half)."""
    step(s, move)
    play_on(s, seat, weights)
    gained = float(s.won[seat]) - float(s.won[1 - seat])
    return gained, 1.0 if gained > 0 else (0.0 if gained < 0 else 0.5)


@kernel
def near(prior, n):
    """How many moves are within GAP of the best."""
    floor, found = nth_largest(prior, n, 1) - GAP, 0
    for j in range(n):
        found += prior[j] >= floor
    return found


@kernel
def nth_largest(values, n, k):
    """The k-th largest of the first `n` values."""
    bar = np.inf
    for _ in range(k):
        highest = -np.inf
        for j in range(n):
            if values[j] < bar and values[j] > highest:
                highest = values[j]
        if highest == -np.inf:
            break
        bar = highest
    return bar
