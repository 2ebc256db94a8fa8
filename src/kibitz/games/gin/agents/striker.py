"""An early knocker: lowers its deadwood as fast as it can and knocks before the other has lowered its own.

It takes the upcard if that makes a meld or lowers the deadwood by `gain`, and throws what leaves least deadwood
with most hope. It knocks at any chance up to turn `soon`; from then on with one point less for every turn, since
the other's hand improves too, but always with `sure` or less.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from kibitz.agent import CompiledAgent
from kibitz.game import Game
from kibitz.games.gin.choices import leave, most_hopeful
from kibitz.games.gin.melds import deadwood
from kibitz.games.gin.rules import BIG_GIN, DISCARDING, KNOCK, TAKE, may_discard, unseen
from kibitz.kernel import kernel, record
from kibitz.options import GameOptions, within

PARAMS = record([("help", "f8"), ("gain", "f8"), ("soon", "i8"), ("sure", "i8")])


@kernel
def decide(v, moves, count, memory, params):
    seat = int(v.to_move)
    hand, live = int(v.hands[seat]), unseen(v, seat)
    if v.phase != DISCARDING:
        _, dead, _ = most_hopeful(hand | 1 << int(v.upcard), hand, live, params.help)
        return TAKE if dead <= v.limit or dead + params.gain <= deadwood(hand) else leave(v)
    if moves[count - 1] == BIG_GIN:
        return BIG_GIN
    card, dead, _ = most_hopeful(hand, may_discard(v), live, params.help)
    bar = max(int(v.limit) - max(int(v.turn) - params.soon, 0), params.sure)
    return KNOCK + card if dead <= min(bar, int(v.limit)) else card


class Player(CompiledAgent):
    """Strikes first."""

    style = "Lowers its deadwood fast and knocks early."
    learned = "A rule of thumb, tuned by trial."
    decide = decide

    def __init__(
        self,
        game: Game,
        options: GameOptions,
        help: Annotated[float, within(0, 10)] = 1.0,
        gain: Annotated[float, within(0, 60)] = 5.0,
        soon: Annotated[int, within(0, 100)] = 9,
        sure: Annotated[int, within(0, 10)] = 3,
    ) -> None:
        super().__init__(game, options)
        self.params = np.zeros(1, PARAMS)
        self.params[0] = (help, gain, soon, sure)
