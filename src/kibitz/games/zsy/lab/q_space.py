"""Is the size of its feature space what fails Q-learning?

The paper takes the many features, each coupled with every move, for the main fault of its Q-learner, and says that
updating at each step leaves most weights at 0 early on, since the reward comes last. Here the same learner couples
the move with one fact instead of four; and for it and for td it is counted how many of the weights that positions of
play between two greedy players ask for are still exactly 0.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.agent import build
from kibitz.arena.match import match
from kibitz.game import game as find_game
from kibitz.games.zsy.agents._linear import best_but_pass
from kibitz.games.zsy.agents.q import SCRATCH, TablePlayer
from kibitz.games.zsy.features import afterstate, coupled
from kibitz.games.zsy.lab import _td
from kibitz.games.zsy.lab.q_learning import problem
from kibitz.kernel import kernel, record
from kibitz.lab import PERCENT, Finding, Lab, Report, Row, Steps, derived, figures, of_match, where
from kibitz.learn.linear import Problem
from kibitz.learn.q_linear import Learner, Settings
from kibitz.state import State

SPACES = ("four facts", "one fact")


@kernel
def best_by_one_fact(v, moves, count, memory, params):
    work = memory.scratch
    for j in range(count):
        coupled.one_feature(v, v.to_move, moves[j], work.index)
        work.worth[j] = params.weights[work.index[0]]
    return best_but_pass(moves, count, work.worth, params.may_pass)


class OneFactPlayer(TablePlayer):
    """Plays by the move and the difference in cards alone."""

    decide = best_by_one_fact
    memory = record([("scratch", SCRATCH)])


@dataclass(frozen=True)
class Config:
    steps: tuple[int, ...]
    pairs: int
    positions: int
    """Games between two greedy players whose positions are asked for."""


TINY = Config(steps=(5, 20), pairs=4, positions=2)
QUICK = Config(steps=(100, 1000), pairs=200, positions=10)
PAPER = Config(steps=(1, 10, 100, 1000, 10_000, 100_000, 300_000), pairs=20_000, positions=100)


def run(config: Config, lab: Lab) -> Steps:
    game = lab.game
    options: Any = game.options(free_pass=False)

    def learn(who: str) -> list[Row]:
        asked = positions(config.positions, lab.derived("positions"))
        if who == "td":
            taught: Any = _td.learner(lab.derived(who))
        else:
            one_fact = Problem(game, coupled.one_feature, coupled.SIZE, 1, "greedy")
            space = problem(game) if who == SPACES[0] else one_fact
            taught = Learner(space, options, Settings(self_play=False), lab.derived("q"))
        rows: list[Row] = []
        for games in config.steps:
            taught.train(games - taught.games)
            row: Row = {"who": who, "games": games, "untouched": untouched(taught.weights, asked, who)}
            if who != "td":
                kind = TablePlayer if who == SPACES[0] else OneFactPlayer
                agent = kind(game, options, taught.weights)
                deals = lab.derived("deals")
                row |= of_match(match("zsy", agent, "greedy", pairs=config.pairs, seed=deals, free_pass=False))
            rows.append({**row, "games": games})
        return rows

    return lab.in_turn((learn, who) for who in (*SPACES, "td"))


def positions(games: int, seed: int) -> list[tuple[np.record, np.ndarray]]:
    """Every view and its legal moves in games between two greedy players."""
    game = find_game("zsy")
    options = game.options(free_pass=False)
    greedy, found = build(game, options, "greedy"), []
    for n in range(games):
        state = State(game, options, derived(seed, n))
        while not state.is_over:
            found.append((state.view(state.player), state.legal_codes.copy()))
            state.push(greedy.choose(state))
    return found


def untouched(weights: np.ndarray, asked: list[tuple[np.record, np.ndarray]], who: str) -> float:
    """The share of the weights asked for that are exactly 0."""
    met: set[int] = set()
    index, value = np.zeros(afterstate.ACTIVE, np.int32), np.zeros(afterstate.ACTIVE)
    for view, moves in asked:
        if who == "td":
            met.update(index[: afterstate.features(view, view.to_move, 0, index, value)].tolist())
        else:
            fill = coupled.move_features if who == SPACES[0] else coupled.one_feature
            for move in moves:
                met.update(index[: fill(view, view.to_move, move, index)].tolist())
    return float((weights[list(met)] == 0).mean())


def report(rows: list[Row], config: Config) -> Report:
    titles = ("against greedy, 54 cards", "weights asked for that are still 0")
    figure, (left, right) = figures.panels(titles, "games of training", "share", log="x", percent=True, size=(5, 3.6))
    findings = []
    last = {}
    for k, who in enumerate((*SPACES, "td")):
        course = where(rows, who=who)
        name = f"q, {who}" if who in SPACES else who
        figures.curve(right, course, "games", "untouched", name, color=figures.COLOURS[k])
        if who in SPACES:
            figures.curve(left, course, "games", "win_rate", name, color=figures.COLOURS[k])
            last[who] = course[-1]
            findings.append(Finding.of(f"{name} coupled with the move, v greedy", course[-1]))
        for row in course:
            if row["games"] in (10, 100, 1000):
                what = f"{name}: share of the weights asked for still 0 after {row['games']:,} games"
                findings.append(Finding(what, row["untouched"], paper="most" if who in SPACES else None, unit=PERCENT))
    figures.level(left, 0.5)
    four, one = (last[who]["win_rate"] for who in SPACES)
    summary = (
        f"With 54 cards the learner that couples four facts with the move wins {four:.1%} against greedy after "
        f"{config.steps[-1]:,} games, the one with a single fact {one:.1%}: "
        f"{'the size of the space costs it' if one > four else 'a smaller space does not help'}."
    )
    return Report(findings, summary, {"q_space": figure})
