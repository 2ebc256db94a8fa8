"""bootstrap: the paper's first learner, from random games to its own best ones.

Two networks learn the moves of quick wins, and of losing racks that were nearly complete; then they
play, and learn from their own best games. ``bootstrap:deep`` is the one that was given more layers. The
networks for other racks than five began as those for a rack one slot shorter or longer.
"""

from __future__ import annotations

from kibitz.errors import BadAgentSpec
from kibitz.games.racko.agents._two_networks import TwoNetworks

TRAINED_BY = ("racko.bootstrap_self_play", "racko.rack_sizes")


class Player(TwoNetworks):
    def __init__(self, game, options, kind: str = "plain") -> None:
        if kind not in ("plain", "deep"):
            raise BadAgentSpec(f"bootstrap is 'plain' or 'deep', not {kind!r}")
        super().__init__(game, options, *self.learned(game, options, f"bootstrap-{kind}"), "paper")
