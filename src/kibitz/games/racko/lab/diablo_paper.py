"""Diablo as the paper describes it, from small random weights to two hidden layers.

Paper, section 4.2 and Figure 2, ten slots: Diablo finished no game until about 15,000 had been played, sped up
from 43,000 on, and needed 9.87 moves per game after 476,000 and 8.88 with a second hidden layer of 30 units. Against
Kyle it won 66.83% with one layer, 71.4% with two, and 73.21% with the margin lowered from 1/(2 × slots) to
1/(2.8169 × slots). The log of that run has 476 epochs of 100 rounds, so both readings of the length are tried.

Stated and followed: points as reward, the rate max(0, (t - end)/(40 × slots) + 0.1), the target score(t + 1), Table 3,
the margins, 1500 turns per round. Silent, and read as the authors' program has it: weights within ± 0.05, 34 sigmoid
units, positions learned oldest first towards the values they had in play, points divided by 75, self-play of one
network, a random move every (2 × slots)-th turn, at most 5000 turns per player in an epoch of 100 rounds (so after an
endless round the others of its epoch are cut off), the first layer kept when the second is added. The draw pile is what
a seat can know of it. Several starts; the one that wins most against Kyle goes on.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.game import game as find_game
from kibitz.games.racko.features import PAPER_FEATURES
from kibitz.games.racko.lab._self_play import SelfPlay, against, diablo
from kibitz.games.racko.scoring import PRINTED
from kibitz.lab import Finding, Lab, Report, Row, Step, Steps, column, copied, derived, figures, side_by_side, where
from kibitz.learn.td_network import add_layer, new_network

LONG, DEEP = "one layer, goes on", "two layers"
PAPER_CURVE = ((1, 50.5), (43, 50.5), (116, 10.0), (476, 9.87))
"""Figure 2, as far as text and log tell it: epochs, and moves per game."""


@dataclass(frozen=True)
class Config:
    starts: int = 6
    games: int = 47_600
    """Of every start: the log's reading."""
    long_games: int = 476_000
    """Of the best start: the text's reading."""
    deep_games: int = 476_000
    """After a second layer was added to the best start; the log has a million."""
    epoch: int = 100
    """Rounds."""
    allowed: int = 5000
    """Turns of each player in an epoch."""
    limit: int = 1500
    slots: int = 10
    first_layer: int = 34
    second_layer: int = 30
    rate: float = 0.1
    within: float = 0.05
    divisors: tuple[float, ...] = (2.0, 2.8169)
    """The margin is 1 / (divisor × slots); the first is trained with."""
    chunk: int = 100_000
    """About so many turns lie between two checkpoints."""
    pairs: int = 10_000
    """Against Kyle."""


TINY = Config(starts=2, games=20, long_games=40, deep_games=20, epoch=10, allowed=60, limit=30, chunk=200, pairs=2)
QUICK = Config(starts=2, games=600, long_games=900, deep_games=300, allowed=1000, limit=300, pairs=40)
PAPER = Config()


def run(config: Config, lab: Lab) -> Steps:
    starts = [f"start {number}" for number in range(config.starts)]
    known = lab.kept
    for number, name in enumerate(starts):
        network = new_network(layers(config, name), lab.derived(number), within=config.within)
        known = lab.keep(**course(name, network, lab.derived(number)))
    ends = dict.fromkeys(starts, config.games) | {LONG: config.long_games, DEEP: config.games + config.deep_games}
    whole = sum(ends.values()) - config.games * 2  # what goes on has been played up to there

    def done() -> float:
        played = sum(int(known[f"{name} games"]) for name in ends if f"{name} games" in known)
        return (played - config.games * 2 * (f"{LONG} games" in known)) / whole

    def play_on(names: list[str]) -> Steps:
        while left := [name for name in names if known[f"{name} games"] < ends[name]]:
            found = side_by_side(lambda name: advance(config, known, name, ends[name]), left)
            yield Step([row for rows in found for row in rows], copied(known), 0.98 * done())

    yield from play_on(starts)
    if f"{LONG} games" not in known:
        judged = [judge(config, known, name, config.divisors[0], lab.seed) for name in starts]
        best = starts[int(np.argmax([row["win_rate"] for row in judged]))]
        network, own = known[f"{best} weights"], int(known[f"{best} seed"])
        deeper = add_layer(network, layers(config, best), config.second_layer, own, config.within)
        known |= course(LONG, network.copy(), own, config.games) | course(DEEP, deeper, own, config.games)
        yield Step([*judged, {"best": best}], copied(known), 0.98 * done())
    yield from play_on([LONG, DEEP])
    last = [(LONG, config.divisors[0]), *((DEEP, divisor) for divisor in config.divisors)]
    yield Step([judge(config, known, name, divisor, lab.seed) for name, divisor in last], copied(known), 1.0)


def layers(config: Config, name: str) -> list[int]:
    """Sigmoid units throughout."""
    hidden = [-config.first_layer, -config.second_layer] if name == DEEP else [-config.first_layer]
    return [PAPER_FEATURES, *hidden, 1]


def course(name: str, weights: np.ndarray, seed: int, games: int = 0) -> dict[str, Any]:
    """A network on its way, as a checkpoint holds it."""
    return {f"{name} weights": weights, f"{name} seed": seed, f"{name} games": games}


