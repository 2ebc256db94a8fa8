"""A safe discarder: throws what the other can least use, and lets the other knock into an undercut.

What the other may hold it judges by the rule of thumb alone: the cards it took, and those it refused. A discard
costs `danger` points if the other surely melds it; the wish to keep what helps counts `help` for each such card.
The later the turn the more danger counts, as the other is nearer to gin. It knocks with `high` or less up to
turn `soon`, later only with gin or when no more than `outs` cards would bring it.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from kibitz.agent import CompiledAgent
from kibitz.game import Game
from kibitz.games.gin.choices import gin_outs, hopeful, leave, wish
from kibitz.games.gin.estimators.thumb import guess
from kibitz.games.gin.melds import deadwood, lowest
from kibitz.games.gin.rules import BIG_GIN, DISCARDING, KNOCK, TAKE, may_discard, unseen
from kibitz.kernel import kernel, record
from kibitz.options import GameOptions, within

PARAMS = record([("danger", "f8"), ("help", "f8"), ("patience", "f8"), ("high", "i8"), ("soon", "i8"), ("outs", "i8")])
SCRATCH = record([("scratch_guess", "f8", (52,))])
FULL_TURN = 12.0
"""The turn from which danger counts in full; before, in proportion."""


@kernel
def decide(v, moves, count, memory, params):
    seat = int(v.to_move)
    hand, live = int(v.hands[seat]), unseen(v, seat)
    guess(v, seat, memory.scratch_guess)
    if v.phase != DISCARDING:
        _, with_it = safest(v, hand | 1 << int(v.upcard), hand, live, memory.scratch_guess, params)
        return TAKE if with_it > hopeful(hand, live, params.help) + params.patience else leave(v)
    if moves[count - 1] == BIG_GIN:
        return BIG_GIN
    card, _ = safest(v, hand, may_discard(v), live, memory.scratch_guess, params)
    kept = hand ^ (1 << card)
    dead = deadwood(kept)
    if dead > v.limit:
        return card
    knocks = dead == 0 or (dead <= params.high and v.turn <= params.soon) or gin_outs(kept, live) <= params.outs
    return KNOCK + card if knocks else card


@kernel
def safest(v, hand, cards, live, chance, params):
    """The one of the `cards` whose discard costs least in deadwood, hope and danger, and what remains worth."""
    danger = params.danger * min(v.turn / FULL_TURN, 1.0)
    best, most = 0, -1000.0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        worth = hopeful(hand ^ (1 << card), live, params.help) - danger * wish(chance, card)
        if worth > most:
            best, most = card, worth
    return best, most


class Player(CompiledAgent):
    """Gives nothing away."""

    style = "Gives nothing away, and hopes to undercut your knock."
    learned = "A rule of thumb about what you took and refused."
    decide, memory = decide, SCRATCH

    def __init__(
        self,
        game: Game,
        options: GameOptions,
        danger: Annotated[float, within(0, 100)] = 4.0,
        help: Annotated[float, within(0, 10)] = 2.0,
        patience: Annotated[float, within(-20, 20)] = 3.0,
        high: Annotated[int, within(0, 10)] = 6,
        soon: Annotated[int, within(0, 100)] = 5,
        outs: Annotated[int, within(0, 20)] = 0,
    ) -> None:
        super().__init__(game, options)
        self.params = np.zeros(1, PARAMS)
        self.params[0] = (danger, help, patience, high, soon, outs)
