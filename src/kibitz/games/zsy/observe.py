"""ZSY as a learner sees it: where two are told of, the observer comes first."""

from __future__ import annotations

from kibitz.games.zsy.rules import KINDS, LARGEST_HAND, NEVER, PASS, RANKS, cards_of, count, unseen
from kibitz.kernel import kernel
from kibitz.observation import Part, Spec, of

SPEC = Spec(
    [
        Part("hand", (RANKS,), "own cards of each rank, of 4"),
        Part("open", (RANKS,), "the other's, where hands are open"),
        Part("played", (2, RANKS), "what each has laid down, of 4"),
        Part("unseen", (RANKS,), "cards in the other's hand or out of the game, of 4"),
        Part("top", (RANKS,), "the cards to beat, of 4"),
        Part("leads", (1,), "1 where there is nothing to beat"),
        Part("to_move", (1,), "1 where the observer is to move"),
        Part("left", (2,), f"cards in hand, of {LARGEST_HAND}"),
        Part("passed", (2, KINDS), "the lowest rank each passed on, by kind of pattern, of 15; 1: never"),
        Part("options", (7,), "36 cards, hand of 18, two_in_chain, four_links, joker_pair, free_pass, open"),
    ]
)
HAND, OPEN, PLAYED, UNSEEN, TOP, LEADS, TO_MOVE, LEFT, PASSED, OPTIONS = SPEC.starts


@kernel
def observe(v, seat, out):
    other = 1 - seat
    hidden, top = unseen(v, seat) - v.hands[other], cards_of(v.top)
    for rank in range(RANKS):
        out[HAND + rank] = of(count(v.hands[seat], rank), 4)
        out[OPEN + rank] = of(count(v.hands[other], rank), 4)
        out[PLAYED + rank] = of(count(v.played[seat], rank), 4)
        out[PLAYED + RANKS + rank] = of(count(v.played[other], rank), 4)
        out[UNSEEN + rank] = of(count(hidden, rank), 4)
        out[TOP + rank] = of(count(top, rank), 4)
    out[LEADS] = v.top == PASS
    out[TO_MOVE] = v.to_move == seat
    for i in range(2):
        p = seat if i == 0 else other
        out[LEFT + i] = of(v.left[p], LARGEST_HAND)
        for k in range(KINDS):
            out[PASSED + KINDS * i + k] = of(v.passed[p, k], NEVER)
    out[OPTIONS] = v.deck == 36
    out[OPTIONS + 1] = of(v.hand, LARGEST_HAND)
    out[OPTIONS + 2] = v.two_in_chain
    out[OPTIONS + 3] = v.four_links
    out[OPTIONS + 4] = v.joker_pair
    out[OPTIONS + 5] = v.free_pass
    out[OPTIONS + 6] = v.open
