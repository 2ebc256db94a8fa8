"""A gin-racer: keeps what may become melds, throws what is furthest from any, and hardly ever knocks without gin.

Of two discards the better one leaves more unseen cards that would complete a meld; each such card is worth
`help` points of deadwood. The upcard is taken if the hand it leads to is better by more than `patience`. With
little deadwood it goes on for gin while at least `outs` unseen cards would bring it (0: always), until turn `late`.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from kibitz.agent import CompiledAgent
from kibitz.game import Game
from kibitz.games.gin.choices import hopeful, leave, most_hopeful
from kibitz.games.gin.rules import BIG_GIN, DISCARDING, KNOCK, TAKE, may_discard, unseen
from kibitz.games.gin.worth import gin_outs
from kibitz.kernel import kernel, record
from kibitz.options import GameOptions, within

PARAMS = record([("help", "f8"), ("patience", "f8"), ("outs", "i8"), ("late", "i8")])


@kernel
def decide(v, moves, count, memory, params):
    seat = int(v.to_move)
    hand, live = int(v.hands[seat]), unseen(v, seat)
    if v.phase != DISCARDING:
        _, _, with_it = most_hopeful(hand | 1 << int(v.upcard), hand, live, params.help)
        return TAKE if with_it > hopeful(hand, live, params.help) + params.patience else leave(v)
    if moves[count - 1] == BIG_GIN:
        return BIG_GIN
    card, dead, _ = most_hopeful(hand, may_discard(v), live, params.help)
    waits = gin_outs(hand ^ (1 << card), live) >= params.outs and v.turn < params.late
    return KNOCK + card if dead == 0 or (dead <= v.limit and not waits) else card


class Player(CompiledAgent):
    """Runs for gin."""

    decide = decide

    def __init__(
        self,
        game: Game,
        options: GameOptions,
        help: Annotated[float, within(0, 10)] = 0.6,
        patience: Annotated[float, within(-20, 20)] = 3.5,
        outs: Annotated[int, within(0, 20)] = 0,
        late: Annotated[int, within(1, 101)] = 49,
    ) -> None:
        super().__init__(game, options)
        self.params = np.zeros(1, PARAMS)
        self.params[0] = (help, patience, outs, late)
