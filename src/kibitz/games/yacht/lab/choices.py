"""What the design of the paper's learner is worth, one choice at a time.

The paper says, without numbers, that a board of scores works better than a binary one, a network split by the
parts of the position better than three plain layers, that sorted dice and scaled numbers help, that each step should be
repeated over a hundred times, and that its network has 30 million parameters. Each choice is undone here by itself, all
else and the number of episodes and batches equal, from several seeds, so that the intervals are over training runs. The
30 million are trained for 20,000 episodes, at the end of which one move in nine is still made at random.
"""

import dataclasses
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz.games.yacht.lab import dqn
from kibitz.lab import Finding, Lab, Report, Row, Steps, column, derived, figures, of_mean, parts, where

VARIANTS: dict[str, dict[str, Any]] = {
    "large network (30 M)": {"size": "large", "episodes": 20_000},
    "as in the paper": {},
    "binary board": {"scores": False},
    "plain network": {"split": False},
    "unsorted dice": {"sort": False},
    "nothing scaled": {"scale": False},
    "no repeat": {"repeat": 1},
    "small network": {"size": "small"},
}
BASE = "as in the paper"
"""All of the paper's choices but the width of the network, which would make every other variant too slow."""


@dataclass(frozen=True)
class Config:
    variants: tuple[str, ...] = tuple(VARIANTS)
    episodes: int = 12_000
    size: str = "medium"
    repeat: int = 128
    batch: int = 1024
    memory: int = 200_000
    check_every: int = 1000
    checked_on: int = 2000
    judged_on: int = 20_000
    seeds: int = 3
    at_once: int = 6
    """Trainings side by side, each a process of its own."""


TINY = Config(
    variants=(BASE, "no repeat"), episodes=4, size="small", repeat=2, batch=8, memory=64, check_every=2, checked_on=4,
    judged_on=4, seeds=2, at_once=1,
)  # fmt: skip
QUICK = Config(
    variants=(BASE, "unsorted dice", "no repeat"), episodes=16, size="small", repeat=8, batch=32, memory=1024,
    check_every=8, checked_on=20, judged_on=50, seeds=2, at_once=2,
)  # fmt: skip
PAPER = Config()
NOT_THE_LEARNERS = ("variants", "seeds", "at_once")


def variant(config: Config, name: str) -> dqn.Config:
    """The paper's learner with one choice undone."""
    shared = {field.name: getattr(config, field.name) for field in dataclasses.fields(config)}
    return dqn.Config(**{k: v for k, v in shared.items() if k not in NOT_THE_LEARNERS} | VARIANTS[name])


def run(config: Config, lab: Lab) -> Steps:
    trainings = [(config, name, lab.seed, number) for name in config.variants for number in range(config.seeds)]

    def some(first: int, count: int) -> list[Row]:
        chosen = trainings[first : first + count]
        if config.at_once == 1:
            return [row for training in chosen for row in trained(*training)]
        with ProcessPoolExecutor(config.at_once, multiprocessing.get_context("spawn")) as pool:
            return [row for rows in pool.map(trained, *zip(*chosen, strict=True)) for row in rows]

    return lab.in_turn((some, *part) for part in parts(len(trainings), config.at_once))


def trained(config: Config, name: str, seed: int, number: int) -> list[Row]:
    """One training from its beginning to its end."""
    import torch

    torch.set_num_threads(1)  # the others have the other cores
    torch.set_float32_matmul_precision("high")
    chosen, about = variant(config, name), {"variant": name, "number": number}
    lab = Lab("yacht.choices", derived(seed, number), Path())
    student = dqn.learner(chosen, lab)
    rows = [{**about, **row} for row in dqn.train(student, chosen, lab)]
    last = dqn.judged(student, chosen, config.judged_on, derived(seed, "judged"))
    return [*rows, {**about, "judged": True, **last}]


def report(rows: list[Row], config: Config) -> Report:
    title = f"One choice undone at a time: mean of {config.seeds} trainings"
    figure, axes = figures.chart(title, "episodes", "mean score")
    scores = {name: column(where(rows, "judged", variant=name), "score") for name in config.variants}
    findings, words = [], []
    for name in config.variants:
        # Trainings are looked at after about equally many episodes: by the number of the look.
        looks = [where(rows, "updates", variant=name, number=number) for number in range(config.seeds)]
        course = [
            {"step": int(column(some, "step").mean()), **of_mean("score", column(some, "score"))}
            for some in zip(*looks, strict=False)
        ]
        figures.curve(axes, course, "step", "score", name, marker="")
        findings.append(Finding.of(f"mean score, {name}", of_mean("score", scores[name]), "score"))
    for name in sorted(scores, key=lambda name: -scores[name].mean()):
        words.append(f"{name} {scores[name].mean():.1f} ({scores[name].min():.1f} to {scores[name].max():.1f})")
    for name in config.variants:
        if name != BASE:
            gain = of_mean("gain", scores[name] - scores[BASE])
            findings.append(Finding.of(f"points more than {BASE}, seed by seed, {name}", gain, "gain"))
    summary = f"Mean of {config.seeds} trainings each, and in brackets the worst and the best: {', '.join(words)}."
    return Report(findings, summary, {"choices": figure})
