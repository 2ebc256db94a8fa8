"""Montecarlo: win rate against simple by budget.

No claim of the paper. The question is what each playout buys: `montecarlo` imagines so many hands at
every decision, drawn by an estimator, and plays its candidates out in each. At a budget of nothing it
would be `camper`, which is the first point of the curve. At one budget the estimators are compared. All play
the same deals.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kibitz.arena.match import match
from kibitz.lab import Checkpoint, Finding, Report, Row, Step, derived, figures, in_turn, of_match, where


@dataclass(frozen=True)
class Config:
    budgets: tuple[int, ...] = (0, 16, 64, 256)
    pairs: tuple[int, ...] = (10_000, 2_000, 2_000, 1_000)
    """Duplicate deals for each budget: fewer where a game takes longer."""
    estimators: tuple[str, ...] = ("uniform", "thumb", "dense", "lstm")
    """Compared with bayes, at `compared` playouts."""
    compared: int = 64
    """One of the budgets."""


TINY = Config(budgets=(0, 2), pairs=(4, 1), estimators=("uniform",), compared=2)
QUICK = Config(budgets=(0, 4), pairs=(50, 5), estimators=("uniform",), compared=4)
PAPER = Config()


def run(config: Config, seed: int, checkpoint: Checkpoint | None, folder: Path) -> Iterator[Step]:
    work = [
        ("camper" if sims == 0 else f"montecarlo:sims={sims}", sims, "bayes", pairs)
        for sims, pairs in zip(config.budgets, config.pairs, strict=True)
    ]
    pairs = config.pairs[config.budgets.index(config.compared)]
    work += [
        (f"montecarlo:sims={config.compared},estimator={name}", config.compared, name, pairs)
        for name in config.estimators
    ]

    def play(job: tuple[str, int, str, int]) -> list[Row]:
        spec, sims, estimator, pairs = job
        found = match("gin", spec, "simple", pairs=pairs, seed=derived(seed, "deals"))
        about = {"player": spec, "sims": sims, "estimator": estimator}
        return [of_match(found, **about, seconds_per_game=found.seconds / found.games)]

    yield from in_turn(work, play, checkpoint)


def report(rows: list[Row], config: Config) -> Report:
    findings = [Finding.of(f"{row['player']} against simple", row) for row in rows]
    course = [{**row, "shown": max(row["sims"], 1)} for row in where(rows, estimator="bayes")]
    x = "imagined hands per decision (leftmost: camper)"
    figure, axes = figures.chart("What each playout buys", x, "win rate against simple", log="x", percent=True)
    figures.curve(axes, course, "shown", "win_rate", "montecarlo", color=figures.colour("gin", "montecarlo"))
    best = max(course, key=lambda row: row["win_rate"])
    ranked = sorted(where(rows, sims=config.compared), key=lambda row: -row["win_rate"])
    summary = (
        f"The best budget tried is {best['sims']}: {best['win_rate']:.1%} over {best['games']} games. At "
        f"{config.compared} playouts the estimators win "
        + ", ".join(f"{row['win_rate']:.1%} ({row['estimator']})" for row in ranked)
        + "."
    )
    return Report(findings, summary, {"budget": figure})
