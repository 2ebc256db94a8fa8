"""How often a chance to win at Rack-O comes true, as the champion says it.

No claim of the paper. The network plays itself, single rounds and games to 500. From the rounds, what it says of a
round is corrected to what comes true, and how rounds end is counted, from which follows what a score is worth
(``race.py``); from the games, the chance to win the game is corrected once more. The fit ships as
`champion.safetensors`. Other games judge it, in ten bins by the chance that was said.
"""

from dataclasses import dataclass, replace

import numpy as np

from kibitz.coach.watch import Watched
from kibitz.games.racko.agents.champion import FILE, GAME, ROUND
from kibitz.games.racko.lab import odds
from kibitz.games.racko.lab.odds import FITTED, JUDGED, seen, tallied
from kibitz.games.racko.race import FIVE, stakes, to_win_the_game
from kibitz.games.racko.rules import SLOTS
from kibitz.lab import PERCENT, Finding, Lab, Report, Row, Steps, seated
from kibitz.learn.calibration import KNOTS, corrected, fit_curve

TARGET = 500


@dataclass(frozen=True)
class Config:
    rounds: int = 20_000
    """Single rounds that the fit is made from."""
    games: int = 6_000
    """Games to 500 that the fit is made from."""
    judged: float = 1 / 3
    """Others that judge it, for each of them."""
    positions: int = 10
    """Per game that are looked at, on average."""
    part: int = 1_000
    """Games watched at a time."""
    gpu: bool = False
    """Whether the network is asked on a graphics card."""


TINY = Config(rounds=20, games=4, judged=0.5)
QUICK = Config(rounds=400, games=40, judged=0.5)
PAPER = Config(part=3_000, gpu=True)


def run(config: Config, lab: Lab) -> Steps:
    kept = lab.keep(curve=np.zeros(len(KNOTS)), ends=np.zeros((2, SLOTS + 1)))

    def look(target: int, games: float, stream: int) -> tuple[Watched, np.ndarray]:
        player = seated(lab.game, lab.game.options(target=target), "net", config.gpu)
        return seen(player, round(games), config.positions, config.part, [lab.seed, target, stream])

    def rounds() -> list[Row]:
        watched, found = look(0, config.rounds, FITTED)
        kept["curve"], kept["ends"] = fit_curve(found, watched.won), ends_of(watched.scores)
        lab.save(FILE, {"curve": kept["curve"], "ends": kept["ends"]}, part=ROUND)
        judging, found = look(0, config.rounds * config.judged, JUDGED)
        points = FIVE * kept["ends"].sum(axis=0) @ np.arange(SLOTS + 1)
        ends: Row = {"first": float(kept["ends"][1].sum()), "points": float(points)}
        return [ends, *tallied(SLOTS, 0, corrected(found, kept["curve"]), judging)]

    def games() -> list[Row]:
        at_stake = stakes(kept["ends"], TARGET)

        def to_win(watched: Watched, found: np.ndarray) -> np.ndarray:
            return to_win_the_game(watched.views, corrected(found, kept["curve"])[:, None], at_stake)[:, 0]

        watched, found = look(TARGET, config.games, FITTED)
        curve = fit_curve(to_win(watched, found), watched.won)
        lab.save(FILE, {"curve": curve}, part=GAME)
        judging, found = look(TARGET, config.games * config.judged, JUDGED)
        return tallied(SLOTS, TARGET, corrected(to_win(judging, found), curve), judging)

    return lab.in_turn([(rounds,), (games,)])


def ends_of(scores: np.ndarray) -> np.ndarray:
    """The shares of rounds that the second player wins (row 0) or the first (row 1), by what the other gets."""
    ends = np.zeros((2, SLOTS + 1))
    decided = scores[scores[:, 0] != scores[:, 1]]
    np.add.at(ends, ((decided[:, 0] > decided[:, 1]).astype(int), (decided.min(axis=1) / FIVE).astype(int)), 1.0)
    return ends / len(decided)


def report(rows: list[Row], config: Config) -> Report:
    ends, *bins = rows
    found = odds.report(bins, config)
    how = [
        Finding("rounds won by who begins", ends["first"], unit=PERCENT),
        Finding("points of who loses a round, mean", ends["points"]),
    ]
    return replace(found, findings=[*how, *found.findings])
