"""How well the coach judges a game: calibration, luck, marks and time. A game's ``lab/coach.py`` names itself.

- **Calibration**: games of the adviser (or, where it searches, of the policy) against itself; at some positions the
  chance to win is asked for and compared with what came of it, in ten bins (`reliability.py`).
- **Luck**: over many games its mean is zero, and the result less its luck has the same mean and less variance.
- **Marks**: moves that a review marks are looked at again, ten times deeper.
- **Time**: seconds per review of a whole game, at the default depth.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kibitz.agent import Agent, build
from kibitz.arena.statistics import interval
from kibitz.coach import luck
from kibitz.coach.judge import CHANCE, Judge, SampledJudge, judge_of
from kibitz.coach.review import mark_of, review
from kibitz.coach.watch import Watched, watch
from kibitz.game import Game
from kibitz.game import game as find_game
from kibitz.lab.experiment import Checkpoint, Finding, Report, Step
from kibitz.lab.folder import Row
from kibitz.lab.reliability import findings as bin_findings
from kibitz.lab.reliability import plot, reliability, tally, within
from kibitz.state import State


@dataclass(frozen=True)
class Config:
    calibrated: int = 20_000
    """Games watched for calibration."""
    share: float = 0.02
    """Of their positions that are judged."""
    lucky: int = 10_000
    """Games whose luck is measured."""
    ways: int = 32
    """Other ways that each chance event is taken; eight times as many where each is played out once."""
    reviewed: int = 50
    """Games reviewed for their marks and the time."""
    worlds: int = 4000
    """Imagined for the second look at a marked move: ten times as many as for the first."""
    parts: int = 50
    """A run can be resumed after each."""


TINY = Config(calibrated=4, share=0.3, lucky=2, ways=2, reviewed=1, worlds=20, parts=1)
QUICK = Config(calibrated=200, lucky=100, ways=16, reviewed=4, parts=4)
PAPER = Config()


class Coaching:
    """The experiment of one game."""

    def __init__(self, name: str) -> None:
        self.name = name

    def run(self, config: Config, seed: int, checkpoint: Checkpoint | None, folder: Path) -> Iterator[Step]:
        """Calibration, luck and marks, in parts."""
        game = find_game(self.name)
        works = (self._calibrate, self._luck, self._marks)
        steps = len(works) * config.parts
        for step in range(int(checkpoint["done"]) if checkpoint else 0, steps):
            work, part = works[step // config.parts], step % config.parts
            seeds = np.random.default_rng([seed, step])
            yield Step(work(game, config, part, seeds), {"done": step + 1}, (step + 1) / steps)

    def _calibrate(self, game: Game, config: Config, part: int, chance: np.random.Generator) -> list[Row]:
        options = game.options(**game.table)
        judge = judge_of(game, options)
        adviser: Agent | None = getattr(judge, "adviser", None)
        player = _player(game, judge)
        watched = watch(game, options, player, _seeds(chance, config.calibrated, config.parts, part), config.share)
        expected = _expected(judge, watched, adviser)
        return [{"part": "bin", **row} for row in tally(expected, watched.won, watched.rows)]

    def _luck(self, game: Game, config: Config, part: int, chance: np.random.Generator) -> list[Row]:
        options = game.options(**game.table)
        judge = judge_of(game, options)
        player = _player(game, judge)
        rows: list[Row] = []
        for seed in _seeds(chance, config.lucky, config.parts, part):
            state = _played(State(game, options, int(seed)), player)
            ways = config.ways * (8 if judge.plays_out else 1)
            gave = sum(event.luck[0] for event in luck.chances(state, judge, ways))
            result = float(np.sign(state.scores[0] - max(state.scores[1:]))) / 2 + 0.5
            rows.append(_row("luck", 0, result, float(gave)))
        return rows

    def _marks(self, game: Game, config: Config, part: int, chance: np.random.Generator) -> list[Row]:
        options = game.options(**game.table)
        player = build(game, options, game.policy)
        judge = judge_of(game, options)
        rows: list[Row] = []
        for seed in _seeds(chance, config.reviewed, config.parts, part):
            state = _played(State(game, options, int(seed)), player)
            begun = time.perf_counter()
            found = review(state)
            rows.append({"part": "time", "moves": len(state.moves), "seconds": time.perf_counter() - begun})
            for decision in found.worst():
                again = judge.judge(state, decision.number, worlds=config.worlds)
                at = int(np.flatnonzero(again.codes == decision.move.code)[0])
                rows.append(_row("mark", decision.number, decision.loss, float(again.losses[at])))
        return rows

    def report(self, rows: list[Row], config: Config) -> Report:
        """The figures, with the reliability curve."""
        bins = reliability([row for row in rows if row["part"] == "bin"])
        findings = [
            Finding("bins of ten within two standard errors", within(bins), note=f"of {len(bins)} that hold positions"),
            Finding("largest error of a bin", max((abs(b.won - b.said) for b in bins), default=0.0)),
            *bin_findings(bins),
        ]
        found, summary = _luck_findings(rows)
        findings += found + _mark_findings(rows)
        return Report(
            findings,
            f"{within(bins)} of {len(bins)} bins are within two standard errors. {summary}",
            {"reliability": plot({"as the coach says": bins})},
        )


def _row(part: str, number: int, x: float, y: float) -> Row:
    return {"part": part, "number": int(number), "x": float(x), "y": float(y)}


def _seeds(chance: np.random.Generator, games: int, parts: int, part: int) -> np.ndarray:
    """The seeds of one part's games."""
    count = games * (part + 1) // parts - games * part // parts
    return chance.integers(0, 2**63, max(count, 1), np.uint64)


