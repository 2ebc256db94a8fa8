"""Regret minimisation over buckets: win rate of cfr by iterations.

What the paper's abstraction was meant for, and did not try: counterfactual regret minimisation by outcome
sampling, single hands, information sets being buckets of the autoencoder's code (shipped by
`gin.abstraction`) and the kind of decision. Beside it the variational code; and three yardsticks: no
abstraction at all (one bucket), the same buckets with every action tried on the same luck instead of one
(less noise), and in place of buckets what a player would look at (deadwood, turn, what the other took,
what would help), learned in the same way. The strategy of iteration 0 mixes the plans evenly.
"""

from dataclasses import dataclass

import numpy as np

from kibitz.arena.match import match
from kibitz.games.gin.abstraction import KINDS, LOOKS, PLANS, actions, coded, infoset
from kibitz.games.gin.agents.cfr import FILE, Player
from kibitz.games.gin.lab.abstraction import FILE as ABSTRACTION
from kibitz.lab import Finding, Lab, Report, Row, Steps, figures, of_match, where
from kibitz.learn.autoencoder import cluster
from kibitz.learn.cfr import PARTS, Regrets, train, trainer
from kibitz.weights import load_tables

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


def run(config: Config, lab: Lab) -> Steps:
    gin, kept = lab.game, lab.kept
    loop, each = trainer(gin, infoset, actions), config.iterations // config.steps
    tables = pictures(load_tables(gin, ABSTRACTION), config.buckets, lab.derived("buckets"))

    def learn(name: str, step: int) -> list[Row]:
        code = coded(tables, name)[0]
        table = Regrets(KINDS * len(code.at_first) * (LOOKS if code.looks else 1), PLANS)
        picture = {k: v for k, v in tables.items() if k.startswith(f"{name}.")}
        rows = []
        if step:
            for part in PARTS:
                getattr(table, part)[:] = kept[part]
        elif name == next(iter(VERSIONS)):
            rows.append(judged(name, {**picture, f"{name}.policy": table.policy()}, config, lab, 0))
        train(
            loop, gin, gin.options(hands=1), table, code, first=step * each, iterations=each,
            depth=DEPTH, scale=SCALE, seed=lab.derived("games"), every=name in ("code-all", "looks"),
        )  # fmt: skip
        rows.append(judged(name, {**picture, f"{name}.policy": table.policy()}, config, lab, step + 1))
        kept.update({part: getattr(table, part) for part in PARTS})
        if step + 1 == config.steps:
            lab.save(FILE, {**picture, f"{name}.policy": table.policy().astype(np.float32)})
        return rows

    return lab.in_turn((learn, name, step) for name in VERSIONS for step in range(config.steps))


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


def judged(name: str, tables: dict[str, np.ndarray], config: Config, lab: Lab, step: int) -> Row:
    """A match of the average strategy against simple; the last one on deals of its own."""
    player = Player(lab.game, lab.game.options(), name, tables)
    last = step == config.steps
    pairs, deals = (config.judged, lab.derived("judged")) if last else (config.pairs, lab.derived("course"))
    found = match("gin", player, "simple", pairs=pairs, seed=deals)
    return of_match(found, name=name, iterations=step * (config.iterations // config.steps))


def report(rows: list[Row], config: Config) -> Report:
    figure, axes = figures.chart("Regret minimisation", "iterations", "win rate against simple", percent=True)
    findings = [Finding.of("0 iterations: win rate against simple", rows[0])]
    for name, what in VERSIONS.items():
        course = [rows[0], *where(rows[1:], name=name)]
        figures.curve(axes, course, "iterations", "win_rate", what)
        findings.append(Finding.of(f"{what}: win rate against simple", course[-1]))
    figures.level(axes, 0.5)
    ends = {row["name"]: row["win_rate"] for row in rows}
    gain = {name: 100 * (ends[name] - ends["one"]) for name in ("code", "variational")}
    summary = (
        f"The average strategy ends at {ends['code']:.1%} against simple over the buckets of the code, at "
        f"{ends['variational']:.1%} over those of the variational code and at {ends['one']:.1%} with a single bucket: "
        f"the buckets bring {gain['code']:+.1f} and {gain['variational']:+.1f} points. Trying every action on the same "
        f"luck brings {ends['code-all']:.1%}, and what a player looks at, in place of the buckets, {ends['looks']:.1%}."
    )
    return Report(findings, summary, {"regret": figure})
