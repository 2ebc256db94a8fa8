"""bootstrap: the paper's first learner, from random games to its own best ones.

Two networks learn the moves of quick wins, and of losing racks that were nearly complete; then they
play, and learn from their own best games. ``bootstrap:deep`` is the one that was given more layers. The
networks for other racks than five began as those for a rack one slot shorter or longer.
"""

from __future__ import annotations

from typing import Annotated, Any

from kibitz.game import Game
from kibitz.games.racko.agents._draw_and_play import DrawAndPlay, learned
from kibitz.options import among

TRAINED_BY = ("racko.bootstrap", "racko.rack_sizes")


class Player(DrawAndPlay):
    style = "Plays as in its own best games."
    learned = "From random games, then from its own wins."

    def __init__(
        self,
        game: Game,
        options: Any,
        kind: Annotated[str, among("plain", "deep")] = "plain",
        restless: bool = False,
    ) -> None:
        found = learned(game, options, "bootstrap.safetensors", kind, "paper")
        super().__init__(game, options, *found, "paper", restless=restless)
