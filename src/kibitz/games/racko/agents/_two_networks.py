"""A player made of two networks: one takes or draws, one puts the card in a slot or discards it.

What they see, by `sight`:

- ``paper``: the rack, the chance to draw lower and higher than each card, and the card on offer; the
  network that plays sees the rack and the card in hand alone (Tables 1 and 2 of the paper);
- ``diablo``: for each thing that can be done, the features that the paper gave Diablo of the rack it leaves.
"""

from __future__ import annotations

import numpy as np

from kibitz.agent import Agent
from kibitz.games.racko.agents.baltar import below
from kibitz.games.racko.features import DESK, PAPER_FEATURES, PLAIN, describe, drawable, look, survey
from kibitz.games.racko.rules import CHOOSE, DRAW, SLOTS, TAKE, card_on_offer
from kibitz.games.racko.sequences import next_sequence
from kibitz.kernel import draw, kernel
from kibitz.learn.imitation import Imitator
from kibitz.weights import load_tables

SIGHTS = ("paper", "diablo")


def widths(sight: str, slots: int) -> tuple[int, int]:
    """How many inputs the drawing and the playing network have."""
    return (3 * slots + 1, slots + 1) if sight == "paper" else (2 * PAPER_FEATURES, (slots + 1) * PAPER_FEATURES)


def see(views: np.ndarray, sight: str) -> np.ndarray:
    """The inputs of each view; those of the playing network are shorter, the rest is 0."""
    inputs = np.zeros((len(views), max(widths(sight, int(views[0].slots)))))
    if sight == "paper":
        see_cards(views, inputs)
    else:
        see_features(views, np.zeros(1, DESK)[0], inputs)
    return inputs


def networks(tables: dict[str, np.ndarray]) -> tuple[Imitator, Imitator]:
    """The networks for drawing and for playing that a file or a checkpoint holds."""
    return Imitator.from_tables(tables, "drawing"), Imitator.from_tables(tables, "playing")


class TwoNetworks(Agent):
    """Plays by the probabilities the networks give to moves.

    Moves are chosen with the probabilities raised to a power: 1 plays as the networks say, 8 nearly always
    the likeliest move, so that two players never wait for each other without end.
    """

    unit = "probability"

    def __init__(self, game, options, drawing: Imitator, playing: Imitator, sight: str, power: float = 8.0) -> None:
        super().__init__(game, options)
        self.drawing, self.playing, self.sight, self.power = drawing, playing, sight, power

    @staticmethod
    def learned(game, options, name: str) -> tuple[Imitator, Imitator]:
        """The two networks of a player for racks of this size."""
        return networks(load_tables(game, f"{name}-{options.slots}.safetensors"))

    def act(self, views, moves, counts, *memory):
        values = self.values(views, moves, counts)
        chosen = np.empty(len(views), np.int32)
        choose_by_chance(views, moves, counts, (values / values.max(axis=1, keepdims=True)) ** self.power, chosen)
        return chosen

    def values(self, views, moves, counts, *memory):
        slots = int(self.options.slots)
        inputs = see(views, self.sight)
        width, narrow = widths(self.sight, slots)
        chances = np.zeros((len(views), DRAW + 1))
        choosing = views["phase"] == CHOOSE
        if choosing.any():
            chances[np.ix_(choosing, [TAKE, DRAW])] = self.drawing(inputs[choosing, :width])
        if not choosing.all():
            chances[~choosing, : slots + 1] = self.playing(inputs[~choosing, :narrow])
        return np.take_along_axis(chances, np.clip(moves, 0, DRAW), axis=1)


def choices(moves: np.ndarray) -> np.ndarray:
    """Moves as the networks number them: take 0, draw 1; discard 0, slots from 1."""
    return np.where(moves >= TAKE, moves - TAKE, moves)


@kernel
def choose_by_chance(views, moves, counts, values, chosen):
    """A move at random, by what the values say."""
    for k in range(len(views)):
        total = 0.0
        for m in range(counts[k]):
            total += values[k, m]
        left = total * draw(views[k], 1 << 30) / (1 << 30)
        m = 0
        while m < counts[k] - 1 and left >= values[k, m]:
            left -= values[k, m]
            m += 1
        chosen[k] = moves[k, m]


@kernel
def see_cards(views, inputs):
    for k in range(len(views)):
        v, x = views[k], inputs[k]
        slots, cards = int(v.slots), int(v.cards)
        for i in range(slots):
            x[i] = 2 * v.racks[SLOTS * v.to_move + i] / cards - 1
        x[slots] = 2 * card_on_offer(v) / cards - 1
        if v.phase == CHOOSE:
            pile = drawable(v, int(v.to_move))
            total = max(below(pile, 62), 1)
            for i in range(slots):
                lower = below(pile, int(v.racks[SLOTS * v.to_move + i]))
                x[slots + 1 + 2 * i] = lower / total
                x[slots + 2 + 2 * i] = (total - lower) / total


@kernel
def see_features(views, desk, inputs):
    for k in range(len(views)):
        v, x = views[k], inputs[k]
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
