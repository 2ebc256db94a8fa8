"""Every variant of the learner, judged by enough games to tell a one-point difference.

The thesis' section 4.2: neighbouring weights, a cap K on weights, nearly pure starts, forgiving
punishment, other learning rates and decays; all from s = 2, d = 0.1, exploration 0.3, with fixed pegging
records, half a million games each. Claims: none plays consistently better than random weights; only
K = 0.8 looks like learning (Figure 21); neighbours remove islands (Figure 16); a cap shares the board
between hand_max_min and hand_max_avg (Figures 17 to 20). The thesis leaves the results of forgiving
punishment, learning rates and decays blank.

Beyond the thesis: readings of its formula that it leaves open (one, two or three strategies held
responsible; multiplying by c itself, as printed), and each variant against a fixed good strategy.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.games.cribbage.lab._matches import (
    compare,
    draw_boxes,
    draw_pictures,
    spreads,
    strategy_rows,
)
from kibitz.games.cribbage.weighted import pegging_records
from kibitz.games.cribbage.weighted.strategies import NAMES, at_random, pure
from kibitz.games.cribbage.weighted.training import Pair, duplicates
from kibitz.lab import Checkpoint, Finding, Report, Row, Step, derived, side_by_side, where
from kibitz.learn.weighted import Settings


@dataclass(frozen=True)
class Config:
    games: int = 500_000
    checkpoints: int = 5
    """Of each learner, to be played against."""
    judged: int = 50_000
    """Duplicate pairs against each opponent."""
    records: int = 2_000_000
    """Random hands behind the pegging records, which then stay fixed."""
    least: float = 0.05
    """The other strategies' weights at a nearly pure start."""
    at_once: int = 16
    """Variants trained, and matches played, at a time."""
    variants: int = 100
    """The first so many of the list."""


PAPER = Config()
TINY = Config(games=20, checkpoints=2, judged=4, records=500, at_once=2, variants=3)
QUICK = Config(games=200, checkpoints=2, judged=20, records=20_000, at_once=40)

GOOD = NAMES.index("hand_max_avg")
CAPS = ("cap K=0.5", "cap K=0.6", "cap K=0.7", "cap K=0.8")
PICTURED = ("relative s=2.0", "as the thesis", "neighbours X=0.5", *CAPS)
LENGTH = 10_000
"""Games of a match, in the box plots."""


def variants(config: Config) -> dict[str, tuple[Settings, np.ndarray | None]]:
    """Settings and, where it is not random, the start of each variant."""
    found: dict[str, tuple[Settings, np.ndarray | None]] = {"as the thesis": (Settings(), None)}
    for share in (0.5, 0.8):
        found[f"neighbours X={share}"] = (Settings(own_share=share), None)
    for cap in (0.5, 0.6, 0.7, 0.8):
        found[f"cap K={cap}"] = (Settings(cap=cap), None)
    for n, name in enumerate(NAMES):
        found[f"from {name}"] = (Settings(), pure(n, config.least))
    found["forgiving punishment"] = (Settings(forgive=0.25), None)
    for scale in (0.1, 0.4, 1.0, 5.0, 10.0):
        found[f"learning rate s={scale}"] = (Settings(scale=scale), None)
    for decay in (0.0, 0.2, 0.3, 0.4, 0.5):
        found[f"decay d={decay}"] = (Settings(decay=decay), None)
    for top in (1, 2):
        found[f"top {top} responsible"] = (Settings(top=top), None)
    found["literal: w c"] = (Settings(literal=True), None)
    found["explore by wish"] = (Settings(explore_by_wish=True), None)
    return found


def run(config: Config, seed: int, checkpoint: Checkpoint | None, folder: Path) -> Iterator[Step]:
    yield from learn_all(variants(config), config, seed, checkpoint)


def learn_all(
    listed: dict[str, tuple[Settings, np.ndarray | None]], config: Config, seed: int, checkpoint: Checkpoint | None
) -> Iterator[Step]:
    """Train and judge each variant of a list, some at a time."""
    records = pegging_records.first_records(config.records, derived(seed, 1))
    names = list(listed)[: config.variants]
    first = 0 if checkpoint is None else int(checkpoint["first"])
    while first < len(names):
        chosen = {name: listed[name] for name in names[first : first + config.at_once]}
        group = Group(chosen, config, seed, records)
        if checkpoint is not None and "weights" in checkpoint:
            group.go_on(checkpoint)
        checkpoint = None
        while not group.is_done:
            rows = group.judge() if group.is_trained else group.train()
            done = (first + group.share * len(chosen)) / len(names)
            # Once a group is done, nothing of it is needed any more.
            yield Step(
                rows, {"first": first + len(chosen)} if group.is_done else {"first": first, **group.state()}, done
            )
        first += len(chosen)


