"""The paper's learner: deep Q-learning on nineteen numbers.

The paper (Chang, "Analysis of game Yacht through reinforcement learning") describes state, actions,
network, action repeat and exploration, and gives no score at all; it sets out to compare learned play with
"statistical" play, which is what `yacht.ladder` does. A public learner of this kind scores about 140.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.agent import build
from kibitz.arena.drive import play
from kibitz.arena.match import duplicates
from kibitz.games.yacht.features import NUMBERS
from kibitz.lab import Finding, Lab, Report, Row, Step, Steps, figures, of_mean, where


@dataclass(frozen=True)
class Config:
    rules: str = "nintendo"
    games: int = 16
    """Games played side by side."""
    episodes: int = 20_000
    size: str = "medium"
    """Of the network: small, medium, or large, which has the paper's 30 million parameters."""
    split: bool = True
    scores: bool = True
    sort: bool = True
    scale: bool = True
    repeat: int = 128
    batch: int = 1024
    memory: int = 200_000
    target_every: int = 50
    explore_first: float = 1.0
    explore_last: float = 0.1
    explore_decay: float = 5000.0
    rates: tuple[float, ...] = (5e-4, 2e-4, 5e-5)
    check_every: int = 2000
    """Episodes between looks at how it plays."""
    checked_on: int = 2000
    judged_on: int = 20_000


TINY = Config(games=4, episodes=8, size="small", repeat=2, batch=8, memory=64, check_every=2, checked_on=4, judged_on=8)
QUICK = Config(
    games=8, episodes=48, size="small", repeat=16, batch=64, memory=4096, check_every=16, checked_on=50, judged_on=200
)
PAPER = Config()


def learner(config: Config, lab: Lab) -> Any:
    """A network about to be trained, or to go on."""
    from kibitz.games.yacht.lab._dqn_games import network, world
    from kibitz.learn.dqn import DQN, Settings

    names = ("episodes", "repeat", "memory", "batch", "target_every", "explore_first", "explore_last", "explore_decay")
    settings = Settings(rates=tuple(config.rates), **{name: getattr(config, name) for name in names})
    table = world(config.rules, config.games, lab.seed, sight(config))
    student = DQN(lambda: network(config.split, config.size), table, settings, lab.seed)
    if "steps" in lab.kept:
        student.restore(lab.kept)
    return student


def sight(config: Config) -> Any:
    from kibitz.games.yacht.lab._dqn_games import Sight

    return Sight(config.scores, config.sort, config.scale)


def judged(student: Any, config: Config, games: int, seed: int) -> Row:
    """What it scores when it always plays what it likes best."""
    from kibitz.games.yacht.lab._dqn_games import play_out

    scores = play_out(student.network, config.rules, games, seed, sight(config))
    return {"step": student.episodes, **of_mean("score", scores)}


def train(student: Any, config: Config, lab: Lab) -> Iterator[Row]:
    """Train to the end, with a look at how it plays every so often."""
    losses: list[float] = []
    while student.done < 1.0:
        before = student.episodes // config.check_every
        losses.append(student.step())
        if student.episodes // config.check_every > before or student.done == 1.0:
            explore = student.settings.explore(student.episodes)
            row = {"updates": student.steps, "loss": float(np.mean(losses)), "explore": explore}
            yield row | judged(student, config, config.checked_on, lab.derived("checked"))
            losses = []


def run(config: Config, lab: Lab) -> Steps:
    student = learner(config, lab)
    for row in train(student, config, lab):
        yield Step([row], student.checkpoint(), 0.95 * student.done)
    last = judged(student, config, config.judged_on, lab.derived("judged"))
    export(student.network, config, lab)
    yield Step([{"player": "dqn", **last}, *yardsticks(config, lab)], {"episodes": student.episodes}, 1.0)


def yardsticks(config: Config, lab: Lab) -> list[Row]:
    """What other players score under the same rules."""
    yacht, options = lab.game, lab.game.options(rules=config.rules)
    deals = duplicates(0, config.checked_on, lab.derived("yardsticks"), [(0,)])
    return [
        {"player": name, **of_mean("score", play(yacht, options, [build(yacht, options, name)], deals).scores[:, 0])}
        for name in ("greedy", "optimal")
    ]


def export(network: Any, config: Config, lab: Lab) -> None:
    """Write the network as ONNX."""
    import torch

    options = lab.game.options(rules=config.rules)
    lab.save_network("dqn.onnx", network.to("cpu"), torch.zeros(1, NUMBERS), options, half=True)


def report(rows: list[Row], config: Config) -> Report:
    course, (last,) = where(rows, "updates"), where(rows, player="dqn")
    title = f"Deep Q-learning under the {config.rules} rules"
    figure, axes = figures.chart(title, "episodes", "mean score", size=(7, 3))
    figures.curve(axes, course, "step", "score", "dqn", color=figures.colour("dqn"))
    others = [row for row in where(rows, "player") if row["player"] != "dqn"]
    for row in others:
        figures.level(axes, row["score"], row["player"], color=figures.colour(row["player"]))
    beside = ", ".join(f"{row['player']} {row['score']:.2f}" for row in others)
    summary = (
        f"After {last['step']:,} of {config.episodes:,} episodes ({course[-1]['updates']:,} batches) the {config.size} "
        f"network scores {last['score']:.2f} per game (95%: {last['score_low']:.2f} to {last['score_high']:.2f}) over "
        f"{config.judged_on:,} games; beside it {beside}. The paper gives no score."
    )
    return Report([Finding.of("mean score of the trained network", last, "score")], summary, {"learning": figure})
