"""A strong rule player: camps for gin behind a defensive discard, and knocks while the other is high.

It weighs a hand by its deadwood and by what the next draw may save, and a discard by the chance that
the other can meld it. With little deadwood it prefers to wait: the other, knocking, is undercut.
The weights were found by searching over games against `simple` (``kibitz lab run gin.camping``).
"""

from __future__ import annotations

import numpy as np

from kibitz.agent import Agent
from kibitz.games.gin.melds import best_sets, count, deadwood, lowest, points, runs, value, wanted
from kibitz.games.gin.rules import BIG_GIN, DISCARDING, KNOCK, TAKE, unseen
from kibitz.games.gin.wants import guess, wish
from kibitz.kernel import kernel

DANGER, HOPE, PATIENCE, KNOCK_BASE, KNOCK_TURN, KNOCK_DEAD, KNOCK_GIN, KNOCK_TAKEN = range(8)
WEIGHTS = np.array([2.4, 1.2, 1.15, 8.7, -0.83, -0.33, -0.78, -0.11])
CERTAIN = 30.0
"""What gin is worth more than any hand."""


class Player(Agent):
    """Waits in ambush."""

    unit = "points"

    def __init__(self, game, options) -> None:
        super().__init__(game, options)
        self.weights = WEIGHTS

    def values(self, views, moves, counts):
        out = np.zeros(moves.shape)
        value_all(views, moves, counts, self.weights, np.empty(52), out)
        return out


@kernel
def value_all(views, moves, counts, weights, chance, out):
    for i in range(len(views)):
        guess(views[i], int(views[i].to_move), chance)
        values(views[i], moves[i], counts[i], weights, chance, out[i])


@kernel
def values(v, moves, n, weights, chance, out):
    """What each legal move is worth, in points of deadwood."""
    seat = int(v.to_move)
    hand, cards = int(v.hands[seat]), unseen(v, seat)
    if v.phase == DISCARDING:
        for j in range(n):
            move = int(moves[j])
            if move == BIG_GIN:
                out[j] = 2 * CERTAIN
                continue
            kept = hand ^ (1 << move % KNOCK)
            out[j] = worth(kept, cards, weights) - weights[DANGER] * wish(chance, move % KNOCK)
            if move >= KNOCK:
                out[j] += eagerness(v, seat, kept, cards, weights)
        return
    # To take the upcard is worth the best hand it leads to; to draw, what the hand is worth now.
    upcard = int(v.upcard)
    with_it = hand | 1 << upcard
    best = -1000.0
    rest = hand
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        best = max(best, worth(with_it ^ (1 << card), cards, weights) - weights[DANGER] * wish(chance, card))
    for j in range(n):
        out[j] = best if moves[j] == TAKE else worth(hand, cards, weights) + weights[PATIENCE]


@kernel
def worth(hand, cards, weights):
    """Ten cards: less their deadwood, more what one draw from the unseen `cards` saves on average."""
    dead = deadwood(hand)
    saved = 0
    outs = wanted(hand) & cards
    while outs:
        with_it = hand | (outs & -outs)
        outs &= outs - 1
        rest = with_it ^ best_sets(with_it, 0, 0)
        rest ^= runs(rest)
        saved += max(dead - points(rest) + highest(rest), 0)
    return weights[HOPE] * saved / max(count(cards), 1) - dead


@kernel
def highest(cards):
    """The value of the highest card of some."""
    most = 0
    while cards:
        most = max(most, value(lowest(cards)))
        cards &= cards - 1
    return most


@kernel
def gin_outs(hand, cards):
    """How many of `cards` would make a hand gin."""
    outs, found = wanted(hand) & cards, 0
    while outs:
        with_it = hand | (outs & -outs)
        outs &= outs - 1
        rest = with_it ^ best_sets(with_it, 0, 0)
        rest ^= runs(rest)
        if rest & (rest - 1) == 0:
            found += 1
    return found


@kernel
def eagerness(v, seat, kept, cards, weights):
    """How much rather to knock with `kept` than to go on: gin always, else as the weights say."""
    dead = deadwood(kept)
    if dead == 0:
        return CERTAIN
    return (
        weights[KNOCK_BASE]
        + weights[KNOCK_TURN] * v.turn
        + weights[KNOCK_DEAD] * dead
        + weights[KNOCK_GIN] * gin_outs(kept, cards)
        + weights[KNOCK_TAKEN] * count(int(v.known[1 - seat]))
    )
