"""Diablo's learning curve, with one hidden layer and then with two.

Paper, section 4.2 and Figure 2: with ten slots and one hidden layer Diablo finished its games after
15,000 of training, needed 10 moves at 43,000 and 9.87 at 476,000; a second hidden layer of 30 nodes
brought 8.88. Against Kyle it won 66.83% with one layer, 71.4% with two, and 73.21% with the margin for a
discard lowered from 1/(2 × slots) to 1/(2.8169 × slots).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.arena.match import match
from kibitz.game import game as find_game
from kibitz.games.racko.agents.diablo import Player
from kibitz.games.racko.features import PAPER_FEATURES
from kibitz.games.racko.lab._self_play import SelfPlay
from kibitz.lab import Finding, Report, Step
from kibitz.learn.td_network import add_layer, new_network
from kibitz.weights import label, save_tables


@dataclass(frozen=True)
class Config:
    slots: int = 10
    players: int = 2
    games: int = 476_000
    """With one hidden layer."""
    deep_games: int = 476_000
    """With two; the paper does not say how many more it played."""
    first_layer: int = 32
    second_layer: int = 30
    rising: bool = True
    """Start with positive weights: see the report."""
    only_wins: bool = True
    """Learn from winning or losing; off: from the points of the round, as the paper did."""
    rate: float = 0.2
    """The paper's is 0.1."""
    halved_after: int = 60_000
    """Games after which the rate has fallen to a half (to a third after twice as many); 0: never."""
    margins: tuple = (2.8169, 2.0)
    """Divisors: the margin is 1 / (divisor × slots). The last is trained with."""
    limit: int = 100
    """Turns; the paper's 1500 only lengthens the games in which nothing is learned."""
    chunk: int = 4_000
    pairs: int = 20_000
    """Against Kyle, at the end of each stage."""


TINY = Config(games=20, deep_games=20, chunk=10, pairs=3)
QUICK = Config(games=200, deep_games=200, chunk=100, pairs=40)
PAPER = Config()


def run(config, seed, checkpoint, folder):
    game = find_game("racko")
    options = game.options(slots=config.slots, players=config.players, limit=config.limit)
    deeper = [PAPER_FEATURES, config.first_layer, config.second_layer, 1]
    shapes = [[PAPER_FEATURES, config.first_layer, 1], deeper]
    margin = 1 / (config.margins[-1] * config.slots)
    table = SelfPlay(
        game, options, margin=margin, rate=config.rate, span=4 * config.slots, seed=seed, only_wins=config.only_wins
    )
    if checkpoint:
        done, weights = int(checkpoint["games"]), checkpoint["weights"].copy()
    else:
        done, weights = 0, new_network(shapes[0], seed, config.rising)
    total = config.games + config.deep_games
    while done < total:
        deep = done >= config.games
        if done == config.games:
            weights = add_layer(weights, shapes[0], config.second_layer, seed)
        end = total if deep else config.games
        games = min(config.chunk, end - done)
        into = done - config.games * deep
        table.rate = config.rate / (1 + into / config.halved_after) if config.halved_after else config.rate
        turns, drawn = table.learn(weights, shapes[deep], done, games)
        done += games
        rows = [{"games": done, "layers": 1 + deep, "turns": turns, "drawn": drawn}]
        if done == end:
            rows += [judge(config, game, weights, shapes[deep], divisor, seed) for divisor in config.margins]
            save_tables(
                folder / f"diablo-{config.slots}-{1 + deep}.safetensors",
                {
                    f"{config.slots}.weights": weights,
                    f"{config.slots}.sizes": np.array(shapes[deep]),
                    f"{config.slots}.margin": np.array([1 / config.margins[-1]]),
                },
                label(game, "", "racko.diablo_learning" if config.slots == 10 else "racko.diablo_five"),
            )
        yield Step(rows, {"games": done, "weights": weights}, done / total)


def judge(config, game, weights, sizes, divisor, seed):
    """Diablo against Kyle, on deals of its own."""
    options = game.options(slots=config.slots)
    player = Player.of(game, options, weights, np.array(sizes), 1 / (divisor * config.slots), restless=True)
    other, deals = "kyle:restless=true", seed + 1_000_003
    found = match("racko", player, other, pairs=config.pairs, seed=deals, workers=1, slots=config.slots)
    low, high = found.interval
    return {"layers": len(sizes) - 2, "divisor": divisor, "win_rate": found.win_rate, "low": low, "high": high}


def report(rows, config):
    import matplotlib.pyplot as plt

    curve = [row for row in rows if "turns" in row]
    paper = {(1, 2.0): 0.6683, (2, 2.0): 0.714, (2, 2.8169): 0.7321} if config.slots == 10 else {}
    findings = []
    for layers, said in ((1, 9.87), (2, 8.88)):
        last = [row["turns"] for row in curve if row["layers"] == layers][-10:]
        what = f"turns a round in self-play, {layers} hidden layer{'s' if layers > 1 else ''}"
        findings.append(Finding(what, float(np.mean(last)), paper=said if config.slots == 10 else None))
    for row in rows:
        if "win_rate" in row:
            what = f"against Kyle, {row['layers']} hidden, margin 1/({row['divisor']} x slots)"
            findings.append(
                Finding(what, row["win_rate"], row["low"], row["high"], paper.get((row["layers"], row["divisor"])))
            )
    ended = next((row["games"] for row in curve if row["drawn"] < 0.5), None)
    if ended:
        what = f"games of training by which most rounds are finished, counted every {config.chunk}"
        findings.append(Finding(what, ended, paper=15_000 if config.slots == 10 else None))
    figure, axis = plt.subplots(figsize=(6, 3.2))
    for layers in (1, 2):
        part = [row for row in curve if row["layers"] == layers]
        axis.plot([row["games"] for row in part], [row["turns"] for row in part], label=f"{layers} hidden")
    axis.set_yscale("log")
    axis.set_xlabel("games of self-play")
    axis.set_ylabel("turns a round")
    axis.legend()
    judged = [row for row in rows if "win_rate" in row]
    best = max(judged, key=lambda row: row["win_rate"])
    start = "positive weights" if config.rising else "weights of either sign"
    summary = (
        f"From {start} most rounds are finished "
        + (f"within {ended:,} games" if ended else "at no time")
        + f", and one hidden layer ends at {findings[0].ours:.2f} turns a round, two at {findings[1].ours:.2f}. "
        f"Against Kyle the best is {best['layers']} hidden with the margin 1/({best['divisor']} x slots): "
        f"{best['win_rate']:.1%} (95%: {best['low']:.1%} to {best['high']:.1%})."
    )
    return Report(findings, summary, {"curve": figure})
