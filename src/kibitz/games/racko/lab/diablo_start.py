"""How long Diablo needs to finish his first games when the weights begin at random.

Paper, section 4.2 and Figure 2: Diablo learned from the points of the round at a rate of 0.1; no game ended
within 1500 turns until about 15,000 had been played, 10 moves a game were reached at 43,000, and 9.87 at
476,000. Here several Diablos start from different random weights, of either sign, in the same way.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from kibitz.game import game as find_game
from kibitz.games.racko.features import PAPER_FEATURES
from kibitz.games.racko.lab._self_play import SelfPlay
from kibitz.lab import Finding, Report, Step
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


def run(config, seed, checkpoint, folder):
    game = find_game("racko")
    options = game.options(slots=config.slots, limit=config.limit)
    sizes, margin = [PAPER_FEATURES, config.hidden, 1], 1 / (config.divisor * config.slots)
    seeds = [seed * 1000 + number for number in range(config.starts)]
    tables = [
        SelfPlay(game, options, margin=margin, rate=config.rate, span=4 * config.slots, seed=own) for own in seeds
    ]
    if checkpoint:
        known = {name: checkpoint[name].copy() for name in ("weights", "games", "turns", "ended")}
    else:
        known = {
            "weights": np.array([new_network(sizes, own) for own in seeds]),
            "games": np.zeros(config.starts, np.int64),
            "turns": np.full(config.starts, float(config.limit)),  # a game, when last measured
            "ended": np.zeros(config.starts, np.bool_),  # whether any game has
        }

    def advance(number):
        """Some more games of one Diablo: as many as take about the same time whoever plays."""
        done = int(known["games"][number])
        games = int(min(max(config.turns / known["turns"][number], 1), MOST, bound(number) - done))
        turns, drawn = tables[number].learn(known["weights"][number], sizes, done, games)
        known["games"][number] += games
        known["turns"][number] = turns
        known["ended"][number] |= drawn < 1
        return {"start": number, "games": done + games, "turns": turns, "drawn": drawn}

    def bound(number):
        return config.games if known["ended"][number] else config.patience

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        while True:
            going = [number for number in range(config.starts) if known["games"][number] < bound(number)]
            rows = list(pool.map(advance, going))
            left = sum(bound(number) - known["games"][number] for number in range(config.starts))
            done = 1 - left / (config.games * config.starts)
            yield Step(rows, {name: part.copy() for name, part in known.items()}, min(done, 1.0) if left else 1.0)
            if not left:
                return


def report(rows, config):
    import matplotlib.pyplot as plt

    figure, axis = plt.subplots(figsize=(6, 3.2))
    first, ten, last = [], [], []
    for number in range(config.starts):
        curve = [row for row in rows if row["start"] == number]
        axis.plot([row["games"] for row in curve], [row["turns"] for row in curve], lw=0.8)
        ended = next((row["games"] for row in curve if row["drawn"] < 1), None)
        if ended is None:
            continue
        first.append(ended)
        ten += [next((row["games"] for row in curve if row["turns"] <= 10), np.inf)]
        late = [row for row in curve if row["games"] > 0.9 * config.games] or curve[-1:]
        last.append(float(np.mean([row["turns"] for row in late])))
    axis.set_xscale("log")
    axis.set_yscale("log")
    axis.set_xlabel("games of self-play")
    axis.set_ylabel("turns a round")
    never = config.starts - len(first)
    findings = [Finding(f"of {config.starts} Diablos, those that finished no game in {config.patience}", never)]
    if first:
        what = f"games until the first is finished: {min(first)} to {max(first)} among the others; the median"
        findings.append(Finding(what, float(np.median(first)), paper=15_000))
        reached = [games for games in ten if games < np.inf]
        if reached:
            what = f"games until a round takes 10 turns: {len(reached)} get there, in {min(reached)} to {max(reached)};"
            findings.append(Finding(f"{what} the median", float(np.median(reached)), paper=43_000))
        what = f"turns a round at the end: {min(last):.2f} to {max(last):.2f}; the best"
        findings.append(Finding(what, min(last), paper=9.87))
    summary = f"{never} of {config.starts} random starts finish none of {config.patience} games and are given up."
    if first:
        summary += f" The others finish one within {min(first)} to {max(first)} games"
        summary += f" and end at {min(last):.2f} to {max(last):.2f} turns a round."
    return Report(findings, summary, {"curve": figure})
