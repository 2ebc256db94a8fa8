"""Which way of learning wins in ZSY.

No claim of the paper. Three learners, from nothing, with the same network and the same number of decisions.
"""

from typing import Any

from kibitz.lab.learners import Config, Contest

__all__ = ["PAPER", "QUICK", "TINY", "Config", "report", "run"]

SMALL: dict[str, Any] = {"width": 16, "layers": 2, "batch": 64, "window": 8, "gpu": False}
TINY = Config(decisions=1_500, tables=32, imagining=2, starts=1, tests=2, test_deals=2, **SMALL)
QUICK = Config(decisions=400_000, tables=256, imagining=16, starts=1, tests=4, test_deals=100, **{**SMALL, "width": 64})
PAPER = Config(decisions=8_000_000, tables=16_384, imagining=256, starts=2)

contest = Contest("zsy", judges=("greedy", "tdns"))
run, report = contest.run, contest.report
