"""How well the coach judges a game: calibration, luck, marks and time. A game's ``lab/coach.py`` names itself.

- **Calibration**: games of the adviser against itself; at some positions the chance to win is asked for and compared
  with what came of it, in ten bins (`reliability.py`).
- **Luck**: over many games its mean is zero, and the result less its luck has the same mean and less variance.
- **Marks**: moves that a review marks are looked at again, ten times deeper. An adviser that does not sample says the
  same however long it looks, so there marks are held against playouts, another judge. These begin where the game
  really stood: hands dealt anew would be those of a player who has not done anything yet.
- **Time**: processor seconds per review of a whole game, at the default depth.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.agent import Agent, build
from kibitz.arena.statistics import interval
from kibitz.coach.judge import CHANCE, Judge, SampledJudge, judge_of
from kibitz.coach.luck import luck_of, positions
from kibitz.coach.review import mark_of, review
from kibitz.coach.watch import Watched, watch
from kibitz.game import Game
from kibitz.game import game as find_game
from kibitz.lab.cores import Cores
from kibitz.lab.experiment import Finding, Report
from kibitz.lab.folder import Row
from kibitz.lab.jobs import Lab, Steps, parts
from kibitz.lab.numbers import PERCENT
from kibitz.lab.reliability import findings as bin_findings
from kibitz.lab.reliability import plot, reliability, tally, told, within
from kibitz.options import GameOptions
from kibitz.state import State


@dataclass(frozen=True)
class Config:
    calibrated: int = 20_000
    """Games watched for calibration."""
    share: float = 0.02
    """Of their positions that are judged."""
    imagined: int = 100
    """Worlds for each, where values are sampled: a quarter of a hint's."""
    lucky: int = 10_000
    """Games whose luck is measured."""
    ways: int = 8
    """Ways that each chance event is taken at most; fewer are counted. Few are enough for the mean of many games."""
    reviewed: int = 100
    """Games reviewed for their marks and the time."""
    worlds: int = 4000
    """Imagined for the second look at a marked move: ten times as many as for the first."""
    parts: int = 10
    """A run can be resumed after each."""


TINY = Config(calibrated=4, share=0.3, lucky=2, imagined=2, ways=2, reviewed=1, worlds=20, parts=1)
QUICK = Config(calibrated=200, lucky=100, ways=16, reviewed=4, parts=4)
PAPER = Config()


