"""casandra: imitates Diablo's recorded moves, then learns from her own wins.

``casandra`` sees what the paper gave her, ``casandra:diablo`` sees Diablo's features instead.
"""

from __future__ import annotations

from kibitz.errors import BadAgentSpec
from kibitz.games.racko.agents._two_networks import SIGHTS, TwoNetworks

TRAINED_BY = ("racko.casandra_imitation", "racko.rack_sizes")


class Player(TwoNetworks):
    def __init__(self, game, options, sight: str = "paper") -> None:
        if sight not in SIGHTS:
            raise BadAgentSpec(f"casandra sees as the 'paper' or as 'diablo', not as {sight!r}")
        super().__init__(game, options, *self.learned(game, options, f"casandra-{sight}"), sight)
