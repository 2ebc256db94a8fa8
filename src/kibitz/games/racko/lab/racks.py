"""What the paper says about racks: dealt ones, sorted at random, evenly spread, and dense.

Paper, sections 3 and 4.2 and Table 3, by reasoning: most racks are dealt with a card in a usable place; a random player
sorts n cards as Bozo sort does, in n! moves; an even spread gives the best chance of a sorted rack; the error at the
clumps behaves much like the error of the rack; denser clumps make holes easier to fill. Counted here in dealt racks,
in games of random players, and in games of Diablo against itself on ten slots; errors and densities by the paper's
formulas, of the longest usable sequence. Random racks of seven slots and more hardly ever come in order before the
limit.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.agent import CompiledAgent, build
from kibitz.arena.match import match
from kibitz.games.racko.features import DESK, PLAIN, look, survey
from kibitz.games.racko.printed import ADJACENT, CLUMPS, MEAN, RACK, describe_as_printed
from kibitz.games.racko.rules import deal
from kibitz.games.racko.sequences import next_sequence
from kibitz.kernel import kernel, mix
from kibitz.lab import Finding, Lab, Report, Row, Steps, figures, of_mean, where
from kibitz.learn.imitation import Recorded, record

KEPT = (RACK, CLUMPS, MEAN, ADJACENT)
LENGTH = len(KEPT)
PARTS = 20


@dataclass(frozen=True)
class Config:
    dealt: int = 100_000
    """Racks looked at."""
    pairs: int = 3_000
    """Of games between random players."""
    shuffled: tuple[int, ...] = (3, 4, 5, 6)
    """Slots of their racks."""
    games: int = 6_000
    """Of Diablo against itself."""
    slots: int = 10


TINY = Config(dealt=50, pairs=3, shuffled=(3,), games=6, slots=5)
QUICK = Config(dealt=1000, pairs=50, shuffled=(3, 4), games=60)
PAPER = Config()


def run(config: Config, lab: Lab) -> Steps:
    game = lab.game

    def look_at_deals(slots: int, cards: int) -> list[Row]:
        found = np.zeros(config.dealt)
        options = game.options(slots=slots, cards=cards)
        usable_at_deal(np.zeros(1, game.state)[0], options.encoded(), np.uint64(lab.derived("dealt")), found)
        return [{"dealt": slots, "cards": cards, **of_mean("usable", found > 0), "mean": float(found.mean())}]

    def shuffle(slots: int) -> list[Row]:
        racks: dict[str, Any] = {"slots": slots, "limit": 3000}
        found = match("racko", "random", "random", pairs=config.pairs, seed=lab.derived("shuffled", slots), **racks)
        drawn = found.draws / found.games
        return [{"shuffled": slots, "turns": found.decisions / 4, "drawn": drawn, "factorial": math.factorial(slots)}]

    def play() -> list[Row]:
        options: Any = game.options(slots=config.slots)
        diablo = build(game, options, "diablo")
        assert isinstance(diablo, CompiledAgent)
        parts = record(
            [diablo, diablo], describe_rack, LENGTH + 1, config.games, lab.derived("played"), most=4 * options.limit,
            context=DESK,
        )  # fmt: skip
        return measured(Recorded.of(parts))

    jobs: list[Any] = [(look_at_deals, *rack) for rack in ((5, 30), (10, 40))]
    return lab.in_turn([*jobs, *((shuffle, slots) for slots in config.shuffled), (play,)])


@kernel
def usable_at_deal(s, options, stream, found):
    """How many cards of the first player's rack could stay where they were dealt."""
    for k in range(len(found)):
        deal(s, options, mix(stream + np.uint64(k)))
        for i in range(s.slots):
            level = int(s.racks[i]) - 1 - i
            found[k] += 0 <= level <= s.cards - s.slots


@kernel
def describe_rack(v, move, params, desk, row):
    """Errors and densities of the mover's longest sequence, the likeliest to be filled among equals; its length."""
    look(v, int(v.to_move), desk)
    survey(desk)
    best, sequence = -1.0, next_sequence(desk.links, int(desk.slots), 0)
    while True:
        describe_as_printed(desk, sequence)
        merit = desk.slots * desk.inputs[2] + desk.inputs[PLAIN + MEAN] / 2
        if merit > best:
            best = merit
            row[0], row[1] = desk.inputs[PLAIN + RACK], desk.inputs[PLAIN + CLUMPS]
            row[2], row[3] = desk.inputs[PLAIN + MEAN], desk.inputs[PLAIN + ADJACENT]
            row[4] = desk.slots * desk.inputs[2]
        sequence = next_sequence(desk.links, int(desk.slots), sequence) if sequence else 0
        if sequence == 0:
            break


