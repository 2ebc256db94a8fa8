"""A hand played to its end inside one kernel: what a searching player imagines.

`imagine` makes a whole game of a view, the other hand drawn by what an estimator says of each card;
`play_on` plays the hand to its end, both sides racing for gin or the other knocking as soon as it can.
"""

from __future__ import annotations

import math

from kibitz.games.gin.choices import HELP, LATE, OUTS, PATIENCE, knock_at_once, race
from kibitz.games.gin.melds import lowest
from kibitz.games.gin.rules import ENDED, concealed, shuffle_from, step, unseen
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


@kernel
def play_on(s, seat, knocks):
    """Play the hand to its end: `seat` races for gin, and the other too, unless it `knocks` at the first chance."""
    hand = s.hand
    while s.phase != ENDED and s.hand == hand:
        if knocks and s.to_move != seat:
            step(s, knock_at_once(s))
        else:
            step(s, race(s, HELP, PATIENCE, OUTS, LATE))
