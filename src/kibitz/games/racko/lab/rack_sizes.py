"""The learners of five slots on every other rack, from three slots to ten.

The paper has Baltar, the first learner and Casandra on racks of five alone, "to reduce the problem enough".
Here each is trained for every rack. Baltar as he is. Casandra as she is, since Diablo teaches on any rack.
The first learner cannot begin with random games where these never end, so its networks for five slots
are stretched to six, learn from their own best games there, and so on to ten (and shrunk down to three).
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from kibitz.agent import build
from kibitz.arena.match import match
from kibitz.game import game as find_game
from kibitz.games.racko.agents._draw_and_play import DrawAndPlay, networks
from kibitz.games.racko.agents.baltar import Models
from kibitz.games.racko.inputs import SIGHTS
from kibitz.games.racko.lab import baltar_models, bootstrap_self_play, casandra_imitation
from kibitz.games.racko.lab._lessons import as_tables, stretched, teach, watch
from kibitz.lab import Finding, Report, Step
from kibitz.weights import add_tables, label

KINDS = bootstrap_self_play.KINDS
PLAYERS = ("baltar", *(f"bootstrap:{kind}" for kind in KINDS), *(f"casandra:{sight}" for sight in SIGHTS))


@dataclass(frozen=True)
class Config:
    racks: tuple = (6, 7, 8, 9, 10, 4, 3)
    """Slots, each next to five or to the one before; the experiments of the paper give the networks for five."""
    models: int = 20
    """Baltars trained on each rack, half against random and half against Kyle."""
    kept: int = 3
    """Of them, those that win most against random and Kyle."""
    judged_on: int = 250
    """Pairs, to choose these."""
    epochs: int = 150
    games: int = 300
    """Of the first learner, an epoch."""
    recorded: int = 6000
    """Games of Diablo that Casandra sees."""
    limit: int = 300
    """Turns in training."""
    pairs: int = 1000


TINY = Config(racks=(4, 3), models=1, kept=1, judged_on=1, epochs=1, games=6, recorded=10, limit=40, pairs=1)
QUICK = Config(racks=(6,), models=2, kept=1, judged_on=5, epochs=2, games=20, recorded=60, limit=60, pairs=10)
PAPER = Config()


def run(config, seed, checkpoint, folder):
    known = dict(checkpoint) if checkpoint else {"done": 0}
    jobs = {"baltar": baltars} | {f"bootstrap:{kind}": bootstrapped for kind in KINDS}
    jobs |= {f"casandra:{sight}": imitating for sight in SIGHTS}
    for number in range(known["done"], len(config.racks)):
        slots = config.racks[number]

        def job(player, slots=slots, known=known):
            agent, tables = jobs[player](config, slots, player.partition(":")[2], known, seed)
            return player, tables, judge(config, slots, player, agent, seed)

        with ThreadPoolExecutor(min(len(PLAYERS), os.cpu_count() or 1)) as pool:
            found = list(pool.map(job, PLAYERS))
        known["done"] = number + 1
        for player, tables, _ in found:
            name, _, kind = player.partition(":")
            part = ".".join(filter(None, (str(slots), kind)))
            named = {f"{part}.{key}": table for key, table in tables.items()}
            add_tables(folder / f"{name}.safetensors", named, label(find_game("racko"), "", "racko.rack_sizes"))
            if player.startswith("bootstrap"):  # the next rack begins with it
                known |= {f"{player} {slots} {name}": table for name, table in tables.items()}
        yield Step([row for _, _, rows in found for row in rows], dict(known), (number + 1) / len(config.racks))


def baltars(config, slots, _, known, seed):
    """The best of some models."""
    game = find_game("racko")
    options, settings = game.options(slots=slots, limit=config.limit), baltar_models.PAPER
    models, won = baltar_models.no_models(slots), []
    for number in range(config.models):
        opponent = ("random", "kyle")[number % 2]
        model = baltar_models.trained(settings, options, "likelier", opponent, (seed << 40) + (number << 24))
        player = Models(game, game.options(slots=slots), model, np.ones(1), restless=True)
        models = np.concatenate([models, model])
        # A table of zeros is no player: on long racks no game against random ends, and nothing is learned.
        share = sum(wins(config, slots, player, other, seed) for other in ("random", "kyle")) / 2
        won.append(share if model.any() else -1.0)
    order = np.argsort(won)[::-1][: config.kept]
    tables = {"models": models[order].astype("f4"), "shares": np.array(won)[order]}
    return Models(game, options, tables["models"][:1], tables["shares"][:1], restless=True), tables


def wins(config, slots, player, opponent, seed):
    """The share of games won, draws not counted: on long racks most are drawn."""
    found = match("racko", player, restless(opponent), pairs=config.judged_on, seed=seed + 1, workers=1, slots=slots)
    return found.win_rate - found.draws / found.games / 2


def restless(opponent):
    return "kyle:restless=true" if opponent == "kyle" else opponent


def bootstrapped(config, slots, kind, known, seed):
    """The first learner, begun from its networks for the next rack."""
    game = find_game("racko")
    options = game.options(slots=slots, limit=config.limit)
    near = slots + 1 if slots < 5 else slots - 1
    kept = {key.split(" ")[2]: table for key, table in known.items() if key.startswith(f"bootstrap:{kind} {near} ")}
    if kept:
        before = DrawAndPlay(game, game.options(slots=near), *networks(kept), "paper")
    else:
        before = build(game, game.options(slots=near), f"bootstrap:{kind}")
    learner = DrawAndPlay(game, options, *stretched(before, slots), "paper", power=1.0)
    settings = replace(bootstrap_self_play.PAPER, slots=slots, games=config.games)
    pool = None
    for epoch in range(config.epochs):
        played = watch(game, options, [learner, learner], config.games, seed * 10_000 + epoch, "paper")
        more = bootstrap_self_play.lessons(settings, played)
        pool = more if pool is None else bootstrap_self_play.best_of(pool, more, settings.kept)
        if len(pool[0]):
            teach(learner, *pool, epochs=1, rate=0.02, seed=seed * 10_000 + epoch)
    player = DrawAndPlay(game, options, learner.drawing, learner.playing, "paper", restless=True)
    return player, as_tables(learner)


def imitating(config, slots, sight, known, seed):
    """Casandra, taught by Diablo; there is nothing for her to win from random on long racks."""
    settings = replace(casandra_imitation.PAPER, slots=slots, recorded=config.recorded, rounds=0, pairs=1)
    casandra, _ = casandra_imitation.taught(settings, sight, seed)
    learned = casandra.drawing, casandra.playing
    return DrawAndPlay(casandra.game, casandra.options, *learned, sight, restless=True), as_tables(casandra)


def judge(config, slots, player, agent, seed):
    rows = []
    for opponent in ("random", "kyle"):
        found = match("racko", agent, restless(opponent), pairs=config.pairs, seed=seed + 11, workers=1, slots=slots)
        low, high = found.interval
        rows.append({"slots": slots, "player": player, "opponent": opponent, "win_rate": found.win_rate, "low": low,
                     "high": high, "drawn": found.draws / found.games})  # fmt: skip
    return rows


def report(rows, config):
    ranked = sorted(rows, key=lambda row: (PLAYERS.index(row["player"]), row["slots"]))
    findings = [
        Finding(
            f"{row['slots']} slots: {row['player']} against {row['opponent']}, {row['drawn']:.1%} drawn",
            row["win_rate"], row["low"], row["high"],
        )
        for row in ranked
    ]  # fmt: skip
    against_kyle = {player: [] for player in PLAYERS}
    for row in ranked:
        if row["opponent"] == "kyle":
            against_kyle[row["player"]].append(f"{row['win_rate']:.0%}")
    summary = "Against Kyle, from the shortest rack to the longest: " + "; ".join(
        f"{player} {', '.join(won)}" for player, won in against_kyle.items()
    )
    return Report(findings, summary + ".")
