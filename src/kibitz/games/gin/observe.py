"""Gin rummy as a learner sees it: where two are told of, the observer comes first."""

from __future__ import annotations

import numpy as np

from kibitz.games.gin.rules import LAST_TURN, NONE, unseen
from kibitz.kernel import kernel
from kibitz.observation import Part, Spec, bits, of, one_hot

SPEC = Spec(
    [
        Part("hand", (52,), "own cards"),
        Part("known", (2, 52), "cards of each hand that were taken from the pile"),
        Part("pile", (52,), "cards discarded and not taken"),
        Part("unseen", (52,), "cards in the stock or hidden in the other's hand"),
        Part("upcard", (52,), "the card that can be taken: one-hot"),
        Part("drawn", (52,), "the card drawn this turn, where it is known: one-hot"),
        Part("took", (2, 52), f"the turn in which each last took each card, of {LAST_TURN}; 0: never"),
        Part("threw", (2, 52), "the same for discards"),
        Part("declined", (2, 52), "the same for cards not taken"),
        Part("shown", (2, 52), "the hands laid down at the end of the hand before"),
        Part("from_pile", (1,), "1 where the drawn card was the upcard"),
        Part("stock", (1,), "cards left to draw, of 52"),
        Part("turn", (1,), f"the turn, of {LAST_TURN}"),
        Part("phase", (4,), "first offer, drawing, discarding, ended: one-hot"),
        Part("to_move", (1,), "1 where the observer is to move"),
        Part("started", (1,), "1 where the observer started this hand"),
        Part("limit", (1,), "the most deadwood to knock with, of 10"),
        Part("scores", (2,), "the scores, of the target, at most 1"),
        Part("knocker", (2,), "who knocked in the hand before: one-hot, all 0 for nobody"),
        Part("outcome", (5,), "how it ended: void, knock, gin, undercut, big gin; one-hot"),
        Part("hands", (1,), "which hand of the game this is, of 100"),
        Part("options", (7,), "knock of 10; gin, undercut and big gin of 100; oklahoma; target of 1000; hands of 100"),
    ]
)
(
    HAND, KNOWN, PILE, UNSEEN, UPCARD, DRAWN, TOOK, THREW, DECLINED, SHOWN, FROM_PILE, STOCK, TURN, PHASE, TO_MOVE,
    STARTED, LIMIT, SCORES, KNOCKER, OUTCOME, HANDS, OPTIONS,
) = SPEC.starts  # fmt: skip
PER_TURN = np.float32(1 / LAST_TURN)


@kernel
def observe(v, seat, out):
    bits(out, HAND, 52, v.hands[seat])
    bits(out, PILE, 52, v.pile)
    bits(out, UNSEEN, 52, unseen(v, seat))
    one_hot(out, UPCARD, 52, v.upcard)
    one_hot(out, DRAWN, 52, v.drawn)
    turns(out, TOOK, v.took, seat)
    turns(out, THREW, v.threw, seat)
    turns(out, DECLINED, v.declined, seat)
    for i in range(2):
        p = seat if i == 0 else 1 - seat
        bits(out, KNOWN + 52 * i, 52, v.known[p])
        bits(out, SHOWN + 52 * i, 52, v.shown[p])
        out[SCORES + i] = of(min(v.scores[p], v.target), v.target)
        out[KNOCKER + i] = v.knocker != NONE and v.knocker == p
    out[FROM_PILE] = v.from_pile
    out[STOCK] = of(52 - v.next, 52)
    out[TURN] = of(v.turn, LAST_TURN)
    one_hot(out, PHASE, 4, v.phase)
    out[TO_MOVE] = v.to_move == seat
    out[STARTED] = v.starter == seat
    out[LIMIT] = of(v.limit, 10)
    one_hot(out, OUTCOME, 5, v.outcome)
    out[HANDS] = of(v.hand, 100)
    out[OPTIONS] = of(v.knock, 10)
    out[OPTIONS + 1] = of(v.gin, 100)
    out[OPTIONS + 2] = of(v.undercut, 100)
    out[OPTIONS + 3] = of(v.big_gin, 100)
    out[OPTIONS + 4] = v.oklahoma
    out[OPTIONS + 5] = of(v.target, 1000)
    out[OPTIONS + 6] = of(v.last_hand, 100)


@kernel
def turns(out, start, when, seat):
    """The turns in which each last did something with each card; both in one loop, a third quicker than in two."""
    own, others = out[start : start + 52], out[start + 52 : start + 104]
    by_seat, by_other = when[seat], when[1 - seat]
    for card in range(52):
        own[card] = np.float32(by_seat[card]) * PER_TURN
        others[card] = np.float32(by_other[card]) * PER_TURN
