"""The tournament of learners: thirty-two learners, a million games a pair, winners and losers go on.

The thesis' section 4.1. Round 1: learners with random weights in pairs, s five times that of Round 2,
exploration 0.3 - Var(w). Round 2: winners of a 100-game match play winners, losers start again, and one
learner plays a fixed opponent with random weights; exploration is a constant 0.3. Claims:

- a learned policy loses 9 : 12 to random weights over nine games (Table 2);
- against its own checkpoints nothing shows over 9 or 100 games (Figures 5 to 8, Table 3), and at 10,000
  games a spread of at most one point a game (Figure 15);
- hand_max_min and hand_max_avg fill the winning half of the board (Figures 3, 4, 9 to 11).

The thesis does not give Round 1's s; section 4.2 uses s = 2 after Round 2, so Round 1 is taken as s = 10.
A change is read as w (1 + c/100), see `kibitz.learn.weighted`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kibitz.games.cribbage import pegging
from kibitz.games.cribbage.agents._strategies import NAMES, at_random
from kibitz.games.cribbage.lab._matches import (
    compare,
    draw_boxes,
    draw_pictures,
    final_pictures,
    first_wins,
    in_parallel,
    match_result,
    picture,
    picture_rows,
    spreads,
)  # fmt: skip
from kibitz.games.cribbage.training import Pair, duplicates
from kibitz.kernel import mix
from kibitz.lab.experiment import Checkpoint, Finding, Report, Row, Step
from kibitz.learn.weighted import Settings, save_text


@dataclass(frozen=True)
class Config:
    learners: int = 32
    games: int = 1_000_000
    """A pair and round."""
    checkpoints: int = 10
    first_records: int = 100_000
    """Random hands played before the first game."""
    fast: float = 10.0
    slow: float = 2.0
    """s in Round 1 and Round 2."""
    match: int = 100
    judged: int = 50_000
    """Duplicate pairs against each opponent that a learner is judged by."""


PAPER = Config()
QUICK = Config(learners=4, games=600, checkpoints=2, first_records=5_000, judged=60)

LENGTHS = {9: 20, 100: 20, 1_000: 20, 10_000: 10}
"""Match lengths of the thesis' box plots, and how many matches of each."""

SAMPLE = 0
"""The learner that is looked at closely."""


