"""Regret minimisation over buckets: win rate of cfr by iterations.

What the paper's abstraction was meant for, and did not try: counterfactual regret minimisation by outcome
sampling, single hands, information sets being buckets of the autoencoder's code (shipped by
gin.abstraction) and the kind of decision. Two yardsticks: the strategy of iteration 0, which mixes the
plans evenly, and the same run with one bucket only, so with no abstraction at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kibitz.arena.match import match
from kibitz.game import game
from kibitz.games.gin.abstraction import KINDS, PLANS, actions, infoset
from kibitz.games.gin.agents.cfr import FILE, Player
from kibitz.games.gin.lab.abstraction import FILE as ABSTRACTION
from kibitz.lab.experiment import Checkpoint, Finding, Report, Row, Step
from kibitz.learn.autoencoder import cluster
from kibitz.learn.cfr import Regrets, train, trainer
from kibitz.weights import label, load_tables, save_tables

SCALE = 50.0
"""Points are divided by this, so that utilities are about one."""
PARTS = ("regrets", "average", "expected")
DEPTH = 24
"""How many decisions of a player in a hand are learned from."""


@dataclass(frozen=True)
class Config:
    iterations: int = 400_000
    steps: int = 4
    buckets: int = 20
    """Into how many the centres of the abstraction are joined, so that each is visited often."""
    pairs: int = 300
    judged: int = 1_000
    """Pairs of the last verdict, on deals of its own."""


QUICK = Config(iterations=2_000, steps=2, buckets=5, pairs=20, judged=50)
PAPER = Config()


def run(config: Config, seed: int, checkpoint: Checkpoint | None, folder: Path) -> Iterator[Step]:
    gin = game("gin")
    hand = gin.options(hands=1)
    tables = load_tables(gin, ABSTRACTION)
    tables["centres"] = cluster(tables["centres"], config.buckets, seed)
    loop = trainer(gin, infoset, actions)
    each = config.iterations // config.steps
    state = dict(checkpoint or {})
    for name in ("buckets", "one bucket"):
        here = tables if name == "buckets" else {**tables, "centres": tables["centres"][:1]}
        parts = [here[part].astype(np.float64) for part in ("matrix", "offset", "centres")]
        code = (*parts, np.empty(len(parts[1])))
        table, start = Regrets(KINDS * len(parts[2]), PLANS), 0
        if f"{name}.step" in state:
            start = int(state[f"{name}.step"])
            for part in PARTS:
                getattr(table, part)[:] = state[f"{name}.{part}"]
        for step in range(start, config.steps + 1):
            if step:
                train(
                    loop, gin, hand, table, code,
                    first=(step - 1) * each, iterations=each, depth=DEPTH, scale=SCALE, seed=seed,
                )  # fmt: skip
            save_tables(folder / FILE, {**here, "policy": table.policy()}, label(gin, "", "gin.regret"))
            player = Player(gin, gin.options(), weights=str((folder / FILE).resolve()))
            last = step == config.steps
            result = match(
                "gin", player, "simple", pairs=config.judged if last else config.pairs, seed=10 * seed + last, workers=1
            )
            low, high = result.interval
            row: Row = {"name": name, "iterations": step * each, "win_rate": result.win_rate, "low": low, "high": high}
            if last and name == "buckets":
                (folder / FILE).rename(folder / f"shipped-{FILE}")
            state |= {f"{name}.{part}": getattr(table, part).copy() for part in PARTS} | {f"{name}.step": step + 1}
            yield Step([row], dict(state), (step + 1) / (config.steps + 1) / 2 + (name != "buckets") / 2)


def report(rows: list[Row], config: Config) -> Report:
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 4))
    findings = []
    for name in ("buckets", "one bucket"):
        of = [r for r in rows if r["name"] == name]
        errors = [[r["win_rate"] - r["low"] for r in of], [r["high"] - r["win_rate"] for r in of]]
        x = [r["iterations"] for r in of]
        axes.errorbar(x, [r["win_rate"] for r in of], yerr=errors, fmt="o-", capsize=3, label=name)
        for r in (of[0], of[-1]):
            what = f"{name}, {r['iterations']} iterations: win rate against simple"
            findings.append(Finding(what, r["win_rate"], r["low"], r["high"]))
    axes.axhline(0.5, color="grey", linestyle=":")
    axes.set(xlabel="iterations", ylabel="win rate against simple")
    axes.legend()
    last = {r["name"]: r["win_rate"] for r in rows}
    summary = (
        f"Over the buckets the average strategy ends at {last['buckets']:.1%} against simple; with a single bucket "
        f"at {last['one bucket']:.1%}. The difference is what the abstraction is worth."
    )
    return Report(findings, summary, {"regret": figure})
