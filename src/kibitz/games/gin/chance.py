"""Every card that can come from the stock: for luck that is counted."""

from __future__ import annotations

from kibitz.games.gin.rules import DRAW, PASS, step
from kibitz.kernel import kernel


@kernel
def ways(s, move):
    """How many cards may be drawn; 0: none is, or another hand is dealt."""
    passed_by_both = move == PASS and s.to_move != s.starter
    return 52 - int(s.next) if move == DRAW or passed_by_both else 0


@kernel
def go(s, move, way):
    """Play a move that draws this card of the stock; how likely that is."""
    top, cards = int(s.next), 52 - int(s.next)
    s.deck[top], s.deck[top + way] = s.deck[top + way], s.deck[top]
    step(s, move)
    return 1.0 / cards
