"""Belief: what the other's moves tell of its hand.

No claim of the paper. Six styles play; the true hand of the other is set among hands dealt at random
that fit what was seen, and a few signs are weighed so that the truth stands out. Judged on games of their own, in
bits of surprise at the truth: with sixteen hands to choose from and no knowledge it would be four.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.agent import build
from kibitz.games.gin.belief import FILE, SIGNS, signs
from kibitz.lab import Finding, Lab, Report, Row, Steps, figures, of_mean, where
from kibitz.lab.contrast import described, fit, surprise

PLAYERS = ("allrounder", "racer", "guard", "allrounder", "striker", "knocker", "simple")
REDEALS = 15


@dataclass(frozen=True)
class Config:
    games: int = 6000
    judged: int = 2000
    share: float = 0.06
    """Of all decisions that are looked at."""


TINY = Config(games=20, judged=10)
QUICK = Config(games=200, judged=100)
PAPER = Config()


def run(config: Config, lab: Lab) -> Steps:
    def learn() -> list[Row]:
        options = lab.game.options()
        players = [build(lab.game, options, spec) for spec in PLAYERS]
        about = lab.game, options, players, signs, len(SIGNS)
        weights = fit(described(*about, config.games, REDEALS, config.share, lab.derived("fitted")))
        lab.save(FILE, {"weights": weights}, options)
        bits = surprise(described(*about, config.judged, REDEALS, config.share, lab.derived("judged")), weights)
        signs_of = [{"sign": name, "weight": float(weight)} for name, weight in zip(SIGNS, weights, strict=True)]
        return [{"positions": len(bits), **of_mean("bits", bits)}, *signs_of]

    return lab.in_turn([(learn,)])


def report(rows: list[Row], config: Config) -> Report:
    (verdict,), weights = where(rows, "bits"), where(rows, "sign")
    figure, axes = figures.chart("What tells a hand", "weight of a sign, in log odds", "")
    axes.barh([row["sign"] for row in weights], [row["weight"] for row in weights])
    summary = (
        f"Of sixteen hands that fit what was seen, the true one surprises by {verdict['bits']:.2f} bits on average "
        f"({verdict['positions']:,} positions); without knowledge by 4."
    )
    return Report([Finding.of("bits of surprise at the true hand", verdict, "bits")], summary, {"signs": figure})
