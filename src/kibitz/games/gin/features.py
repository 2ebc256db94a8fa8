"""What a view says of each card, as numbers for networks."""

from __future__ import annotations

import math

import numpy as np

from kibitz.games.gin.melds import beside
from kibitz.games.gin.rules import concealed, unseen
from kibitz.kernel import kernel

TURNS = 16
"""How many turns of the other seat a sequence holds, the last ones."""

VECTORS = 4
"""A turn's vectors: cards the other discarded, declined, took; and own cards with the pile."""

PLANES = 8
"""What `planes` gives for each card."""


@kernel
def sequence(v, seat, out):
    """Turn by turn, the last turn last: ``out[TURNS, VECTORS, 52]``. Own cards and pile are today's."""
    other = 1 - seat
    for row in range(TURNS):
        for kind in range(VECTORS):
            for card in range(52):
                out[row, kind, card] = 0.0
    # The other's turns are every second one; the latest of them fills the last row.
    latest = int(v.turn) - 1 if v.to_move == seat else int(v.turn)
    for card in range(52):
        for kind in range(3):
            turn = int(
                v.threw[other, card] if kind == 0 else v.declined[other, card] if kind == 1 else v.took[other, card]
            )
            row = TURNS - 1 - (latest - turn) // 2
            if turn > 0 and row >= 0:
                out[row, kind, card] = 1.0
    own = int(v.hands[seat] | v.pile)
    for row in range(max(TURNS - (latest + 1) // 2, 0), TURNS):
        for card in range(52):
            out[row, 3, card] = own >> card & 1


@kernel
def planes(v, seat, out):
    """What is known of each card: ``out[PLANES, 52]``; when something happened fades with the turns."""
    other = 1 - seat
    now, own, pile, known = int(v.turn), int(v.hands[seat]), int(v.pile), int(v.known[other])
    share = concealed(v, seat) / 41.0
    for card in range(52):
        out[0, card] = own >> card & 1
        out[1, card] = pile >> card & 1
        out[2, card] = known >> card & 1
        out[3, card] = fading(now, int(v.threw[other, card]))
        out[4, card] = fading(now, int(v.declined[other, card]))
        out[5, card] = fading(now, int(v.took[other, card]))
        out[6, card] = now / 50.0
        out[7, card] = share


@kernel
def fading(now, turn):
    """1 for what happened just now, less for what is past, 0 for what never was."""
    return 1.0 / (1.0 + 0.15 * (now - turn)) if turn > 0 else 0.0


@kernel
def sequences(views, out):
    for i in range(len(views)):
        sequence(views[i], int(views[i].to_move), out[i])


@kernel
def all_planes(views, out):
    for i in range(len(views)):
        planes(views[i], int(views[i].to_move), out[i])


def settled(views: np.ndarray, logits: np.ndarray) -> np.ndarray:
    """Chances from logits, see `settle`."""
    chances = np.array(logits, np.float64)
    settle_all(views, chances)
    return chances


@kernel
def settle_all(views, chances):
    for i in range(len(views)):
        settle(views[i], chances[i])


@kernel
def settle(v, chance):
    """Turn logits into chances: certain where the view is, and with the right number of hidden cards in all."""
    seat = int(v.to_move)
    cards, known, needed = unseen(v, seat), int(v.known[1 - seat]), concealed(v, seat)
    shift = 0.0
    for _ in range(10):  # Newton's method for the shift that makes the chances add up
        total, slope = 0.0, 1e-6
        for card in range(52):
            if cards >> card & 1:
                p = sigmoid(chance[card] + shift)
                total += p
                slope += p * (1 - p)
        shift += min(max((needed - total) / slope, -2.0), 2.0)
        if abs(total - needed) < 1e-6:
            break
    for card in range(52):
        if cards >> card & 1:
            chance[card] = sigmoid(chance[card] + shift)
        else:
            chance[card] = known >> card & 1


@kernel
def sigmoid(x):
    return 1 / (1 + math.exp(-x))


@kernel
def relevance(views, related, weights):
    """How much each card counts in the loss: the settled not at all, those beside a seen act of the other more."""
    for i in range(len(views)):
        v = views[i]
        seat = int(v.to_move)
        other = 1 - seat
        acts = 0
        for card in range(52):
            if v.threw[other, card] or v.declined[other, card] or v.took[other, card]:
                acts |= 1 << card
        near, cards = beside(acts), unseen(v, seat)
        for card in range(52):
            weights[i, card] = (1.0 + related * (near >> card & 1)) * (cards >> card & 1)
