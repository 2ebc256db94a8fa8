"""What a mean loss is called: words for how well a side played, fitted to players whose strength is known.

Players that fall short of the adviser by a known measure (the adviser itself with some of its moves left to chance, and
the game's own weaker players) play the adviser, and their decisions are judged as a review judges them. Not those of
their games among themselves: these may last long (in Rack-O sixteen times as long), and what a game can lose is then
shared by more decisions. Matches against the adviser say how strong each is. The log odds of winning fall in
proportion to the mean loss per unforced decision; the slope of that is fitted. A word then stands for a share of the
way from random play (0) to the adviser (1), as measured by games won against the adviser.

Where one plays alone, strength is points, and points are lost one by one: there the way is that of the losses.
A game's ``lab/ratings.py`` names its players; its ``RATINGS`` are what is found here.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.agent import Agent, build
from kibitz.arena.match import match
from kibitz.coach.judge import judge_of
from kibitz.coach.review import decisions_of
from kibitz.game import game as find_game
from kibitz.lab.coach import played
from kibitz.lab.cores import Cores
from kibitz.lab.experiment import Finding, Report
from kibitz.lab.figures import GREY, INK, chart, colour, curve, in_percent
from kibitz.lab.folder import Row
from kibitz.lab.jobs import Lab, Steps
from kibitz.lab.numbers import PERCENT
from kibitz.lab.rows import of_match
from kibitz.options import GameOptions
from kibitz.state import State

WAYS = {"flawless": 0.98, "expert": 0.93, "strong": 0.85, "good": 0.7, "casual": 0.4}
"""The share of the way from random play to the adviser from which on each word is said."""


@dataclass(frozen=True)
class Config:
    games: int = 240
    """Of each player against the adviser, in which its decisions are judged."""
    pairs: int = 1_000
    """Duplicate pairs of each player against the adviser."""
    chance: tuple[float, ...] = (0.02, 0.05, 0.1, 0.2, 0.4)
    """Shares of the adviser's moves that are left to chance."""


TINY = Config(games=1, pairs=2, chance=(0.5,))
QUICK = Config(games=4, pairs=100)
PAPER = Config()


