"""diablo: a network scores every rack it could have; trained by TD learning in self-play.

A rack is worth the best score among its usable sequences. Diablo takes the discard when its best slot
raises the score by more than a draw will, and keeps a drawn card when that raises it at all.

What a draw will bring is foretold by a second, small network. ``diablo:draw=ahead`` works it out by trying
every card the draw pile may hold, about thirty times slower; for ``diablo:draw=margin`` it is a constant,
as in the paper (``diablo:margin=0.05`` names one), and so it is for other weights than those shipped.
"""

from __future__ import annotations

import numpy as np

from kibitz.agent import Agent
from kibitz.errors import BadAgentSpec, suggest
from kibitz.games.racko.features import DESK, FEATURES, describe, look, survey
from kibitz.games.racko.rules import CHOOSE, DISCARD, DRAW, TAKE, card_on_offer
from kibitz.games.racko.sequences import is_usable, length_after, next_sequence
from kibitz.kernel import kernel
from kibitz.learn.td_network import evaluate
from kibitz.weights import load_tables

TRAINED_BY = ("racko.diablo_features", "racko.diablo_margin")
UNITS = 256
"""More units than any network here has."""

FORECAST = 4.0
"""The most a draw is forecast to bring, times the slots: beyond what any does."""

SIGHTS = ("maximal sequences", "all sequences", "cards", "cards and chances")
"""What the network may be shown. The last two are the paper's first attempts: the bare rack, and the rack with
the chances to draw lower and higher than each card (racks of five)."""
MAXIMAL, ALL, BARE, CHANCES = range(4)


DRAWS = ("margin", "learned", "ahead")
"""What a draw is taken to bring: a constant, a network's forecast, or the mean over all cards."""


class Player(Agent):
    unit = "score"

    def __init__(self, game, options, weights: str = "", margin: float = 0.0, draw: str = "") -> None:
        draw = draw or ("margin" if margin or weights else "learned")
        if draw not in DRAWS:
            raise BadAgentSpec(f"diablo values a draw by no {draw!r}; {suggest(draw, DRAWS)}")
        super().__init__(game, options)
        # Features are shares of the rack and deck, so what was learned on ten slots or five serves the others.
        size = 10 if options.slots > 7 else 5
        tables = load_tables(game, weights or f"diablo-{size}.safetensors")
        self.weights, self.sizes = tables["weights"], tables["sizes"]
        self.margin = margin or float(tables["margin"][0]) / options.slots
        self.draw, self.sight = draw, MAXIMAL
        if draw == "learned":
            forecast = load_tables(game, f"diablo-margin-{size}.safetensors")
            self.forecast = forecast["weights"], forecast["sizes"]

    @classmethod
    def of(cls, game, options, weights: np.ndarray, sizes: np.ndarray, margin: float, sight: int = MAXIMAL) -> Player:
        """The player of a network that is not in a file."""
        made = cls.__new__(cls)
        Agent.__init__(made, game, options)
        made.weights, made.sizes, made.margin = weights.copy(), sizes, margin
        made.draw, made.sight = "margin", sight
        return made

    def values(self, views, moves, counts, *memory):
        values = np.empty(moves.shape)
        desk, units = np.zeros(1, DESK)[0], np.zeros(UNITS)
        desk.margin, desk.sight = self.margin, self.sight
        score_moves(views, moves, counts, self.weights, self.sizes, units, desk, values)
        if self.draw == "learned":
            forecast_draws(views, counts, self.weights, self.sizes, *self.forecast, units, desk, values)
        elif self.draw == "ahead":
            try_draws(views, counts, self.weights, self.sizes, units, desk, values)
        return values

    def details(self, view, moves):
        """How many cards could stay together after each move."""
        return {"in sequence": np.array([length_after(view, int(move)) for move in moves])}


@kernel
def score_moves(views, moves, counts, weights, sizes, units, desk, values):
    for k in range(len(views)):
        score_position(views[k], moves[k], counts[k], weights, sizes, units, desk, values[k])


