"""What is timed of Yacht besides random play."""

from __future__ import annotations

import time

from kibitz.game import game
from kibitz.games.yacht.solve import best_table

OPEN_SPIEL = "yacht"
NETWORKS = ("net", "dqn")
TRAINER = "net"


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
