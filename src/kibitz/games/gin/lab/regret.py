"""Regret minimisation over buckets: win rate of cfr by iterations.

What the paper's abstraction was meant for, and did not try: counterfactual regret minimisation by outcome
sampling, single hands, information sets being buckets of the autoencoder's code (shipped by
gin.abstraction) and the kind of decision. Beside it the variational code; and three yardsticks: no
abstraction at all (one bucket), the same buckets with every action tried on the same luck instead of one
(less noise), and in place of buckets what a player would look at (deadwood, turn, what the other took,
what would help), learned in the same way. The strategy of iteration 0 mixes the plans evenly.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.arena.match import match
from kibitz.game import game
from kibitz.games.gin.abstraction import KINDS, LOOKS, PLANS, actions, coded, infoset
from kibitz.games.gin.agents.cfr import FILE, Player
from kibitz.games.gin.lab.abstraction import FILE as ABSTRACTION
from kibitz.lab.experiment import Checkpoint, Finding, Report, Row, Step
from kibitz.learn.autoencoder import cluster
from kibitz.learn.cfr import PARTS, Regrets, train, trainer
from kibitz.weights import label, load_tables, save_tables

SCALE = 50.0
"""Points are divided by this, so that utilities are about one."""
DEPTH = 24
"""How many decisions of a player in a hand are learned from."""
VERSIONS = {
    "code": "buckets of the code, outcome sampling",
    "variational": "buckets of the variational code, outcome sampling",
    "one": "one bucket, outcome sampling",
    "code-all": "buckets of the code, every action tried",
    "looks": "what a player looks at, every action tried",
}


@dataclass(frozen=True)
class Config:
    iterations: int = 8_000_000
    steps: int = 10
    buckets: int = 20
    """Into how many the centres of the abstraction are joined, so that each is visited often."""
    pairs: int = 1_000
    judged: int = 10_000
    """Pairs of the last verdict, on deals of its own."""


TINY = Config(iterations=200, steps=2, buckets=3, pairs=1, judged=2)
QUICK = Config(iterations=1_000, steps=2, buckets=5, pairs=2, judged=4)
PAPER = Config()


def run(config: Config, seed: int, checkpoint: Checkpoint | None, folder: Path) -> Iterator[Step]:
    gin = game("gin")
    hand = gin.options(hands=1)
    loop = trainer(gin, infoset, actions)
    each = config.iterations // config.steps
    state: dict[str, Any] = {"version": 0, "step": 0, **(checkpoint or {})}
    kept = {k: v for k, v in state.items() if "." in k}
    tables = pictures(load_tables(gin, ABSTRACTION), config.buckets, seed)
    names = list(VERSIONS)
    while state["version"] < len(names):
        name, step = names[int(state["version"])], int(state["step"])
        code = coded(tables, name)[0]
        table = Regrets(KINDS * len(code.at_first) * (LOOKS if code.looks else 1), PLANS)
        if step:
            for part in PARTS:
                getattr(table, part)[:] = state[part]
        train(
            loop, gin, hand, table, code, first=step * each, iterations=each,
            depth=DEPTH, scale=SCALE, seed=seed, every=name in ("code-all", "looks"),
        )  # fmt: skip
        picture = {k: v for k, v in tables.items() if k.startswith(f"{name}.")}
        rows = []
        if step == state["version"] == 0:
            even = Regrets(*table.regrets.shape).policy()
            rows.append(judged(name, {**picture, f"{name}.policy": even}, config, seed, 0))
        rows.append(judged(name, {**picture, f"{name}.policy": table.policy()}, config, seed, step + 1))
        state |= {part: getattr(table, part).copy() for part in PARTS} | {"step": step + 1}
        if step + 1 == config.steps:
            kept |= {**picture, f"{name}.policy": table.policy().astype(np.float32)}
            state = {**kept, "version": int(state["version"]) + 1, "step": 0}
            save_tables(folder / FILE, kept, label(gin, "", "gin.regret"))
        yield Step(rows, dict(state), (int(state["version"]) + int(state["step"]) / config.steps) / len(names))


def pictures(shipped: dict[str, np.ndarray], buckets: int, seed: int) -> dict[str, np.ndarray]:
    """How each version tells positions apart, as `coded` reads it."""
    tables: dict[str, np.ndarray] = {}
    for name in VERSIONS:
        kind = "variational" if name == "variational" else "plain"
        centres = shipped[f"{kind}.centres"]
        joined = cluster(centres, buckets, seed) if name in ("code", "variational", "code-all") else centres[:1]
        tables |= {f"{name}.{part}": shipped[f"{kind}.{part}"] for part in ("matrix", "offset")}
        tables |= {f"{name}.centres": joined, f"{name}.looks": np.array([float(name == "looks")])}
    return tables


def judged(name: str, tables: dict[str, np.ndarray], config: Config, seed: int, step: int) -> Row:
    """A match of the average strategy against simple; the last one on deals of its own."""
    gin = game("gin")
    player = Player(gin, gin.options(), name, tables)
    last = step == config.steps
    pairs = config.judged if last else config.pairs
    result = match("gin", player, "simple", pairs=pairs, seed=10 * seed + last)
    low, high = result.interval
    iterations = step * (config.iterations // config.steps)
    return {"name": name, "iterations": iterations, "win_rate": result.win_rate, "low": low, "high": high}


def report(rows: list[Row], config: Config) -> Report:
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 4.5))
    start = rows[0]
    findings = [Finding("0 iterations: win rate against simple", start["win_rate"], start["low"], start["high"])]
    for name, what in VERSIONS.items():
        of = [start, *(r for r in rows[1:] if r["name"] == name)]
        errors = [[r["win_rate"] - r["low"] for r in of], [r["high"] - r["win_rate"] for r in of]]
        x = [r["iterations"] for r in of]
        axes.errorbar(x, [r["win_rate"] for r in of], yerr=errors, fmt="o-", capsize=3, label=what)
        last = of[-1]
        findings.append(Finding(f"{what}: win rate against simple", last["win_rate"], last["low"], last["high"]))
    axes.axhline(0.5, color="grey", linestyle=":")
    axes.set(xlabel="iterations", ylabel="win rate against simple")
    axes.legend(fontsize=8)
    ends = {r["name"]: r["win_rate"] for r in rows}
    summary = (
        f"Over the buckets of the code the average strategy ends at {ends['code']:.1%} against simple "
        f"({ends['variational']:.1%} with the variational code), with a single bucket at {ends['one']:.1%}: the "
        f"difference is what the abstraction is worth. Trying every action on the same luck brings "
        f"{ends['code-all']:.1%}, and what a player looks at, in place of the buckets, {ends['looks']:.1%}."
    )
    return Report(findings, summary, {"regret": figure})
