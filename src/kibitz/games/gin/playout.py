"""A hand played to its end inside one kernel: what a searching player imagines.

`imagine` makes a whole game of a view, the other hand drawn by what an estimator says of each card;
`play_on` plays a hand to its end, the other as the simple player would, oneself for hope and gin.
"""

from __future__ import annotations

import math

from kibitz.games.gin.choices import least_deadwood, most_hope, take_what_melds
from kibitz.games.gin.melds import lowest
from kibitz.games.gin.rules import DISCARDING, ENDED, KNOCK, concealed, may_discard, shuffle_from, step, unseen
from kibitz.games.gin.worth import eagerness
from kibitz.kernel import kernel, mix, uniform


@kernel
def imagine(v, seat, chance, keys, seed):
    """Make a view of the seat to move a whole game; each unseen card is held as `chance` says.

    Cards are drawn one by one in proportion to their odds: the smallest exponential keys win.
    """
    v.rng = mix(seed)
    cards, needed = unseen(v, seat), concealed(v, seat)
    n = int(v.next)
    at = n - needed
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        p = min(max(chance[card], 1e-4), 1 - 1e-4)
        keys[at] = -math.log(1 - uniform(v)) * (1 - p) / p
        v.deck[at] = card
        at += 1
    for i in range(n - needed, n):
        least = i
        for j in range(i + 1, 52):
            if keys[j] < keys[least]:
                least = j
        keys[i], keys[least] = keys[least], keys[i]
        v.deck[i], v.deck[least] = v.deck[least], v.deck[i]
        v.hands[1 - seat] |= 1 << int(v.deck[i])
    shuffle_from(v, n)
    v.last_hand = v.hand  # nothing is dealt after this hand


@kernel
def play_on(s, seat, weights):
    """Play a hand to its end: the other as simple, `seat` for hope, knocking when `eagerness` says so."""
    while s.phase != ENDED:
        if s.phase != DISCARDING:
            step(s, take_what_melds(s))
            continue
        p = int(s.to_move)
        hand = int(s.hands[p])
        if p == seat:
            open_cards = unseen(s, seat)
            card, dead = most_hope(hand, may_discard(s), open_cards)
            knocks = dead <= s.limit and eagerness(s, p, hand ^ (1 << card), open_cards, weights) > 0
        else:
            card, dead = least_deadwood(s, hand, may_discard(s))
            knocks = dead <= s.limit
        step(s, KNOCK + card if knocks else card)
