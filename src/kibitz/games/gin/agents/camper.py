"""A strong rule player: camps for gin behind a defensive discard, and knocks while the other is high.

It weighs a hand by its deadwood and by what the next draw may save, and a discard by the chance that
the other can meld it, both by what `bayes` says the other holds. With little deadwood it prefers to
wait: the other, knocking, is undercut. The weights were found by searching over games against `simple`.
"""

from __future__ import annotations

import numpy as np

from kibitz.agent import Agent
from kibitz.games.gin.estimators import estimator as find_estimator
from kibitz.games.gin.melds import best_sets, count, deadwood, lowest, points, runs, value, wanted
from kibitz.games.gin.rules import BIG_GIN, DISCARDING, KNOCK, TAKE, unseen
from kibitz.games.gin.wants import wish
from kibitz.kernel import kernel
from kibitz.weights import load_tables

FILE = "camper.safetensors"
TRAINED_BY = "gin.camping"
DANGER, HOPE, PATIENCE, KNOCK_BASE, KNOCK_TURN, KNOCK_DEAD, KNOCK_GIN, KNOCK_TAKEN, KNOCK_LEAD, KNOCK_NEAR = range(10)
"""The weights by number."""
CERTAIN = 30.0
"""What gin is worth more than any hand."""


class Player(Agent):
    """Waits in ambush."""

    unit = "points"

    def __init__(self, game, options, weights: str | np.ndarray = FILE) -> None:
        super().__init__(game, options)
        self.weights = found(game, weights) if isinstance(weights, str) else weights
        self.estimator = find_estimator(game, "bayes")

    def values(self, views, moves, counts):
        out = np.zeros(moves.shape)
        value_all(views, moves, counts, self.weights, self.estimator(views), out)
        return out


def found(game, weights: str = FILE) -> np.ndarray:
    """The weights that the search found."""
    return load_tables(game, weights)["weights"]


@kernel
def value_all(views, moves, counts, weights, chances, out):
    for i in range(len(views)):
        values(views[i], moves[i], counts[i], weights, chances[i], out[i])


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
            out[j] = worth(v, kept, cards, chance, weights) - weights[DANGER] * wish(chance, move % KNOCK)
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
        best = max(best, worth(v, with_it ^ (1 << card), cards, chance, weights) - weights[DANGER] * wish(chance, card))
    for j in range(n):
        out[j] = best if moves[j] == TAKE else worth(v, hand, cards, chance, weights) + weights[PATIENCE]


@kernel
def worth(v, hand, cards, chance, weights):
    """Ten cards: less their deadwood, more what one draw from the stock saves on average.

    An unseen card is in the stock as far as the other does not hold it.
    """
    dead = deadwood(hand)
    saved = 0.0
    outs = wanted(hand) & cards
    while outs:
        card = lowest(outs)
        outs &= outs - 1
        with_it = hand | 1 << card
        rest = with_it ^ best_sets(with_it, 0, 0)
        rest ^= runs(rest)
        saved += (1 - chance[card]) * max(dead - points(rest) + highest(rest), 0)
    return weights[HOPE] * saved / (52 - v.next) - dead


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
    """How much rather to knock with `kept` than to go on: gin always, else as the weights say.

    The last two count the lead, and how near the target one is, over its last quarter.
    """
    dead = deadwood(kept)
    if dead == 0:
        return CERTAIN
    return (
        weights[KNOCK_BASE]
        + weights[KNOCK_TURN] * v.turn
        + weights[KNOCK_DEAD] * dead
        + weights[KNOCK_GIN] * gin_outs(kept, cards)
        + weights[KNOCK_TAKEN] * count(int(v.known[1 - seat]))
        + weights[KNOCK_LEAD] * (v.scores[seat] - v.scores[1 - seat]) / v.target
        + weights[KNOCK_NEAR] * max(0.0, 4.0 * v.scores[seat] / v.target - 3.0)
    )
