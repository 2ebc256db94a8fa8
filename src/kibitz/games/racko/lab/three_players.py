"""The final tournament: Kyle, Diablo and Baltar at one table, racks of five, 25 cards.

Paper, section 5, one million games: Kyle won 37.8% in 2.86 moves, Diablo 54.27% in 2.76, Baltar 7.9% in
2.61. Its moves are the mean length of a round for that player, won or lost; a rerun of the original
programs gave 36.2 / 55.8 / 8.0% and 2.86 / 2.83 / 2.60. Played here with our own Diablo, and with one made
as the paper made its own: random weights at the start, the points of the round as reward, a rate of 0.1,
the margin 1/(2.8169 × slots), 476,000 games with one hidden layer and as many with two.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.arena.match import interval
from kibitz.arena.tournament import tournament
from kibitz.game import game as find_game
from kibitz.games.racko.agents.diablo import Player
from kibitz.games.racko.features import PAPER_FEATURES
from kibitz.games.racko.lab._self_play import SelfPlay
from kibitz.lab import Finding, Report, Step
from kibitz.learn.td_network import add_layer, new_network

PAPER_SAYS = {"kyle": (0.378, 2.86), "diablo": (0.5427, 2.76), "baltar": (0.079, 2.61)}
TABLES = ("ours", "as the paper's")
RACKS = {"slots": 5, "cards": 25}


@dataclass(frozen=True)
class Config:
    games: int = 1_000_000
    parts: int = 20
    trained: int = 476_000
    """Games of the paper's Diablo, with one hidden layer and again with two."""
    chunk: int = 14_000
    first_layer: int = 32
    second_layer: int = 30
    rate: float = 0.1
    divisor: float = 2.8169
    limit: int = 1500


TINY = Config(games=12, parts=2, trained=20, chunk=10, limit=60)
QUICK = Config(games=3000, parts=1, trained=600, chunk=300)
PAPER = Config()


def run(config, seed, checkpoint, folder):
    game = find_game("racko")
    options = game.options(players=3, limit=config.limit, **RACKS)
    margin = 1 / (config.divisor * options.slots)
    shapes = [[PAPER_FEATURES, config.first_layer, 1], [PAPER_FEATURES, config.first_layer, config.second_layer, 1]]
    known = dict(checkpoint) if checkpoint else {"trained": 0, "parts": 0, "weights": new_network(shapes[0], seed)}
    known["weights"] = known["weights"].copy()
    teacher = SelfPlay(game, options, margin=margin, rate=config.rate, span=4 * options.slots, seed=seed)
    total, parts = 2 * config.trained, len(TABLES) * config.parts
    while known["trained"] < total:
        done = known["trained"]
        deep = done >= config.trained
        if done == config.trained:
            known["weights"] = add_layer(known["weights"], shapes[0], config.second_layer, seed)
        games = min(config.chunk, (total if deep else config.trained) - done)
        turns, drawn = teacher.learn(known["weights"], shapes[deep], done, games)
        known["trained"] = done + games
        row = {"trained": done + games, "layers": 1 + deep, "length": turns, "drawn": drawn}
        yield Step([row], {**known, "weights": known["weights"].copy()}, (done + games) / total / 2)
    paper = Player.of(game, options, known["weights"], np.array(shapes[1]), margin, restless=True)
    paper.name = "diablo"
    for part in range(known["parts"], parts):
        table = TABLES[part // config.parts]
        diablo = "diablo:restless=true" if table == TABLES[0] else paper
        players = ["kyle:restless=true", diablo, "baltar:restless=true"]
        games, deals = config.games // config.parts, seed * 1000 + part % config.parts
        found = tournament("racko", players, games=games, seed=deals, **RACKS)
        rows = [
            {"table": table, "player": s.player.partition(":")[0], "share": s.win_share, "turns": s.decisions / 2,
             "to_win": s.decisions_to_win / 2, "games": found.games}
            for s in found.standings
        ]  # fmt: skip
        known["parts"] = part + 1
        yield Step(rows, dict(known), 1.0 if part + 1 == parts else 0.5 + (part + 1) / parts / 2)


def report(rows, config):
    findings = []
    for table in TABLES:
        for player, (share, moves) in PAPER_SAYS.items():
            own = [row for row in rows if row.get("table") == table and row["player"] == player]
            games = sum(row["games"] for row in own)
            mean = {key: sum(row[key] * row["games"] for row in own) / games for key in ("share", "turns")}
            # Rounds of one deal hang together, parts of the tournament do not: the interval is over those.
            low, high = interval(np.array([row["share"] for row in own])) if len(own) > 1 else (None, None)
            what = f"Diablo {table}, {player}:"
            findings.append(Finding(f"{what} share of rounds won", mean["share"], low, high, share))
            findings.append(Finding(f"{what} turns a round, won or lost", mean["turns"], paper=moves))
            won = [(row["to_win"], row["share"] * row["games"]) for row in own if row["share"] > 0]
            if won:
                turns = sum(turns * rounds for turns, rounds in won) / sum(rounds for _, rounds in won)
                findings.append(Finding(f"{what} own turns in the rounds it won", turns))
    shares = {f.what: f.ours for f in findings if "share" in f.what}
    summary = " ".join(
        f"With Diablo {table}: "
        + ", ".join(f"{player} {shares[f'Diablo {table}, {player}: share of rounds won']:.1%}" for player in PAPER_SAYS)
        + "."
        for table in TABLES
    )
    summary += (
        " Every deal is played in all six seatings. All three sit in every round, so turns a round say little about a "
        "player's speed; own turns in the rounds it won say more."
    )
    return Report(findings, summary)
