"""schell: keeps what counts most on average with Schell's crib table added or taken off, and plays one ply.

In the play a card is worth its points at once less the mean of the other player's best reply.
"""

from __future__ import annotations

import numpy as np

from kibitz.agent import Agent
from kibitz.games.cribbage import schell, stats
from kibitz.games.cribbage.agents._player import fill_claims, fill_one_ply
from kibitz.games.cribbage.counting import rank_of
from kibitz.games.cribbage.rules import DISCARDING, PLAYING
from kibitz.kernel import kernel


class Player(Agent):
    unit = "points"

    def __init__(self, game, options):
        super().__init__(game, options)
        self.crib = schell.table()

    def values(self, views, moves, counts, *memory):
        values = np.zeros(moves.shape)
        keeps = np.zeros(stats.KEEPS, stats.KEEP)
        fill(stats.tables(), self.crib, keeps, views, moves, counts, values)
        return values

    def details(self, view, moves):
        if view.phase != DISCARDING:
            return {}
        keeps = stats.keeps_of(view.cards[view.to_move])
        return {"hand": keeps["average"], "crib": keeps["crib"]}


@kernel
def fill(t, crib, keeps, views, moves, counts, values):
    for row in range(len(views)):
        v = views[row]
        if v.phase == DISCARDING:
            is_dealer = v.to_move == v.dealer
            stats.hand_statistics(t, v.cards[v.to_move], keeps)
            for i in range(stats.KEEPS):
                thrown = keeps[i].thrown
                points = crib[int(is_dealer), stats.pair_index(rank_of(thrown[0]), rank_of(thrown[1]))]
                values[row, i] = keeps[i].average + (points if is_dealer else -points)
        elif v.phase == PLAYING:
            fill_one_ply(v, moves[row], counts[row], values[row])
        else:
            fill_claims(v, moves[row], counts[row], values[row])
