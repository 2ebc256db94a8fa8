"""What is timed of Yacht besides random play."""

from __future__ import annotations

import time
from collections.abc import Callable

from kibitz.game import game
from kibitz.games.yacht.solve import best_table

OPEN_SPIEL = "yacht"
NETWORKS = ("net", "dqn")
TRAINER = "yacht.net"

STEPS = 20
"""Of the trainer at a time: it does not wait for the card after each."""


def trainer() -> tuple[Callable[[], object], int]:
    """Some steps of the networks' learning, and how many boards these are."""
    from kibitz.games.yacht.lab.net import PAPER, Learner

    learner = Learner(PAPER, 1)
    return lambda: [learner.learn() for _ in range(STEPS)], STEPS * PAPER.games


def figures() -> dict[str, str]:
    """The exact solution, once compiled."""
    found = {}
    for rule_set in ("nintendo", "yahtzee"):
        options = game("yacht").options(rules=rule_set).encoded()
        best_table(options)
        begun = time.process_time()
        value = best_table(options)[0, 0, 0]
        found[f"exact solution, {rule_set}"] = f"{time.process_time() - begun:.2f} s ({value:.6f} points)"
    return found
