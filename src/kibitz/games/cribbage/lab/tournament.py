"""The tournament of learners: thirty-two learners, a million games per pair, winners and losers go on.

The thesis' section 4.1. Round 1: learners with random weights in pairs, s five times that of Round 2,
exploration 0.3 - Var(w). Round 2: winners of a 100-game match play winners, losers start again, and one
learner plays a fixed opponent with random weights; exploration is a constant 0.3. Claims:

- a learned policy loses 9 : 12 to random weights over nine games (Table 2);
- against its own checkpoints nothing shows over 9 or 100 games (Figures 5 to 8, Table 3), and at 10,000
  games a spread of at most one point per game (Figure 15);
- hand_max_min and hand_max_avg fill the winning half of the board (Figures 3, 4, 9 to 11), most of it
  within the first half million games (Figures 2, 12 to 14);
- between winning and losing play runs a wave along the diagonal, and the dealer's wave opposes the pone's.

The thesis does not give Round 1's s; section 4.2 uses s = 2 after Round 2, so Round 1 is taken as s = 10.
A change is read as w (1 + c/100), see `kibitz.learn.weighted`. At the end, which the thesis did not reach,
the winners' bracket plays out its champion by matches without training; `weighted` ships with its weights.

In the pictures each dot is a pair of scores: blank where the strategy's weight is 0, full ink where it is 1. A box
spans the middle half of the matches, the line in it is their median.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.games.cribbage.lab import _matches, _trends
from kibitz.games.cribbage.lab._matches import compare, first_wins, strategy_rows
from kibitz.games.cribbage.weighted import pegging_records
from kibitz.games.cribbage.weighted.strategies import at_random
from kibitz.games.cribbage.weighted.training import Pair, duplicates
from kibitz.lab import Finding, Lab, Report, Row, Steps, figures, side_by_side, where
from kibitz.learn.weighted import AT_RANDOM, Settings, save_text


@dataclass(frozen=True)
class Config:
    learners: int = 32
    games: int = 1_000_000
    """Per pair and round."""
    parts: int = 20
    """Of a round's training, between which a run may be cut."""
    checkpoints: int = 10
    """Of a learner in a round, to be played against; a divisor of `parts`."""
    first_records: int = 100_000
    """Random hands played before the first game."""
    fast: float = 10.0
    slow: float = 2.0
    """s in Round 1 and Round 2."""
    match: int = 100
    judged: int = 50_000
    """Duplicate pairs against each opponent that a learner is judged by."""
    ties: int = AT_RANDOM
    """Who is held responsible of strategies that want a keep alike, see `kibitz.learn.weighted`."""


PAPER = Config()
TINY = Config(learners=4, games=40, parts=2, checkpoints=2, first_records=500, match=10, judged=10)
QUICK = Config(learners=4, games=400, parts=4, checkpoints=2, first_records=5_000, judged=60)

NINE = 9
LENGTHS = {NINE: 20, 100: 20, 1_000: 20, 10_000: 10}
"""Match lengths of the thesis' box plots, and how many matches of each."""

EARLY = 0.35
"""The share of its training after which the learner against a fixed opponent is pictured, as in Figure 11."""

ROUND_1, WINNER, LOSER, STATIC = "round 1", "winners' bracket", "losers' bracket", "fixed opponent"
"""The learners looked at closely: one of Round 1, three of Round 2."""


