"""A throw, judged by the chance to win.

The hand's counts over all starters are exact. What the play, the other's hand and the crib bring is
taken from the chances seen for such a hand and such a throw; then the crib's mean is put right for the
six cards held.
"""

from __future__ import annotations

from kibitz.games.cribbage import stats
from kibitz.games.cribbage.counting import rank_of
from kibitz.games.cribbage.rules import spot_of
from kibitz.games.cribbage.stats import KEEPS, POINTS, hand_index, pair_index
from kibitz.games.cribbage.value.chances import GOAL, PEGS
from kibitz.kernel import kernel

USUAL_OWN, USUAL_OTHER = 11, 3
"""About what a player gains in the play and with its hand, and about what the other gains in the play.

One more point in the crib is weighed at the score that these lead to."""


@kernel
def fill_throws(params, room, v, values):
    """The chance to win after each of the fifteen throws."""
    chances, keeps = params.chances, room.keeps
    me = v.to_move
    role = int(me == v.dealer)
    own, other = spot_of(v, me), spot_of(v, 1 - me)
    stats.statistics(params.tables, room.work, v.cards[me], chances.throws[1 - role], keeps)
    for k in range(KEEPS):
        kept, thrown = keeps[k].kept, keeps[k].thrown
        hand = hand_index(rank_of(kept[0]), rank_of(kept[1]), rank_of(kept[2]), rank_of(kept[3]))
        pair = pair_index(rank_of(thrown[0]), rank_of(thrown[1]))
        chance = 0.0
        for mine in range(PEGS):
            p = chances.gain[role, hand, mine]
            if p < 1e-4:
                continue
            for theirs in range(PEGS):
                q = p * chances.give[role, hand, theirs]
                if q < 1e-5:
                    continue
                if own + mine >= GOAL or other + theirs >= GOAL:
                    # Who pegs out first when both could is not known: take it as even.
                    if other + theirs < GOAL:
                        chance += q
                    elif own + mine >= GOAL:
                        chance += q / 2
                else:
                    chance += q * after_play(chances, keeps[k], role, pair, own + mine, other + theirs)
        chance += params.crib * crib_shift(chances, keeps[k], role, pair, own, other)
        values[k] = min(max(chance, 0.0), 1.0)


@kernel
def crib_shift(chances, keep, role, pair, own, other):
    """How much better the chance is because these six cards make the crib better, or worse, than such throws do."""
    usual = 0.0
    for points in range(POINTS):
        usual += points * chances.crib[role, pair, points]
    a, b = min(own + USUAL_OWN, GOAL), min(other + USUAL_OTHER, GOAL)
    now = chances.before_hands[role, pair, a, b]
    with_one_more = chances.before_hands[role, pair, min(a + role, GOAL), min(b + 1 - role, GOAL)]
    return (keep.crib - usual) * (with_one_more - now)


@kernel
def after_play(chances, keep, role, pair, own, other):
    """The chance to win before the show, over all starters."""
    chance = 0.0
    for points in range(keep.low, keep.high + 1):
        if keep.counts[points] > 0:
            chance += keep.counts[points] * chances.before_hands[role, pair, min(own + points, GOAL), other]
    return chance / 46
