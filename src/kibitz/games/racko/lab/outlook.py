"""Outlook: the chance to win a round of Rack-O when all cards are known, from the scores of both racks.

No claim of the paper. Positions of diablo against itself are played on by diablo, and the chance to win is fitted to
how they ended. Judged by the log loss on positions that the fit never saw, beside what one's own rack alone would tell.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.agent import build
from kibitz.arena.playout import playouts
from kibitz.arena.trial import walk
from kibitz.game import game
from kibitz.games.racko.outlook import FILE, OWN, terms_of
from kibitz.lab import Finding, Lab, Report, Row, Steps, of_mean
from kibitz.learn.calibration import chances_of, logistic

SHARE = 0.15
"""Of all decisions that are looked at."""


@dataclass(frozen=True)
class Config:
    games: int = 20_000
    judged: int = 4_000


TINY = Config(games=20, judged=10)
QUICK = Config(games=200, judged=100)
PAPER = Config()


def run(config: Config, lab: Lab) -> Steps:
    def learn(slots: int) -> list[Row]:
        terms, won = positions(slots, config.games, lab.derived(slots, "fitted"))
        both, own = logistic(terms, won), logistic(terms[:, OWN], won)
        lab.save(FILE, {"weights": both}, part=str(slots))
        terms, won = positions(slots, config.judged, lab.derived(slots, "judged"))
        losses = of_mean("both", loss(terms @ both, won)) | of_mean("own", loss(terms[:, OWN] @ own, won))
        return [{"slots": slots, "positions": len(won), **losses}]

    return lab.in_turn((learn, slots) for slots in (10, 5))


def positions(slots: int, games: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """The terms of some positions of so many games, and whether the player to move won."""
    racko = game("racko")
    options = racko.options(slots=slots)
    diablo, rng = build(racko, options, "diablo"), np.random.default_rng(seed)
    terms, won = [], []
    for states, movers in walk(racko, options, [diablo], rng.integers(0, 2**63, games, np.uint64)):
        chosen = np.flatnonzero(rng.random(len(states)) < SHARE)
        if len(chosen):
            some, seats = np.ascontiguousarray(states[chosen]), movers[chosen]
            luck = rng.integers(0, 2**63, len(some), np.uint64)
            scores = playouts(racko, options, diablo, some, luck, 1)[:, 0]
            rows = np.arange(len(some))
            terms.append(terms_of(some))
            won.append(np.sign(scores[rows, seats] - scores[rows, 1 - seats]) / 2 + 0.5)
    return np.concatenate(terms), np.concatenate(won)


def loss(logits: np.ndarray, won: np.ndarray) -> np.ndarray:
    chance = np.clip(chances_of(logits), 1e-6, 1 - 1e-6)
    return -(won * np.log(chance) + (1 - won) * np.log(1 - chance))


def report(rows: list[Row], config: Config) -> Report:
    findings = []
    for row in rows:
        findings.append(Finding.of(f"log loss from both racks, {row['slots']} slots", row, "both"))
        findings.append(Finding.of(f"log loss from one's own rack, {row['slots']} slots", row, "own"))
    told = "; ".join(f"{r['slots']} slots: {r['both']:.3f} from both racks, {r['own']:.3f} from one" for r in rows)
    return Report(findings, f"Log loss on positions the fit never saw (0.693: a coin). {told}.")
