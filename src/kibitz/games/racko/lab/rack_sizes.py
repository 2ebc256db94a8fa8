"""The learners of five slots on every other rack, from three slots to ten.

The paper has Baltar, the first learner and Casandra on racks of five alone, "to reduce the problem enough".
Here each is trained for every rack. Baltar as he is. Casandra as she is, since Diablo teaches on any rack.
The first learner cannot begin with random games where these never end, so its networks for five slots
are stretched to six, learn from their own best games there, and so on to ten (and shrunk down to three).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kibitz.agent import Agent, build
from kibitz.game import game as find_game
from kibitz.games.racko.agents._draw_and_play import DrawAndPlay, networks
from kibitz.games.racko.agents.baltar import Models
from kibitz.games.racko.inputs import SIGHTS
from kibitz.games.racko.lab import baltar, bootstrap, casandra
from kibitz.games.racko.lab._lessons import as_it_plays, as_tables, stretched, teach, watch
from kibitz.games.racko.lab._self_play import against
from kibitz.lab import Finding, Lab, Report, Row, Steps, derived, side_by_side, where

KINDS = bootstrap.KINDS
PLAYERS = ("baltar", *(f"bootstrap:{kind}" for kind in KINDS), *(f"casandra:{sight}" for sight in SIGHTS))


@dataclass(frozen=True)
class Config:
    racks: tuple[int, ...] = (6, 7, 8, 9, 10, 4, 3)
    """Slots, each next to five or to the one before; the experiments of the paper give the networks for five."""
    models: int = 20
    """Baltars trained on each rack, half against random and half against Kyle."""
    kept: int = 3
    """Of them, those that win most against random and Kyle."""
    judged_on: int = 250
    """Pairs, to choose these."""
    epochs: int = 150
    games: int = 300
    """Of the first learner, per epoch."""
    recorded: int = 6000
    """Games of Diablo that Casandra sees."""
    limit: int = 300
    """Turns in training."""
    pairs: int = 1000


TINY = Config(racks=(4, 3), models=1, kept=1, judged_on=1, epochs=1, games=6, recorded=10, limit=40, pairs=1)
QUICK = Config(racks=(6,), models=2, kept=1, judged_on=5, epochs=2, games=20, recorded=60, limit=60, pairs=10)
PAPER = Config()


Trained = tuple[Agent, dict[str, np.ndarray]]
"""A player, and its tables as a weights file holds them."""


def run(config: Config, lab: Lab) -> Steps:
    train: dict[str, Callable[..., Trained]] = {"baltar": baltars, "bootstrap": bootstrapped, "casandra": imitating}
    kept = lab.kept

    def one_rack(slots: int) -> list[Row]:
        def one_player(player: str) -> tuple[dict[str, np.ndarray], list[Row]]:
            name, _, kind = player.partition(":")
            agent, tables = train[name](config, slots, kind, kept, lab.derived(player))
            about = {"slots": slots, "player": player}
            deals = lab.derived("judged")
            return tables, [against(agent, o, config.pairs, deals, about, slots=slots) for o in ("random", "kyle")]

        found = dict(zip(PLAYERS, side_by_side(one_player, PLAYERS), strict=True))
        for player, (tables, _) in found.items():
            name, _, kind = player.partition(":")
            lab.save(f"{name}.safetensors", tables, part=".".join(filter(None, (str(slots), kind))))
            if name == "bootstrap":  # the next rack begins with it
                kept.update({f"{kind} {slots} {key}": table for key, table in tables.items()})
        return [row for _, rows in found.values() for row in rows]

    return lab.in_turn((one_rack, slots) for slots in config.racks)


def baltars(config: Config, slots: int, kind: str, kept: dict[str, Any], seed: int) -> Trained:
    """The best of some models."""
    game = find_game("racko")
    options = game.options(slots=slots, limit=config.limit)
    models, won = baltar.no_models(slots), []
    for number in range(config.models):
        opponent = ("random", "kyle")[number % 2]
        recipe = replace(baltar.RECIPES[baltar.SIGNS], opponent=opponent)
        model = baltar.trained(baltar.PAPER, options, recipe, derived(seed, number))[None]
        player = Models(game, game.options(slots=slots), model, np.ones(1), restless=True)
        models = np.concatenate([models, model])
        played = [
            against(player, o, config.judged_on, derived(seed, "chosen"), {}, slots=slots) for o in ("random", "kyle")
        ]
        # Draws do not count, for on long racks most are drawn. A table of zeros is no player: where no game against
        # random ends, nothing is learned.
        share = sum(row["win_rate"] - row["drawn"] / 2 for row in played) / 2
        won.append(share if model.any() else -1.0)
    order = np.argsort(won)[::-1][: config.kept]
    tables = {"models": models[order].astype("f4"), "shares": np.array(won)[order]}
    return Models(game, options, tables["models"][:1], tables["shares"][:1], restless=True), tables


def bootstrapped(config: Config, slots: int, kind: str, kept: dict[str, Any], seed: int) -> Trained:
    """The first learner, begun from its networks for the next rack."""
    game = find_game("racko")
    options = game.options(slots=slots, limit=config.limit)
    near = slots + 1 if slots < 5 else slots - 1
    begun = {key.split(" ")[2]: table for key, table in kept.items() if key.startswith(f"{kind} {near} ")}
    before: Any = build(game, game.options(slots=near), f"bootstrap:{kind}")
    if begun:
        before = DrawAndPlay(game, game.options(slots=near), *networks(begun), "paper")
    learner = DrawAndPlay(game, options, *stretched(before, slots), "paper", power=1.0)
    settings = replace(bootstrap.PAPER, slots=slots)
    pool: list[bootstrap.Lessons] = []
    for epoch in range(config.epochs):
        own = derived(seed, epoch)
        played = watch([learner, learner], config.games, own, "paper")
        fresh = [bootstrap.lessons(settings, part, lengthening=False, who=None) for part in played]
        pool = [bootstrap.best_of([*pool, *fresh], settings.kept)]
        if len(pool[0][0]):
            teach(learner, *pool[0], epochs=1, rate=settings.rate, seed=own)
    return as_it_plays(learner), as_tables(learner)


def imitating(config: Config, slots: int, sight: str, kept: dict[str, Any], seed: int) -> Trained:
    """Casandra, taught by Diablo; there is nothing for her to win from random on long racks."""
    settings = replace(casandra.PAPER, slots=slots, recorded=config.recorded, rounds=0, pairs=1, curve_pairs=0)
    taught, _ = casandra.taught(settings, casandra.RECIPES[casandra.SHIPPED[sight]], seed)
    return as_it_plays(taught), as_tables(taught)


def report(rows: list[Row], config: Config) -> Report:
    ranked = sorted(rows, key=lambda row: (PLAYERS.index(row["player"]), row["slots"]))
    findings = Finding.each(ranked, "{slots} slots: {player} against {opponent}, {drawn:.1%} drawn")
    words = [
        f"{player} " + ", ".join(f"{row['win_rate']:.0%}" for row in where(ranked, player=player, opponent="kyle"))
        for player in PLAYERS
    ]
    return Report(findings, f"Against Kyle, from the shortest rack to the longest: {'; '.join(words)}.")
