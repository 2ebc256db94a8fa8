"""The first learner: from random games to its own best ones, plain and deep.

Paper, section 3, racks of five and 30 cards: games of the learner against itself took about 1200 moves at
first, 113 after a million games, when one copy won 64%; with layers added whenever 100 epochs brought
nothing, one copy won 93% at 117 moves, and 85% at 36 moves when it ran longer. In a tournament with a
TD player, Max and random it won 54%, with 4.09 moves a game.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.agent import build
from kibitz.arena.match import match
from kibitz.arena.tournament import tournament
from kibitz.game import game as find_game
from kibitz.games.racko.agents._draw_and_play import DrawAndPlay, networks
from kibitz.games.racko.lab._lessons import as_tables, new_networks, teach, watch
from kibitz.lab import Finding, Report, Step
from kibitz.weights import add_tables, label

KINDS = ("plain", "deep")


@dataclass(frozen=True)
class Config:
    slots: int = 5
    cards: int = 30
    random_games: int = 1000
    epochs: int = 3333
    deep_epochs: int = 4230
    games: int = 300
    """An epoch: the paper's million games in 3333 epochs."""
    kept: int = 20_000
    """Best-scored moves to learn from."""
    hidden: int = 30
    patience: int = 100
    """Epochs without improvement before the deep one gets another layer."""
    layers: int = 4
    """Hidden ones at most; the paper stops adding them when the learner wins often enough."""
    judged_every: int = 100
    pairs: int = 1000
    tournament: int = 24_000
    limit: int = 1500


TINY = Config(random_games=30, epochs=2, deep_epochs=2, games=6, judged_every=2, pairs=3, tournament=24, limit=60)
QUICK = Config(random_games=60, epochs=2, deep_epochs=2, games=20, judged_every=1, pairs=20, tournament=48, limit=200)
PAPER = Config()


def run(config, seed, checkpoint, folder):
    game = find_game("racko")
    options = game.options(slots=config.slots, cards=config.cards, limit=config.limit)
    at = int(checkpoint["at"]) if checkpoint else 0
    plain, total = config.epochs + 1, config.epochs + config.deep_epochs + 2
    while at < total:
        kind, epoch = ("plain", at) if at < plain else ("deep", at - plain)
        last = config.epochs if kind == "plain" else config.deep_epochs
        if epoch == 0:
            learner = DrawAndPlay(game, options, *new_networks("paper", config.slots, config.hidden, seed), "paper")
            random = build(game, options, "random")
            pool = lessons(config, watch(game, options, [random, random], config.random_games, seed, "paper"))
            best, waited = np.inf, 0
            turns = np.nan
            kept, kept_rate = {}, -1.0
        elif checkpoint:
            learner = DrawAndPlay(game, options, *networks(checkpoint), "paper")
            pool = tuple(checkpoint[name] for name in ("inputs", "moves", "scores"))
            best, waited = float(checkpoint["best"]), int(checkpoint["waited"])
            kept = {name: checkpoint[name] for name in checkpoint if name.startswith("kept ")}
            kept_rate = float(checkpoint["kept_rate"])
        checkpoint = None
        if epoch:
            learner.power = 1.0
            played = watch(game, options, [learner, learner], config.games, seed * 100_000 + at, "paper")
            turns = float(played.decisions.mean()) / 2
            pool = best_of(pool, lessons(config, played), config.kept)
            best, waited = (turns, 0) if turns < 0.98 * best else (best, waited + 1)
            if kind == "deep" and waited >= config.patience and len(learner.drawing.layers) <= config.layers:
                learner.drawing.deepen(seed + at)
                learner.playing.deepen(seed + at)
                waited = 0
        teach(learner, *pool, epochs=1 if epoch else 3, rate=0.02, seed=seed * 100_000 + at)
        at += 1
        # A win in one turn scores five times what one in five turns does: how lucky the lessons have become.
        rows = [{"kind": kind, "epoch": epoch, "turns": turns, "layers": len(learner.drawing.layers) - 1,
                 "lesson": config.slots / float(pool[2].mean())}]  # fmt: skip
        if epoch % config.judged_every == 0 or epoch == last:
            rows += judge(config, learner, kind, epoch, seed)
            if rows[-1]["win_rate"] > kept_rate:
                kept_rate = rows[-1]["win_rate"]
                kept = {f"kept {name}": table.copy() for name, table in as_tables(learner).items()}
        if epoch == last:
            named = label(game, "", "racko.bootstrap_self_play")
            best_one = {name.removeprefix("kept "): table for name, table in kept.items()}
            part = {f"{config.slots}.{kind}.{name}": table for name, table in best_one.items()}
            add_tables(folder / "bootstrap.safetensors", part, named)
            rows.append(four_players(config, learner, kind, "last", seed))
            learner_at_best = DrawAndPlay(game, options, *networks(best_one), "paper")
            rows.append(four_players(config, learner_at_best, kind, "best", seed))
        pieces = dict(zip(("inputs", "moves", "scores"), pool, strict=True))
        state = {"at": at, "best": best, "waited": waited, "kept_rate": kept_rate}
        yield Step(rows, {**state, **pieces, **as_tables(learner), **kept}, at / total)


