"""The exact value of every rule set: what perfect play scores on average, and how far scores spread.

The paper sets out to find the best policy and has no number. Dynamic programming over all boards finds it. Where others
have published a value it stands beside ours; of the paper's own board (its Figure 2) none is known.
"""

from dataclasses import dataclass

import numpy as np

from kibitz.games.yacht.solve import solve
from kibitz.lab import Finding, Lab, Report, Row, Steps, figures, where

BOARDS = {
    "nintendo": {"rules": "nintendo"},
    "paper": {"rules": "paper"},
    "classic": {"rules": "classic"},
    "yahtzee, free joker": {"rules": "yahtzee", "joker": "free"},
    "yahtzee, forced joker": {"rules": "yahtzee", "joker": "forced"},
    "yahtzee, no joker": {"rules": "yahtzee", "joker": "none"},
}
PUBLISHED = {
    "nintendo": (191.7743691883, 37.856),
    "yahtzee, free joker": (254.5896094820, None),
    "yahtzee, forced joker": (254.5877287345, None),
    "yahtzee, no joker": (245.8707745141, None),
}
"""Mean and deviation, by others."""


@dataclass(frozen=True)
class Config:
    boards: tuple[str, ...]
    spread: tuple[str, ...]
    """Those whose scores are followed too, to their whole distribution."""


TINY = QUICK = Config(boards=("classic",), spread=())
PAPER = Config(boards=tuple(BOARDS), spread=("nintendo", "paper", "classic"))


def run(config: Config, lab: Lab) -> Steps:
    def find(board: str) -> list[Row]:
        solution = solve(**BOARDS[board])
        rows: list[Row] = [{"board": board, "value": solution.value}]
        if board in config.spread:
            rows[0]["deviation"] = solution.deviation
            chances = solution.distribution
            rows += [
                {"board": board, "score": int(n), "chance": float(chances[n])} for n in np.flatnonzero(chances > 0)
            ]
        return rows

    return lab.in_turn((find, board) for board in config.boards)


def report(rows: list[Row], config: Config) -> Report:
    findings, words = [], []
    for row in where(rows, "value"):
        board = row["board"]
        mean, deviation = PUBLISHED.get(board, (None, None))
        findings.append(Finding(f"mean score of perfect play, {board}", row["value"], elsewhere=mean))
        if "deviation" in row:
            findings.append(Finding(f"deviation of the score, {board}", row["deviation"], elsewhere=deviation))
        words.append(f"{board} {row['value']:.10f}")
    known = [(f.ours, f.elsewhere) for f in findings if isinstance(f.elsewhere, float) and f.what.startswith("mean")]
    apart = max((abs(ours - theirs) for ours, theirs in known), default=0.0)
    figure, axes = figures.chart("Scores of perfect play", "score", "share of games, by tens", percent=True)
    for board in config.spread:
        chances = np.zeros(400)
        for row in where(rows, "score", board=board):
            chances[min(row["score"], 399)] += row["chance"]
        axes.stairs(chances.reshape(-1, 10).sum(axis=1), np.arange(0, 401, 10), label=board)
    if config.spread:
        figures.legend(axes)
    summary = (
        f"Mean scores of perfect play: {', '.join(words)}. From the {len(known)} values that others published ours "
        f"differ by {apart:.0e} at most."
    )
    return Report(findings, summary, {"scores": figure} if config.spread else {})
