"""A rule of thumb: refused neighbours are unlikely, low cards likely."""

from __future__ import annotations

import numpy as np

from kibitz.game import Game
from kibitz.games.gin.melds import beside
from kibitz.games.gin.rules import concealed, unseen
from kibitz.kernel import kernel

COLD, LOW = 0.6, 0.45
"""How much less likely a card is held beside one its owner refused, and how much more so a low one."""


class Estimator:
    """No learning, a few rules."""

    def __init__(self, game: Game) -> None:
        pass

    def __call__(self, views: np.ndarray) -> np.ndarray:
        out = np.zeros((len(views), 52))
        guess_all(views, out)
        return out


@kernel
def guess_all(views, out):
    for i in range(len(views)):
        guess(views[i], int(views[i].to_move), out[i])


@kernel
def guess(v, seat, chance):
    """Known cards are certain. Of the unseen, those beside a card the other threw or declined are less likely,
    and low cards more likely, as a player keeps them.
    """
    other = 1 - seat
    refused = 0
    for card in range(52):
        if v.threw[other, card] or v.declined[other, card]:
            refused |= 1 << card
    cold, cards, known = beside(refused), unseen(v, seat), int(v.known[other])
    total = 0.0
    for card in range(52):
        chance[card] = 0.0
        if cards >> card & 1:
            chance[card] = (COLD if cold >> card & 1 else 1.0) * (1.0 + LOW * (6 - card % 13) / 6)
            total += chance[card]
    scale = concealed(v, seat) / total if total > 0 else 0.0
    for card in range(52):
        chance[card] = 1.0 if known >> card & 1 else min(chance[card] * scale, 1.0)