@dataclass(frozen=True)
class Coaching:
    """The experiment of one game."""

    name: str
    weak: str = ""
    """Whose games are reviewed, for marks need mistakes (default: the policy's)."""
    playing: str = ""
    """By whom marked moves are played out (default: by the policy)."""

    def run(self, config: Config, lab: Lab) -> Steps:
        """Luck, calibration and marks, in parts."""
        # Each with its number of games, and how many of them one process does at a time.
        works = (
            (measure_luck, config.lucky, 20),
            (calibrate, config.calibrated, 200),
            (look_again, config.reviewed, 1),
        )
        with Cores() as cores:
            yield from lab.in_turn(
                (cores.share, work, _seeds(lab, work.__name__, first, count), size, self, config)
                for work, games, size in works
                if games
                for first, count in parts(games, -(-games // config.parts))
            )

    def report(self, rows: list[Row], config: Config) -> Report:
        """The figures of the works that were done, with the reliability curve."""
        findings: list[Finding] = []
        told_of: list[str] = []
        figures: dict[str, Any] = {}
        if config.calibrated:
            bins = reliability([row for row in rows if row["part"] == "bin"])
            note = f"of {len(bins)} that hold positions"
            findings += [
                Finding("bins of ten within two standard errors", within(bins), note=note),
                Finding("largest error of a bin", max((abs(b.won - b.said) for b in bins), default=0.0), unit=PERCENT),
                *bin_findings(bins),
            ]
            told_of.append(told(bins))
            figures["reliability"] = plot({"as the coach says": bins})
        if config.lucky:
            found, summary = _luck_findings(rows)
            findings += found
            told_of.append(summary)
        if config.reviewed:
            found, summary = _mark_findings(rows)
            findings += found
            told_of.append(summary)
        return Report(findings, " ".join(told_of), figures)


# --- the three works, each on some games: whatever process does them --------------------------------


def calibrate(seeds: np.ndarray, what: Coaching, config: Config) -> list[Row]:
    """What was said at some positions of these games and what came of them, in bins."""
    game, options, judge, player = _table(what)
    watched = watch(game, options, player, seeds, config.share)
    return [
        {"part": "bin", **row} for row in tally(_expected(judge, watched, config.imagined), watched.won, watched.rows)
    ]


def measure_luck(seeds: np.ndarray, what: Coaching, config: Config) -> list[Row]:
    """The result of each of these games, and its luck, for the first seat."""
    game, options, judge, player = _table(what)
    rows: list[Row] = []
    for seed in seeds:
        state = played(State(game, options, int(seed)), player)
        result = float(np.sign(state.scores[0] - max(state.scores[1:]))) / 2 + 0.5
        rows.append(_row("luck", 0, result, luck_of(state, judge, config.ways).total[0]))
    return rows


def look_again(seeds: np.ndarray, what: Coaching, config: Config) -> list[Row]:
    """Review these games, and look again at the marked moves."""
    game, options, judge, _ = _table(what)
    player = build(game, options, what.weak or game.policy)
    playing = SampledJudge(game, options, build(game, options, what.playing or game.policy))
    rows: list[Row] = []
    for seed in seeds:
        state = played(State(game, options, int(seed)), player)
        line, begun = positions(state), time.process_time()
        found = review(state)
        rows.append({"part": "time", "moves": len(state.moves), "seconds": time.process_time() - begun})
        for decision in found.worst():
            deeper = judge.judge(state, decision.number, worlds=config.worlds)
            lost = deeper.losses[deeper.codes == decision.move.code][0]
            rows.append(_row("mark", decision.number, decision.loss, lost))
            if not judge.sampled:
                moves, luck = np.array([decision.best.code, decision.move.code]), np.full(2, seed)
                tried = playing.play_on(line[[decision.number] * 2], luck, config.worlds // 10, moves)
                best, other = tried[:, :, decision.seat].mean(axis=1)
                rows.append(_row("played out", decision.number, decision.loss, best - other))
    return rows


def _table(what: Coaching) -> tuple[Game, GameOptions, Judge, Agent]:
    """The game as it is played at the table, who judges it, and its adviser, who plays."""
    game = find_game(what.name)
    options = game.options(**game.table)
    judge = judge_of(game, options)
    return game, options, judge, build(game, options, game.adviser)


def _row(part: str, number: int, x: float, y: float) -> Row:
    return {"part": part, "number": int(number), "x": float(x), "y": float(y)}


def _seeds(lab: Lab, *part: int | str) -> np.ndarray:
    """The seeds of one part's games; the last of `part` is how many."""
    return np.random.default_rng(lab.derived("coach", *part)).integers(0, 2**63, int(part[-1]), np.uint64)


def _expected(judge: Judge, watched: Watched, worlds: int) -> np.ndarray:
    """What the judge says of the best move in each position."""
    if isinstance(judge, SampledJudge):
        looks = zip(watched.views[:, None], watched.moves, watched.counts)
        return np.array([judge.imagined(view, moves[:n], worlds).best for view, moves, n in looks])
    adviser: Agent = judge.adviser  # type: ignore[attr-defined]  # there are two kinds
    return watched.best(adviser)


def played(state: State, *players: Agent) -> State:
    """The game played to its end: by one player at all seats, or by one at each. They note what they play."""
    seated = players * state.seats if len(players) == 1 else players
    notes = [[] if player.memory is None else [np.zeros(1, player.memory)] for player in seated]
    while not state.is_over:
        player, own, asked = seated[state.player], notes[state.player], state.asked()
        chosen = player.act(*asked, *own)
        if own:
            player.note(asked[0], chosen, *own)
        state.push(int(chosen[0]))
    return state


# --- what was found ---------------------------------------------------------------------------------


def _luck_findings(rows: list[Row]) -> tuple[list[Finding], str]:
    results = np.array([r["x"] for r in rows if r["part"] == "luck"])
    lucks = np.array([r["y"] for r in rows if r["part"] == "luck"])
    adjusted = results - lucks
    findings = [
        Finding("mean luck", float(lucks.mean()), *interval(lucks), unit=PERCENT),
        Finding("mean result", float(results.mean()), *interval(results), unit=PERCENT),
        Finding("mean result less luck", float(adjusted.mean()), *interval(adjusted), unit=PERCENT),
    ]
    if not results.var() or not adjusted.var():
        return findings, f"All {len(results):,} games ended alike."
    left = float(adjusted.var() / results.var())
    findings.append(Finding("variance of the result / variance less luck", 1 / left))
    return findings, f"Less its luck a result has {left:.0%} of its variance, over {len(results):,} games."


def _mark_findings(rows: list[Row]) -> tuple[list[Finding], str]:
    seconds = [r["seconds"] for r in rows if r["part"] == "time"]
    findings = [
        Finding("processor seconds per review, mean", float(np.mean(seconds)), note=f"{len(seconds)} games"),
        Finding("processor seconds, the slowest", max(seconds)),
    ]
    # The same side of the least mark is agreement; which of the three it is may lie on an edge.
    stood = [bool(mark_of(r["y"], CHANCE)) for r in rows if r["part"] == "mark"]
    out = [(r["x"], r["y"]) for r in rows if r["part"] == "played out"]
    if not stood:
        return findings, f"In {len(seconds)} games no move was marked."
    note = f"{len(stood)} moves"
    findings.append(
        Finding("marked moves that a ten times deeper look marks too", float(np.mean(stood)), note=note, unit=PERCENT)
    )
    if not out:
        marked = f"Of {len(stood)} moves marked in {len(seconds)} games"
        return findings, f"{marked}, a ten times deeper look marks {sum(stood)} too."
    said, came = np.array(out).T
    findings += [
        Finding("mean loss of marked moves, as said", float(said.mean()), note=note, unit=PERCENT),
        Finding("mean loss of marked moves, played out", float(came.mean()), *interval(came), note=note, unit=PERCENT),
    ]
    return findings, (
        f"The {len(stood)} moves marked in {len(seconds)} games lose {said.mean():.1%} as said, {came.mean():.1%} when "
        "played out from where the game stood."
    )
