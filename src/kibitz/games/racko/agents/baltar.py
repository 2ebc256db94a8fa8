"""baltar: Q-learning on a table whose states say little about a rack.

For each card of the rack and the card on offer, the state holds one sign, by `metric`:

- ``likelier``: is a higher or a lower draw likelier (with five slots 64 states to draw in, 64 to play in);
- ``sixths``: in which sixth of the deck it lies;
- ``quarters``: the quarter of the probability that a draw is higher.

``baltar`` plays the best model kept, ``baltar:vote`` lets all kept models vote, each with the weight of
its win rate against random. Equal values are decided at random. One sign a card does not tell the order
of two low cards, so the longer the rack, the less there is to learn: with nine slots and ten he hardly
ever finishes.
"""

from __future__ import annotations

import numpy as np

from kibitz.agent import Agent
from kibitz.errors import BadAgentSpec
from kibitz.games.racko.agents._choice import choose_best
from kibitz.games.racko.features import drawable
from kibitz.games.racko.rules import CHOOSE, DRAW, SLOTS, card_on_offer
from kibitz.kernel import kernel
from kibitz.weights import load_tables

TRAINED_BY = ("racko.baltar_models", "racko.rack_sizes")
ACTIONS = DRAW + 1
METRICS = ("likelier", "sixths", "quarters")
SIGNS = {"likelier": 2, "sixths": 6, "quarters": 4}


def states(metric: str, slots: int) -> int:
    """How many states there are, to draw in and to play in together."""
    return 2 * SIGNS[metric] ** (slots + 1)


class Models(Agent):
    """Plays by one learned table, or by the vote of several."""

    unit = "value"

    def __init__(self, game, options, models: np.ndarray, shares: np.ndarray, metric: str = "likelier") -> None:
        super().__init__(game, options)
        self.models, self.shares, self.metric = models, shares, METRICS.index(metric)

    def act(self, views, moves, counts, *memory):
        chosen = np.empty(len(views), np.int32)
        choose_best(views, moves, counts, self.values(views, moves, counts), chosen)
        return chosen

    def values(self, views, moves, counts, *memory):
        values = np.zeros(moves.shape)
        look_up(views, moves, counts, self.models, self.shares, self.metric, values)
        return values


class Player(Models):
    def __init__(self, game, options, mode: str = "one") -> None:
        if mode not in ("one", "vote"):
            raise BadAgentSpec(f"baltar plays by 'one' model or by a 'vote', not by {mode!r}")
        tables = load_tables(game, f"baltar-{options.slots}.safetensors")
        count = 1 if mode == "one" else len(tables["models"])
        super().__init__(game, options, tables["models"][:count], tables["shares"][:count])


@kernel
def look_up(views, moves, counts, models, shares, metric, values):
    """The values of a single model, or what each move gets in votes."""
    for k in range(len(views)):
        v = views[k]
        state = likelier(v) if metric == 0 else sixths(v) if metric == 1 else quarters(v)
        for model in range(len(models)):
            best = models[model, state, moves[k, 0]]
            for m in range(counts[k]):
                best = max(best, models[model, state, moves[k, m]])
            for m in range(counts[k]):
                value = models[model, state, moves[k, m]]
                if len(models) == 1:
                    values[k, m] = value
                elif value == best:
                    values[k, m] += shares[model]


@kernel
def card_at(v, i):
    """The cards a state is made of: the rack, then the card on offer."""
    return int(v.racks[SLOTS * v.to_move + i]) if i < v.slots else card_on_offer(v)


@kernel
def below(cards, card):
    """How many cards of a set are lower."""
    count, rest = 0, cards & ((1 << card) - 1)
    while rest:
        rest &= rest - 1
        count += 1
    return count


@kernel
def likelier(v):
    pile = drawable(v, int(v.to_move))
    total = below(pile, 62)
    state = 0 if v.phase == CHOOSE else 1
    for i in range(v.slots + 1):
        lower = below(pile, card_at(v, i))
        state = 2 * state + (total - lower > lower)
    return state


@kernel
def sixths(v):
    state = 0 if v.phase == CHOOSE else 1
    for i in range(v.slots + 1):
        state = 6 * state + (card_at(v, i) - 1) * 6 // int(v.cards)
    return state


@kernel
def quarters(v):
    pile = drawable(v, int(v.to_move))
    total = max(below(pile, 62), 1)
    state = 0 if v.phase == CHOOSE else 1
    for i in range(v.slots + 1):
        higher = total - below(pile, card_at(v, i))
        state = 4 * state + min(4 * higher // total, 3)
    return state
