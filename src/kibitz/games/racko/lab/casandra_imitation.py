"""Casandra: can a player learn Rack-O from another's recorded moves?

Paper, section 4.3: a model that imitated Baltar or Diablo and then learned from its own wins drew most
games against random by the move limit, and won about a fourth of the rest. The paper blames the inputs,
and proposes Diablo's instead (section 7). Both are tried here, racks of five, 20 cards.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.agent import build
from kibitz.arena.match import match
from kibitz.game import game as find_game
from kibitz.games.racko.agents._draw_and_play import DrawAndPlay
from kibitz.games.racko.inputs import SIGHTS
from kibitz.games.racko.lab._lessons import as_tables, new_networks, teach, watch
from kibitz.lab import Finding, Report, Step
from kibitz.weights import add_tables, label


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
    """A round."""
    hidden: int = 40
    pairs: int = 4000
    limit: int = 1500


TINY = Config(recorded=10, epochs=1, rounds=1, games=6, pairs=3, limit=40)
QUICK = Config(recorded=150, epochs=2, rounds=1, games=60, pairs=60, limit=100)
PAPER = Config()


def run(config, seed, checkpoint, folder):
    for number in range(int(checkpoint["sights"]) if checkpoint else 0, len(SIGHTS)):
        casandra, rows = taught(config, SIGHTS[number], seed)
        named = label(casandra.game, "", "racko.casandra_imitation")
        tables = as_tables(casandra, f"{config.slots}.{SIGHTS[number]}.")
        add_tables(folder / "casandra.safetensors", tables, named)
        yield Step(rows, {"sights": number + 1}, (number + 1) / len(SIGHTS))


def taught(config, sight, seed):
    """A Casandra that has learned all she can, and how she did before and after her own wins."""
    game = find_game("racko")
    options = game.options(slots=config.slots, limit=config.limit)
    drawing, playing = new_networks(sight, config.slots, config.hidden, seed)
    casandra = DrawAndPlay(game, options, drawing, playing, sight, power=1.0)
    teacher = build(game, options, config.teacher)
    lessons = watch(game, options, [teacher, teacher], config.recorded, seed, sight)
    weights = np.ones(len(lessons.moves))
    teach(casandra, lessons.inputs, lessons.moves, weights, epochs=config.epochs, rate=0.05, seed=seed)
    rows = judge(config, casandra, "imitation", seed)
    random = build(game, options, "random")
    for again in range(config.rounds):
        own = watch(game, options, [casandra, random], config.games, seed + 50 + again, sight)
        # Seat 0 is Casandra's in even games, seat 1 in odd ones.
        hers = own.seats == own.games % 2
        won = own.scores[own.games, own.seats] > own.scores[own.games, 1 - own.seats]
        rows_of = np.flatnonzero(hers & won)
        inputs = np.concatenate([lessons.inputs, own.inputs[rows_of]])
        moves = np.concatenate([lessons.moves, own.moves[rows_of]])
        teach(casandra, inputs, moves, np.ones(len(moves)), epochs=1, rate=0.02, seed=seed + again)
    return casandra, rows + judge(config, casandra, "and own wins", seed)


def judge(config, casandra, after, seed):
    """How she does against random and against Kyle; against random also when she never varies."""
    rows = []
    for opponent, power in (("random", 8.0), ("random", 1e6), ("kyle", 8.0)):
        networks = casandra.drawing, casandra.playing
        player = DrawAndPlay(casandra.game, casandra.options, *networks, casandra.sight, power, restless=True)
        other = "kyle:restless=true" if opponent == "kyle" else opponent
        found = match("racko", player, other, pairs=config.pairs, seed=seed + 9, slots=config.slots, limit=config.limit)
        low, high = found.interval
        rows.append({"sight": casandra.sight, "after": after, "opponent": opponent, "win_rate": found.win_rate,
                     "low": low, "high": high, "drawn": found.draws / found.games, "varies": power < 1e6})  # fmt: skip
    return rows


def report(rows, config):
    findings = []
    for row in rows:
        always = "" if row["varies"] else ", always the likeliest move"
        what = f"inputs of {row['sight']}, {row['after']}{always}: against {row['opponent']}, {row['drawn']:.1%} drawn"
        paper = "mostly drawn; 25% of the rest" if (row["sight"], row["opponent"]) == ("paper", "random") else None
        findings.append(Finding(what, row["win_rate"], row["low"], row["high"], paper))
    last = {(row["sight"], row["opponent"]): row for row in rows if row["varies"]}
    summary = " ".join(
        f"With the inputs of {sight} Casandra wins {last[sight, 'random']['win_rate']:.1%} against random "
        f"({last[sight, 'random']['drawn']:.1%} drawn) and {last[sight, 'kyle']['win_rate']:.1%} against Kyle."
        for sight in SIGHTS
    )
    return Report(findings, summary)
