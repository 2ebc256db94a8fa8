"""Statistical and learned players side by side.

The paper sets out to compare play by calculation with learned play and gives no
numbers. Here they are: the mean score of each player, what its moves lose against the exact solution,
and how its scores are spread.
"""

from dataclasses import dataclass

import numpy as np

from kibitz.agent import Agent, build
from kibitz.arena.drive import play
from kibitz.arena.match import duplicates
from kibitz.arena.statistics import interval_of_sums
from kibitz.lab import Finding, Lab, Report, Row, Steps, column, estimate, figures, parts, where


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

    def act(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        chosen = self.player.act(views, moves, counts, *memory)
        values = self.solution.values(views, moves, counts)
        listed = np.arange(moves.shape[1]) < counts[:, None]
        taken = np.where(listed & (moves == chosen[:, None]), values, -np.inf).max(axis=1)
        self.lost += float((np.where(listed, values, -np.inf).max(axis=1) - taken).sum())
        self.decisions += len(views)
        return chosen


def run(config: Config, lab: Lab) -> Steps:
    yacht = lab.game
    options = yacht.options(rules=config.rules)
    solution = build(yacht, options, "optimal")

    def play_some(name: str, start: int, games: int) -> list[Row]:
        schedule = duplicates(start, start + games, lab.seed, [(0,)])
        player, about = build(yacht, options, name), {"player": name, "start": start}
        if start < config.regret_games:
            judged = Judged(player, solution)  # it counts, so it cannot be in two places at once
            scores = play(yacht, options, [judged], schedule, workers=1).scores[:, 0]
            about |= {"lost": judged.lost, "decisions": judged.decisions}
        else:
            scores = play(yacht, options, [player], schedule).scores[:, 0]
        # Sums, not means, so that chunks can be added up; scores are small whole numbers.
        sums = {"games": len(scores), "sum": float(scores.sum()), "squares": float((scores**2).sum())}
        spread = [
            {"player": name, "score": int(score), "count": int(count)}
            for score, count in zip(*np.unique(scores, return_counts=True), strict=True)
        ]
        return [{**about, **sums}, *spread]

    chunks = parts(config.games, config.chunk)
    return lab.in_turn((play_some, name, *chunk) for name in config.players for chunk in chunks)


def report(rows: list[Row], config: Config) -> Report:
    figure, axes = figures.chart("How scores are spread", "score", "share of games, by tens", percent=True)
    findings, words = [], []
    for name in config.players:
        sums, judged = where(rows, "games", player=name), where(rows, "lost", player=name)
        games, total, squares = (column(sums, key).sum() for key in ("games", "sum", "squares"))
        mean = estimate("mean", total / games, interval_of_sums(games, total, squares))
        lost, decisions, watched = (column(judged, key).sum() for key in ("lost", "decisions", "games"))
        findings.append(Finding.of(f"mean score, {name}", mean, "mean"))
        findings.append(Finding(f"points lost per move, {name}", float(lost / decisions)))
        deviation = np.sqrt(squares / games - (total / games) ** 2)
        words.append(
            f"{name} {mean['mean']:.2f} ({mean['mean_low']:.2f} to {mean['mean_high']:.2f}; deviation {deviation:.1f}, "
            f"loses {lost / watched:.2f} per game)"
        )
        counts = np.zeros(401)
        for row in where(rows, "score", player=name):
            counts[min(row["score"], 400)] += row["count"]
        tens = counts[:400].reshape(-1, 10).sum(axis=1) / counts.sum()
        axes.stairs(tens, np.arange(0, 401, 10), label=name, color=figures.colour(name))
    figures.legend(axes)
    summary = f"Mean scores over {config.games:,} games each, with their 95% intervals: {'; '.join(words)}."
    return Report(findings, summary, {"scores": figure})