class Group:
    """Variants that are trained, and then judged, side by side."""

    def __init__(
        self, chosen: dict[str, tuple[Settings, np.ndarray | None]], config: Config, seed: int, records: Any
    ) -> None:
        self.config, self.seed, self.records = config, seed, records
        self.names = list(chosen)
        self.settings = [settings for settings, _ in chosen.values()]
        self.weights = np.stack([_start(given, seed) for _, given in chosen.values()])
        """By variant, learner of its pair, place and strategy."""
        self.snapshots = np.zeros((len(chosen), config.checkpoints + 1, *self.weights.shape[2:]), np.float32)
        self.snapshots[:, 0] = self.weights[:, 0]
        self.trained, self.judged = 0, 0
        self.matches = [(n, k) for n in range(len(chosen)) for k in range(config.checkpoints + 1)]
        """Variant and opponent: a checkpoint, or behind the last of them the fixed good strategy."""
        self.part = config.games // config.checkpoints

    def state(self) -> Checkpoint:
        """Copies, since the arrays go on to change."""
        arrays = {"weights": self.weights.copy(), "snapshots": self.snapshots.copy()}
        return {"trained": self.trained, "judged": self.judged, **arrays}

    def go_on(self, checkpoint: Checkpoint) -> None:
        self.trained, self.judged = int(checkpoint["trained"]), int(checkpoint["judged"])
        self.weights, self.snapshots = np.array(checkpoint["weights"]), np.array(checkpoint["snapshots"])

    @property
    def is_trained(self) -> bool:
        return self.trained == self.config.checkpoints

    @property
    def is_done(self) -> bool:
        return self.judged == len(self.matches)

    @property
    def share(self) -> float:
        """How much is done, from 0 to 1."""
        return (self.trained / self.config.checkpoints + self.judged / len(self.matches)) / 2

    def train(self) -> list[Row]:
        """From one checkpoint to the next."""

        def work(n: int) -> None:
            pair = Pair(self.weights[n], self.records, self.settings[n], games=self.trained * self.part)
            pair.train(self.part, derived(self.seed, 4))

        side_by_side(work, range(len(self.names)), len(self.names))
        self.trained += 1
        self.snapshots[:, self.trained] = self.weights[:, 0]
        if not self.is_trained:
            return []
        final = zip(self.names, self.weights[:, 0], strict=True)
        return [row for name, weights in final if name in PICTURED for row in strategy_rows(weights, name)]

    def judge(self) -> list[Row]:
        """Some of the matches of the final learners."""
        some = self.matches[self.judged : self.judged + self.config.at_once]
        self.judged += len(some)
        return side_by_side(self._match, some)

    def _match(self, match: tuple[int, int]) -> Row:
        variant, k = match
        is_good = k == self.config.checkpoints
        final = self.snapshots[variant, -1].astype(float)
        opponent = pure(GOOD) if is_good else self.snapshots[variant, k].astype(float)
        games = duplicates(
            final, opponent, self.records, self.config.judged, derived(self.seed, 6 + k), self.settings[variant]
        )
        who = NAMES[GOOD] if is_good else "its start" if k == 0 else f"after {k * self.part:,} games"
        row: Row = {"what": "judged", "variant": self.names[variant], "opponent": who, **compare(games)}
        return {**row, "spreads": spreads(games, LENGTH, 10)}


def _start(given: np.ndarray | None, seed: int) -> np.ndarray:
    """Both learners of a pair: random weights, or the same given ones."""
    if given is None:
        return np.stack([at_random(derived(seed, 2)), at_random(derived(seed, 3))])
    return np.stack([given, given])


def report(rows: list[Row], config: Config) -> Report:
    judged = where(rows, what="judged")
    findings: list[Finding] = []
    learned: list[str] = []
    unlearned: list[str] = []
    for row in judged:
        if row["opponent"] in ("its start", NAMES[GOOD]):
            if row["opponent"] == "its start":
                verdict = "learned" if row["spread_low"] > 0 else "got worse" if row["spread_high"] < 0 else "no change"
                (learned if row["spread_low"] > 0 else unlearned).append(row["variant"])
                paper = {"as the thesis": "no better", "cap K=0.8": "some", "neighbours X=0.5": "no better"}
                said: str | None = paper.get(row["variant"])
                if row["variant"] in ("cap K=0.5", "cap K=0.6", "cap K=0.7"):
                    said = "worse than random"
            else:
                verdict, said = "", None
            what = f"{row['variant']} against {row['opponent']}: points a game"
            findings.append(Finding.of(what, row, "spread", paper=said, note=verdict))
    figures = {}
    starts = where(judged, opponent="its start")
    if all(row["spreads"] for row in starts):
        panels = [(f"{LENGTH:,}-game matches against the start", [row["spreads"] for row in starts])]
        figures["spreads"] = draw_boxes(panels, [row["variant"] for row in starts], "What each variant learned")
        figures["spreads"].set_size_inches(11, 4.5)
        part = config.games // config.checkpoints
        labels = [f"{k * part:,}" for k in range(config.checkpoints)]
        panels = [
            (name, [row["spreads"] for row in judged if row["variant"] == name and row["opponent"] != NAMES[GOOD]])
            for name in CAPS
        ]
        if all(panel[1] for panel in panels):
            title = f"The capped learners in {LENGTH:,}-game matches against their checkpoints, by training games"
            figures["caps"] = draw_boxes(panels, labels, title)
    for name in (name for name in PICTURED if any(row["what"] == f"strategies of {name}" for row in rows)):
        key = name.lower().replace(" ", "_").replace("=", "_").replace(".", "")
        figures[key] = draw_pictures(rows, f"strategies of {name}", f"Strategies after {config.games:,} games: {name}")
    summary = (
        f"Over {judged[0]['games']:,} games each, {len(learned)} of {len(starts)} variants play better than where "
        f"they began: {', '.join(learned) or 'none'}. Not better: {', '.join(unlearned) or 'none'}."
    )
    return Report(findings, summary, figures)