def lessons(config, played):
    """The moves of quick wins, and at half the score those of racks that lost nearly complete."""
    own = played.scores[played.games, played.seats]
    turns = np.maximum(played.decisions[played.games, played.seats] / 2, 1)
    won = own >= 5 * config.slots + 25
    near = ~won & (own >= 5 * (config.slots - 1))
    scores = (won + 0.5 * near) * config.slots / turns
    kept = np.argsort(-scores, kind="stable")[: config.kept]
    kept = kept[scores[kept] > 0]
    return played.inputs[kept], played.moves[kept], scores[kept]


def best_of(pool, more, count):
    """The best-scored of two sets of lessons."""
    joined = [np.concatenate(pair) for pair in zip(pool, more, strict=True)]
    order = np.argsort(-joined[2], kind="stable")[:count]
    return tuple(part[order] for part in joined)


def judge(config, learner, kind, epoch, seed):
    """The learner, nearly always with its likeliest move, against random, how it began, and last Kyle."""
    player = DrawAndPlay(learner.game, learner.options, learner.drawing, learner.playing, "paper", restless=True)
    untrained = new_networks("paper", config.slots, config.hidden, seed)
    rows = []
    for opponent, other in (
        ("random", "random"),
        ("itself untrained", DrawAndPlay(learner.game, learner.options, *untrained, "paper", 1.0, restless=True)),
        ("kyle", "kyle:restless=true"),
    ):
        found = match("racko", player, other, pairs=config.pairs, seed=seed + 5, slots=config.slots,
                      cards=config.cards, limit=config.limit)  # fmt: skip
        low, high = found.interval
        rows.append({"kind": kind, "judged": epoch, "opponent": opponent, "win_rate": found.win_rate, "low": low,
                     "high": high, "length": found.decisions / 4})  # fmt: skip
    return rows


def four_players(config, learner, kind, which, seed):
    """The paper's four-player tournament: Diablo is the TD player."""
    options = learner.game.options(slots=config.slots, cards=config.cards, players=4)
    player = DrawAndPlay(learner.game, options, learner.drawing, learner.playing, "paper", restless=True)
    player.name = "bootstrap"
    others = ["max:restless=true", "diablo:restless=true", "random"]
    found = tournament("racko", [player, *others], games=config.tournament, seed=seed + 6, slots=config.slots,
                       cards=config.cards)  # fmt: skip
    own = found["bootstrap"]
    shares = {f"share of {s.player.partition(':')[0]}": s.win_share for s in found.standings}
    return {"kind": kind, "which": which, "four": own.win_share, "low": own.interval[0], "high": own.interval[1],
            "four turns": own.decisions / 2, **shares}  # fmt: skip


def report(rows, config):
    import matplotlib.pyplot as plt

    findings = []
    said = {"plain": ("1200", "113", "64% against its copy"), "deep": (None, "117, later 36", "93%, later 85%")}
    words = []
    figure, axis = plt.subplots(figsize=(6, 3.2))
    for kind in KINDS:
        own = [row for row in rows if row.get("kind") == kind]
        curve = [row for row in own if "turns" in row and row["epoch"] > 0]
        axis.plot([row["epoch"] for row in curve], [row["turns"] for row in curve], label=kind, lw=0.8)
        findings.append(Finding(f"{kind}: turns a game, first epoch", curve[0]["turns"], paper=said[kind][0]))
        end = curve[-1]["epoch"]
        lately = float(np.mean([row["turns"] for row in curve[-20:]]))
        findings.append(Finding(f"{kind}: turns a game after {end} epochs", lately, paper=said[kind][1]))
        findings.append(Finding(f"{kind}: turns of the games it learns from at the end", curve[-1]["lesson"]))
        for row in [row for row in own if row.get("judged") == end]:
            paper = {"random": "consistently beats it", "kyle": None}.get(row["opponent"], said[kind][2])
            what = f"{kind}: against {row['opponent']} ({row['length']:.1f} turns)"
            findings.append(Finding(what, row["win_rate"], row["low"], row["high"], paper))
        best = max((row for row in own if row.get("opponent") == "kyle"), key=lambda row: row["win_rate"])
        what = f"{kind}: against kyle at its best, after {best['judged']} epochs"
        findings.append(Finding(what, best["win_rate"], best["low"], best["high"]))
        last = next(row for row in own if row.get("opponent") == "kyle" and row["judged"] == end)
        words.append(
            f"The {kind} learner's games last {curve[0]['turns']:.0f} turns in the first epoch, {lately:.1f} in the "
            f"last, when it learns from games of {curve[-1]['lesson']:.1f}; against Kyle it wins "
            f"{best['win_rate']:.1%} at its best, after {best['judged']} epochs, {last['win_rate']:.1%} after {end}."
        )
        for row in [row for row in own if "four" in row]:
            paper = ("54%", "4.09") if (kind, row["which"]) == ("deep", "last") else (None, None)
            what = f"{kind}, {row['which']}: share against max, diablo and random at one table"
            findings.append(Finding(what, row["four"], row["low"], row["high"], paper[0]))
            findings.append(Finding(f"{kind}, {row['which']}: turns a round there", row["four turns"], paper=paper[1]))
    axis.set_yscale("log")
    axis.set_xlabel("epoch")
    axis.set_ylabel("turns a game")
    axis.legend()
    summary = " ".join(words)
    return Report(findings, summary, {"curve": figure})
