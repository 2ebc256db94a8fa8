"""Belief: what the other's moves tell of its hand.

No claim of the paper. The network and the linear learner play; the true hand of the other is set among hands dealt at
random that fit what was seen, and a few signs are weighed so that the truth stands out. Judged on games of their own,
in bits of surprise at the truth: with sixteen hands to choose from and no knowledge it would be four.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kibitz.agent import build
from kibitz.game import game
from kibitz.games.zsy.belief import FILE, SIGNS, signs
from kibitz.lab import Checkpoint, Finding, Report, Row, Step, derived, figures, of_mean, where
from kibitz.lab.contrast import described, fit, surprise
from kibitz.weights import label, save_tables

PLAYERS = ("net", "td", "net")
REDEALS = 15


@dataclass(frozen=True)
class Config:
    games: int = 12000
    judged: int = 3000
    share: float = 0.2
    """Of all decisions that are looked at."""


TINY = Config(games=20, judged=10)
QUICK = Config(games=200, judged=100)
PAPER = Config()


def run(config: Config, seed: int, checkpoint: Checkpoint | None, folder: Path) -> Iterator[Step]:
    if checkpoint:
        return
    home = game("zsy")
    options = home.options()
    players = [build(home, options, spec) for spec in PLAYERS]

    def seen(games: int, part: str):
        return described(
            home, options, players, signs, len(SIGNS), games, REDEALS, config.share, derived(seed, part)
        )  # fmt: skip

    weights = fit(seen(config.games, "fitted"))
    save_tables(folder / FILE, {"weights": weights}, label(home, options, "zsy.belief"))
    bits = surprise(seen(config.judged, "judged"), weights)
    rows: list[Row] = [{"positions": len(bits), **of_mean("bits", bits)}]
    rows += [{"sign": name, "weight": float(weight)} for name, weight in zip(SIGNS, weights, strict=True)]
    yield Step(rows, {"done": 1}, 1.0)


def report(rows: list[Row], config: Config) -> Report:
    (verdict,), weights = where(rows, "bits"), where(rows, "sign")
    figure, axes = figures.chart("What tells a hand", "weight of a sign, in log odds", "")
    axes.barh([row["sign"] for row in weights], [row["weight"] for row in weights])
    summary = (
        f"Of sixteen hands that fit what was seen, the true one surprises by {verdict['bits']:.2f} bits on average "
        f"({verdict['positions']:,} positions); without knowledge by 4."
    )
    return Report([Finding.of("bits of surprise at the true hand", verdict, "bits")], summary, {"signs": figure})
