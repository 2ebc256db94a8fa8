"""The decisions that many players of cribbage take alike."""

from __future__ import annotations

from kibitz.games.cribbage.pegging import fill_worth_at_once
from kibitz.games.cribbage.rules import CLAIM, PLAYING, true_count
from kibitz.kernel import kernel


@kernel
def judge_at_once(v, moves, n, values):
    """In the play a card is worth what it scores at once; with muggins, counts are claimed as they are."""
    if v.phase == PLAYING:
        fill_worth_at_once(v, moves, n, values)
    else:
        fill_claims(v, moves, n, values)


@kernel
def fill_claims(v, moves, n, values):
    """The true count is worth one, all others nothing."""
    true = true_count(v)
    for i in range(n):
        values[i] = 1.0 if moves[i] == CLAIM + true else 0.0
