"""Does it help to know the other's likely melds when deciding to knock?

The paper (section 1.1) names the other's melds among what should decide, and tells its classifier turn, own melds and
deadwood alone, for simplicity. Here a fourth input is how many melds the other is likely to have: the mean over hands
it may hold, each weighed by what it was seen to take, throw and leave lying (`gin.belief`). Turns and labels are those
of `gin.knocker`.
As a bound, a classifier that is told how many melds the other really has; nobody could play by that. Thresholds are the
best of a grid below 1 (never to knock), on deals of their own, and both players meet simple on the same deals, and each
other.
"""

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from kibitz.agent import Agent
from kibitz.arena.match import match
from kibitz.games.gin.agents.knocker import DEAD, HANDS, LIKELY, MELDS, MELDS_FILE, PER_MELD, TAKEN, TURNS, Player
from kibitz.games.gin.lab.knocker import judged, turns
from kibitz.lab import PERCENT, Finding, Lab, Report, Row, Steps, figures, of_match, said, where
from kibitz.learn.classifier import Classifier, dense

KINDS = {"paper": "turn, melds, deadwood", "melds": "and the other's likely melds", "true": "and its true melds"}
OTHERS = {"paper": 0, "melds": LIKELY, "true": MELDS}
"""How many classes of the other's melds each is told apart."""


@dataclass(frozen=True)
class Config:
    turns: int = 1_000_000
    epochs: int = 2
    held_out: int = 50_000
    grid: tuple[float, ...] = (0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99)
    grid_pairs: int = 5_000
    pairs: int = 10_000


TINY = Config(turns=400, epochs=1, held_out=100, grid=(0.8, 0.9), grid_pairs=2, pairs=2)
QUICK = Config(turns=4_000, epochs=1, held_out=1_000, grid=(0.8, 0.9), grid_pairs=20, pairs=50)
PAPER = Config()


def run(config: Config, lab: Lab) -> Steps:
    kept = lab.kept

    def learn() -> list[Row]:
        facts, labels = turns(config.turns, lab.derived("learned"), HANDS)
        test_facts, test_labels = turns(config.held_out, lab.derived("judged"), HANDS)
        rows: list[Row] = []
        for kind in KINDS:
            inputs = told(facts, kind)
            network = Classifier(partial(dense, inputs.shape[1], 32, 32, 1), lab.seed, rate=3e-3, batch=2048)

            def batch(chosen: np.ndarray, inputs: np.ndarray = inputs) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
                return inputs[chosen], labels[chosen, None], np.ones((len(chosen), 1), np.float32)

            for _ in range(config.epochs):
                network.epoch(config.turns, batch)
            kept[kind] = tabulated(network, kind)
            chances = chance_of(network, told(test_facts, kind))
            rows.append({"what": "classifier", "kind": kind, **judged(chances, test_labels)})
        rows[0] |= {"likely": float(test_facts[:, 3].mean() / PER_MELD), "true": float(test_facts[:, 4].mean())}
        return rows

    def knocker(kind: str, threshold: float) -> Player:
        plain = np.repeat(kept["paper"], TAKEN, axis=-1)
        tables = {"melds": kept["melds"], "plain": plain, "threshold": np.array([threshold])}
        lab.save(MELDS_FILE, tables, lab.game.options())
        file = str((lab.folder / MELDS_FILE).resolve())
        return Player(lab.game, lab.game.options(), threshold, data="plain", inputs=kind, weights=file)

    def attempt(kind: str, threshold: float) -> list[Row]:
        """One threshold of the grid, on deals that nothing else uses."""
        found = match("gin", knocker(kind, threshold), "simple", pairs=config.grid_pairs, seed=lab.derived("grid"))
        kept[f"tried {kind}"] = [*kept.get(f"tried {kind}", []), found.win_rate]
        return [of_match(found, what="grid", kind=kind, threshold=threshold)]

    def best(kind: str) -> Player:
        return knocker(kind, config.grid[int(np.argmax(kept[f"tried {kind}"]))])

    def play() -> list[Row]:
        paper, melds = best("paper"), best("melds")  # whose threshold is the one that stays in the file
        rivals: dict[str, str | Agent] = {"paper": "simple", "melds": "simple", "each other": paper}
        rows = []
        for kind, other in rivals.items():
            one = paper if kind == "paper" else melds
            found = match("gin", one, other, pairs=config.pairs, seed=lab.derived("matches"))
            rows.append(of_match(found, what="match", kind=kind, threshold=float(one.params["threshold"][0])))
        return rows

    jobs: list[Any] = [(learn,)]
    jobs += [(attempt, kind, threshold) for kind in ("paper", "melds") for threshold in config.grid]
    return lab.in_turn([*jobs, (play,)])


