"""What the design of the paper's learner is worth, one choice at a time.

The paper says, without numbers, that a board of scores works better than a binary one, a network split by the
parts of the position better than three plain layers, that sorted dice and scaled numbers help, and
that each step should be repeated over a hundred times. Each choice is undone here by itself, all
else and the number of episodes and batches equal.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz.games.yacht.lab import dqn
from kibitz.lab import Finding, Report, Step

VARIANTS: dict[str, dict[str, Any]] = {
    "as in the paper": {},
    "binary board": {"scores": False},
    "plain network": {"split": False},
    "unsorted dice": {"sort": False},
    "nothing scaled": {"scale": False},
    "no repeat": {"repeat": 1},
    "small network": {"size": "small"},
    "large network (30 M)": {"size": "large"},
}


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


TINY = Config(
    variants=("as in the paper", "no repeat"),
    episodes=4, size="small", repeat=2, batch=8, memory=64, check_every=2, checked_on=4, judged_on=4,
)  # fmt: skip
QUICK = Config(
    variants=("as in the paper", "unsorted dice", "no repeat"),
    episodes=16, size="small", repeat=8, batch=32, memory=1024, check_every=8, checked_on=20, judged_on=50,
)  # fmt: skip
PAPER = Config()


def variant(config: Config, name: str) -> dqn.Config:
    """The paper's learner with one choice undone."""
    shared = {field.name: getattr(config, field.name) for field in dataclasses.fields(config)[1:]}
    return dqn.Config(**{**shared, **VARIANTS[name]})


def run(config: Config, seed: int, checkpoint: Any, folder: Path) -> Iterator[Step]:
    number = int(checkpoint["variant"]) if checkpoint else 0
    inside = checkpoint if checkpoint and "steps" in checkpoint else None
    while number < len(config.variants):
        name = config.variants[number]
        for row, student in learn(variant(config, name), name, seed, inside):
            done = (number + 0.95 * student.done) / len(config.variants)
            if "judged" not in row:
                yield Step([row], {"variant": number, **student.checkpoint()}, done)
        number, inside = number + 1, None
        yield Step([row], {"variant": number}, number / len(config.variants))


def learn(config: dqn.Config, name: str, seed: int, checkpoint: Any) -> Iterator[tuple[dict[str, Any], Any]]:
    """The rows of one variant, its last judgement at the end."""
    from kibitz.games.yacht.lab._dqn_games import play_out

    student = dqn.learner(config, seed)
    if checkpoint:
        student.restore(checkpoint)
    for row in dqn.train(student, config, seed):
        yield {"variant": name, **row}, student
    scores = play_out(student.network, config.rules, config.judged_on, seed + 11, dqn.sight(config))
    error = scores.std(ddof=1) / math.sqrt(len(scores))
    yield {"variant": name, "step": student.episodes, "judged": float(scores.mean()), "error": float(error)}, student


def report(rows: list[dict[str, Any]], config: Config) -> Report:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4))
    axes = figure.subplots()
    findings = []
    judged = {row["variant"]: row for row in rows if "judged" in row}
    for name in config.variants:
        course = [row for row in rows if row["variant"] == name and "mean" in row]
        axes.plot([row["step"] for row in course], [row["mean"] for row in course], label=name)
        mean, half = judged[name]["judged"], 1.96 * judged[name]["error"]
        findings.append(Finding(f"mean score, {name}", mean, mean - half, mean + half))
    axes.set(xlabel="episodes", ylabel="mean score")
    axes.legend(fontsize=8)
    order = sorted(judged, key=lambda name: -judged[name]["judged"])
    base = judged[config.variants[0]]["judged"]
    summary = "From best to worst: " + ", ".join(
        f"{name} {judged[name]['judged']:.1f} ({judged[name]['judged'] - base:+.1f})" for name in order
    )
    summary += ". One training run each: the intervals are over games, not over runs, so small differences mean little."
    return Report(findings, summary, {"choices": figure})
