"""How often a chance to win comes true.

Not in a paper. `montecarlo` lets imagined hands be played on by a quick player, which is easier to beat than
`montecarlo`, and of several moves it picks the one it thinks most of: so it says too much. It plays itself here. From
the first games a correction of its chances is fitted, which ships as `chances.safetensors`; other games judge it, in
ten bins by the chance that was said.
"""

from dataclasses import dataclass

import numpy as np

from kibitz.agent import build
from kibitz.coach.judge import MixedJudge
from kibitz.coach.watch import watch
from kibitz.game import game
from kibitz.games.gin import POLICY
from kibitz.games.gin.agents.montecarlo import CHANCES, Player
from kibitz.lab import Lab, Report, Row, Steps, parts, reliability
from kibitz.lab.cores import Cores
from kibitz.learn.calibration import KNOTS, corrected, drawn_in, fit_curve


@dataclass(frozen=True)
class Config:
    fitted: int = 4_000
    """Games that the fit is made from."""
    judged: int = 2_000
    """Other games, that judge it."""
    share: float = 0.015
    """Of their positions that are looked at."""
    worlds: int = 100
    """Imagined for each: a quarter of a hint's."""
    sims: int = 8
    """Hands that the player imagines for a move; its hints imagine many more."""
    part: int = 400
    """Games between two checkpoints."""


PAPER = Config()
QUICK = Config(fitted=100, judged=100, part=50)
TINY = Config(fitted=4, judged=2, worlds=4, part=4)


def run(config: Config, lab: Lab) -> Steps:
    kept = lab.keep(seen=np.zeros((0, 2)), curve=np.zeros(len(KNOTS)))
    seeds = np.random.default_rng(lab.derived("games")).integers(0, 2**63, config.fitted + config.judged, np.uint64)

    with Cores() as cores:

        def look(first: int, games: int) -> np.ndarray:
            rows = cores.share(found_and_won, seeds[first : first + games], 20, config)
            return np.array([(row["found"], row["won"], row["game"]) for row in rows]).reshape(-1, 3)

        def watch_more(first: int, games: int) -> list[Row]:
            kept["seen"] = np.concatenate([kept["seen"].reshape(-1, 2), look(first, games)[:, :2]])
            return []

        def fit() -> list[Row]:
            seen = kept.pop("seen").reshape(-1, 2)
            kept["curve"] = curve = fit_curve(drawn_in(seen[:, 0]), seen[:, 1])
            lab.save(CHANCES, {"curve": curve})
            return [{"what": "fit", "knot": k, "added": float(added)} for k, added in enumerate(curve)]

        def judge(first: int, games: int) -> list[Row]:
            found, won, numbers = look(first, games).T
            told = {"found": found, "said": corrected(drawn_in(found), kept["curve"])}
            return [
                {"what": what, **row}
                for what, chances in told.items()
                for row in reliability.tally(chances, won, numbers)
            ]

        fitted, judged = parts(config.fitted, config.part), parts(config.judged, config.part, config.fitted)
        yield from lab.in_turn(
            [*((watch_more, *part) for part in fitted), (fit,), *((judge, *part) for part in judged)]
        )


def found_and_won(seeds: np.ndarray, config: Config) -> list[Row]:
    """Some positions of these games: the chance that is found, whether the mover won, and the game's seed."""
    gin = game("gin")
    options = gin.options()
    player = Player(gin, options, sims=config.sims)
    player.curve = None  # what it finds, not what it says
    judge = MixedJudge(gin, options, build(gin, options, POLICY), player)
    watched = watch(gin, options, player, seeds, config.share)
    looks = zip(watched.views[:, None], watched.moves, watched.counts)
    found = [judge.imagined(view, moves[:n], config.worlds).best for view, moves, n in looks]
    games = (int(seeds[row]) % 2**53 for row in watched.rows)
    return [{"found": f, "won": float(w), "game": float(g)} for f, w, g in zip(found, watched.won, games)]


def report(rows: list[Row], config: Config) -> Report:
    return reliability.correction(rows, config.judged, "playouts find")