def told(facts: np.ndarray, kind: str) -> np.ndarray:
    """What one kind of classifier is shown."""
    columns = {"paper": [0, 1, 2], "melds": [0, 1, 2, 3], "true": [0, 1, 2, 4]}[kind]
    scale = np.array([20, 3, 10, LIKELY if kind == "melds" else MELDS])[: len(columns)]
    return (facts[:, columns] / scale).astype(np.float32)


def chance_of(network: Classifier, inputs: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-network(inputs)[:, 0]))


def tabulated(network: Classifier, kind: str) -> np.ndarray:
    """The network's answer to every situation."""
    sizes = (TURNS, MELDS, DEAD, max(OTHERS[kind], 1))
    grid = np.stack(np.meshgrid(*map(np.arange, sizes), indexing="ij"), axis=-1).reshape(-1, 4)
    facts = np.column_stack([grid, grid[:, 3]])
    return chance_of(network, told(facts, kind)).astype(np.float32).reshape(sizes)


def report(rows: list[Row], config: Config) -> Report:
    trained = {row["kind"]: row for row in where(rows, what="classifier")}
    matches = {row["kind"]: row for row in where(rows, what="match")}
    findings = []
    for kind, what in KINDS.items():
        row = trained[kind]
        note = f"always 'wins' has accuracy {row['wins']:.1%}, the mere rate log-loss {row['log_loss_of_the_rate']:.4f}"
        findings.append(Finding(f"{what}: log-loss", row["log_loss"], note=note))
        findings.append(Finding(f"{what}: accuracy", row["accuracy"], unit=PERCENT))
    mean = trained["paper"]
    findings.append(Finding("melds of the other when one may knock, likely", mean["likely"], note="in whole quarters"))
    findings.append(Finding("melds of the other when one may knock, true", mean["true"]))
    for kind in ("paper", "melds"):
        row = matches[kind]
        findings.append(Finding.of(f"{KINDS[kind]}, best threshold: win rate against simple", row))
    findings.append(Finding.of("told likely melds v told none: games won", matches["each other"]))
    figure, axes = figures.chart("Thresholds, on deals of their own", "threshold", "win rate", percent=True)
    for kind in ("paper", "melds"):
        figures.curve(axes, where(rows, what="grid", kind=kind), "threshold", "win_rate", KINDS[kind])
    figures.level(axes, 0.5)
    losses = {kind: row["log_loss"] for kind, row in trained.items()}
    could = losses["paper"] - losses["true"]
    share = (losses["paper"] - losses["melds"]) / could if could > 0 else 0.0
    low, high = (matches["each other"][f"win_rate_{end}"] for end in ("low", "high"))
    verdict = "helps" if low > 0.5 else "harms" if high < 0.5 else "makes no difference that can be seen"
    summary = (
        f"Told the other's likely melds the classifier's log-loss is {losses['melds']:.4f} instead of "
        f"{losses['paper']:.4f}, and {losses['true']:.4f} if it could see them: the guess brings {share:.0%} of what "
        f"sight would. At its best threshold, {matches['melds']['threshold']:.2f}, it wins {said(matches['melds'])} "
        f"against simple, the one that is not told, at {matches['paper']['threshold']:.2f}, {said(matches['paper'])}; "
        f"against each other {said(matches['each other'])}. So in play the input {verdict}."
    )
    return Report(findings, summary, {"thresholds": figure})
