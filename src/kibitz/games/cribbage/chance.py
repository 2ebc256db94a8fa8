"""Every starter that can be turned: for luck that is counted."""

from __future__ import annotations

from kibitz.games.cribbage.rules import DISCARDING, step
from kibitz.kernel import kernel

STARTERS = 40
"""What is left of 52 cards when both hold six."""


@kernel
def ways(s, move):
    """How many cards may be turned after a throw; 0: another round is dealt."""
    return STARTERS if s.phase == DISCARDING and s.to_move == s.dealer else 0


@kernel
def go(s, move, way):
    """Play the dealer's throw and turn this one of the cards nobody holds; how likely that is."""
    held = 0
    for p in range(2):
        for i in range(6):
            held |= 1 << int(s.cards[p, i])
    card = 0
    while (held >> card) & 1:
        card += 1
    for _ in range(way):
        card += 1
        while (held >> card) & 1:
            card += 1
    s.starter = card
    step(s, move)
    return 1.0 / STARTERS
