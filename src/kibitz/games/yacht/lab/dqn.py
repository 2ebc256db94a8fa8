"""The paper's learner: deep Q-learning on nineteen numbers.

The paper (Chang, "Analysis of game Yacht through reinforcement learning") describes state, actions,
network, action repeat and exploration, and gives no score at all; it sets out to compare learned play with
"statistical" play, which is what yacht.ladder does. A public learner of this kind scores about 140.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.game import game
from kibitz.lab import Finding, Report, Step


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


def learner(config: Config, seed: int) -> Any:
    """A network about to be trained."""
    from kibitz.games.yacht.lab._dqn_games import network, world
    from kibitz.learn.dqn import DQN, Settings

    names = ("episodes", "repeat", "memory", "batch", "target_every", "explore_first", "explore_last", "explore_decay")
    settings = Settings(rates=tuple(config.rates), **{name: getattr(config, name) for name in names})
    table = world(config.rules, config.games, seed, sight(config))
    return DQN(lambda: network(config.split, config.size), table, settings, seed)


def sight(config: Config) -> Any:
    from kibitz.games.yacht.lab._dqn_games import Sight

    return Sight(config.scores, config.sort, config.scale)


def train(student: Any, config: Config, seed: int) -> Iterator[dict[str, Any]]:
    """Train to the end, with a look at how it plays every so often."""
    from kibitz.games.yacht.lab._dqn_games import play_out

    losses: list[float] = []
    while student.done < 1.0:
        before = student.episodes // config.check_every
        losses.append(student.step())
        if student.episodes // config.check_every > before or student.done == 1.0:
            scores = play_out(student.network, config.rules, config.checked_on, seed + 7, sight(config))
            yield {
                "step": student.episodes,
                "updates": student.steps,
                "loss": float(np.mean(losses)),
                "mean": float(scores.mean()),
                "error": float(scores.std(ddof=1) / math.sqrt(len(scores))),
                "explore": student.settings.explore(student.episodes),
            }
            losses = []


def run(config: Config, seed: int, checkpoint: Any, folder: Path) -> Iterator[Step]:
    from kibitz.games.yacht.lab._dqn_games import play_out

    student = learner(config, seed)
    if checkpoint:
        student.restore(checkpoint)
    for row in train(student, config, seed):
        yield Step([row], student.checkpoint(), 0.95 * student.done)
    export(student.network, config, folder)
    scores = play_out(student.network, config.rules, config.judged_on, seed + 11, sight(config))
    judged = {"judged": float(scores.mean()), "judged_error": float(scores.std(ddof=1) / math.sqrt(len(scores)))}
    yield Step([{"step": student.episodes, **judged}], student.checkpoint(), 1.0)


def export(network: Any, config: Config, folder: Path) -> None:
    """Write the network as ONNX."""
    import torch

    from kibitz.games.yacht.features import NUMBERS
    from kibitz.weights import label, save_network

    yacht = game("yacht")
    written = label(yacht, yacht.options(rules=config.rules), "yacht.dqn")
    save_network(folder / "dqn.onnx", network.to("cpu"), torch.zeros(1, NUMBERS), written)


def report(rows: list[dict[str, Any]], config: Config) -> Report:
    from matplotlib.figure import Figure

    course = [row for row in rows if "mean" in row]
    mean, half = rows[-1]["judged"], 1.96 * rows[-1]["judged_error"]
    figure = Figure(figsize=(7, 3))
    axes = figure.subplots()
    axes.plot([row["step"] for row in course], [row["mean"] for row in course], label="DQN")
    for name, score in (("one-turn greedy", 163.79), ("optimal", 191.77)):
        axes.axhline(score, linestyle="--", linewidth=0.8, color="grey")
        axes.text(0, score, f" {name}", va="bottom", fontsize=8, color="grey")
    axes.set(xlabel="episodes", ylabel="mean score", title="Deep Q-learning under the nintendo rules")
    axes.legend(loc="lower right")
    findings = [Finding("mean score of the trained network", mean, mean - half, mean + half, paper=None)]
    summary = (
        f"After {rows[-1]['step']:,} of {config.episodes:,} episodes ({course[-1]['updates']:,} batches) "
        f"the {config.size} network scores {mean:.2f} a game (95%: {mean - half:.2f} to {mean + half:.2f}) "
        f"over {config.judged_on:,} games. The paper gives no score to compare with."
    )
    return Report(findings, summary, {"learning": figure})