def advance(config: Config, known: dict[str, Any], name: str, end: int) -> list[Row]:
    """Some more epochs: as many as take about the same time whoever plays."""
    options: Any = find_game("racko").options(slots=config.slots, limit=config.limit)
    table = SelfPlay(
        options, divisor=config.divisors[0], rate=config.rate, seed=known[f"{name} seed"], sight=PRINTED,
        restless=True, oldest_first=True, allowed=config.allowed,
    )  # fmt: skip
    rows: list[Row] = []
    spent = 0.0
    while spent < config.chunk and known[f"{name} games"] < end:
        games = int(known[f"{name} games"])
        found = table.learn(known[f"{name} weights"], layers(config, name), games, config.epoch)
        known[f"{name} games"] = games + config.epoch
        spent += found["turns"] * config.epoch * options.players
        rows.append({"course": name, "games": games + config.epoch, **found})
    return rows


def judge(config: Config, known: dict[str, Any], name: str, divisor: float, seed: int) -> Row:
    """A network against Kyle, on deals of its own."""
    player = diablo(known[f"{name} weights"], layers(config, name), divisor, sight=PRINTED, slots=config.slots)
    about = {"judged": name, "divisor": divisor, "after": int(known[f"{name} games"])}
    return against(player, "kyle", config.pairs, derived(seed, "judged"), about, slots=config.slots)


def running(turns: np.ndarray) -> np.ndarray:
    """The paper's running mean over epochs: a new one counts 4%."""
    means = turns.astype(float)
    for i in range(1, len(means)):
        means[i] = 0.96 * means[i - 1] + 0.04 * turns[i]
    return means


def report(rows: list[Row], config: Config) -> Report:
    starts = [f"start {number}" for number in range(config.starts)]
    courses = {name: where(rows, "turns", course=name) for name in (*starts, LONG, DEEP)}
    best = where(rows, "best")[0]["best"]
    first, ten = [], []
    for name in starts:
        turns = running(column(courses[name], "turns"))
        first += [row["games"] for row in courses[name] if row["drawn"] < 1][:1]
        finished = zip(courses[name], turns, strict=True)  # a round that was cut off is not a quick one
        ten += [row["games"] for row, mean in finished if mean <= 10 and row["drawn"] < 0.5][:1]
    late = {name: float(column(course[-50:], "turns").mean()) for name, course in courses.items()}
    never = config.starts - len(first)
    findings = [Finding(f"of {config.starts} starts, those that finish no game of {config.games:,}", never)]
    level = [row["turns"] for name in starts for row in courses[name] if row["drawn"] == 1]
    if level:
        what = "Figure 2, turns per round in epochs in which no game is finished"
        findings.append(Finding(what, float(np.mean(level)), paper=50.5))
    if first:
        among = " among the others" if never else ""
        what = f"games until one is finished: {min(first):,} to {max(first):,}{among}; the median"
        findings.append(Finding(what, float(np.median(first)), paper=15_000))
    if ten:
        what = f"games until the running mean is 10 turns: {len(ten)} get there, after {min(ten):,} to {max(ten):,}"
        findings.append(Finding(f"{what}; the median", float(np.median(ten)), paper="over 43,000"))
    findings += [
        Finding(f"turns per round, one layer, {config.games:,} games", late[best], paper=9.87),
        Finding(f"turns per round, one layer, {config.long_games:,} games", late[LONG], paper=9.87),
        Finding(f"turns per round, two layers, {config.deep_games:,} games more", late[DEEP], paper=8.88),
    ]
    said = {(LONG, 2.0): 0.6683, (DEEP, 2.0): 0.714, (DEEP, 2.8169): 0.7321, (best, 2.0): 0.6683}
    words = []
    for row in where(rows, "judged"):
        name, divisor = row["judged"], row["divisor"]
        kind = "two layers" if name == DEEP else f"one layer, {'the best ' if name == best else ''}{name}"
        kind = f"one layer, {row['after']:,} games" if name == LONG else kind
        what = f"against Kyle, {kind}, margin 1/({divisor} x slots)"
        findings.append(Finding.of(what, row, paper=said.get((name, divisor))))
        if name in (best, LONG, DEEP):
            words.append(f"{kind}, margin 1/({divisor} x slots): {row['win_rate']:.1%}")
    summary = (
        (
            f"{never} of {config.starts} starts finish no game of {config.games:,}"
            if never
            else "Every start finishes a game"
        )
        + (f"{', the others one' if never else ''} within {min(first):,} to {max(first):,}" if first else "")
        + f". The best start ends at {late[best]:.2f} turns per round, at {late[LONG]:.2f} after {config.long_games:,} "
        f"games, and with a second layer at {late[DEEP]:.2f}. Against Kyle: {'; '.join(words)}."
    )
    return Report(findings, summary, {"figure_2": figure_2(config, courses)})


def figure_2(config: Config, courses: dict[str, list[Row]]) -> Any:
    """Moves per game over games, the paper's beside ours, in both readings of its axis."""
    title = "Figure 2: Diablo from small random weights, running mean over epochs"
    figure, axes = figures.chart(title, "games of self-play", "turns per round", log="xy")
    for name, course in courses.items():
        if course:
            width = 1.8 if name in (LONG, DEEP) else 0.8
            axes.plot(column(course, "games"), running(column(course, "turns")), label=name, linewidth=width)
    epochs, moves = zip(*PAPER_CURVE, strict=True)
    for games, marker, reading in ((100, "s", "the log's rounds"), (1000, "^", "the text's games")):
        played = [games * n for n in epochs]
        figures.paper(axes, played, moves, f"paper, {reading}", linestyle=":", marker=marker)
    return figure
