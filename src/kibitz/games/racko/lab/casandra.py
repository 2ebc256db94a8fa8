"""Casandra: can a player learn Rack-O from another's recorded moves?

Paper, section 4.3: a model that imitated Baltar or Diablo and then learned from its own wins drew most
games against random by the move limit, and won about a fourth of the rest; with more layers it improved faster, but
still did not beat random. The paper blames the inputs, and proposes Diablo's instead (section 7). Racks of five, 20
cards. Silent, and read as the authors' program has it: 12 hidden units to draw and 18 to play, four layers in the deep
variant, rate 0.01. One fault of that program is tried as well: its draw network could only answer "take the discard".
Ours has wider networks and learns faster; it is shipped.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.agent import CompiledAgent, build
from kibitz.game import game as find_game
from kibitz.games.racko.agents._draw_and_play import DrawAndPlay
from kibitz.games.racko.lab._lessons import LIKELIEST, always_takes, as_tables, at_random, new_networks, teach, watch
from kibitz.games.racko.lab._self_play import against
from kibitz.lab import PERCENT, Finding, Lab, Report, Row, Steps, column, derived, figures, where
from kibitz.learn.imitation import Recorded

VARIED = 8.0
"""The power of a Casandra that nearly always plays her likeliest move."""


@dataclass(frozen=True)
class Recipe:
    """One way to make a Casandra."""

    teacher: str = "diablo"
    sight: str = "paper"
    hidden: tuple[int, int] = (12, 18)
    """Units of a layer, of the network that draws and of the one that plays."""
    layers: int = 1
    takes: bool = False
    """Whether she can only take the discard."""
    rate: float = 0.01


RECIPES = {
    "paper, from baltar": Recipe("baltar"),
    "paper, from diablo": Recipe(),
    "paper, from baltar, four layers": Recipe("baltar", layers=4),
    "paper, from diablo, four layers": Recipe(layers=4),
    "paper, from baltar, always takes": Recipe("baltar", takes=True),
    "paper, from diablo, always takes": Recipe(takes=True),
    "ours, inputs of paper": Recipe(hidden=(40, 40), rate=0.02),
    "ours, inputs of diablo": Recipe(sight="diablo", hidden=(40, 40), rate=0.02),
}
SHIPPED = {"paper": "ours, inputs of paper", "diablo": "ours, inputs of diablo"}
"""By the names that the player has for them."""


@dataclass(frozen=True)
class Config:
    slots: int = 5
    recorded: int = 6000
    """Games of the teacher against itself."""
    watched: int = 20
    """Turns of each player in them, at most: two Baltars may never finish."""
    epochs: int = 8
    rounds: int = 4
    """Of play against random, each learned from its wins."""
    games: int = 1500
    """Per round."""
    pairs: int = 4000
    curve_pairs: int = 1000
    """After each epoch, against random."""
    limit: int = 1500


TINY = Config(recorded=10, epochs=1, rounds=1, games=6, pairs=3, curve_pairs=2, limit=40)
QUICK = Config(recorded=150, epochs=2, rounds=1, games=60, pairs=60, curve_pairs=20, limit=100)
PAPER = Config()


def run(config: Config, lab: Lab) -> Steps:
    def learn(name: str) -> list[Row]:
        casandra, rows = taught(config, RECIPES[name], lab.derived(name))
        for sight, shipped in SHIPPED.items():
            if name == shipped:
                lab.save("casandra.safetensors", as_tables(casandra), part=f"{config.slots}.{sight}")
        return [{"recipe": name, **row} for row in rows]

    return lab.in_turn((learn, name) for name in RECIPES)


def taught(config: Config, recipe: Recipe, seed: int) -> tuple[DrawAndPlay, list[Row]]:
    """A Casandra that has learned all she can, and how she did on the way."""
    game, drawing = find_game("racko"), not recipe.takes
    options: Any = game.options(slots=config.slots, limit=config.limit)
    fresh = new_networks(recipe.sight, config.slots, recipe.hidden, derived(seed, "networks"), recipe.layers)
    first = always_takes(fresh[0]) if recipe.takes else fresh[0]
    casandra = DrawAndPlay(game, options, first, fresh[1], recipe.sight, power=1.0)
    teacher = build(game, game.options(slots=config.slots, limit=config.watched), recipe.teacher)
    assert isinstance(teacher, CompiledAgent)
    lessons = Recorded.of(watch([teacher, teacher], config.recorded, derived(seed, "teacher"), recipe.sight))
    rows: list[Row] = []
    for epoch in range(config.epochs):
        weights, order = np.ones(len(lessons.moves)), derived(seed, "shuffled", epoch)
        teach(casandra, lessons.inputs, lessons.moves, weights, epochs=1, rate=recipe.rate, seed=order, drawing=drawing)
        if config.curve_pairs:
            rows.append(judge(config, casandra, "random", VARIED, seed, config.curve_pairs, {"epoch": epoch + 1}))
    rows += judge_all(config, casandra, "imitation", seed)
    for again in range(config.rounds):
        own = Recorded.of(
            watch([casandra, at_random(casandra)], config.games, derived(seed, "own", again), recipe.sight)
        )
        won = (own.players == 0) & (own.scores[own.games, 0] > own.scores[own.games, 1])
        inputs = np.concatenate([lessons.inputs, own.inputs[won]])
        moves = np.concatenate([lessons.moves, own.moves[won]])
        order = derived(seed, "own order", again)
        teach(casandra, inputs, moves, np.ones(len(moves)), epochs=1, rate=recipe.rate / 2, seed=order, drawing=drawing)
    return casandra, rows + (judge_all(config, casandra, "and own wins", seed) if config.rounds else [])


def judge_all(config: Config, casandra: DrawAndPlay, after: str, seed: int) -> list[Row]:
    """How she does against random and against Kyle; against random also when she never varies."""
    how = (("random", VARIED), ("random", LIKELIEST), ("kyle", VARIED))
    return [
        judge(config, casandra, *one, seed, config.pairs, {"after": after, "varies": one[1] == VARIED}) for one in how
    ]


def judge(config: Config, casandra: DrawAndPlay, opponent: str, power: float, seed: int, pairs: int, about: Row) -> Row:
    networks = casandra.drawing, casandra.playing
    player = DrawAndPlay(casandra.game, casandra.options, *networks, casandra.sight, power, restless=True)
    racks = {"slots": config.slots, "limit": config.limit}
    row = against(player, opponent, pairs, derived(seed, "judged"), about, **racks)
    decided = 1 - row["drawn"]
    return {**row, "of decided": (row["win_rate"] - row["drawn"] / 2) / decided if decided else 0.0}


def report(rows: list[Row], config: Config) -> Report:
    findings: list[Finding] = []
    won: dict[str, list[Row]] = {}
    title = "Casandra against random while she imitates"
    figure, axes = figures.chart(title, "epochs over the teacher's moves", "win rate", percent=True)
    for name in RECIPES:
        own = where(rows, recipe=name)
        course = where(own, "epoch")
        figures.curve(axes, course, "epoch", "win_rate", name)
        if course:
            mean = float(column(course, "win_rate").mean())
            findings.append(Finding(f"{name}: mean over the epochs of imitation, against random", mean, unit=PERCENT))
        for row in where(own, "after"):
            always = "" if row["varies"] else ", always the likeliest move"
            what = f"{name}, {row['after']}{always}: against {row['opponent']}"
            findings.append(Finding.of(what, row))
            if row["opponent"] == "random":
                is_papers = name.startswith("paper")
                findings.append(Finding.of(f"{what}, drawn", row, "drawn", paper="most" if is_papers else None))
                said = 0.25 if is_papers else None
                findings.append(Finding.of(f"{what}, of those decided", row, "of decided", paper=said, unit=PERCENT))
        last = [row for row in where(own, "after") if row["varies"]][-2:]
        for row in last:
            won.setdefault(f"{name.partition(',')[0]} {row['opponent']}", []).append(row)
    figures.level(axes, 0.5, "even")
    figures.legend_below(figure)
    told = {
        key: f"{min(column(some, 'win_rate')):.1%} to {max(column(some, 'win_rate')):.1%}" for key, some in won.items()
    }
    drawn = max(row["drawn"] for row in won["paper random"])
    summary = (
        f"By the paper's recipe, from either teacher, with one layer or four, she wins {told['paper random']} against "
        f"random with at most {drawn:.1%} drawn, where in the paper she draws most games and wins a quarter of the "
        f"others; by ours {told['ours random']}. Against Kyle she wins {told['paper kyle']} and {told['ours kyle']}."
    )
    return Report(findings, summary, {"imitation": figure})
