"""How long the review of a whole game takes, on one core."""

from __future__ import annotations

import statistics
import time

from kibitz.agent import build
from kibitz.coach.review import review
from kibitz.game import Game
from kibitz.state import State

GAMES = 5


def reviews(game: Game) -> dict[str, str]:
    """Reviews at the default depth, of games of the policy against itself as they are played at a table."""
    options = game.options(**game.table)
    player = build(game, options, game.policy)
    spent: list[float] = []
    for seed in range(GAMES + 1):
        state = State(game, options, seed)
        while not state.is_over:
            state.push(player.choose(state))
        begun = time.process_time()
        review(state)
        spent.append(time.process_time() - begun)
    measured = spent[1:]  # the first compiles
    said = f"{statistics.mean(measured):.2f} s, at most {max(measured):.2f} s"
    return {"review of a game": f"{said} ({GAMES} games of {player.name})"}
