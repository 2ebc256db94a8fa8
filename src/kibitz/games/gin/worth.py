"""What a hand is worth to one who can wait: deadwood, what a draw may save, danger, and when to knock.

A hand is weighed by its deadwood and by what the next draw may save, a discard by the chance that the
other can meld it, both by the chances that an estimator gives. With little deadwood one may wait: the
other, knocking, is undercut. The ten weights were found by searching over games against `simple`.
"""

from __future__ import annotations

import numpy as np

from kibitz.game import Game
from kibitz.games.gin.choices import gin_outs, wish
from kibitz.games.gin.melds import count, deadwood, lowest, points, unmatched, value, wanted
from kibitz.games.gin.rules import BIG_GIN, DISCARDING, KNOCK, TAKE, unseen
from kibitz.kernel import kernel
from kibitz.weights import load_tables

FILE = "camper.safetensors"
NAMES = (
    "danger", "hope", "patience",
    "knock_base", "knock_turn", "knock_dead", "knock_gin", "knock_taken", "knock_lead", "knock_near",
)  # fmt: skip
FIELDS = [(name, "f8") for name in NAMES]
"""The weights, as fields of a player's parameters."""
CERTAIN = 30.0
"""What gin is worth more than any hand."""


def fill(params: np.ndarray, game: Game, weights: str | np.ndarray = FILE) -> None:
    """Write the weights that the search found, or others, into the parameters of a player, which have FIELDS."""
    needs = {"weights": ("f", len(NAMES))}
    found = load_tables(game, weights, needs=needs)["weights"] if isinstance(weights, str) else weights
    for name, weight in zip(NAMES, found, strict=True):
        params[name] = weight


@kernel
def values(v, moves, n, weights, chance, out):
    """What each legal move is worth, in points of deadwood; `weights` has FIELDS."""
    seat = int(v.to_move)
    hand, cards = int(v.hands[seat]), unseen(v, seat)
    if v.phase == DISCARDING:
        for j in range(n):
            move = int(moves[j])
            if move == BIG_GIN:
                out[j] = 2 * CERTAIN
                continue
            kept = hand ^ (1 << move % KNOCK)
            out[j] = worth(v, kept, cards, chance, weights) - weights.danger * wish(chance, move % KNOCK)
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
        best = max(best, worth(v, with_it ^ (1 << card), cards, chance, weights) - weights.danger * wish(chance, card))
    for j in range(n):
        out[j] = best if moves[j] == TAKE else worth(v, hand, cards, chance, weights) + weights.patience


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
        rest = unmatched(hand | 1 << card)
        saved += (1 - chance[card]) * max(dead - points(rest) + highest(rest), 0)
    return weights.hope * saved / (52 - v.next) - dead


@kernel
def highest(cards):
    """The value of the highest card of some."""
    most = 0
    while cards:
        most = max(most, value(lowest(cards)))
        cards &= cards - 1
    return most


@kernel
def eagerness(v, seat, kept, cards, weights):
    """How much rather to knock with `kept` than to go on: gin always, else as the weights say.

    The last two count the lead, and how near the target one is, over its last quarter.
    """
    dead = deadwood(kept)
    if dead == 0:
        return CERTAIN
    return (
        weights.knock_base
        + weights.knock_turn * v.turn
        + weights.knock_dead * dead
        + weights.knock_gin * gin_outs(kept, cards)
        + weights.knock_taken * count(int(v.known[1 - seat]))
        + weights.knock_lead * (v.scores[seat] - v.scores[1 - seat]) / v.target
        + weights.knock_near * max(0.0, 4.0 * v.scores[seat] / v.target - 3.0)
    )
