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

from dataclasses import dataclass

from kibitz.games.zsy.lab._td import PAPER_STEPS, learner, tested
from kibitz.lab import Finding, Lab, Report, Row, Steps, column, derived, figures, of_mean, side_by_side, where
from kibitz.learn.selection import Round, select
from kibitz.learn.td_linear import Learner

PLAYERS = ("td", "tdns", "td free to pass")
OPPONENTS = ("greedy", "random")


@dataclass(frozen=True)
class Config:
    steps: tuple[int, ...]
    learners: int
    survivors: tuple[int, int]
    selection_pairs: int
    test_pairs: int
    seeds: int
    """Learners, and selections, of each kind; the first of them ships."""


TINY = Config(steps=(1, 20), learners=3, survivors=(2, 2), selection_pairs=4, test_pairs=4, seeds=2)
QUICK = Config(steps=(1, 10, 300), learners=5, survivors=(3, 2), selection_pairs=50, test_pairs=200, seeds=2)
PAPER = Config(steps=PAPER_STEPS, learners=50, survivors=(10, 3), selection_pairs=1000, test_pairs=50_000, seeds=4)


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
        return tested(one, "greedy", config.selection_pairs, derived(seed, "selection", games, number))["win_rate"]

    learners = [learner(derived(seed, "learner", games, i)) for i in range(config.learners)]
    return select(learners, rounds(config, games), Learner.train, test)


def run(config: Config, lab: Lab) -> Steps:
    def learn(who: str, games: int) -> list[Row]:
        """All learners of a kind, side by side."""
        found = side_by_side(lambda number: learn_one(number, who, games), range(config.seeds))
        return [row for rows in found for row in rows]

    def learn_one(number: int, who: str, games: int) -> list[Row]:
        if who == "tdns":
            taught = selected(config, games, lab.derived("tdns", number))
        else:
            taught = learner(lab.derived("td", number), may_pass=who != "td")
            taught.train(games)
        if number == 0 and games == config.steps[-1] and who != PLAYERS[-1]:
            lab.save(f"{who}.safetensors", {"weights": taught.weights})
        deals, about = lab.derived("deals"), {"player": who, "number": number}
        return [tested(taught, opponent, config.test_pairs, deals, **about) for opponent in OPPONENTS]

    return lab.in_turn((learn, who, games) for who in PLAYERS for games in config.steps)


def report(rows: list[Row], config: Config) -> Report:
    figure, axes = figures.chart(
        "Learning curves", "games of training", "win rate", log="x", percent=True, size=(8, 4.5)
    )
    last: dict[tuple[str, str], Row] = {}
    for who in PLAYERS:
        colour = figures.COLOURS[-1] if who == PLAYERS[-1] else figures.colour(who)
        for opponent, line in zip(OPPONENTS, ("-", ":"), strict=True):
            mine = where(rows, player=who, opponent=opponent)
            course = [
                {"games": n, **of_mean("win_rate", column(where(mine, games=n), "win_rate"))} for n in config.steps
            ]
            figures.curve(axes, course, "games", "win_rate", f"{who} v {opponent}", color=colour, linestyle=line)
            last[who, opponent] = course[-1]
    figures.paper(axes, [config.steps[-1]], [0.8], "td v greedy in the paper: about 80%")
    paper = {("td", "greedy"): "about 80%", ("tdns", "greedy"): "about 2 points above td"}
    findings = [
        Finding.of(f"{who} v {o} after {config.steps[-1]:,} games", row, paper=paper.get((who, o)))
        for (who, o), row in last.items()
    ]
    td, tdns, free = (last[who, "greedy"]["win_rate"] for who in PLAYERS)
    summary = (
        f"Mean of {config.seeds} learners each. Against greedy td ends at {td:.1%} and tdns at {tdns:.1%} "
        f"({100 * (tdns - td):+.1f} points; the paper: about 80% and 2 points more). A learner that is free to pass "
        f"ends at {free:.1%} ({100 * (free - td):+.1f} points)."
    )
    return Report(findings, summary, {"learning_curve": figure})