class Stumbling(Agent):
    """Plays as another, but for a share of moves that are left to chance."""

    def __init__(self, own: Agent, share: float) -> None:
        super().__init__(own.game, own.options)
        self.own, self.share, self.memory = own, share, own.memory
        self.name = f"{own.name}, {share:.0%} by chance"

    def act(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        chosen = self.own.act(views.copy(), moves, counts, *memory)
        for i in range(len(moves)):
            chance = np.random.default_rng(int(views["rng"][i]))
            if chance.random() < self.share:
                chosen[i] = moves[i, chance.integers(counts[i])]
        return chosen

    def note(self, views: np.ndarray, chosen: np.ndarray, memory: np.ndarray) -> None:
        self.own.note(views, chosen, memory)


@dataclass(frozen=True)
class Rating:
    """The experiment of one game."""

    name: str
    weaker: tuple[str, ...] = ()
    """Players of the game that are judged too."""
    alone: bool = False
    """Whether the game can be played by one, for points."""

    def run(self, config: Config, lab: Lab) -> Steps:
        """One step per player, and one for what random play comes to."""
        seeds = np.random.default_rng(lab.derived("ratings")).integers(0, 2**63, config.games, np.uint64)

        with Cores() as cores:

            def measure(player: str | float) -> list[Row]:
                lost = cores.share(judged, seeds, 2, self, player)
                total, count = (sum(row[name] for row in lost) for name in ("lost", "decisions"))
                against = self._match(player, config, lab.derived("match", str(player)))
                return [{"player": _name(player), "loss": total / max(count, 1), "decisions": count, **against}]

            def random() -> list[Row]:
                return [{"player": "random", **self._match("random", config, lab.derived("match", "random"))}]

            def alone() -> list[Row]:
                lost = cores.share(judged, seeds, 2, self, "random", True)
                total, count = (sum(row[name] for row in lost) for name in ("lost", "decisions"))
                return [{"player": "alone", "loss": total / max(count, 1), "decisions": count}]

            yield from lab.in_turn(
                [
                    (random,),
                    *((measure, player) for player in (*config.chance, *self.weaker)),
                    *([(alone,)] if self.alone else []),
                ]
            )

    def report(self, rows: list[Row], config: Config) -> Report:
        """The words and from what loss on each is left behind."""
        least = next(row["win_rate"] for row in rows if row["player"] == "random")
        players = [row for row in rows if row["player"] not in ("random", "alone")]
        slope = fitted(*([row[name] for row in players] for name in ("loss", "win_rate")))
        findings = [
            Finding(f"{word}: mean loss up to", most, unit=PERCENT) for word, most in losses(slope, least).items()
        ]
        for row in rows:
            if row["player"] == "alone":
                findings += [
                    Finding(f"alone, {word}: points up to", (1 - way) * row["loss"]) for word, way in WAYS.items()
                ]
        findings += [
            Finding.of(f"{row['player']}: games won against the adviser", row, "win_rate")
            for row in rows
            if row["player"] != "alone"
        ]
        findings += [Finding(f"{row['player']}: mean loss", row["loss"], unit=PERCENT) for row in players]
        summary = (
            f"A player who loses 1% per unforced decision wins {share_at(0.01, slope):.0%} of its games against "
            f"the adviser; one who plays at random wins {least:.1%}."
        )
        title, x = "Loss and strength", "mean loss of win chance per unforced decision"
        figure, axes = chart(title, x, "games won against the adviser", percent=True)
        in_percent(axes.xaxis)
        across = np.linspace(0, max(row["loss"] for row in players) * 1.1, 100)
        axes.plot(across, [share_at(loss, slope) for loss in across], color=GREY, label="as fitted")
        stumbling = players[: len(config.chance)]
        told = f"the adviser, {config.chance[0]:.0%} to {_name(config.chance[-1])}"
        curve(axes, stumbling, "loss", "win_rate", told, color=INK, linestyle="")
        for row in players[len(config.chance) :]:
            curve(axes, [row], "loss", "win_rate", row["player"], color=colour(row["player"]), linestyle="")
        return Report(findings, summary, {"ratings": figure})

    def _match(self, player: str | float, config: Config, seed: int) -> Row:
        game = find_game(self.name)
        options = game.options(**game.table)
        strong = build(game, options, game.adviser)
        weak = _player(self, player, options)
        return of_match(match(self.name, weak, strong, pairs=config.pairs, seed=seed, **game.table))


def judged(seeds: np.ndarray, what: Rating, player: str | float, alone: bool = False) -> list[Row]:
    """What a player lost in all at its decisions of these games, and how many they were.

    It plays the adviser, first and second by turns; or alone.
    """
    game = find_game(what.name)
    options = game.options(players=1) if alone else game.options(**game.table)
    judge, weak = judge_of(game, options), _player(what, player, options)
    strong = build(game, options, game.adviser)
    rows: list[Row] = []
    for number, seed in enumerate(seeds):
        seat = 0 if alone else number % 2
        players = (weak,) if alone else (weak, strong) if seat == 0 else (strong, weak)
        found, _ = decisions_of(played(State(game, options, int(seed)), *players), judge)
        own = [decision.loss for decision in found if decision.seat == seat and not decision.forced]
        rows.append({"lost": float(sum(own)), "decisions": len(own)})
    return rows


def fitted(losses: list[float], shares: list[float]) -> float:
    """By how much the log odds of winning fall for each point of chance lost per decision.

    They begin at 0, as who loses nothing is the adviser's equal.
    """
    lost, won = np.array(losses), np.clip(np.array(shares), 0.001, 0.999)
    # Far behind, a match says little more than that: such players weigh less.
    weight = np.sqrt(won * (1 - won))
    (slope,) = np.linalg.lstsq((weight * lost)[:, None], weight * np.log(won / (1 - won)))[0]
    return float(slope)


def share_at(loss: float, slope: float) -> float:
    """The games won against the adviser by a player of this mean loss."""
    return float(1 / (1 + np.exp(-slope * loss)))


def losses(slope: float, least: float) -> dict[str, float]:
    """Up to what mean loss each word is said, where random play wins this share of games."""
    shares = {word: least + way * (0.5 - least) for word, way in WAYS.items()}
    return {word: float(np.log(share / (1 - share)) / slope) for word, share in shares.items()}


def _name(player: str | float) -> str:
    return player if isinstance(player, str) else f"{player:.0%} by chance"


def _player(what: Rating, player: str | float, options: GameOptions) -> Agent:
    game = find_game(what.name)
    if isinstance(player, str):
        return build(game, options, player)
    return Stumbling(build(game, options, game.adviser), player)
