"""How a player weighs hands, discards and knocks, as seventeen weights: a style.

A hand is worth its deadwood, taken off, and the unseen cards that would help, as far as the other does not hold
them; a discard is dangerous as far as the other can meld it. What the other holds is guessed from what it took,
threw and left lying. All of it may count more or less as the hand goes on. The weights are searched for by play
against many styles (`gin.style`); the values are points of deadwood.
"""

from __future__ import annotations

import numpy as np

from kibitz.game import Game
from kibitz.games.gin.choices import gin_outs, wish
from kibitz.games.gin.melds import beside, count, deadwood, deadwood_without, lowest, meldable, wanted
from kibitz.games.gin.rules import BIG_GIN, DISCARDING, KNOCK, TAKE, concealed, unseen
from kibitz.kernel import kernel, record
from kibitz.weights import load_tables

FILE = "style.safetensors"
NAMES = (
    "help", "help_late",  # what each card that helps is worth in points, and how much more at turn 20
    "dead_late",  # how much more deadwood counts at turn 20
    "danger", "danger_late",  # what a discard costs that the other surely melds
    "patience", "patience_late",  # how much better a hand must be with the upcard than without
    "cold", "hot", "low",  # a card beside one the other refused, beside one it took, and a low card, against others
    "knock_base", "knock_turn", "knock_dead", "knock_gin", "knock_taken", "knock_lead", "knock_near",
)  # fmt: skip
STYLE = record([(name, "f8") for name in NAMES])
CERTAIN = 1000.0
"""What makes gin worth more than any other move."""
LATE = 20.0
"""The turn at which what counts late counts in full."""


def load(game: Game, weights: str | np.ndarray = FILE) -> np.ndarray:
    """The weights that the search found, or others, as an array of one record."""
    needs = {"weights": ("f", len(NAMES))}
    found = load_tables(game, weights, needs=needs)["weights"] if isinstance(weights, str) else weights
    style = np.zeros(1, STYLE)
    for name, weight in zip(NAMES, found, strict=True):
        style[name] = weight
    return style


@kernel
def values(v, moves, n, style, chance, out):
    """What each legal move is worth, in points of deadwood."""
    seat = int(v.to_move)
    hand, live = int(v.hands[seat]), unseen(v, seat)
    guess(v, seat, live, style, chance)
    late = v.turn / LATE
    if v.phase != DISCARDING:
        with_it = hand | 1 << int(v.upcard)
        all_dead, in_melds = deadwood(with_it), meldable(with_it)
        best, rest = -CERTAIN, hand
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            dead = deadwood_without(with_it, all_dead, in_melds, card)
            best = max(best, worth(with_it ^ (1 << card), dead, live, late, style, chance, card))
        stays = worth(hand, deadwood(hand), live, late, style, chance, -1)
        for j in range(n):
            out[j] = best if moves[j] == TAKE else stays + style.patience + late * style.patience_late
        return
    all_dead, in_melds = deadwood(hand), meldable(hand)
    for j in range(n):
        move = int(moves[j])
        if move == BIG_GIN:
            out[j] = 3 * CERTAIN
            continue
        card = move % KNOCK
        kept = hand ^ (1 << card)
        dead = deadwood_without(hand, all_dead, in_melds, card)
        out[j] = worth(kept, dead, live, late, style, chance, card)
        if move >= KNOCK:
            out[j] += eagerness(v, seat, kept, dead, live, style)


@kernel
def worth(hand, dead, live, late, style, chance, thrown):
    """Ten cards, and the danger of the card thrown for them (-1: none)."""
    if dead == 0:
        return CERTAIN
    helping, outs = 0.0, wanted(hand) & live
    while outs:
        helping += 1.0 - chance[lowest(outs)]
        outs &= outs - 1
    found = (style.help + late * style.help_late) * helping - (1.0 + late * style.dead_late) * dead
    if thrown >= 0:
        found -= (style.danger + late * style.danger_late) * wish(chance, thrown)
    return found


@kernel
def eagerness(v, seat, kept, dead, live, style):
    """How much rather to knock than to go on: gin always."""
    if dead == 0:
        return CERTAIN
    return (
        style.knock_base
        + style.knock_turn * v.turn
        + style.knock_dead * dead
        + style.knock_gin * gin_outs(kept, live)
        + style.knock_taken * count(int(v.known[1 - seat]))
        + style.knock_lead * (v.scores[seat] - v.scores[1 - seat]) / v.target
        + style.knock_near * max(0.0, 4.0 * v.scores[seat] / v.target - 3.0)
    )


@kernel
def guess(v, seat, cards, style, chance):
    """The chance that the other holds each card: known cards are certain, the rest by what it took and refused."""
    other = 1 - seat
    refused = 0
    for card in range(52):
        if v.threw[other, card] or v.declined[other, card]:
            refused |= 1 << card
    known = int(v.known[other])
    cold, warm = beside(refused), beside(known)
    total = 0.0
    for card in range(52):
        chance[card] = 0.0
        if cards >> card & 1:
            likely = 1.0 + style.low * (6 - card % 13) / 6
            likely *= style.cold if cold >> card & 1 else 1.0
            likely *= style.hot if warm >> card & 1 else 1.0
            chance[card] = max(likely, 0.01)
            total += chance[card]
    scale = concealed(v, seat) / total if total > 0 else 0.0
    for card in range(52):
        chance[card] = 1.0 if known >> card & 1 else min(chance[card] * scale, 1.0)
