"""value: chooses throws and cards by the chance to win the game.

The chance from every score comes from dynamic programming (`outlook.py`), the choice of a card from a
search over hands the other player may hold (`search.py`).
"""

from __future__ import annotations

import numpy as np

from kibitz.agent import Agent
from kibitz.games.cribbage import outlook, search, stats
from kibitz.games.cribbage.agents._player import fill_claims
from kibitz.games.cribbage.counting import rank_of
from kibitz.games.cribbage.rules import DISCARDING, PLAYING
from kibitz.kernel import kernel

TRAINED_BY = "cribbage.value"


class Player(Agent):
    """`hands` is how many hands of the other player each card is tried against.

    `sure` says how well the other is trusted to play by the quick rule (0: nothing is read from its play),
    `caution` how much that rule fears the reply, `crib` how much of the exact crib is believed.
    """

    unit = "win probability"

    def __init__(
        self, game, options, hands: int = 64, sure: float = search.SURE, caution: float = search.CAUTION,
        crib: float = search.CRIB,
        weights: str = "value.safetensors",
    ):  # fmt: skip
        super().__init__(game, options)
        self.how = (hands, sure, caution, crib)
        self.outlook = outlook.load(game, weights)

    def values(self, views, moves, counts, *memory):
        values = np.zeros(moves.shape)
        keeps, work = np.zeros(stats.KEEPS, stats.KEEP), np.zeros(1, stats.WORK)[0]
        fill(stats.tables(), self.outlook, work, keeps, search.room(*self.how), views, moves, counts, values)
        return values

    def details(self, view, moves):
        if view.phase != DISCARDING:
            return {}
        role = int(view.to_move == view.dealer)
        keeps = stats.keeps_of(view.cards[view.to_move], self.outlook["throws"][1 - role])
        rows = [stats.hand_index(*(rank_of(card) for card in keep)) for keep in keeps["kept"]]
        points = np.arange(outlook.PEGS)
        pegging = (self.outlook["gain"] - self.outlook["give"])[role, rows] @ points
        return {"hand": keeps["average"], "crib": keeps["crib"], "pegging": pegging}


@kernel
def fill(t, o, w, keeps, x, views, moves, counts, values):
    for row in range(len(views)):
        v = views[row]
        if v.phase == DISCARDING:
            search.fill_throws(t, o, x, w, keeps, v, values[row])
        elif v.phase == PLAYING:
            search.fill_play(t, o, x, v, moves[row], counts[row], values[row])
        else:
            fill_claims(v, moves[row], counts[row], values[row])
