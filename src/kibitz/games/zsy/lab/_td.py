"""What the experiments with linear players share: learners, and how they are tested."""

from __future__ import annotations

from typing import Any

from kibitz.arena.match import match
from kibitz.game import Game
from kibitz.game import game as find_game
from kibitz.games.zsy.agents._linear import LinearPlayer
from kibitz.games.zsy.features.afterstate import ACTIVE, SIZE, features
from kibitz.lab import Row, of_match
from kibitz.learn.linear import Problem
from kibitz.learn.td_linear import Learner, Settings

PAPER_STEPS = (1, 3, 10, 100, 1000, 10_000, 100_000)
"""After how many training games the paper tests."""


def problem(game: Game) -> Problem:
    """ZSY for the generic learner."""
    return Problem(game, features, SIZE, ACTIVE, "greedy")


def learner(seed: int, settings: Settings | None = None, may_pass: bool = False, **options: Any) -> Learner:
    """A learner in the paper's reading of the rules, where one passes only when one must, or free to pass."""
    game = find_game("zsy")
    return Learner(problem(game), game.options(free_pass=may_pass, **options), settings or Settings(), seed)


def player(taught: Learner) -> LinearPlayer:
    """The player a learner has become."""
    game, options = find_game("zsy"), taught.options
    return LinearPlayer(game, options, taught.weights, taught.settings.extras, bool(options.free_pass))


def tested(taught: Learner, opponent: str, pairs: int, seed: int, **about: Any) -> Row:
    """A row with how a learner fares."""
    result = match("zsy", player(taught), opponent, pairs=pairs, seed=seed)
    return {**of_match(result, **about, opponent=opponent), "games": taught.games}
