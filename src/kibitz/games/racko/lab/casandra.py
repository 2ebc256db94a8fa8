"""Casandra: can a player learn Rack-O from another's recorded moves?

Paper, section 4.3: a model that imitated Baltar or Diablo and then learned from its own wins drew most
games against random by the move limit, and won about a fourth of the rest. The paper blames the inputs,
and proposes Diablo's instead (section 7). Both are tried here, racks of five, 20 cards.
"""

from dataclasses import dataclass

import numpy as np

from kibitz.agent import build
from kibitz.game import game as find_game
from kibitz.games.racko.agents._draw_and_play import DrawAndPlay
from kibitz.games.racko.inputs import SIGHTS
from kibitz.games.racko.lab._lessons import as_tables, new_networks, teach, watch
from kibitz.games.racko.lab._self_play import against
from kibitz.lab import Finding, Lab, Report, Row, Steps, derived

VARIED, LIKELIEST = 8.0, 1e6
"""The powers of a Casandra that nearly always plays her likeliest move, and of one that always does."""


@dataclass(frozen=True)
class Config:
    slots: int = 5
    teacher: str = "diablo"
    recorded: int = 6000
    """Games of the teacher against itself."""
    epochs: int = 8
    rounds: int = 4
    """Of play against random, each learned from its wins."""
    games: int = 1500
    """Per round."""
    hidden: int = 40
    pairs: int = 4000
    limit: int = 1500


TINY = Config(recorded=10, epochs=1, rounds=1, games=6, pairs=3, limit=40)
QUICK = Config(recorded=150, epochs=2, rounds=1, games=60, pairs=60, limit=100)
PAPER = Config()


def run(config: Config, lab: Lab) -> Steps:
    def learn(sight: str) -> list[Row]:
        casandra, rows = taught(config, sight, lab.seed)
        lab.save("casandra.safetensors", as_tables(casandra), part=f"{config.slots}.{sight}")
        return rows

    return lab.in_turn((learn, sight) for sight in SIGHTS)


def taught(config: Config, sight: str, seed: int) -> tuple[DrawAndPlay, list[Row]]:
    """A Casandra that has learned all she can, and how she did before and after her own wins."""
    game = find_game("racko")
    options = game.options(slots=config.slots, limit=config.limit)
    networks = new_networks(sight, config.slots, config.hidden, derived(seed, "networks"))
    casandra = DrawAndPlay(game, options, *networks, sight, power=1.0)
    teacher, random = (build(game, options, name) for name in (config.teacher, "random"))
    lessons = watch(options, [teacher, teacher], config.recorded, derived(seed, "teacher"), sight)
    weights, shuffled = np.ones(len(lessons.moves)), derived(seed, "shuffled")
    teach(casandra, lessons.inputs, lessons.moves, weights, epochs=config.epochs, rate=0.05, seed=shuffled)
    rows = judge(config, casandra, "imitation", seed)
    for again in range(config.rounds):
        own = watch(options, [casandra, random], config.games, derived(seed, "own", again), sight)
        # Seat 0 is Casandra's in even games, seat 1 in odd ones.
        hers = own.seats == own.games % 2
        won = hers & (own.scores[own.games, own.seats] > own.scores[own.games, 1 - own.seats])
        inputs = np.concatenate([lessons.inputs, own.inputs[won]])
        moves = np.concatenate([lessons.moves, own.moves[won]])
        shuffled = derived(seed, "shuffled", again)
        teach(casandra, inputs, moves, np.ones(len(moves)), epochs=1, rate=0.02, seed=shuffled)
    return casandra, rows + judge(config, casandra, "and own wins", seed)


def judge(config: Config, casandra: DrawAndPlay, after: str, seed: int) -> list[Row]:
    """How she does against random and against Kyle; against random also when she never varies."""
    rows = []
    for opponent, power in (("random", VARIED), ("random", LIKELIEST), ("kyle", VARIED)):
        networks = casandra.drawing, casandra.playing
        player = DrawAndPlay(casandra.game, casandra.options, *networks, casandra.sight, power, restless=True)
        about = {"sight": casandra.sight, "after": after, "varies": power == VARIED}
        racks = {"slots": config.slots, "limit": config.limit}
        rows.append(against(player, opponent, config.pairs, derived(seed, "judged"), about, **racks))
    return rows


def report(rows: list[Row], config: Config) -> Report:
    findings = []
    for row in rows:
        always = "" if row["varies"] else ", always the likeliest move"
        what = f"inputs of {row['sight']}, {row['after']}{always}: against {row['opponent']}, {row['drawn']:.1%} drawn"
        paper = "mostly drawn; 25% of the rest" if (row["sight"], row["opponent"]) == ("paper", "random") else None
        findings.append(Finding.of(what, row, paper=paper))
    last = {(row["sight"], row["opponent"]): row for row in rows if row["varies"]}
    summary = " ".join(
        f"With the inputs of {sight} Casandra wins {last[sight, 'random']['win_rate']:.1%} against random "
        f"({last[sight, 'random']['drawn']:.1%} drawn) and {last[sight, 'kyle']['win_rate']:.1%} against Kyle."
        for sight in SIGHTS
    )
    return Report(findings, summary)
