"""Q-learning with 54 and with 36 cards.

In the paper the Q-learning player "won no games against the greedy agent"; "only when we reduced the deck
from 54 to 36 cards did it beat the baseline". It does not say how many games it was trained for (here up to
300,000), against whom (here itself, and greedy), how it explored (here 10% of moves at random), how many
cards were dealt from the small deck (here 18, which leaves none unseen, and 12, which leaves a third of
the deck as before), nor which cards it held (here 6 to A), nor whether the player was free to pass though it could
play: each is run passing only when it must, and free to pass.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.arena.match import match
from kibitz.game import Game
from kibitz.games.zsy.agents.q import TablePlayer
from kibitz.games.zsy.features.coupled import ACTIVE, SIZE, move_features
from kibitz.lab import Finding, Lab, Report, Row, Steps, figures, of_match, where
from kibitz.learn.linear import Problem
from kibitz.learn.q_linear import Learner, Settings

DECKS = ((54, 18), (36, 18), (36, 12))
"""Cards in the deck, cards in a hand."""

RIVALS = ("itself", "greedy")

SHIPPED = ((54, 18), (36, 18))
"""What the player ``q`` plays with, trained against greedy."""


@dataclass(frozen=True)
class Config:
    steps: tuple[int, ...]
    pairs: int


TINY = Config(steps=(20, 40), pairs=4)
QUICK = Config(steps=(100, 1000), pairs=200)
PAPER = Config(steps=(100, 1000, 10_000, 100_000, 300_000), pairs=20_000)


def problem(game: Game) -> Problem:
    """ZSY for the generic learner."""
    return Problem(game, move_features, SIZE, ACTIVE, "greedy")


def run(config: Config, lab: Lab) -> Steps:
    game = lab.game

    def learn(deck: int, hand: int, rival: str, free: bool) -> list[Row]:
        options: dict[str, Any] = {"deck": deck, "hand": hand, "free_pass": free}
        settings = Settings(self_play=rival == "itself")
        learner = Learner(problem(game), game.options(**options), settings, lab.derived(deck, hand, rival))
        rows: list[Row] = []
        for games in config.steps:
            learner.train(games - learner.games)
            agent = TablePlayer(game, learner.options, learner.weights, free)
            found = match("zsy", agent, "greedy", pairs=config.pairs, seed=lab.derived("deals"), **options)
            rows.append({**of_match(found, deck=deck, hand=hand, rival=rival, free=free), "games": games})
        if rival == "greedy" and (deck, hand) in SHIPPED and not free:
            index = np.flatnonzero(learner.weights)
            tables = {"index": index.astype(np.uint32), "value": learner.weights[index].astype(np.float32)}
            lab.save(f"q{deck}.safetensors", tables)
        return rows

    return lab.in_turn((learn, *deck, rival, free) for free in (False, True) for deck in DECKS for rival in RIVALS)


def report(rows: list[Row], config: Config) -> Report:
    titles = ("passes only when it must", "free to pass")
    x, y = "games of training", "win rate against greedy"
    figure, axes = figures.panels(titles, x, y, title="Q-learning", log="x", percent=True, size=(6, 4.5))
    findings = []
    for part, free in zip(axes, (False, True), strict=True):
        for k, (deck, hand) in enumerate(DECKS):
            for rival, line in zip(RIVALS, ("-", ":"), strict=True):
                course = where(rows, deck=deck, hand=hand, rival=rival, free=free)
                name = f"{deck} cards, {hand} dealt, trained against {rival}"
                figures.curve(part, course, "games", "win_rate", name, color=figures.COLOURS[k], linestyle=line)
                paper, won = "0%" if deck == 54 else "above 50%", course[-1]["win_rate"]
                note = "does not lose every game" if deck == 54 and won > 0 else ""
                findings.append(
                    Finding.of(f"q v greedy, {name}{', free to pass' * free}", course[-1], paper=paper, note=note)
                )
        figures.level(part, 0.5)
        figures.paper(part, [config.steps[-1]], [0.0], "54 cards in the paper: no game won")
    figures.legend_below(figure, columns=2)
    words = []
    for title, half in zip(titles, (findings[: len(findings) // 2], findings[len(findings) // 2 :]), strict=True):
        full, short = ([f.ours for f in some] for some in (half[:2], half[2:]))
        words.append(
            f"{title}, q wins {min(full):.1%} to {max(full):.1%} against greedy with 54 cards, depending on "
            f"whom it trained against, and {min(short):.1%} to {max(short):.1%} with 36, "
            f"{sum(rate > 0.5 for rate in short)} of {len(short)} learners more than half"
        )
    summary = f"If it {words[0]}. If it is {words[1]}. The paper: none with 54 cards, over half with 36."
    return Report(findings, summary, {"q_learning": figure})