@kernel
def score_position(v, moves, count, weights, sizes, units, desk, values):
    """What each move is worth: the score of the rack it leaves."""
    look(v, int(v.to_move), desk)
    now = rate(desk, weights, sizes, units)
    card = card_on_offer(v)
    for m in range(count):
        if moves[m] == DRAW:
            values[m] = now + desk.margin
        elif moves[m] == DISCARD:
            values[m] = now
        elif moves[m] == TAKE:
            values[m] = 0.0
            for slot in range(v.slots):
                values[m] = max(values[m], rate_with(desk, slot, card, weights, sizes, units))
        else:
            values[m] = rate_with(desk, moves[m] - 1, card, weights, sizes, units)


@kernel
def rate_with(desk, slot, card, weights, sizes, units):
    """The score of the rack with another card in one slot."""
    before = desk.racked[slot]
    desk.racked[slot] = card
    score = rate(desk, weights, sizes, units)
    desk.racked[slot] = before
    return score


@kernel
def try_draws(views, counts, weights, sizes, units, desk, values):
    """In place of the margin, the mean over all cards that may be drawn."""
    for k in range(len(views)):
        if may_draw(views[k], counts[k]):
            now = survey_prospects(views[k], weights, sizes, units, desk)
            values[k, 1] = after_a_draw(desk, now, weights, sizes, units)


@kernel
def forecast_draws(views, counts, weights, sizes, forecast, layers, units, desk, values):
    """In place of the margin, what a second network foretells."""
    for k in range(len(views)):
        if may_draw(views[k], counts[k]):
            now = survey_prospects(views[k], weights, sizes, units, desk)
            values[k, 1] = now + FORECAST * evaluate(forecast, layers, desk.outlook, units) / desk.slots


@kernel
def may_draw(v, count):
    """Whether there is the choice between the discard and a draw, which is then the second move."""
    return v.phase == CHOOSE and count == 2


@kernel
def survey_prospects(v, weights, sizes, units, desk):
    """The score of the rack as it is; what a draw is forecast from lies in ``desk.outlook``."""
    look(v, int(v.to_move), desk)
    now = rate(desk, weights, sizes, units)
    for j in range(FEATURES):
        desk.outlook[j] = desk.best[j]
    desk.outlook[FEATURES] = now
    return now


@kernel
def after_a_draw(desk, now, weights, sizes, units):
    """The mean over all cards that may be drawn of the best score then."""
    total = 0.0
    for card in range(1, desk.cards + 1):
        if desk.below[card] > desk.below[card - 1]:
            best = now
            for slot in range(desk.slots):
                best = max(best, rate_with(desk, slot, card, weights, sizes, units))
            total += best
    return total / max(desk.below[desk.cards], 1)


@kernel
def rate(desk, weights, sizes, units):
    """The score of the rack on the desk; the inputs of its best sequence stay in ``desk.best``."""
    if desk.sight >= BARE:
        show_cards(desk)
        return keep_better(desk, -1.0, weights, sizes, units)
    survey(desk)
    slots, best = int(desk.slots), -1.0
    if desk.sight == ALL:
        for sequence in range(1 << slots):
            if is_usable(desk.levels, slots, int(desk.cards) - slots, sequence):
                describe(desk, sequence)
                best = keep_better(desk, best, weights, sizes, units)
        return best
    sequence = next_sequence(desk.links, slots, 0)
    while True:
        describe(desk, sequence)
        best = keep_better(desk, best, weights, sizes, units)
        sequence = next_sequence(desk.links, slots, sequence) if sequence else 0
        if sequence == 0:
            return best


@kernel
def keep_better(desk, best, weights, sizes, units):
    """The score of the inputs on the desk if it beats `best`, and then they are kept; else `best`."""
    score = evaluate(weights, sizes, desk.inputs, units)
    if score <= best:
        return best
    for j in range(FEATURES):
        desk.best[j] = desk.inputs[j]
    return score


@kernel
def show_cards(desk):
    """The bare rack as inputs, and with it the chances to draw higher and lower."""
    x, total = desk.inputs, max(desk.below[desk.cards], 1)
    for j in range(FEATURES):
        x[j] = 0.0
    for i in range(desk.slots):
        card = desk.racked[i]
        x[i] = card / desk.cards
        if desk.sight == CHANCES:
            x[desk.slots + 2 * i] = desk.below[card - 1] / total
            x[desk.slots + 2 * i + 1] = (desk.below[desk.cards] - desk.below[card]) / total
