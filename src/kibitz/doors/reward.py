"""What a learner is paid at the end of a game; before it, nothing."""

from __future__ import annotations

import numpy as np

from kibitz.kernel import kernel

REWARDS = ("win", "points")


@kernel
def reward_of(scores, seats, seat, for_wins):
    """By wins: 1 for the winner, and what the others get makes the sum 0 (-1 for the loser of two); those who tie
    share. By points: those by which a seat is ahead of the best other. Alone it is the score either way.
    """
    if seats == 1:
        return scores[0]
    best, best_other, winners = -np.inf, -np.inf, 0
    for p in range(seats):
        best = max(best, scores[p])
        if p != seat:
            best_other = max(best_other, scores[p])
    if not for_wins:
        return scores[seat] - best_other
    for p in range(seats):
        winners += scores[p] == best
    share = 1 / winners if scores[seat] == best else 0.0
    return (share * seats - 1) / (seats - 1)
