"""Playing to win against playing for the mean.

No paper has these numbers. `duel` decides every turn for its chance to win, `optimal` for its mean score. One
`duel` sits among players of the other kind, in every seat of every deal by turns; its share of the wins (a tie is
shared) is compared with an equal share. How it departs from `optimal` is shown by its expected lead over the best of
the others.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.agent import Agent, build
from kibitz.arena.drive import play
from kibitz.arena.match import duplicates
from kibitz.games.yacht.solve import solve
from kibitz.games.yacht.turn import board_of, flag_of, upper_of
from kibitz.kernel import kernel
from kibitz.lab import Finding, Lab, Report, Row, Steps, figures, of_mean, where

STEP, FURTHEST = 20, 100
"""Leads are told apart by so many points, and no further."""


@dataclass(frozen=True)
class Config:
    players: tuple[int, ...] = (2, 3, 4)
    deals: int = 10_000
    watched: int = 1000
    """Deals for two in which every decision is also put to `optimal`."""


TINY = Config(players=(2,), deals=6, watched=3)
QUICK = Config(players=(2, 3), deals=100, watched=20)
PAPER = Config()


class Watched(Agent):
    """A player beside whom another, who plays for the mean, says what it would do."""

    def __init__(self, player: Agent, other: Agent, table: np.ndarray) -> None:
        super().__init__(player.game, player.options)
        self.player, self.other, self.table, self.memory = player, other, table, player.memory
        bins = 2 * FURTHEST // STEP + 1
        self.decisions, self.differs, self.given_up = np.zeros(bins), np.zeros(bins), np.zeros(bins)

    def act(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        chosen = self.player.act(views, moves, counts, *memory)
        values = np.where(np.arange(moves.shape[1]) < counts[:, None], self.other.values(views, moves, counts), -np.inf)
        lost = values.max(axis=1) - values[np.arange(len(views)), (moves == chosen[:, None]).argmax(axis=1)]
        leads = np.zeros(len(views))
        _leads(views, self.table, leads)
        bins = np.clip(np.rint(leads / STEP) + FURTHEST // STEP, 0, len(self.decisions) - 1).astype(int)
        np.add.at(self.decisions, bins, 1)
        np.add.at(self.differs, bins, lost > 1e-9)
        np.add.at(self.given_up, bins, lost)
        return chosen


@kernel
def _leads(views, table, leads):
    """By how much the player to move will be ahead of the best of the others, if all play for the mean."""
    for i in range(len(views)):
        v = views[i]
        mine, best = 0.0, -1000.0
        for p in range(v.players):
            full, points = board_of(v, p)
            expected = points + table[flag_of(v, p, table), full, upper_of(v, p)]
            if p == v.to_move:
                mine = expected
            else:
                best = max(best, expected)
        leads[i] = mine - best


def run(config: Config, lab: Lab) -> Steps:
    yacht = lab.game

    def share(players: int) -> list[Row]:
        options = yacht.options(players=players)
        agents = [build(yacht, options, name) for name in ("duel", "optimal")]
        return [_share(yacht, options, agents, config.deals, lab.derived("deals"))]

    def departures() -> list[Row]:
        options = yacht.options(players=2)
        duel, optimal = (build(yacht, options, name) for name in ("duel", "optimal"))
        watched = Watched(duel, optimal, solve().table)
        schedule = duplicates(0, config.watched, lab.derived("watched"), [(0, 1), (1, 0)])
        play(yacht, options, [watched, optimal], schedule, workers=1)  # it counts, so it plays alone
        return [
            {"lead": (k - FURTHEST // STEP) * STEP, "decisions": int(n), "differs": int(d), "given_up": float(lost)}
            for k, (n, d, lost) in enumerate(zip(watched.decisions, watched.differs, watched.given_up, strict=True))
        ]

    return lab.in_turn([*((share, players) for players in config.players), (departures,)])


def _share(yacht: Any, options: Any, agents: list[Agent], deals: int, seed: int) -> Row:
    """What share of the wins `duel` has among players for the mean, over deals in which it sits in every seat."""
    players = options.players
    seatings = [tuple(int(p != seat) for p in range(players)) for seat in range(players)]
    scores = play(yacht, options, agents, duplicates(0, deals, seed, seatings)).scores[:, :players]
    first = scores == scores.max(axis=1, keepdims=True)
    share = (first / first.sum(axis=1, keepdims=True)).reshape(deals, players, players)
    own = np.arange(players)
    shares = share[:, own, own].mean(axis=1)
    mean = float(scores.reshape(deals, players, players)[:, own, own].mean())
    return {"players": players, **of_mean("share", shares), "mean": mean}


def report(rows: list[Row], config: Config) -> Report:
    tables = where(rows, "share")
    findings = [Finding.of(f"share of wins, duel among {row['players'] - 1} optimal", row, "share") for row in tables]
    leads = [
        {**row, "percent": 100 * row["differs"] / row["decisions"], "points": row["given_up"] / row["decisions"]}
        for row in where(rows, "lead")
        if row["decisions"]
    ]
    figure, axes = figures.chart("Where duel departs from optimal", "expected lead over the other", "per decision")
    figures.curve(axes, leads, "lead", "percent", "% of decisions")
    figures.curve(axes, leads, "lead", "points", "points given up", marker="s")
    words = "; ".join(
        f"{row['players']} players {row['share']:.2%} ({row['share_low']:.2%} to {row['share_high']:.2%}, equal: "
        f"{1 / row['players']:.2%}) at a mean score of {row['mean']:.1f}"
        for row in tables
    )
    summary = f"Share of the wins of one duel among players for the mean (nintendo rules): {words}."
    return Report(findings, summary, {"departures": figure})
