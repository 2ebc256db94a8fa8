"""casandra: imitates Diablo's recorded moves, then learns from her own wins.

``casandra`` sees what the paper gave her, ``casandra:diablo`` sees Diablo's features instead.
"""

from __future__ import annotations

from typing import Annotated, Any

from kibitz.game import Game
from kibitz.games.racko.agents._draw_and_play import DrawAndPlay, learned
from kibitz.games.racko.inputs import SIGHTS
from kibitz.options import among

TRAINED_BY = ("racko.casandra", "racko.rack_sizes")


class Player(DrawAndPlay):
    style = "Plays much as Diablo does."
    learned = "By watching Diablo, then from her own wins."

    def __init__(
        self, game: Game, options: Any, sight: Annotated[str, among(*SIGHTS)] = "paper", restless: bool = False
    ) -> None:
        found = learned(game, options, "casandra.safetensors", sight, sight)
        super().__init__(game, options, *found, sight, restless=restless)
