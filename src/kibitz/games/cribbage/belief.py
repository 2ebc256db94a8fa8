"""How likely a world is: a hand of the other counts for more the more often such cards are kept, and such are thrown.

How often strong players keep and throw what is part of what `value` learned (`cribbage.value`).
"""

from __future__ import annotations

import numpy as np

from kibitz.game import game
from kibitz.games.cribbage.counting import rank_of
from kibitz.games.cribbage.rules import DISCARDING
from kibitz.games.cribbage.stats import hand_index, tables
from kibitz.games.cribbage.value import chances
from kibitz.kernel import kernel

_known = chances.load(game("cribbage"), "value.safetensors")
KEPT = (_known["kept"] / tables()["ways"]).astype(np.float32)
"""By role and hand: how readily one certain hand of these ranks is kept."""
KEPT /= KEPT.mean()
THROWN = (_known["throws"] / _known["throws"].mean()).astype(np.float32)
"""By role and two ranks: how readily two certain cards of these ranks are thrown."""


@kernel
def likely(s, seat):
    """How likely a world is against others, for the seat that imagines it."""
    other = 1 - seat
    if s.phase == DISCARDING and not (s.to_move == s.dealer and other != s.dealer):
        return 1.0  # the other has not thrown yet
    cards, role = s.cards[other], int(other == s.dealer)
    hand = hand_index(rank_of(cards[0]), rank_of(cards[1]), rank_of(cards[2]), rank_of(cards[3]))
    return float(KEPT[role, hand] * THROWN[role, rank_of(cards[4]), rank_of(cards[5])])
