"""Baltar: how much his models differ, what he should look at, and whether a vote helps.

Paper, section 4.1: models of 64 + 64 states won from 2% to 80% of their games against random, so a model
was kept only if it won 70% of 2,000; training against Kyle gave 20%; finer states (sixths of the range,
quarters of probability) stayed below 50%; and a vote of kept models, weighted by their win rates,
won 75% against a single one. Racks of five, 20 cards.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.agent import build
from kibitz.arena.match import match
from kibitz.game import game as find_game
from kibitz.games.racko import signs
from kibitz.games.racko.agents import baltar
from kibitz.lab import Finding, Report, Step
from kibitz.learn.q_table import QTable
from kibitz.weights import add_tables, label

SETTINGS = (("likelier", "random"), ("likelier", "kyle"), ("sixths", "random"), ("quarters", "random"))


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


def run(config, seed, checkpoint, folder):
    game = find_game("racko")
    options = game.options(slots=config.slots)
    kept = dict(checkpoint) if checkpoint else {"at": 0, "models": no_models(config.slots), "shares": []}
    kept["shares"] = list(kept["shares"])
    total = len(SETTINGS) * config.models
    for at in range(kept["at"], total):
        metric, opponent = SETTINGS[at // config.models]
        model = trained(config, options, metric, opponent, (seed << 40) + (at << 24))
        player = baltar.Models(game, options, model, np.ones(1), metric, restless=True)
        found = match("racko", player, "random", pairs=config.judged_on, seed=seed + 1, workers=1, slots=config.slots)
        if (metric, opponent) == SETTINGS[0] and found.win_rate >= config.kept_from:
            kept["models"] = np.concatenate([kept["models"], model])
            kept["shares"].append(found.win_rate)
        kept["at"] = at + 1
        row = {"metric": metric, "opponent": opponent, "win_rate": found.win_rate}
        yield Step([row], dict(kept), (at + 1) / (total + 1))
    order = np.argsort(kept["shares"])[::-1]
    models, shares = kept["models"][order], np.array(kept["shares"])[order]
    rows = []
    if len(models) > 1:
        add_tables(
            folder / baltar.FILE,
            {f"{config.slots}.models": models.astype("f4"), f"{config.slots}.shares": shares},
            label(game, "", "racko.baltar_models"),
        )
        vote = baltar.Models(game, options, models, shares, restless=True)
        for name, which in (("best", 0), ("middle", len(models) // 2)):
            one = baltar.Models(game, options, models[which : which + 1], shares[which : which + 1], restless=True)
            found = match("racko", vote, one, pairs=config.pairs, seed=seed + 2, workers=1, slots=config.slots)
            rows.append({"vote against": name, "win_rate": found.win_rate, "low": found.interval[0],
                         "high": found.interval[1], "kept": len(models)})  # fmt: skip
        found = match("racko", vote, "random", pairs=config.judged_on, seed=seed + 2, workers=1, slots=config.slots)
        rows.append({"vote against": "random", "win_rate": found.win_rate, "low": found.interval[0],
                     "high": found.interval[1], "kept": len(models)})  # fmt: skip
    yield Step(rows, dict(kept), 1.0)


def trained(config, options, metric, opponent, stream):
    """One new model."""
    game, states = find_game("racko"), signs.states(metric, options.slots)
    table = QTable(game, options, getattr(signs, metric), build(game, options, opponent), states, baltar.ACTIONS)
    table.learn(0, config.games, stream, config.discount, config.loss)
    return table.values[None]


def no_models(slots):
    return np.zeros((0, signs.states("likelier", slots), baltar.ACTIONS))


def report(rows, config):
    import matplotlib.pyplot as plt

    rates = {}
    for row in rows:
        if "metric" in row:
            rates.setdefault((row["metric"], row["opponent"]), []).append(row["win_rate"])
    paper = {
        ("likelier", "random"): "2% to 80%",
        ("likelier", "kyle"): "20%",
        ("sixths", "random"): "below 50%",
        ("quarters", "random"): "below 50%",
    }
    findings = []
    figure, axis = plt.subplots(figsize=(6, 3.2))
    for k, (setting, won) in enumerate(rates.items()):
        metric, opponent = setting
        spread = f"{len(won)} models win {min(won):.0%} to {max(won):.0%} against random"
        what = f"{metric}, trained against {opponent}: {spread}; the median"
        findings.append(Finding(what, float(np.median(won)), paper=paper[setting]))
        axis.plot(np.full(len(won), k) + np.linspace(-0.2, 0.2, len(won)), won, ".")
    axis.set_xticks(range(len(rates)), [f"{metric}\nv {opponent}" for metric, opponent in rates])
    axis.set_ylabel("win rate against random")
    axis.set_ylim(0, 1)
    for row in rows:
        if "vote against" in row:
            what = f"vote of {row['kept']} kept models against {row['vote against']}"
            of = "75%" if row["vote against"] != "random" else None
            findings.append(Finding(what, row["win_rate"], row["low"], row["high"], of))
    one = rates["likelier", "random"]
    others = [f"{metric} against {opponent} {np.median(won):.0%}" for (metric, opponent), won in rates.items()]
    votes = [f"{row['win_rate']:.1%} against {row['vote against']}" for row in rows if "vote against" in row]
    summary = (
        f"With one sign a card models win from {min(one):.0%} to {max(one):.0%} against random. Medians by state and "
        f"opponent of the training: {', '.join(others)}. The vote of the models kept wins "
        f"{', '.join(votes) or 'nothing'}."
    )
    return Report(findings, summary, {"models": figure})
