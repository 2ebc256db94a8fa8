"""Baltar: how much his models differ, what he should look at, and whether a vote helps.

Paper, section 4.1: models of 64 + 64 states won from 2% to 80% of their games against random, so a model
was kept only if it won 70% of 2,000; training against Kyle gave 20%; finer states (sixths of the range,
quarters of probability) stayed below 50%; and a vote of kept models, weighted by their win rates,
won 75% against a single one. Racks of five, 20 cards.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.agent import CompiledAgent, build
from kibitz.arena.match import match
from kibitz.game import game as find_game
from kibitz.games.racko import signs
from kibitz.games.racko.agents.baltar import ACTIONS, FILE, Models
from kibitz.lab import Finding, Lab, Report, Row, Steps, figures, of_match, where
from kibitz.learn.q_table import QTable

PAPER_SAYS = {
    ("likelier", "random"): "2% to 80%",
    ("likelier", "kyle"): "20%",
    ("sixths", "random"): "below 50%",
    ("quarters", "random"): "below 50%",
}
"""By what a model looks at and whom it trains against."""
SETTINGS = tuple(PAPER_SAYS)


@dataclass(frozen=True)
class Config:
    models: int = 40
    """Trained of each kind."""
    games: int = 2000
    """To train a model."""
    judged_on: int = 1000
    """Pairs against random."""
    kept_from: float = 0.7
    pairs: int = 10_000
    """Of the vote against single models."""
    discount: float = 0.9
    loss: float = -1.0
    slots: int = 5


TINY = Config(models=2, games=30, judged_on=5, kept_from=0.0, pairs=5)
QUICK = Config(models=3, games=500, judged_on=200, kept_from=0.5, pairs=500)
PAPER = Config()


def run(config: Config, lab: Lab) -> Steps:
    game, slots = lab.game, config.slots
    options = game.options(slots=slots)
    kept = lab.keep(models=no_models(slots), shares=np.zeros(0))

    def train(metric: str, opponent: str, number: int) -> list[Row]:
        model = trained(config, options, metric, opponent, lab.derived(metric, opponent, number))
        player = Models(game, options, model, np.ones(1), metric, restless=True)
        found = match("racko", player, "random", pairs=config.judged_on, seed=lab.derived("judged"), slots=slots)
        if (metric, opponent) == SETTINGS[0] and found.win_rate >= config.kept_from:
            kept["models"] = np.concatenate([kept["models"], model])
            kept["shares"] = np.append(kept["shares"], found.win_rate)
        return [of_match(found, metric=metric, trained_against=opponent)]

    def vote() -> list[Row]:
        order = np.argsort(kept["shares"])[::-1]
        models, shares = kept["models"][order], kept["shares"][order]
        if len(models) < 2:
            return []
        lab.save(FILE, {"models": models.astype("f4"), "shares": shares}, part=str(slots))
        all_of_them = Models(game, options, models, shares, restless=True)
        rows = []
        for name, which in (("best", 0), ("middle", len(models) // 2), ("random", None)):
            other: str | Models = "random"
            if which is not None:
                other = Models(game, options, models[which : which + 1], shares[which : which + 1], restless=True)
            found = match("racko", all_of_them, other, pairs=config.pairs, seed=lab.derived("vote"), slots=slots)
            rows.append(of_match(found, voted_against=name, kept=len(models)))
        return rows

    models = [(train, *setting, number) for setting in SETTINGS for number in range(config.models)]
    return lab.in_turn([*models, (vote,)])


def trained(config: Config, options: Any, metric: str, opponent: str, stream: int) -> np.ndarray:
    """One new model."""
    game, states = find_game("racko"), signs.states(metric, options.slots)
    rival = build(game, options, opponent)
    assert isinstance(rival, CompiledAgent)
    table = QTable(game, options, getattr(signs, metric), rival, states, ACTIONS)
    table.learn(0, config.games, stream, config.discount, config.loss)
    return table.values[None]


def no_models(slots: int) -> np.ndarray:
    return np.zeros((0, signs.states("likelier", slots), ACTIONS))


def report(rows: list[Row], config: Config) -> Report:
    findings, medians = [], []
    title = "Models of Baltar, by what they look at and whom they trained against"
    figure, axes = figures.chart(title, "", "win rate against random", percent=True)
    for k, (metric, opponent) in enumerate(SETTINGS):
        won = [row["win_rate"] for row in where(rows, metric=metric, trained_against=opponent)]
        spread = f"{len(won)} models win {min(won):.0%} to {max(won):.0%} against random"
        what = f"{metric}, trained against {opponent}: {spread}; the median"
        findings.append(Finding(what, float(np.median(won)), paper=PAPER_SAYS[metric, opponent]))
        medians.append(f"{metric} against {opponent} {np.median(won):.0%}")
        axes.plot(np.full(len(won), k) + np.linspace(-0.2, 0.2, len(won)), won, ".")
    axes.set_xticks(range(len(SETTINGS)), [f"{metric}\nv {opponent}" for metric, opponent in SETTINGS])
    votes = where(rows, "voted_against")
    for row in votes:
        what = f"vote of {row['kept']} kept models against {row['voted_against']}"
        findings.append(Finding.of(what, row, paper="75%" if row["voted_against"] != "random" else None))
    one = [row["win_rate"] for row in where(rows, metric="likelier", trained_against="random")]
    said = ", ".join(f"{row['win_rate']:.1%} against {row['voted_against']}" for row in votes)
    summary = (
        f"With one sign per card models win from {min(one):.0%} to {max(one):.0%} against random. Medians by state and "
        f"opponent of the training: {', '.join(medians)}. "
        + (f"The vote of the models kept wins {said}." if votes else "Too few models were kept for a vote.")
    )
    return Report(findings, summary, {"models": figure})
