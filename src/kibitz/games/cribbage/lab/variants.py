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

import numpy as np

from kibitz.games.cribbage import pegging
from kibitz.games.cribbage.agents._strategies import NAMES, at_random, pure
from kibitz.games.cribbage.lab._matches import compare, draw_boxes, final_pictures, in_parallel, picture_rows, spreads
from kibitz.games.cribbage.training import Pair, duplicates
from kibitz.kernel import mix
from kibitz.lab.experiment import Checkpoint, Finding, Report, Row, Step
from kibitz.learn.weighted import Settings


@dataclass(frozen=True)
class Config:
    games: int = 500_000
    judged: int = 25_000
    """Duplicate pairs against each opponent."""
    records: int = 2_000_000
    """Random hands behind the pegging records, which then stay fixed."""
    least: float = 0.05
    """The other strategies' weights at a nearly pure start."""
    at_once: int = 16
    """Variants trained between two checkpoints."""


PAPER = Config()
QUICK = Config(games=300, judged=40, records=20_000, at_once=40)

GOOD = NAMES.index("hand_max_avg")
PICTURED = ("relative s=2.0", "as the thesis", "neighbours X=0.5", "cap K=0.5", "cap K=0.6", "cap K=0.7", "cap K=0.8")


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
    """Train and judge each variant of a list."""
    records = pegging.first_records(config.records, _seed(seed, 1))
    names = list(listed)
    done = 0 if checkpoint is None else int(checkpoint["done"])

    def work(n: int) -> list[Row]:
        settings, start = listed[names[n]]
        begun = np.stack([at_random(_seed(seed, 2)), at_random(_seed(seed, 3))])
        if start is not None:
            begun = np.stack([start, start])
        table = Pair(begun.copy(), records, settings)
        table.train(config.games // 2, _seed(seed, 4))
        halfway = table.weights[0].copy()
        table.train(config.games - config.games // 2, _seed(seed, 4))
        final = table.weights[0]
        rows: list[Row] = picture_rows(final, names[n], ("dealer",)) if names[n] in PICTURED else []
        opponents = {"its start": begun[0], "halfway": halfway, NAMES[GOOD]: pure(GOOD)}
        for k, (who, opponent) in enumerate(opponents.items()):
            games = duplicates(final, opponent, records, config.judged, _seed(seed, 6 + k), settings)
            row = {"what": "judged", "variant": names[n], "opponent": who, **compare(games)}
            rows.append({**row, "spreads": spreads(games.ravel(), 5_000, 10)})
        return rows

    while done < len(names):
        chunk = range(done, min(done + config.at_once, len(names)))
        rows = [row for found in in_parallel(work, chunk) for row in found]
        done = chunk.stop
        yield Step(rows, {"done": done}, done / len(names))


def _seed(seed: int, purpose: int) -> int:
    return int(mix(np.uint64(seed * 1_000_003 + 500_009 + purpose)) >> np.uint64(1))


def report(rows: list[Row], config: Config) -> Report:
    judged = [row for row in rows if row["what"] == "judged"]
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
            findings.append(Finding(what, row["spread"], row["spread_low"], row["spread_high"], said, verdict))
    figures = {}
    starts = [row for row in judged if row["opponent"] == "its start"]
    if all(row["spreads"] for row in starts):
        groups = {"5,000-game matches against the start": [row["spreads"] for row in starts]}
        figures["spreads"] = draw_boxes(groups, [row["variant"] for row in starts], "What each variant learned")
        figures["spreads"].set_size_inches(11, 4.5)
    for name in (name for name in PICTURED if any(row["what"] == f"picture {name} dealer" for row in rows)):
        key = name.lower().replace(" ", "_").replace("=", "_").replace(".", "")
        figures[key] = final_pictures(rows, name, name, "dealer")
    summary = (
        f"Over {judged[0]['games']:,} games each, {len(learned)} of {len(starts)} variants play better than where "
        f"they began: {', '.join(learned) or 'none'}. Not better: {', '.join(unlearned) or 'none'}."
    )
    return Report(findings, summary, figures)
