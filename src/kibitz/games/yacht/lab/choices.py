"""What the design of the paper's learner is worth, one choice at a time.

The paper says, without numbers, that a board of scores works better than a binary one, a network split by the
parts of the position better than three plain layers, that sorted dice and scaled numbers help, and
that each step should be repeated over a hundred times. Each choice is undone here by itself, all
else and the number of episodes and batches equal.
"""

import dataclasses
from dataclasses import dataclass
from typing import Any

from kibitz.games.yacht.lab import dqn
from kibitz.lab import Finding, Lab, Report, Row, Step, Steps, figures, where

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


def run(config: Config, lab: Lab) -> Steps:
    for number in range(int(lab.kept.get("variant", 0)), len(config.variants)):
        name = config.variants[number]
        chosen = variant(config, name)
        student = dqn.learner(chosen, lab)
        for row in dqn.train(student, chosen, lab):
            done = (number + 0.95 * student.done) / len(config.variants)
            yield Step([{"variant": name, **row}], {"variant": number, **student.checkpoint()}, done)
        lab.kept.clear()  # the next begins anew
        last = dqn.judged(student, chosen, config.judged_on, lab.derived("judged"))
        row = {"variant": name, "judged": True, **last}
        yield Step([row], {"variant": number + 1}, (number + 1) / len(config.variants))


def report(rows: list[Row], config: Config) -> Report:
    figure, axes = figures.chart("One choice undone at a time", "episodes", "mean score")
    judged = {row["variant"]: row for row in where(rows, "judged")}
    for name in config.variants:
        figures.curve(axes, where(rows, "updates", variant=name), "step", "score", name, marker="")
    findings = [Finding.of(f"mean score, {name}", judged[name], "score") for name in config.variants]
    scores = {name: row["score"] for name, row in judged.items()}
    base = scores[config.variants[0]]
    order = sorted(scores, key=lambda name: -scores[name])
    ranked = ", ".join(f"{name} {scores[name]:.1f} ({scores[name] - base:+.1f})" for name in order)
    summary = f"From best to worst: {ranked}. One training run each: the intervals are over games, not over runs."
    return Report(findings, summary, {"choices": figure})
