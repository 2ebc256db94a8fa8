"""Every variant of the learner, judged by enough games to tell a one-point difference.

The thesis' section 4.2: neighbouring weights, a cap K on weights, nearly pure starts, forgiving
punishment, other learning rates and decays; all from s = 2, d = 0.1, exploration 0.3, with fixed pegging
records, half a million games each. Claims: none plays consistently better than random weights; only
K = 0.8 looks like learning (Figure 21); neighbours remove islands (Figure 16); a cap shares the board
between hand_max_min and hand_max_avg (Figures 17 to 20). The thesis leaves the results of forgiving
punishment, learning rates and decays blank.

Beyond the thesis: readings of its formula that it leaves open (one, two or three strategies held
responsible; multiplying by c itself, as printed), and each variant against a fixed good strategy.

In the pictures each dot is a pair of scores: blank where the strategy's weight is 0, full ink where it is 1. A box
spans the middle half of the matches, the line in it is their median.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from kibitz.games.cribbage.lab._matches import (
    SHADES,
    compare,
    draw_boxes,
    draw_pictures,
    spreads,
    strategy_rows,
    weights_of,
)  # fmt: skip
from kibitz.games.cribbage.lab._pictures import BANDS, islands, largest, mean_weight, ruled
from kibitz.games.cribbage.weighted import pegging_records
from kibitz.games.cribbage.weighted.strategies import NAMES, at_random, pure
from kibitz.games.cribbage.weighted.training import Pair, duplicates
from kibitz.lab import PERCENT, Finding, Lab, Report, Row, Steps, parts, side_by_side, where
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


Variants = dict[str, tuple[Settings, np.ndarray | None]]
"""By name: settings and, where it is not random, the start."""


def variants(config: Config) -> Variants:
    found: Variants = {"as the thesis": (Settings(), None)}
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


def run(config: Config, lab: Lab) -> Steps:
    return learn_all(variants(config), config, lab)


def learn_all(listed: Variants, config: Config, lab: Lab) -> Steps:
    """Train and judge each variant of a list, some at a time, side by side."""
    records = pegging_records.first_records(config.records, lab.derived(1))
    names, kept, games = list(listed)[: config.variants], lab.kept, config.games // config.checkpoints

    def train(group: list[str], part: int) -> list[Row]:
        """From one checkpoint to the next."""
        if part == 0:
            kept["weights"] = np.stack([_start(listed[name][1], lab) for name in group])
            kept["snapshots"] = np.zeros((len(group), config.checkpoints + 1, *kept["weights"].shape[2:]), np.float32)
            kept["snapshots"][:, 0] = kept["weights"][:, 0]

        def work(n: int) -> None:
            pair = Pair(kept["weights"][n], records, listed[group[n]][0], games=part * games)
            pair.train(games, lab.derived(4))

        side_by_side(work, range(len(group)), len(group))
        kept["snapshots"][:, part + 1] = kept["weights"][:, 0]
        if part + 1 < config.checkpoints:
            return []
        final = zip(group, kept["weights"][:, 0], strict=True)
        return [row for name, weights in final if name in PICTURED for row in strategy_rows(weights, name)]

    def judge(group: list[str], matches: list[tuple[int, int]]) -> list[Row]:
        """Final learners against their checkpoints, and behind the last of these the fixed good strategy."""

        def play(match: tuple[int, int]) -> Row:
            variant, k = match
            is_good = k == config.checkpoints
            final, opponent = kept["snapshots"][variant, [-1, k]].astype(float)
            opponent = pure(GOOD) if is_good else opponent
            settings = listed[group[variant]][0]
            played = duplicates(final, opponent, records, config.judged, lab.derived(6 + k), settings)
            who = NAMES[GOOD] if is_good else "its start" if k == 0 else f"after {k * games:,} games"
            row: Row = {"what": "judged", "variant": group[variant], "opponent": who, **compare(played)}
            return {**row, "spreads": spreads(played, LENGTH, 10)}

        rows = side_by_side(play, matches)
        if matches[-1] == (len(group) - 1, config.checkpoints):
            kept.clear()  # the group is done
        return rows

    jobs: list[tuple] = []
    for first, count in parts(len(names), config.at_once):
        group = names[first : first + count]
        jobs += [(train, group, part) for part in range(config.checkpoints)]
        matches = [(n, k) for n in range(count) for k in range(config.checkpoints + 1)]
        jobs += [(judge, group, matches[at : at + some]) for at, some in parts(len(matches), config.at_once)]
    return lab.in_turn(jobs)


def _start(given: np.ndarray | None, lab: Lab) -> np.ndarray:
    """Both learners of a pair: random weights, or the same given ones."""
    if given is None:
        return np.stack([at_random(lab.derived(2)), at_random(lab.derived(3))])
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
            what = f"{row['variant']} against {row['opponent']}: points per game"
            findings.append(Finding.of(what, row, "spread", paper=said, note=verdict))
    for name in PICTURED:
        findings += _of_picture(rows, name)
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


def _of_picture(rows: list[Row], name: str) -> Iterator[Finding]:
    """What the thesis reads out of its Figures 16 to 20."""
    if not where(rows, what=f"strategies of {name}"):
        return
    weights, ahead, behind = weights_of(rows, name), BANDS["2 to 25 ahead"], BANDS["2 to 25 behind"]
    for strategy in ("hand_max_min", "hand_max_avg"):
        what = f"{name}: mean weight of {strategy}, dealer 2 to 25 ahead"
        yield Finding(what, mean_weight(weights, "dealer", ahead, strategy))
    for told, band in (("2 to 25 ahead", ahead), ("2 to 25 behind", behind)):
        mean = float(largest(weights, "dealer", band).mean())
        yield Finding(f"{name}: largest weight of a place, mean, dealer {told}", mean)
        most = max(ruled(weights, "dealer", band).values())
        yield Finding(f"{name}: share of the strategy that rules most, dealer {told}", most, unit=PERCENT)
        yield Finding(f"{name}: islands of up to five places, dealer {told}", islands(weights, "dealer", band))
    if name in CAPS:
        above = largest(weights, "dealer", ahead) > float(name.partition("=")[2]) + 1 / SHADES
        what = f"{name}: share of places with a weight above the limit, dealer 2 to 25 ahead"
        yield Finding(what, float(above.mean()), unit=PERCENT)
