"""What a card is worth: the share of tricks each takes.

Claim (made up, as the game is): among random players a card's worth grows with its number, and
the 12 takes every trick.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import kibitz
from kibitz.lab import Finding, Report, Step
from kibitz.weights import label, save_tables


@dataclass(frozen=True)
class Config:
    games: int = 2000
    a_step: int = 100


TINY = Config(games=40, a_step=10)
QUICK = Config(games=200, a_step=20)
PAPER = Config()


def run(config: Config, seed: int, checkpoint, folder: Path) -> Iterator[Step]:
    done = int(checkpoint["done"]) if checkpoint else 0
    taken = checkpoint["taken"].copy() if checkpoint else np.zeros(12)
    played = checkpoint["played"].copy() if checkpoint else np.zeros(12)
    while done < config.games:
        for deal in range(done, done + config.a_step):
            _play(kibitz.new("duel", seed=seed * 1_000_003 + deal), taken, played)
        done += config.a_step
        worth = taken / np.maximum(played, 1)
        if done == config.games:
            duel = kibitz.game("duel")
            save_tables(folder / "worth.safetensors", {"worth": worth}, label(duel, "", "duel.worth"))
        rows = [{"step": done, "highest": worth[-1], "lowest": worth[0]}]
        yield Step(rows, {"done": done, "taken": taken, "played": played}, done / config.games)


def _play(state: kibitz.State, taken: np.ndarray, played: np.ndarray) -> None:
    chance = np.random.default_rng(state.seed)
    while not state.is_over:
        led, card = int(state.data.led), int(chance.choice(state.legal_codes))
        state.push(card)
        if led:
            taken[max(led, card) - 1] += 1
            played[[led - 1, card - 1]] += 1


def report(rows, config: Config) -> Report:
    from matplotlib.figure import Figure

    last, figure = rows[-1], Figure()
    axes = figure.subplots()
    axes.plot([r["step"] for r in rows], [r["highest"] for r in rows])
    findings = [Finding("the 12 takes", last["highest"], paper=1.0), Finding("the 1 takes", last["lowest"], paper=0.0)]
    return Report(findings, "The highest card always takes its trick.", {"worth": figure})
