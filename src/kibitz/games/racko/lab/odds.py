"""Odds: the chance to win a game of Rack-O, from the score of a rack and how the race stands.

No claim of the paper, whose scores say which rack is better and not how good. Games of diablo against itself are
watched; from some positions of each, the chance to win is fitted to how the games ended. It is judged on
games of their own, in ten bins.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.agent import build
from kibitz.coach.watch import watch
from kibitz.game import game
from kibitz.games.racko.odds import FILE, TERMS, describe, fit, part_of
from kibitz.lab.experiment import Checkpoint, Finding, Report, Step
from kibitz.lab.folder import Row
from kibitz.weights import add_tables, label

KINDS = ((10, 0), (10, 500), (5, 0), (5, 500))
"""Slots and target of the games that are fitted."""
BINS = 10


@dataclass(frozen=True)
class Config:
    games: int = 8_000
    """To fit by, for each kind of game."""
    judged: int = 4_000
    share: float = 0.1
    """Of the positions that are looked at."""


TINY = Config(games=20, judged=10, share=0.5)
QUICK = Config(games=200, judged=100)
PAPER = Config()


def run(config: Config, seed: int, checkpoint: Checkpoint | None, folder: Path) -> Iterator[Step]:
    racko = game("racko")
    for number in range(checkpoint["done"] if checkpoint else 0, len(KINDS)):
        slots, target = KINDS[number]
        options = racko.options(slots=slots, target=target)
        rows, won = seen(options, config.games, config.share, [seed, number, 0])
        weights = fit(rows, won)
        add_tables(folder / FILE, {f"{part_of(slots, target)}.weights": weights}, label(racko, "", "racko.odds"))
        rows, won = seen(options, config.judged, config.share, [seed, number, 1])
        found = judged(1 / (1 + np.exp(-rows @ weights)), won)
        yield Step([{"slots": slots, "target": target, **row} for row in found], {"done": number + 1}, (number + 1) / 4)


def seen(options: Any, games: int, share: float, seed: list[int]) -> tuple[np.ndarray, np.ndarray]:
    """The terms of positions of so many games, and whether the player to move won."""
    racko = game("racko")
    player = build(racko, options, "diablo")
    seeds = np.random.default_rng(seed).integers(0, 2**63, games, np.uint64)
    watched = watch(racko, options, player, seeds, share)
    values = player.values(watched.views, watched.moves, watched.counts)
    listed = np.arange(values.shape[1]) < watched.counts[:, None]
    best = np.where(listed, values, -np.inf).max(axis=1)
    rows = np.zeros((len(best), TERMS))
    describe(watched.views, best, rows)
    return rows, watched.won


def judged(expected: np.ndarray, won: np.ndarray) -> list[Row]:
    """Expected and real share of wins, in ten bins."""
    bins = np.clip((expected * BINS).astype(int), 0, BINS - 1)
    found: list[Row] = []
    for b in range(BINS):
        inside = bins == b
        if inside.sum() > 1:
            error = won[inside].std(ddof=1) / np.sqrt(inside.sum())
            found.append(
                {
                    "expected": float(expected[inside].mean()), "won": float(won[inside].mean()),
                    "error": float(error), "positions": int(inside.sum()),
                }
            )  # fmt: skip
    return found


def report(rows: list[Row], config: Config) -> Report:
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(5, 5))
    axes.plot([0, 1], [0, 1], color="grey", linestyle=":")
    findings = []
    for slots, target in KINDS:
        own = [r for r in rows if (r["slots"], r["target"]) == (slots, target)]
        name = f"{slots} slots, {'to ' + str(target) if target else 'one round'}"
        axes.plot([r["expected"] for r in own], [r["won"] for r in own], marker="o", label=name)
        within = sum(abs(r["expected"] - r["won"]) <= 2 * max(r["error"], 1 / r["positions"]) for r in own)
        off = float(np.average([abs(r["expected"] - r["won"]) for r in own], weights=[r["positions"] for r in own]))
        findings.append(Finding(f"{name}: bins within two standard errors", within, note=f"{len(own)} bins"))
        findings.append(Finding(f"{name}: mean error of a bin", off))
    axes.set(xlabel="chance to win, as said", ylabel="share of games won")
    axes.legend()
    positions = sum(r["positions"] for r in rows)
    summary = f"What is said and what came of it agree as listed, in ten bins, over {positions:,} positions."
    return Report(findings, summary, {"odds": figure})
