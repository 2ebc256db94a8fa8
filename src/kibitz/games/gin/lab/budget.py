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
from kibitz.lab.experiment import Checkpoint, Finding, Report, Row, Step


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
    for i in range(int(checkpoint["done"]) if checkpoint else 0, len(work)):
        spec, sims, estimator, pairs = work[i]
        result = match("gin", spec, "simple", pairs=pairs, seed=10 * seed + 7)
        low, high = result.interval
        row: Row = {
            "player": spec, "sims": sims, "estimator": estimator, "win_rate": result.win_rate, "low": low, "high": high,
            "games": result.games, "seconds_a_game": result.seconds / result.games,
        }  # fmt: skip
        yield Step([row], {"done": i + 1}, (i + 1) / len(work))


def report(rows: list[Row], config: Config) -> Report:
    import matplotlib.pyplot as plt

    findings = [Finding(f"{r['player']} against simple", r["win_rate"], r["low"], r["high"]) for r in rows]
    curve = [r for r in rows if r["estimator"] == "bayes"]
    figure, axes = plt.subplots(figsize=(6, 4))
    errors = [[r["win_rate"] - r["low"] for r in curve], [r["high"] - r["win_rate"] for r in curve]]
    axes.errorbar([max(r["sims"], 1) for r in curve], [r["win_rate"] for r in curve], yerr=errors, fmt="o-", capsize=3)
    axes.set(xscale="log", xlabel="imagined hands a decision (leftmost: camper)", ylabel="win rate against simple")
    best = max(curve, key=lambda r: r["win_rate"])
    ranked = sorted((r for r in rows if r["sims"] == config.compared), key=lambda r: -r["win_rate"])
    summary = (
        f"The best budget tried is {best['sims']}: {best['win_rate']:.1%} over {best['games']} games. At "
        f"{config.compared} playouts the estimators win "
        + ", ".join(f"{r['win_rate']:.1%} ({r['estimator']})" for r in ranked)
        + "."
    )
    return Report(findings, summary, {"budget": figure})
