"""Every way a draw can go: for luck that is counted."""

from __future__ import annotations

from kibitz.games.racko.rules import DRAW, pile_is_open, step
from kibitz.kernel import kernel


@kernel
def ways(s, move):
    """How many cards may lie on top of the draw pile; 0: it is shuffled first, or another round is dealt."""
    return int(s.piled) if move == DRAW and not pile_is_open(s) else 0


@kernel
def go(s, move, way):
    """Play a draw that brings this card of the pile; how likely that is."""
    cards, top = int(s.piled), int(s.piled) - 1
    s.pile[top], s.pile[way] = s.pile[way], s.pile[top]
    step(s, move)
    return 1.0 / cards
