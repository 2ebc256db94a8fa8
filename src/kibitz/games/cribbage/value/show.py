"""A count under muggins, judged by the chance to win: what is overlooked goes to the other player."""

from __future__ import annotations

from kibitz.games.cribbage.counting import count, rank_of
from kibitz.games.cribbage.rules import CLAIM, CRIB, PONE_HAND, spot_of, true_count
from kibitz.games.cribbage.stats import pair_index
from kibitz.games.cribbage.value.chances import GOAL, next_chance
from kibitz.kernel import kernel


@kernel
def fill_claims(params, v, moves, n, values):
    """The chance to win after each count, if all that is left to count is counted right.

    A count too high is put right and costs nothing, so of equals the true one is taken.
    """
    me, true = int(v.to_move), true_count(v)
    for i in range(n):
        claimed = moves[i] - CLAIM
        own = min(spot_of(v, me) + min(claimed, true), GOAL)
        other = spot_of(v, 1 - me)
        if own < GOAL:
            other = min(other + max(true - claimed, 0), GOAL)
        values[i] = chance_after_count(params, v, me, own, other) + (1e-9 if claimed == true else 0.0)


@kernel
def chance_after_count(params, v, me, own, other):
    """The chance to win of the player who has just counted, at these points."""
    role = int(me == v.dealer)
    if own >= GOAL or other >= GOAL:
        return 1.0 if own >= GOAL else 0.0
    if v.counting == PONE_HAND:  # the dealer's hand lies open, too
        cards = v.cards[1 - me]
        other = min(other + count(cards[0], cards[1], cards[2], cards[3], v.starter, False), GOAL)
        if other >= GOAL:
            return 0.0
    if v.counting == CRIB:
        return float(next_chance(params.chances, role, own, other))
    pair = pair_index(rank_of(v.cards[me, 4]), rank_of(v.cards[me, 5]))
    return float(params.chances.before_crib[role, pair, own, other])
