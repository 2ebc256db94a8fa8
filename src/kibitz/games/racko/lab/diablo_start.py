"""How long Diablo needs to finish his first games when the weights begin at random.

Paper, section 4.2 and Figure 2: Diablo learned from the points of the round at a rate of 0.1; no game ended
within 1500 turns until about 15,000 had been played, 10 moves per game were reached at 43,000, and 9.87 at
476,000. Here several Diablos start from different random weights, of either sign, in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kibitz.game import game as find_game
from kibitz.games.racko.features import PAPER_FEATURES
from kibitz.games.racko.lab._self_play import SelfPlay
from kibitz.lab import Checkpoint, Finding, Report, Row, Step, column, derived, figures, side_by_side, where
from kibitz.lab.jobs import copied
from kibitz.learn.td_network import new_network


@dataclass(frozen=True)
class Config:
    starts: int = 16
    games: int = 476_000
    patience: int = 20_000
    """Games after which a Diablo that has finished none is given up."""
    slots: int = 10
    hidden: int = 32
    rate: float = 0.1
    divisor: float = 2.0
    limit: int = 1500
    turns: int = 60_000
    """About so many are played between two checkpoints."""


TINY = Config(starts=2, games=12, patience=4, limit=30, turns=60)
QUICK = Config(starts=2, games=200, patience=20, limit=200, turns=1000)
PAPER = Config()
MOST = 10_000
"""Games between two checkpoints."""


def run(config: Config, seed: int, checkpoint: Checkpoint | None, folder: Path) -> Iterator[Step]:
    options = find_game("racko").options(slots=config.slots, limit=config.limit)
    sizes, seeds = [PAPER_FEATURES, config.hidden, 1], [derived(seed, number) for number in range(config.starts)]
    tables = [SelfPlay(options, divisor=config.divisor, rate=config.rate, seed=own) for own in seeds]
    known: dict[str, np.ndarray] = {
        "weights": np.array([new_network(sizes, own) for own in seeds]),
        "games": np.zeros(config.starts, np.int64),
        "turns": np.full(config.starts, float(config.limit)),  # per game, when last measured
        "ended": np.zeros(config.starts, np.bool_),  # whether any game has
    }
    known |= copied(checkpoint or {})

    def advance(number: int) -> Row:
        """Some more games of one Diablo: as many as take about the same time whoever plays."""
        done = int(known["games"][number])
        games = int(min(max(config.turns / known["turns"][number], 1), MOST, bounds()[number] - done))
        found = tables[number].learn(known["weights"][number], sizes, done, games)
        known["games"][number] += games
        known["turns"][number] = found["turns"]
        known["ended"][number] |= found["drawn"] < 1
        return {"start": number, "games": done + games, **found}

    def bounds() -> np.ndarray:
        return np.where(known["ended"], config.games, config.patience)

    left = 1
    while left:
        rows = side_by_side(advance, np.flatnonzero(known["games"] < bounds()).tolist())
        left = int((bounds() - known["games"]).sum())
        yield Step(rows, copied(known), 1 - left / (config.games * config.starts))


def report(rows: list[Row], config: Config) -> Report:
    title = f"{config.starts} Diablos from random weights"
    figure, axes = figures.chart(title, "games of self-play", "turns per round", log="xy")
    first, ten, last = [], [], []
    for number in range(config.starts):
        course = where(rows, start=number)
        axes.plot(column(course, "games"), column(course, "turns"), linewidth=0.8)
        ended = [row["games"] for row in course if row["drawn"] < 1]
        if ended:
            first.append(ended[0])
            ten += [row["games"] for row in course if row["turns"] <= 10][:1]
            late = [row for row in course if row["games"] > 0.9 * config.games] or course[-1:]
            last.append(float(column(late, "turns").mean()))
    never = config.starts - len(first)
    findings = [Finding(f"of {config.starts} Diablos, those that finished no game in {config.patience}", never)]
    summary = f"{never} of {config.starts} random starts finish none of {config.patience} games and are given up."
    if first:
        what = f"games until the first is finished: {min(first)} to {max(first)} among the others; the median"
        findings.append(Finding(what, float(np.median(first)), paper=15_000))
        if ten:
            what = f"games until a round takes 10 turns: {len(ten)} get there, in {min(ten)} to {max(ten)}; the median"
            findings.append(Finding(what, float(np.median(ten)), paper=43_000))
        what = f"turns a round at the end: {min(last):.2f} to {max(last):.2f}; the best"
        findings.append(Finding(what, min(last), paper=9.87))
        summary += (
            f" The others finish one within {min(first)} to {max(first)} games and end at {min(last):.2f} to "
            f"{max(last):.2f} turns per round."
        )
    return Report(findings, summary, {"curve": figure})