def run(config: Config, seed: int, checkpoint: Checkpoint | None, folder: Path) -> Iterator[Step]:
    pairs = config.learners // 2
    part = config.games // config.checkpoints
    total = 2 * config.checkpoints + 2
    if checkpoint is None:
        weights = np.stack([at_random(_seed(seed, 1, n)) for n in range(config.learners)])
        records = np.stack([pegging.first_records(config.first_records, _seed(seed, 2, 0))] * (pairs + 1))
        static = np.stack([at_random(_seed(seed, 3, n)) for n in range(2)])
        snapshots = np.zeros((2, config.checkpoints + 1, *weights[0].shape), np.float32)
        snapshots[0, 0] = weights[SAMPLE]
        at = 0
    else:
        at = int(checkpoint["at"])
        weights, static, snapshots = (np.array(checkpoint[n]) for n in ("weights", "static", "snapshots"))
        records = np.array(checkpoint["records"]).view(pegging.RECORDS).reshape(-1)

    def state(now: int) -> Checkpoint:
        """Copies, since the run goes on to change its arrays."""
        flat = records.copy().view(np.int64)
        copies = {"weights": weights.copy(), "static": static.copy(), "snapshots": snapshots.copy()}
        return {"at": now, "records": flat, **copies}

    while at < total:
        rows: list[Row] = []
        round_, stage = divmod(at, config.checkpoints + 1)
        if stage < config.checkpoints:
            fast = Settings(scale=config.fast, less_variance=True, explore_by_wish=True)
            settings = fast if round_ == 0 else Settings(scale=config.slow, explore_by_wish=True)

            def train(pair: int, settings=settings, round_=round_, first=stage * part, now=(weights, records)) -> None:
                alone = pair == pairs  # a learner against fixed random weights
                both = static if alone else now[0][2 * pair : 2 * pair + 2]
                table = Pair(both, now[1][pair], settings, (True, not alone), True, first)
                table.train(part, _seed(seed, 10 + round_, pair))

            in_parallel(train, range(pairs + (round_ == 1)))
            snapshots[round_, stage + 1] = weights[SAMPLE]
            rows += [
                {
                    "what": "learning", "round": round_ + 1, "step": (stage + 1) * part,
                    "largest": float(weights[SAMPLE].max(axis=1).mean()),
                    "grey": picture(weights[SAMPLE], 1, NAMES.index("hand_max_avg")),
                }
            ]  # fmt: skip
        elif round_ == 0:
            rows += _judge(config, seed, 1, weights[SAMPLE], snapshots[0], records[SAMPLE // 2])
            rows += picture_rows(weights[SAMPLE], "round 1")
            weights, more = _regroup(config, seed, weights, records)
            rows += more
            snapshots[1, 0] = weights[SAMPLE]
            # The records of all pairs add up, and all of Round 2 begins with them.
            shared = pegging.empty()
            for own in records[:pairs]:
                pegging.add(shared, own)
            records = np.stack([pegging.copy(shared) for _ in range(pairs + 1)])
        else:
            rows += _judge(config, seed, 2, weights[SAMPLE], snapshots[1], records[SAMPLE // 2])
            loser = weights[config.learners // 2]
            fresh = at_random(_seed(seed, 3, 7))
            for who, learned in (("winners' bracket", weights[SAMPLE]), ("losers' bracket", loser)):
                rows += picture_rows(learned, who)
                row = compare(duplicates(learned, fresh, records[0], config.judged, _seed(seed, 30, 0)))
                rows.append({"what": "against random weights", "who": who, **row})
            rows += picture_rows(static[0], "static opponent", ("dealer",))
            row = compare(duplicates(static[0], fresh, records[pairs], config.judged, _seed(seed, 30, 1)))
            rows.append({"what": "against random weights", "who": "trained against a fixed opponent", **row})
            save_text(folder / "weighted.txt", weights[SAMPLE])
        at += 1
        yield Step(rows, state(at), at / total)


def _seed(seed: int, purpose: int, n: int) -> int:
    return int(mix(np.uint64(seed * 1_000_003 + purpose * 1_009 + n)) >> np.uint64(1))


def _regroup(config: Config, seed: int, weights: np.ndarray, records: np.ndarray) -> tuple[np.ndarray, list[Row]]:
    """Play the matches of Round 1; winners stand first, and as many newcomers take the losers' places."""

    def match(pair: int) -> np.ndarray:
        both = weights[2 * pair : 2 * pair + 2]
        return Pair(both, records[pair]).compete(config.match, _seed(seed, 20, pair))

    results = in_parallel(match, range(config.learners // 2))
    winners = [2 * pair + (not first_wins(result)) for pair, result in enumerate(results)]
    rows: list[Row] = []
    for pair, result in enumerate(results):
        ours, theirs, spread = match_result(result)
        rows.append({"what": "match", "pair": pair, "first": ours, "second": theirs, "spread": spread})
    newcomers = [at_random(_seed(seed, 4, n)) for n in range(config.learners // 2)]
    return np.stack([weights[w] for w in winners] + newcomers), rows


def _judge(config: Config, seed: int, round_: int, final: np.ndarray, snapshots: np.ndarray, records) -> list[Row]:
    """The learner against its own checkpoints and against fresh random weights, over many duplicate games."""
    opponents = [*snapshots[:-1], at_random(_seed(seed, 3, 9))]

    def work(n: int) -> np.ndarray:
        return duplicates(final, opponents[n].astype(np.float64), records, config.judged, _seed(seed, 20 + round_, n))

    rows: list[Row] = []
    for n, games in enumerate(in_parallel(work, range(len(opponents)))):
        part = config.games // config.checkpoints
        who = f"{n * part}" if n < len(opponents) - 1 else "random weights"
        row: Row = {"what": "judged", "round": round_, "opponent": who, **compare(games)}
        for length, most in LENGTHS.items():
            row[f"spreads {length}"] = spreads(games.ravel(), length, most)
        nine = games.ravel()[:9]
        row |= dict(zip(("nine_ours", "nine_theirs", "nine_spread"), match_result(nine), strict=True))
        rows.append(row)
    return rows


def report(rows: list[Row], config: Config) -> Report:
    judged = [row for row in rows if row["what"] == "judged"]
    findings = []
    for round_ in (1, 2):
        own = {row["opponent"]: row for row in judged if row["round"] == round_}
        fresh, start = own["random weights"], own["0"]
        findings += [
            Finding(
                f"round {round_}: points a game more than fresh random weights",
                fresh["spread"], fresh["spread_low"], fresh["spread_high"],
                "loses by 39 points over nine games" if round_ == 1 else "no increase",
            ),
            Finding(
                f"round {round_}: win rate against fresh random weights",
                fresh["win_rate"], fresh["win_rate_low"], fresh["win_rate_high"], 4 / 9 if round_ == 1 else None,
            ),
            Finding(
                f"round {round_}: points a game more than where it started",
                start["spread"], start["spread_low"], start["spread_high"], "0.2, at most 1",
            ),
        ]  # fmt: skip
    for row in rows:
        if row["what"] == "against random weights":
            what = f"{row['who']}: points a game more than random weights"
            findings.append(Finding(what, row["spread"], row["spread_low"], row["spread_high"], "no increase"))
    nine = next(row for row in judged if row["round"] == 1 and row["opponent"] == "random weights")
    findings.append(Finding("round 1: match points over nine games, ours", nine["nine_ours"], paper=9))
    findings.append(Finding("round 1: match points over nine games, random weights", nine["nine_theirs"], paper=12))
    figures = {}
    for round_ in (1, 2):
        learning = [row for row in rows if row["what"] == "learning" and row["round"] == round_]
        chosen = learning[:: max(1, len(learning) // 5)][:5] + learning[-1:]
        panels = [(f"{row['step']:,} games", row["grey"]) for row in chosen]
        figures[f"learning_{round_}"] = draw_pictures(panels, f"hand_max_avg of a dealer, round {round_}", 3)
        all_own = [row for row in judged if row["round"] == round_]
        groups = {
            f"{n}-game matches": [row[f"spreads {n}"] for row in all_own] for n in LENGTHS if all_own[0][f"spreads {n}"]
        }
        title = f"Round {round_}: the final learner against its checkpoints"
        figures[f"spreads_{round_}"] = draw_boxes(groups, [row["opponent"] for row in all_own], title)
    for role in ("dealer", "pone"):
        figures[f"round_1_{role}"] = final_pictures(rows, "round 1", "Round 1", role)
    for who, name in (("winners' bracket", "winner"), ("losers' bracket", "loser")):
        figures[f"{name}_dealer"] = final_pictures(rows, who, f"Round 2, {who}", "dealer")
    figures["static_dealer"] = final_pictures(rows, "static opponent", "Against a fixed opponent", "dealer")
    low, high = judged[-1]["spread_low"], judged[-1]["spread_high"]
    verdict = "better than" if low > 0 else "worse than" if high < 0 else "no different from"
    summary = (
        f"After both rounds the winner is {verdict} random weights: {judged[-1]['spread']:+.2f} points a game "
        f"(95%: {low:+.2f} to {high:+.2f}). Nine games cannot show that: even with duplicate deals their spread "
        "scatters over a hundred points and more. The all-or-nothing pictures come from the multiplicative update, "
        "which drives weights apart whether or not a strategy helped."
    )
    return Report(findings, summary, figures)
