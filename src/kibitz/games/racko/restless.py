"""The random move: what the original's computer players do against deadlocks.

In the paper's program every computer player makes one turn at random after so many of its own: each
(2 × slots)-th of a round. It then takes from either pile, and puts the card anywhere it may. So it broke up
racks that would never have been finished, and spoilt some that would have been: most of the paper's draws
come from it. Here it is a parameter of every player, `restless`, off by default and on in the
experiments that repeat the paper's.
"""

from __future__ import annotations

import numpy as np

from kibitz.kernel import kernel, record

RESTLESS = record([("restless", "i1")])
"""The parameters of a player that has no others."""


def with_restless(restless: bool) -> np.ndarray:
    """Parameters that say whether the player makes the random move."""
    return np.array([(restless,)], RESTLESS)


@kernel
def is_restless(v):
    """Whether a restless player makes this turn at random."""
    turn = v.turns // v.players + 1  # the mover's own in this round: all have had equally many before it
    return turn % (2 * v.slots) == 0
