"""Bayes: every draw and discard of the other seat shifts the odds of the cards related to it.

The odds of a card start from how often its rank is held at that turn; each card the other threw,
declined or took multiplies them by a factor learned from games, which depends on how the two cards
lie: same suit or not, and how far apart. (The paper multiplies P(card | draw) and P(card | discard)
turn by turn; in odds, its division by P(draw) and P(discard) falls away.) Since the events are not
independent, all factors are raised to one power, `temper`, fitted on the training games.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from kibitz.game import Game
from kibitz.games.gin.features import settle, sigmoid
from kibitz.kernel import kernel, record
from kibitz.weights import load_tables

FILE = "bayes.safetensors"
TRAINED_BY = "gin.hand_estimation"
KINDS = 3
"""Thrown, declined, taken."""
STAGES = 20
"""Turn numbers are told apart up to here."""


FIELDS = [("start", "f8", (STAGES, 13)), ("factors", "f8", (KINDS, 2, 25)), ("temper", "f8")]
"""What it learned, as fields of a player's parameters."""


class Estimator:
    """Odds, multiplied event by event."""

    def __init__(self, game: Game, tables: Mapping[str, np.ndarray] | None = None) -> None:
        self.tables = np.zeros(1, record(FIELDS))
        fill(self.tables, game, tables)

    def __call__(self, views: np.ndarray) -> np.ndarray:
        chances = np.zeros((len(views), 52))
        estimate_all(views, self.tables, chances)
        return chances


def fill(params: np.ndarray, game: Game, tables: Mapping[str, np.ndarray] | None = None) -> None:
    """Write the tables that were learned, or others, into the parameters of a player, which have FIELDS."""
    needs = {"start": ("f", STAGES, 13), "factors": ("f", KINDS, 2, 25), "temper": ("f", 1)}
    tables = tables or load_tables(game, FILE, needs=needs)
    params["start"], params["factors"], params["temper"] = tables["start"], tables["factors"], tables["temper"][0]


@kernel
def estimate_all(views, tables, chances):
    for i in range(len(views)):
        estimate(views[i], tables[0], chances[i])


@kernel
def estimate(v, tables, chance):
    """The chance that the other seat holds each card, into `chance`; `tables` has FIELDS."""
    other = 1 - int(v.to_move)
    stage = min(int(v.turn), STAGES - 1)
    for card in range(52):
        chance[card] = tables.start[stage, card % 13]
    for event in range(52):
        if v.threw[other, event]:
            weigh(0, event, tables, chance)
        if v.declined[other, event]:
            weigh(1, event, tables, chance)
        if v.took[other, event]:
            weigh(2, event, tables, chance)
    settle(v, chance)


@kernel
def weigh(kind, event, tables, logits):
    """Shift all cards by one event."""
    for card in range(52):
        same = int(card // 13 == event // 13)
        logits[card] += tables.temper * tables.factors[kind, same, 12 + card % 13 - event % 13]


@kernel
def tally_start(views, truths, held, total):
    """Count how often a card of each rank is held, by stage."""
    for i in range(len(views)):
        v = views[i]
        seat = int(v.to_move)
        seen = int(v.hands[seat] | v.pile | v.known[1 - seat])
        stage = min(int(v.turn), STAGES - 1)
        for card in range(52):
            if not seen >> card & 1:
                total[stage, card % 13] += 1
                held[stage, card % 13] += truths[i] >> card & 1


@kernel
def tally_events(views, truths, start, held, expected, total):
    """Count how often cards are held after a fresh event of each kind, and how often `start` expects it."""
    for i in range(len(views)):
        v = views[i]
        seat = int(v.to_move)
        other = 1 - seat
        seen = int(v.hands[seat] | v.pile | v.known[other])
        stage = min(int(v.turn), STAGES - 1)
        for event in range(52):
            for kind in range(KINDS):
                turn = int(
                    v.threw[other, event]
                    if kind == 0
                    else v.declined[other, event]
                    if kind == 1
                    else v.took[other, event]
                )
                if turn == 0 or turn < v.turn - 1:
                    continue
                for card in range(52):
                    if not seen >> card & 1:
                        same, apart = int(card // 13 == event // 13), 12 + card % 13 - event % 13
                        held[kind, same, apart] += truths[i] >> card & 1
                        expected[kind, same, apart] += sigmoid(start[stage, card % 13])
                        total[kind, same, apart] += 1
