"""Pegging: the play learned by reinforcement, alone and inside value.

The thesis names reinforcement learning of the play as a wish. Here a table of what each card leads to learns from plays
against itself. Alone it plays the cards for Schell's throws (`pegger`), against `schell`, which differs in nothing
but the play. Inside `value` it takes the place of the quick rule by which imagined plays go on
(``value:play=learned``), against `value` as it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np

from kibitz.agent import CompiledAgent
from kibitz.arena.match import match
from kibitz.games.cribbage import stats
from kibitz.games.cribbage.agents import pegger, value
from kibitz.games.cribbage.foresight import FILE, SHAPE, learn
from kibitz.games.cribbage.value import chances
from kibitz.kernel import record
from kibitz.lab import Finding, Lab, Report, Row, Steps, figures, of_match, where

DESK = record(
    [
        ("rng", "u8"),
        ("hands", "i8", (2, 4)),
        ("left", "i8", (2,)),
        ("pile", "i8", (9,)),
        ("places", "i8", (8,)),
        ("by", "i8", (8,)),
        ("then", "i8", (8,)),
        ("cards", "i8"),
        ("ahead", "i8"),
    ]
)


@dataclass(frozen=True)
class Config:
    rounds: int = 40_000_000
    parts: int = 10
    explore: float = 0.1
    """Of all cards that are laid at random at first; it falls to a tenth of that."""
    watched: int = 4_000
    """Duplicate deals after each part, against schell."""
    judged: int = 20_000


TINY = Config(rounds=2_000, parts=2, watched=5, judged=5)
QUICK = Config(rounds=400_000, parts=2, watched=200, judged=200)
PAPER = Config()


def run(config: Config, lab: Lab) -> Steps:
    size = int(np.prod(SHAPE))
    kept = lab.keep(table=np.zeros(size), visits=np.zeros(size, np.int64))
    hands, likely = usual_hands(lab)
    options = lab.game.options()

    def teach(part: int) -> list[Row]:
        desk = np.zeros(1, DESK)
        desk["rng"] = lab.derived("plays", part)
        explore = config.explore * 0.1 ** (part / max(config.parts - 1, 1))
        learn(kept["table"], kept["visits"], hands, likely, config.rounds // config.parts, explore, desk[0], desk[0])
        player = pegger.Player(lab.game, options, kept["table"].reshape(SHAPE))
        found = match("cribbage", player, "schell", pairs=config.watched, seed=lab.derived("watched"))
        return [of_match(found, rounds=(part + 1) * config.rounds // config.parts)]

    def judge(who: str, against: str) -> list[Row]:
        table = kept["table"].reshape(SHAPE)
        lab.save(FILE, {"table": table.astype(np.float32)}, options)
        player: CompiledAgent
        if who == "pegger":
            player = pegger.Player(lab.game, options, table)
        else:
            player = value.Player(lab.game, options, play="learned", foresight=table)
        found = match("cribbage", player, against, pairs=config.judged, seed=lab.derived("judged"))
        return [of_match(found, who=who, against=against)]

    teaching = [(teach, part) for part in range(config.parts)]
    return lab.in_turn([*teaching, (judge, "pegger", "schell"), (judge, "value:play=learned", "value")])


def usual_hands(lab: Lab) -> tuple[np.ndarray, np.ndarray]:
    """All hands of four ranks, and running sums of how often each role keeps them."""
    known = chances.load(lab.game, "value.safetensors")
    hands = np.zeros((stats.HANDS, 4), np.int64)
    for ranks in combinations_with_replacement(range(13), 4):
        hands[stats.hand_index(*ranks)] = ranks
    return hands, np.ascontiguousarray(np.cumsum(known["kept"], axis=1))


def report(rows: list[Row], config: Config) -> Report:
    course, verdicts = where(rows, "rounds"), where(rows, "who")
    figure, axes = figures.chart("Learning the play", "plays", "win rate against schell", percent=True)
    figures.curve(axes, course, "rounds", "win_rate", "pegger")
    findings = [Finding.of(f"{row['who']} v {row['against']}", row) for row in verdicts]
    alone, inside = verdicts
    summary = (
        f"With Schell's throws the learned play wins {alone['win_rate']:.1%} against his throws and one card ahead; "
        f"inside value it wins {inside['win_rate']:.1%} against value with its quick rule."
    )
    return Report(findings, summary, {"learning": figure})
