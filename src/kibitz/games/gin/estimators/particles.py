"""The reference: hands drawn from those that fit what was seen, by how simple would have acted.

A particle is a whole past of the other seat: its first ten cards and what it drew from the stock, turn
by turn. A Metropolis chain walks over such pasts, swapping a hidden card for an unseen one or the
times at which two cards came; each past is weighed by the chance that the simple player, holding
those cards, would have taken, declined and thrown just what was seen. A small chance of any other act
keeps the walk going and forgives players who are not simple.
"""

from __future__ import annotations

import math

import numpy as np

from kibitz.game import Game
from kibitz.games.gin.features import settled
from kibitz.games.gin.melds import count, deadwood, deadwood_without, lowest, meldable, wanted
from kibitz.games.gin.rules import STATE, concealed, unseen
from kibitz.kernel import draw, kernel

CHAINS, STEPS = 10, 1_000
"""How many walks, each from a start of its own, and how many steps each; the first quarter is not counted."""
SLIP = 0.05
"""The chance of an act that is not simple's."""
DOUBT = 0.03
"""The weight of the even chance: a card that no particle held is not impossible."""
MOST = 72
"""The most cards a past can hold, with room for the turns."""


class Estimator:
    """The share of each card among the particles."""

    def __init__(
        self, game: Game, chains: int = CHAINS, steps: int = STEPS, slip: float = SLIP, doubt: float = DOUBT
    ) -> None:
        self.chains, self.steps, self.slip, self.doubt = chains, steps, slip, doubt

    def __call__(self, views: np.ndarray) -> np.ndarray:
        out = np.zeros((len(views), 52))
        scratch = (np.empty(MOST, np.int64), np.empty(MOST, np.int64), np.empty((128, 3), np.int64))
        walk_all(views, self.chains, self.steps, self.slip, out, np.zeros(1, STATE), *scratch)
        even = settled(views, np.zeros((len(views), 52)))
        return (1 - self.doubt) * out + self.doubt * even


@kernel
def walk_all(views, chains, steps, slip, out, chance, cards, came, turns):
    for i in range(len(views)):
        v = views[i]
        # Its own copy of the random stream: the view itself stays as it is.
        chance[0].rng = v.rng
        for _ in range(chains):
            walk(v, steps, slip, 1.0 / (chains * (steps - steps // 4)), out[i], chance[0], cards, came, turns)
        for card in range(52):
            if int(v.known[1 - int(v.to_move)]) >> card & 1:
                out[i, card] = 1.0


@kernel
def walk(v, steps, slip, weight, out, chance, cards, came, turns):
    """Walk over pasts and add `weight` to each card held now at every step."""
    seat = int(v.to_move)
    other = 1 - seat
    held = concealed(v, seat)
    free = unseen(v, seat)
    n = first_past(v, other, held, free, chance, cards, came, turns)
    for i in range(held):
        free &= ~(1 << cards[i])
    fit = likelihood(v, other, n, slip, cards, came, turns)
    for step in range(steps):
        if n > 0 and held > 0 and free and draw(chance, 2):
            i = draw(chance, held)
            swapped, old = pick(free, draw(chance, count(free))), cards[i]
            cards[i] = swapped
            tried = likelihood(v, other, n, slip, cards, came, turns)
            if accepts(chance, tried - fit):
                fit = tried
                free = free & ~(1 << swapped) | 1 << old
            else:
                cards[i] = old
        elif n > 1:
            i, j = draw(chance, n), draw(chance, n)
            came[i], came[j] = came[j], came[i]
            tried = likelihood(v, other, n, slip, cards, came, turns)
            if accepts(chance, tried - fit):
                fit = tried
            else:
                came[i], came[j] = came[j], came[i]
        if step >= steps // 4:
            for i in range(held):
                out[cards[i]] += weight


@kernel
def accepts(chance, gain):
    return gain >= 0 or draw(chance, 1 << 30) < math.exp(gain) * (1 << 30)


@kernel
def pick(cards, k):
    """The k-th card of some, from 0."""
    for _ in range(k):
        cards &= cards - 1
    return lowest(cards)


@kernel
def first_past(v, other, held, free, chance, cards, came, turns):
    """A past to begin with: what is held now was there from the start, what was thrown had just come.

    Cards 0 to `held` are those of today; then all that were thrown and had not been taken.
    """
    for t in range(128):
        turns[t, 0] = turns[t, 1] = turns[t, 2] = -1
    n = 0
    while n < held:
        cards[n], came[n] = pick(free, draw(chance, count(free))), 0
        free &= ~(1 << cards[n])
        n += 1
    for card in range(52):
        threw, declined, took = int(v.threw[other, card]), int(v.declined[other, card]), int(v.took[other, card])
        if threw:
            turns[threw, 0] = card
        if declined:
            turns[declined, 1] = card
        if took:
            turns[took, 2] = card
    for t in range(1, int(v.turn) + 1):
        card = turns[t, 0]
        if card >= 0 and n < MOST:
            drew = turns[t, 2] < 0
            if not v.took[other, card] or drew:
                cards[n], came[n] = card, t if drew else 0
                n += 1
    return n


@kernel
def likelihood(v, other, n, slip, cards, came, turns):
    """The log of the chance that simple, with this past, would have acted as it was seen to."""
    hand, log = 0, 0.0
    for i in range(n):
        if came[i] == 0:
            hand |= 1 << cards[i]
    for t in range(2 - (other == int(v.starter)), int(v.turn) + 1, 2):
        threw, declined, took = turns[t, 0], turns[t, 1], turns[t, 2]
        if declined >= 0:
            log += math.log(slip if wanted(hand) >> declined & 1 else 1 - slip)
        allowed = hand
        if took >= 0:
            log += math.log(1 - slip if wanted(hand) >> took & 1 else slip)
            hand |= 1 << took
        else:
            for i in range(n):
                if came[i] == t:
                    hand |= 1 << cards[i]
            allowed = hand
        if threw >= 0:
            if not hand >> threw & 1:
                return -1e9
            log += throw_likelihood(hand, allowed, threw, int(v.limit), slip)
            hand &= ~(1 << threw)
    return log


@kernel
def throw_likelihood(hand, allowed, threw, limit, slip):
    """The log of the chance that simple throws this card and does not knock."""
    dead, in_melds = deadwood(hand), meldable(hand)
    least, equals = 1000, 1
    while allowed:
        card = lowest(allowed)
        allowed &= allowed - 1
        left = deadwood_without(hand, dead, in_melds, card)
        if left < least:
            least, equals = left, 1
        elif left == least:
            equals += 1
    if least <= limit or deadwood_without(hand, dead, in_melds, threw) > least:
        return math.log(slip / 10)
    return math.log((1 - slip) / equals)
