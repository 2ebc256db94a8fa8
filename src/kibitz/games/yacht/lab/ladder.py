"""Statistical and learned players side by side.

The paper sets out to compare play by calculation with learned play and gives no
numbers. Here they are: the mean score of each player, what its moves lose against the exact solution,
and how its scores are spread.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.agent import Agent, build
from kibitz.arena.drive import play
from kibitz.arena.match import duplicates
from kibitz.game import game
from kibitz.lab import Finding, Report, Step


@dataclass(frozen=True)
class Config:
    players: tuple[str, ...] = ("random", "greedy", "blind", "dqn", "net", "optimal")
    rules: str = "nintendo"
    games: int = 100_000
    regret_games: int = 10_000
    """Games in which every move is also judged by the exact solution."""
    chunk: int = 10_000


TINY = Config(players=("random", "greedy"), games=30, regret_games=20, chunk=10)
QUICK = Config(players=("random", "greedy", "optimal"), games=600, regret_games=200, chunk=200)
PAPER = Config()


class Judged(Agent):
    """A player with the exact solution looking over its shoulder."""

    def __init__(self, player: Agent, solution: Agent) -> None:
        super().__init__(player.game, player.options)
        self.player, self.solution, self.memory = player, solution, player.memory
        self.lost, self.decisions = 0.0, 0

    def act(self, views, moves, counts, *memory):
        chosen = self.player.act(views, moves, counts, *memory)
        values = self.solution.values(views, moves, counts)
        listed = np.arange(moves.shape[1]) < counts[:, None]
        taken = np.where(listed & (moves == chosen[:, None]), values, -np.inf).max(axis=1)
        self.lost += float((np.where(listed, values, -np.inf).max(axis=1) - taken).sum())
        self.decisions += len(views)
        return chosen


def run(config: Config, seed: int, checkpoint: Any, folder: Path) -> Iterator[Step]:
    yacht = game("yacht")
    options = yacht.options(rules=config.rules)
    solution = build(yacht, options, "optimal")
    chunks = [(p, start) for p in config.players for start in range(0, config.games, config.chunk)]
    for number in range(int(checkpoint["chunk"]) if checkpoint else 0, len(chunks)):
        name, start = chunks[number]
        stop = min(start + config.chunk, config.games)
        player = build(yacht, options, name)
        row: dict[str, Any] = {"player": name, "start": start}
        workers = None
        if start < config.regret_games:
            player, workers = Judged(player, solution), 1  # it counts, so it cannot be in two places at once
        schedule = duplicates(start, stop, seed, [(0,)])
        scores = play(yacht, options, [player], schedule, workers=workers).scores[:, 0]
        if isinstance(player, Judged):
            row |= {"lost": player.lost, "decisions": player.decisions, "judged": stop - start}
        # Sums, not means, so that chunks can be added up; scores are small whole numbers.
        row |= {"games": len(scores), "sum": float(scores.sum()), "squares": float((scores**2).sum())}
        spread = [
            {"player": name, "score": int(score), "count": int(count)}
            for score, count in zip(*np.unique(scores, return_counts=True), strict=True)
        ]
        yield Step([row, *spread], {"chunk": number + 1}, (number + 1) / len(chunks))


def report(rows: list[dict[str, Any]], config: Config) -> Report:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4))
    axes = figure.subplots()
    findings, words = [], []
    for name in config.players:
        sums = [row for row in rows if row["player"] == name and "games" in row]
        games = sum(row["games"] for row in sums)
        mean = sum(row["sum"] for row in sums) / games
        spread = math.sqrt(sum(row["squares"] for row in sums) / games - mean**2)
        half = 1.96 * spread / math.sqrt(games)
        judged = [row for row in sums if "lost" in row]
        lost = sum(row["lost"] for row in judged)
        a_move = lost / sum(row["decisions"] for row in judged)
        a_game = lost / sum(row["judged"] for row in judged)
        findings.append(Finding(f"mean score, {name}", mean, mean - half, mean + half))
        findings.append(Finding(f"points lost a move, {name}", a_move))
        words.append(f"{name} {mean:.2f} ± {half:.2f} (deviation {spread:.1f}, loses {a_game:.2f} a game)")
        counts = np.zeros(401)
        for row in rows:
            if row["player"] == name and "score" in row:
                counts[min(row["score"], 400)] += row["count"]
        tens = counts[:400].reshape(-1, 10).sum(axis=1) / counts.sum()
        axes.stairs(tens, np.arange(0, 401, 10), label=name)
    axes.set(xlabel="score", ylabel="share of games, by tens")
    axes.legend()
    summary = f"Mean scores over {config.games:,} games each, with their 95% half-widths: " + "; ".join(words) + "."
    return Report(findings, summary, {"scores": figure})
