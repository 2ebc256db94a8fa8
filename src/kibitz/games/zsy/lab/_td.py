"""What the experiments with linear players share: learners, and how they are tested."""

from collections.abc import Sequence
from typing import Any

from kibitz.arena.match import match
from kibitz.game import Game
from kibitz.game import game as find_game
from kibitz.games.zsy.agents._linear import LinearPlayer
from kibitz.games.zsy.features.afterstate import ACTIVE, SIZE, features
from kibitz.lab import Lab, Row, of_match
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


def course(lab: Lab, steps: Sequence[int], pairs: int, settings: Settings | None = None, **about: Any) -> list[Row]:
    """How learner `number` of an experiment fares against greedy after so many games of training each."""
    taught, rows = learner(lab.derived(about["number"]), settings), []
    for games in steps:
        taught.train(games - taught.games)
        rows.append(tested(taught, "greedy", pairs, lab.derived("deals"), **about))
    return rows
