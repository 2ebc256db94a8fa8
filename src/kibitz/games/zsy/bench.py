"""What is timed of ZSY. It is in no other library; Dou Dizhu is its nearest kin there."""

from __future__ import annotations

from collections.abc import Callable

OPEN_SPIEL = "dou_dizhu"
NETWORKS = ("net",)
TRAINER = "zsy.net"


def trainer() -> tuple[Callable[[], object], int]:
    """A window of the network's self-play and what it learns from it, and how many decisions that is."""
    from kibitz.game import game
    from kibitz.games.zsy.lab.net import PAPER, network
    from kibitz.learn.dmc import Learner
    from kibitz.learn.on_torch import device

    zsy = game("zsy")
    learner = Learner(zsy, zsy.options(), PAPER, 1, device(), network=network)
    return learner.learn, PAPER.tables * PAPER.window
