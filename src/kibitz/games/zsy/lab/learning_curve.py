"""Learning curves of td and tdns.

The paper's figure: td levels off near 80% against greedy after 100,000 games of self-play, and natural
selection (tdns) ends about 2 points higher. Tested after 1, 3, 10, 100, …, 100,000 games of training,
over 100,000 games each, against random and greedy. tdns: 50 learners, of which 10 are left after the first
5% of the games and 1 at the end; the paper does not say how many survive the second round (here 3), nor
over how many games they are tested (here 1,000 pairs).

Two readings were needed. The paper's step 5/√(t + 100) diverges in the first game unless it is divided by
the squared length of the features, as here. And a learner that is free to pass though it could play does
not come near the paper's curve, so passing is for need alone, as for the paper's random player; the free
learner is the third curve.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kibitz.game import game as find_game
from kibitz.games.zsy.lab._td import PAPER_STEPS, derived, learner, tested
from kibitz.lab.experiment import Checkpoint, Finding, Report, Row, Step
from kibitz.learn.selection import Round, select
from kibitz.learn.td_linear import Learner
from kibitz.weights import label, save_tables

PLAYERS = ("td", "tdns", "td free to pass")
OPPONENTS = ("greedy", "random")


@dataclass(frozen=True)
class Config:
    steps: tuple[int, ...]
    learners: int
    survivors: tuple[int, int]
    selection_pairs: int
    test_pairs: int


TINY = Config(steps=(1, 20), learners=3, survivors=(2, 2), selection_pairs=4, test_pairs=4)
QUICK = Config(steps=(1, 10, 300), learners=5, survivors=(3, 2), selection_pairs=50, test_pairs=200)
PAPER = Config(steps=PAPER_STEPS, learners=50, survivors=(10, 3), selection_pairs=1000, test_pairs=50_000)


def rounds(config: Config, games: int) -> list[Round]:
    """The paper's three rounds, and its special cases for a handful of games."""
    if games == 1:
        return [Round(1, 1)]
    first, second = {3: (1, 1), 10: (1, 2)}.get(games, (games * 5 // 100, games * 25 // 100))
    return [
        Round(first, config.survivors[0]),
        Round(second, config.survivors[1]),
        Round(games - first - second, 1),
    ]


def selected(config: Config, games: int, seed: int) -> Learner:
    """The learner that natural selection leaves."""

    def test(one: Learner, number: int) -> float:
        return tested(one, "greedy", config.selection_pairs, derived(seed, games, number, 1))["value"]

    learners = [learner(derived(seed, games, i, 2)) for i in range(config.learners)]
    return select(learners, rounds(config, games), Learner.train, test)


def run(config: Config, seed: int, checkpoint: Checkpoint | None, folder: Path) -> Iterator[Step]:
    work = [(who, games) for who in PLAYERS for games in config.steps]
    done = int(checkpoint["done"]) if checkpoint else 0
    game = find_game("zsy")
    for number, (who, games) in list(enumerate(work, 1))[done:]:
        if who == "tdns":
            taught = selected(config, games, seed)
        else:
            taught = learner(derived(seed, 3), may_pass=who != "td")
            taught.train(games)
        if games == config.steps[-1] and who != PLAYERS[-1]:
            save_tables(
                folder / f"{who}.safetensors", {"weights": taught.weights}, label(game, "", "zsy.learning_curve")
            )
        rows = [tested(taught, o, config.test_pairs, derived(seed, 4), player=who) for o in OPPONENTS]
        yield Step(rows, {"done": number}, number / len(work))


def report(rows: list[Row], config: Config) -> Report:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.subplots()
    for who, colour in zip(PLAYERS, ("tab:blue", "tab:red", "tab:grey"), strict=True):
        for opponent, line in zip(OPPONENTS, ("-", ":"), strict=True):
            points = [r for r in rows if r["player"] == who and r["opponent"] == opponent]
            axes.plot(
                [r["games"] for r in points], [100 * r["value"] for r in points], line, color=colour,
                marker="o", markersize=3, label=f"{who} v {opponent}",
            )  # fmt: skip
    axes.axhline(80, color="black", linewidth=0.6, label="td v greedy in the paper: about 80")
    axes.set(xscale="log", xlabel="games of training", ylabel="% of games won", title="Learning curves")
    axes.legend(fontsize=7)
    last = {(r["player"], r["opponent"]): r for r in rows if r["games"] == config.steps[-1]}
    paper = {("td", "greedy"): "about 80%", ("tdns", "greedy"): "about 2 points above td"}
    findings = [
        Finding(f"{who} v {o} after {config.steps[-1]:,} games", r["value"], r["low"], r["high"], paper.get((who, o)))
        for (who, o), r in last.items()
    ]
    td, tdns, free = (last[who, "greedy"]["value"] for who in PLAYERS)
    summary = (
        f"Against greedy td ends at {td:.1%} and tdns at {tdns:.1%} ({100 * (tdns - td):+.1f} points; the paper: about "
        f"80% and 2 points more). A learner that is free to pass ends at {free:.1%}: its value does not see what is on "
        f"the table, so it cannot tell a pass that saves a high card from one that gives the lead away."
    )
    return Report(findings, summary, {"learning_curve": figure})
