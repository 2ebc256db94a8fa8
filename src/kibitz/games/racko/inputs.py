"""What a pair of networks sees, one of which draws and one of which plays, by `sight`.

- ``paper``: the rack, the card on offer, and for the network that draws the chances to draw lower and higher
  than each card (Tables 1 and 2 of the paper);
- ``diablo``: for each thing that can be done, the features that the paper gave Diablo of the rack it leaves.
"""

from __future__ import annotations

import numpy as np

from kibitz.games.racko.features import DESK, PAPER_FEATURES, PLAIN, describe, look, survey
from kibitz.games.racko.pile import EVERY, below, drawable
from kibitz.games.racko.rules import CHOOSE, SLOTS, TAKE, card_on_offer
from kibitz.games.racko.sequences import next_sequence
from kibitz.kernel import kernel

SIGHTS = ("paper", "diablo")
PAPER, DIABLO = range(2)
MOST_INPUTS = (SLOTS + 1) * PAPER_FEATURES


def widths(sight: str, slots: int) -> tuple[int, int]:
    """How many inputs the drawing and the playing network have."""
    return (3 * slots + 1, slots + 1) if sight == "paper" else (2 * PAPER_FEATURES, (slots + 1) * PAPER_FEATURES)


def choices(moves: np.ndarray) -> np.ndarray:
    """Moves as the networks number them: take 0, draw 1; discard 0, slots from 1."""
    return np.where(moves >= TAKE, moves - TAKE, moves)


def see_all(views: np.ndarray, sight: str) -> np.ndarray:
    """The inputs of each view; those of the playing network are shorter, the rest is 0."""
    inputs = np.zeros((len(views), max(widths(sight, int(views[0].slots)))))
    see_each(views, SIGHTS.index(sight), np.zeros(1, DESK), inputs)
    return inputs


@kernel
def see_each(views, sight, desks, inputs):
    for k in range(len(views)):
        see(views[k], sight, desks[0], inputs[k])


@kernel
def see(v, sight, desk, x):
    """Into `x`: what the network whose turn it is sees of a view."""
    if sight == PAPER:
        see_cards(v, x)
    else:
        see_features(v, desk, x)


@kernel
def see_cards(v, x):
    slots, cards = int(v.slots), int(v.cards)
    for i in range(slots):
        x[i] = 2 * v.racks[SLOTS * v.to_move + i] / cards - 1
    x[slots] = 2 * card_on_offer(v) / cards - 1
    if v.phase == CHOOSE:
        pile = drawable(v, int(v.to_move))
        total = max(below(pile, EVERY), 1)
        for i in range(slots):
            lower = below(pile, int(v.racks[SLOTS * v.to_move + i]))
            x[slots + 1 + 2 * i] = lower / total
            x[slots + 2 + 2 * i] = (total - lower) / total


@kernel
def see_features(v, desk, x):
    look(v, int(v.to_move), desk)
    card = card_on_offer(v)
    describe_best(desk, x, 0)
    if v.phase == CHOOSE:
        best, slot = -1.0, 0
        for i in range(v.slots):
            merit = describe_with(desk, i, card, x, PAPER_FEATURES)
            if merit > best:
                best, slot = merit, i
        describe_with(desk, slot, card, x, PAPER_FEATURES)
    else:
        for i in range(v.slots):
            describe_with(desk, i, card, x, (i + 1) * PAPER_FEATURES)


@kernel
def describe_with(desk, slot, card, x, at):
    """The features of the rack with another card in one slot, from place `at`; its merit."""
    before = desk.racked[slot]
    desk.racked[slot] = card
    merit = describe_best(desk, x, at)
    desk.racked[slot] = before
    return merit


@kernel
def describe_best(desk, x, at):
    """The features of the rack's longest sequence, the likeliest to be filled among equals; its merit."""
    survey(desk)
    best, sequence = -1.0, next_sequence(desk.links, int(desk.slots), 0)
    while True:
        describe(desk, sequence)
        merit = desk.slots * desk.inputs[2] + desk.inputs[PLAIN + 3] / 2
        if merit > best:
            best = merit
            for j in range(PAPER_FEATURES):
                x[at + j] = desk.inputs[j]
        sequence = next_sequence(desk.links, int(desk.slots), sequence) if sequence else 0
        if sequence == 0:
            return best