def _expected(judge: Judge, watched: Watched, adviser: Agent | None) -> np.ndarray:
    """What the judge says of the best move in each position."""
    if adviser is not None and not judge.sampled:
        values = adviser.values(watched.views, watched.moves, watched.counts)
    elif adviser is not None:
        values = np.zeros(watched.moves.shape)
        for i, n in enumerate(watched.counts):
            values[i, :n] = adviser.results(watched.views[i], watched.moves[i, :n]).mean(axis=0)  # type: ignore[attr-defined]
    else:
        assert isinstance(judge, SampledJudge)
        values = np.zeros(watched.moves.shape)
        for i, n in enumerate(watched.counts):
            values[i, :n] = judge.imagined(watched.views[i : i + 1], watched.moves[i, :n].copy(), 200).values
    listed = np.arange(watched.moves.shape[1]) < watched.counts[:, None]
    return np.where(listed, values, -np.inf).max(axis=1)


def _player(game: Game, judge: Judge) -> Agent:
    """Who plays the games: the adviser, or the policy where the adviser searches.

    Luck that the policy judges is thus measured on games of another player, wherever that can be: on its own games
    a policy without chance would know every result beforehand.
    """
    adviser: Agent | None = getattr(judge, "adviser", None)
    options = game.options(**game.table)
    return adviser if adviser and not judge.sampled else build(game, options, game.policy)


def _played(state: State, player: Agent) -> State:
    """The game played to its end by one player at all seats, who notes what it plays."""
    notes = [[] if player.memory is None else [np.zeros(1, player.memory)] for _ in range(state.seats)]
    while not state.is_over:
        asked, own = state.asked(), notes[state.player]
        chosen = player.act(*asked, *own)
        if own:
            player.note(asked[0], chosen, *own)
        state.push(int(chosen[0]))
    return state


def _luck_findings(rows: list[Row]) -> tuple[list[Finding], str]:
    results = np.array([r["x"] for r in rows if r["part"] == "luck"])
    lucks = np.array([r["y"] for r in rows if r["part"] == "luck"])
    adjusted = results - lucks
    findings = [
        Finding("mean luck", float(lucks.mean()), *interval(lucks)),
        Finding("mean result", float(results.mean()), *interval(results)),
        Finding("mean result less luck", float(adjusted.mean()), *interval(adjusted)),
    ]
    if not results.var() or not adjusted.var():
        return findings, f"All {len(results):,} games ended alike."
    left = float(adjusted.var() / results.var())
    findings.append(Finding("variance of the result / variance less luck", 1 / left))
    return findings, f"Less its luck a result has {left:.0%} of its variance, over {len(results):,} games."


def _mark_findings(rows: list[Row]) -> list[Finding]:
    marks = [(r["x"], r["y"]) for r in rows if r["part"] == "mark"]
    seconds = [r["seconds"] for r in rows if r["part"] == "time"]
    findings = [
        Finding("seconds per review, mean", float(np.mean(seconds))),
        Finding("seconds, the slowest", max(seconds)),
    ]
    if marks:
        # The same side of the least mark is agreement; which of the three it is may lie on an edge.
        agreed = np.mean([bool(mark_of(deep, CHANCE)) for _, deep in marks])
        findings.append(
            Finding("marked moves that a ten times deeper look marks too", float(agreed), note=f"{len(marks)} moves")
        )
    return findings
