"""Natural selection: train many learners a little, keep the best, train those on.

Learners that began alike differ wildly after few games. So most of them are only trained for a small
share of the games; those that fare best in a test are trained for more, until one is left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Round:
    """One round of the selection."""

    games: int
    """How much every learner that is left is trained in it."""
    survivors: int
    """How many of them stay."""


def select(
    learners: Sequence[T],
    rounds: Sequence[Round],
    train: Callable[[T, int], None],
    test: Callable[[T, int], float],
) -> T:
    """The last learner left; `test` is given the round's number too, so that each can use other games."""
    left = list(learners)
    for number, this in enumerate(rounds):
        for learner in left:
            train(learner, this.games)
        fitness = {id(learner): test(learner, number) for learner in left}
        left = sorted(left, key=lambda learner: -fitness[id(learner)])[: this.survivors]
    return left[0]