class Tournament:
    """All that goes on from step to step."""

    def __init__(self, config: Config, lab: Lab) -> None:
        self.config, self.lab, self.draw = config, lab, lab.derived
        self.pairs = config.learners // 2
        if lab.kept:
            self.weights, self.static, self.snapshots = (lab.kept[name] for name in ("weights", "static", "snapshots"))
            self.records = lab.kept["records"].view(pegging_records.RECORDS).reshape(-1)
            return
        self.weights = np.stack([at_random(self.draw(1, n)) for n in range(config.learners)])
        self.static = np.stack([at_random(self.draw(3, n)) for n in range(2)])
        self.records = np.stack(
            [pegging_records.first_records(config.first_records, self.draw(2, 0))] * (self.pairs + 1)
        )
        self.begin_snapshots(0)

    def stage(self, work: Any, *arguments: Any) -> list[Row]:
        """One stage, whose outcome is kept."""
        rows = work(*arguments)
        records = self.records.view(np.int64)
        self.lab.kept.update(weights=self.weights, static=self.static, snapshots=self.snapshots, records=records)
        return rows

    def watched(self, round_: int) -> list[np.ndarray]:
        """The learners looked at: both of the first pair, then one per bracket and the one with a fixed opponent."""
        if round_ == 0:
            return [self.weights[0], self.weights[1]]
        return [self.weights[0], self.weights[self.pairs], self.static[0]]

    def begin_snapshots(self, round_: int) -> None:
        watched = self.watched(round_)
        self.snapshots = np.zeros((len(watched), self.config.checkpoints + 1, *watched[0].shape), np.float32)
        self.snapshots[:, 0] = watched

    def train(self, round_: int, part: int) -> list[Row]:
        """One part of a round's training, all pairs at a time."""
        config = self.config
        games = config.games // config.parts
        fast = Settings(scale=config.fast, less_variance=True, explore_by_wish=True, ties=config.ties)
        settings = fast if round_ == 0 else Settings(scale=config.slow, explore_by_wish=True, ties=config.ties)

        def work(pair: int) -> None:
            alone = pair == self.pairs
            both = self.static if alone else self.weights[2 * pair : 2 * pair + 2]
            table = Pair(both, self.records[pair], settings, (True, not alone), True, part * games)
            table.train(games, self.draw(10 + round_, pair))

        side_by_side(work, range(self.pairs + (round_ == 1)), self.pairs + 1)
        every = config.parts // config.checkpoints
        if (part + 1) % every == 0:
            self.snapshots[:, (part + 1) // every] = self.watched(round_)
        if round_ == 1 and part + 1 == round(EARLY * config.parts):
            return strategy_rows(self.static[0], STATIC)
        return []

    def match(self, pair: int) -> np.ndarray:
        """The match of a pair, by how much the first won each game."""
        both = self.weights[2 * pair : 2 * pair + 2]
        return Pair(both, self.records[pair]).compete(self.config.match, self.draw(20, pair))

    def regroup(self) -> list[Row]:
        """Judge Round 1; winners then stand first, and as many newcomers take the losers' places."""
        results = side_by_side(self.match, range(self.pairs))
        winners = [2 * pair + (not first_wins(result)) for pair, result in enumerate(results)]
        rows = self.judge(ROUND_1, self.snapshots[winners[0]], self.records[0])
        rows += strategy_rows(self.weights[winners[0]], ROUND_1)
        newcomers = [at_random(self.draw(4, n)) for n in range(self.pairs)]
        self.weights = np.stack([*self.weights[winners], *newcomers])
        self.begin_snapshots(1)
        # The records of all pairs add up, and all of Round 2 begins with them.
        shared = pegging_records.empty()
        for own in self.records[: self.pairs]:
            pegging_records.add(shared, own)
        self.records = np.stack([pegging_records.copy(shared) for _ in range(self.pairs + 1)])
        return rows

    def judge_last(self, who: str) -> list[Row]:
        """A learner of Round 2, and the strategies it ended with; one with a fixed opponent was pictured before."""
        n = (WINNER, LOSER, STATIC).index(who)
        rows = self.judge(who, self.snapshots[n], self.records[self.pairs if who == STATIC else 0])
        return rows + ([] if who == STATIC else strategy_rows(self.watched(1)[n], who))

    def judge(self, who: str, snapshots: np.ndarray, records: Any) -> list[Row]:
        """A learner against its own checkpoints, and random weights against all of them, over many duplicate games."""
        config, last = self.config, len(snapshots) - 1
        fresh = at_random(self.draw(3, 9))
        against = [("checkpoint", n) for n in range(last)] + [("random weights", n) for n in range(last + 1)]

        def work(task: tuple[str, int]) -> Row:
            opponent, n = task
            first, second = (last, snapshots[n].astype(float)) if opponent == "checkpoint" else (n, fresh)
            seed = self.draw(30 + (opponent == "checkpoint"), n)
            games = duplicates(snapshots[first].astype(float), second, records, config.judged, seed)
            row: Row = {"what": "judged", "who": who, "opponent": opponent, "checkpoint": n, **compare(games)}
            for length, most in LENGTHS.items():
                row[f"spreads {length}"] = _matches.spreads(games, length, most)
            return {**row, "differences": games[: config.match, 0].tolist()}

        part = config.games // config.checkpoints
        return [*side_by_side(work, against), *_matches.learning_rows(snapshots, part, who)]

    def finish(self) -> list[Row]:
        """Play out the champion of the winners' bracket, match by match, and store its weights."""
        left = self.weights[: self.pairs]
        round_ = 0
        while len(left) > 1:
            pairs = [Pair(left[i : i + 2], self.records[0]) for i in range(0, len(left) - 1, 2)]
            seeds = [self.draw(40 + round_, n) for n in range(len(pairs))]
            won = [first_wins(pair.compete(self.config.match, seed)) for pair, seed in zip(pairs, seeds, strict=True)]
            left = np.stack([pair.weights[0 if first else 1] for pair, first in zip(pairs, won, strict=True)])
            round_ += 1
        champion = left[0]
        games = duplicates(champion, at_random(self.draw(3, 9)), self.records[0], self.config.judged, self.draw(50, 0))
        save_text(self.lab.folder / "weighted.txt", champion)
        self.lab.save("weighted.safetensors", {"weights": champion.astype(np.float32)})
        self.lab.kept.clear()
        return [{"what": "champion", **compare(games)}]


def run(config: Config, lab: Lab) -> Steps:
    t = Tournament(config, lab)
    first, second = ([(t.stage, t.train, round_, part) for part in range(config.parts)] for round_ in (0, 1))
    judged = [(t.stage, t.judge_last, who) for who in (WINNER, LOSER, STATIC)]
    return lab.in_turn([*first, (t.stage, t.regroup), *second, *judged, (t.finish,)])


def report(rows: list[Row], config: Config) -> Report:
    judged, (champion,) = where(rows, what="judged"), where(rows, what="champion")
    part, last = config.games // config.checkpoints, config.checkpoints
    findings, drawn = [], {}
    title = "Points per game more than random weights, over the training"
    drawn["curves"], axes = figures.chart(title, "training games", "points per game")
    figures.level(axes, 0)
    for who in (ROUND_1, WINNER, LOSER, STATIC):
        own, fresh = (where(judged, who=who, opponent=name) for name in ("checkpoint", "random weights"))
        end, start = fresh[last], own[0]
        said = "loses by 39 points over nine games" if who == ROUND_1 else "no better"
        what = f"{who}: points per game more than"
        findings += [
            Finding.of(f"{what} random weights", end, "spread", paper=said),
            Finding.of(f"{who}: win rate against random weights", end, paper=4 / 9 if who == ROUND_1 else None),
            Finding.of(f"{what} at its start", start, "spread", paper="0.2, at most 1"),
        ]
        findings += _trends.trends(judged, who, part)
        course = [{**row, "trained": row["checkpoint"] * part} for row in fresh]
        figures.curve(axes, course, "trained", "spread", who)
        key = who.replace("' bracket", "").replace(" ", "_")
        labels = [f"{n * part:,}" for n in range(last + 1)]
        panels = [(f"final v checkpoints, {n:,} games", [row[f"spreads {n}"] for row in own]) for n in LENGTHS]
        panels += [
            (f"random weights v checkpoints, {n:,} games", [[-x for x in row[f"spreads {n}"]] for row in fresh])
            for n in LENGTHS
        ]
        panels = [panel for panel in panels if panel[1][0]]
        drawn[f"spreads_{key}"] = _matches.draw_boxes(panels, labels, f"Matches by training games: {who}")
        drawn[f"learning_{key}"] = _matches.draw_pictures(
            rows, f"learning of {who}", f"hand_max_avg of a dealer over the training: {who}"
        )
        after = EARLY * config.games if who == STATIC else config.games
        drawn[f"strategies_{key}"] = _matches.draw_pictures(
            rows, f"strategies of {who}", f"Strategies after {after:,.0f} games: {who}"
        )
    drawn["wave"] = _matches.draw_borders(rows, (ROUND_1, WINNER, LOSER))
    for who in (ROUND_1, WINNER, LOSER):
        waves = [_matches.border(rows, who, role)[1] for role in ("dealer", "pone")]
        what = f"{who}: correlation of the dealer's and the pone's wave along the diagonal"
        findings.append(Finding(what, float(np.corrcoef(waves)[0, 1]), paper="opposing"))
    low, high = champion["spread_low"], champion["spread_high"]
    findings += [*_tables(judged, part), *_trends.table_3(judged, part), *_trends.single_games(judged)]
    findings += _trends.against_checkpoints(judged, LOSER, part)
    findings += _trends.pictures(rows, (ROUND_1, WINNER, LOSER, STATIC))
    findings.append(Finding.of("champion: points per game more than random weights", champion, "spread"))
    verdict = "better than" if low > 0 else "worse than" if high < 0 else "no different from"
    summary = (
        f"After both rounds the champion is {verdict} random weights: {champion['spread']:+.2f} points per game "
        f"(95%: {low:+.2f} to {high:+.2f})."
    )
    nine = [spread for row in where(judged, opponent="random weights") for spread in row.get(f"spreads {NINE}", [])]
    if nine:
        summary += (
            f" The spreads of {len(nine)} matches of nine games reach from {min(nine):+} to {max(nine):+} points."
        )
    return Report(findings, summary, drawn)


def _tables(judged: list[Row], part: int) -> Iterator[Finding]:
    """The thesis' Tables 2 and 3: single matches of nine and of a hundred games."""
    nine = np.array(where(judged, who=ROUND_1, opponent="random weights")[-1]["differences"][:9])
    ours, theirs, spread = _matches.match_result(nine)
    scores = ", ".join(f"{121 + min(d, 0)}:{121 - max(d, 0)}" for d in nine.tolist())
    note = f"{ours}:{theirs} match points, spread {spread:+}; {scores}"
    yield Finding("round 1: nine games against random weights (Table 2), match points", ours, paper=9, note=note)
    lines, won = [], 0
    for row in where(judged, who=ROUND_1, opponent="checkpoint"):
        hundred = np.array(row["differences"])
        ours, theirs, spread = _matches.match_result(hundred)
        won += first_wins(hundred)
        lines.append(f"{row['checkpoint'] * part:,} games {ours}:{theirs} ({spread:+})")
    note = "match points and spread against the checkpoint after " + ", ".join(lines)
    yield Finding("round 1: 100-game matches won of those against checkpoints (Table 3)", won, paper=6, note=note)
