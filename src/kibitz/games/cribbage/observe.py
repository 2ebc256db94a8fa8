"""Cribbage as a learner sees it: where two are told of, the observer comes first."""

from __future__ import annotations

from kibitz.games.cribbage.counting import NONE, rank_of
from kibitz.games.cribbage.rules import DISCARDING
from kibitz.kernel import kernel
from kibitz.observation import Part, Spec, of, one_hot

SPEC = Spec(
    [
        Part("hand", (52,), "own cards not played yet, those to be thrown included"),
        Part("thrown", (52,), "own cards thrown into the crib"),
        Part("laid", (2, 52), "the cards each has played this round"),
        Part("other", (52,), "cards of the other that lie open for counting"),
        Part("starter", (52,), "the starter: one-hot, all 0 while it is not turned"),
        Part("count", (8, 13), "the ranks of the present count, the last card first: one-hot each"),
        Part("total", (1,), "the present count, of 31"),
        Part("left", (2,), "cards left to play, of 4"),
        Part("above", (2,), "who said go holds only cards worth more than this, of 31"),
        Part("points", (2,), "points, of the target"),
        Part("deals", (1,), "1 where the observer deals"),
        Part("to_move", (1,), "1 where the observer is to move"),
        Part("phase", (3,), "discarding, playing, counting: one-hot"),
        Part("counting", (3,), "the hand counted next: the pone's, the dealer's, the crib; one-hot"),
        Part("shown", (3, 52), "the last show: the pone's hand, the dealer's, the crib"),
        Part("shown_starter", (52,), "the starter of that show: one-hot"),
        Part("options", (2,), "target of 999; muggins: 0 or 1"),
    ]
)
(
    HAND, THROWN, LAID, OTHER, STARTER, COUNT, TOTAL, LEFT, ABOVE, POINTS, DEALS, TO_MOVE, PHASE, COUNTING,
    SHOWN, SHOWN_STARTER, OPTIONS,
) = SPEC.starts  # fmt: skip
NOWHERE = TOTAL


@kernel
def observe(v, seat, out):
    """What does not lie anywhere falls on NOWHERE, which is written later: branches cost more than these numbers."""
    for place in range(TOTAL):
        out[place] = 0
    shown = out[SHOWN : SHOWN_STARTER + 52]
    for place in range(4 * 52):
        shown[place] = 0
    has_thrown = v.phase != DISCARDING or (seat != v.dealer and v.to_move == v.dealer)
    for i in range(6):
        card, other = int(v.cards[seat, i]), int(v.cards[1 - seat, i])
        is_thrown, is_held = i >= 4 and has_thrown, (v.laid[seat] >> i) & 1 == 0
        out[THROWN + card if is_thrown else HAND + card if is_held else NOWHERE] = 1
        out[OTHER + other if other != NONE else NOWHERE] = 1
    for i in range(8):
        card, of_other, from_top = int(v.pile[i]), 52 * (v.by[i] != seat), int(v.played) - 1 - i
        out[LAID + of_other + card if i < v.played else NOWHERE] = 1
        out[COUNT + 13 * from_top + rank_of(card) if v.start <= i < v.played else NOWHERE] = 1
    out[STARTER + int(v.starter) if v.starter != NONE else NOWHERE] = 1
    for i in range(3):
        for j in range(4):
            card = int(v.shown[i, j])
            out[SHOWN + 52 * i + card if card != NONE else NOWHERE] = 1
    out[SHOWN_STARTER + int(v.shown_starter) if v.shown_starter != NONE else NOWHERE] = 1
    out[TOTAL] = of(v.total, 31)
    for i in range(2):
        p = seat if i == 0 else 1 - seat
        out[LEFT + i] = of(v.left[p], 4)
        out[ABOVE + i] = of(v.above[p], 31)
        out[POINTS + i] = of(v.points[p], v.target)
    out[DEALS] = v.dealer == seat
    out[TO_MOVE] = v.to_move == seat
    one_hot(out, PHASE, 3, v.phase)
    one_hot(out, COUNTING, 3, v.counting)
    out[OPTIONS] = of(v.target, 999)
    out[OPTIONS + 1] = v.muggins
