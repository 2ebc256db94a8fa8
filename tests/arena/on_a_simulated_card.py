"""Plays a few games on a simulated GPU and in lockstep, both interpreted; prints whether they are the same.

Run with NUMBA_ENABLE_CUDASIM=1 and NUMBA_DISABLE_JIT=1.
"""

import numpy as np

import kibitz
from kibitz.agent import Random
from kibitz.arena import cuda
from kibitz.arena.drive import play
from kibitz.arena.schedule import duplicates
from tests.arena.test_fused import Alternating

if __name__ == "__main__":
    game = kibitz.game("duel")
    options = game.options()
    agents = [Alternating(game, options, 2), Random(game, options), Alternating(game, options, 3)]
    agents += [Alternating(game, options, every) for every in (4, 5)]  # more than one loop can take
    schedule = duplicates(0, 2, 5, [(0, 1), (1, 2), (2, 0), (3, 4), (4, 3), (1, 1)])
    card, expected = cuda.play(game, options, agents, schedule), play(game, options, agents, schedule, workers=1)
    assert card.ended.all() and np.array_equal(card.decisions, expected.decisions)
    print("same" if np.array_equal(card.scores, expected.scores) else "different")