def measured(played: Recorded) -> list[Row]:
    rack, clumps, chance, density, length = played.inputs[:, : LENGTH + 1].T.astype(float)
    rows: list[Row] = [{"correlation": float(np.corrcoef(rack, clumps)[0, 1])}]
    # The rack each player first sees, before its first decision: who has the more even one, and who wins?
    starts = {(g, p): i for i, (g, p) in reversed(list(enumerate(zip(played.games, played.players, strict=True))))}
    better: list[bool] = []
    thirds: list[float] = []
    won: list[bool] = []
    for g in range(len(played.scores)):
        if (g, 0) in starts and (g, 1) in starts:
            errors = rack[starts[g, 0]], rack[starts[g, 1]]
            result = np.sign(played.scores[g, 0] - played.scores[g, 1])
            if errors[0] != errors[1] and result:
                better.append((errors[0] < errors[1]) == (result > 0))
            thirds += errors
            won += [result > 0, result < 0]
    rows.append({"more even": True, **of_mean("wins", better)})
    order = np.argsort(thirds)
    for name, part in zip(("even", "middling", "uneven"), np.array_split(order, 3), strict=True):
        rows.append({"third": name, **of_mean("won", np.array(won)[part])})
    # Neighbouring racks of one game are much alike, so the interval is over parts of the games.
    gains = [gain_of(density, chance, length, played.games % PARTS == part) for part in range(PARTS)]
    return [*rows, {"dense": True, **of_mean("gain", [gain for gain in gains if gain is not None] or [0.0, 0.0])}]


def gain_of(density: np.ndarray, chance: np.ndarray, length: np.ndarray, own: np.ndarray) -> float | None:
    """How much likelier a hole is filled in the denser half of racks with equally many cards in sequence."""
    total, count = 0.0, 0
    for cards in np.unique(length):
        same = np.flatnonzero(own & (length == cards) & (density > 0) & (chance < 1))
        dense = density[same] > np.median(density[same]) if len(same) else np.zeros(0, bool)
        if dense.any() and not dense.all():
            total += (chance[same][dense].mean() - chance[same][~dense].mean()) * len(same)
            count += len(same)
    return total / count if count else None


def report(rows: list[Row], config: Config) -> Report:
    findings, words = [], []
    for row in where(rows, "dealt"):
        what = f"{row['dealt']} slots, {row['cards']} cards: racks dealt with a card in a usable place"
        findings.append(Finding.of(what, row, "usable", paper="most"))
        findings.append(Finding(f"{row['dealt']} slots, {row['cards']} cards: such cards per rack", row["mean"]))
    for row in where(rows, "shuffled"):
        what = f"{row['shuffled']} slots: own turns of random players per round"
        findings.append(Finding(what, row["turns"], paper=row["factorial"]))
        words.append(f"{row['turns']:.0f} with {row['shuffled']} slots ({row['shuffled']}! is {row['factorial']})")
    even = where(rows, "more even")[0]
    findings.append(Finding.of("the player dealt the more even rack wins", even, "wins"))
    thirds = where(rows, "third")
    findings += [Finding.of(f"the {row['third']} third of dealt racks wins", row, "won") for row in thirds]
    alike = where(rows, "correlation")[0]["correlation"]
    findings.append(Finding("correlation of the rack error and the clump error", alike, paper="much alike"))
    dense = where(rows, "dense")[0]
    findings.append(Finding.of("chance to fill a hole, racks with denser clumps less the others", dense, "gain"))
    figure, axes = figures.chart("Random players sorting racks", "slots", "own turns per round", log="y")
    figures.curve(axes, where(rows, "shuffled"), "shuffled", "turns", "random players")
    figures.paper(axes, config.shuffled, [math.factorial(n) for n in config.shuffled], "paper: n!", linestyle=":")
    axes.set_xticks(config.shuffled)
    summary = (
        f"Random players need {', '.join(words)} turns each. The player dealt the more even rack wins "
        f"{even['wins']:.1%}; rack and clump error have a correlation of {alike:.2f}; of equally long sequences "
        f"the denser half has {100 * dense['gain']:+.1f} points of chance to fill a hole."
    )
    return Report(findings, summary, {"random": figure})
