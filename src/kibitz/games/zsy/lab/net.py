"""A convolutional network by self-play.

The paper ends by naming a convolutional network over the cards as the next step, without a
number. Here one is trained by deep Monte Carlo (the method of DouZero for a kindred game): the network says how
likely each move is to win, plays itself with the best of them and now and then any other, and after each window of
decisions is fitted to what came of them. The claim to test is that it is stronger than the linear players.
"""

from collections.abc import Callable
from typing import Any

from kibitz.lab.network import Config, SelfPlay

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run", "trainer"]

SMALL: dict[str, Any] = {"width": 4, "layers": 1, "batch": 256, "window": 8, "anew": 2, "gpu": False}
"""The width is the number of channels, a layer is a block of two convolutions."""
TINY = Config(windows=4, tables=32, test_deals=2, final_deals=2, **SMALL)
QUICK = Config(windows=40, tables=256, test_deals=20, final_deals=20, **{**SMALL, "width": 8, "anew": 10})
PAPER = Config(windows=200, tables=131_072, window=16, width=48, layers=2, anew=25)


def network(size: int, channels: int, blocks: int) -> Any:
    from kibitz.games.zsy.lab._convolutions import Ranks

    return Ranks(channels, blocks)


learning = SelfPlay("zsy", judges=("tdns",), finals=("greedy", "td"), network=network)
run, report = learning.run, learning.report


def trainer() -> tuple[Callable[[], object], int]:
    """For the bench: a window of self-play and what is learned from it, and how many decisions that is."""
    from kibitz.game import game
    from kibitz.learn.dmc import Learner
    from kibitz.learn.on_torch import device

    zsy = game("zsy")
    learner = Learner(zsy, zsy.options(), PAPER, 1, device(), network=network)
    return learner.learn, PAPER.tables * PAPER.window
