"""The first learner: from random games to its own best ones, plain and deep.

Paper, section 3, racks of five and 30 cards: games of the learner against itself took about 1200 moves at
first, 113 after a million games, when one copy won 64%; with layers added whenever 100 epochs brought
nothing, one copy won 93% at 117 moves, and 85% at 36 moves when it ran longer. In a tournament with a
TD player, Max and random it won 54%, with 4.09 moves per game.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.agent import build
from kibitz.arena.match import match
from kibitz.arena.tournament import tournament
from kibitz.game import game as find_game
from kibitz.games.racko.agents._draw_and_play import DrawAndPlay, networks
from kibitz.games.racko.lab._lessons import as_it_plays, as_tables, new_networks, teach, watch
from kibitz.lab import Finding, Lab, Report, Row, Step, Steps, column, derived, estimate, figures, of_match, where
from kibitz.learn.imitation import Recorded

KINDS = ("plain", "deep")
PAPER_SAYS = {"plain": ("1200", "113", "64% against its copy"), "deep": (None, "117, later 36", "93%, later 85%")}
"""Moves per game at first and at the end, and what one copy won."""

Lessons = tuple[np.ndarray, ...]
"""Inputs, moves and scores."""


@dataclass(frozen=True)
class Config:
    slots: int = 5
    cards: int = 30
    random_games: int = 1000
    epochs: int = 3333
    deep_epochs: int = 4230
    games: int = 300
    """Per epoch: the paper's million games in 3333 epochs."""
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

    @property
    def racks(self) -> dict[str, Any]:
        return {"slots": self.slots, "cards": self.cards, "limit": self.limit}


TINY = Config(random_games=30, epochs=2, deep_epochs=2, games=6, judged_every=2, pairs=3, tournament=24, limit=60)
QUICK = Config(random_games=60, epochs=2, deep_epochs=2, games=20, judged_every=1, pairs=20, tournament=48, limit=200)
PAPER = Config()


class Learner:
    """One learner, its lessons, and the networks that did best so far."""

    def __init__(self, config: Config, kind: str, seed: int) -> None:
        game = find_game("racko")
        self.config, self.kind, self.seed = config, kind, seed
        self.options = game.options(**config.racks)
        fresh = new_networks("paper", config.slots, config.hidden, derived(seed, "networks"))
        self.player = DrawAndPlay(game, self.options, *fresh, "paper", power=1.0)
        self.pool: Lessons = ()
        self.turns, self.shortest, self.waited, self.best_rate = np.nan, np.inf, 0, -1.0
        self.best = as_tables(self.player)

    def state(self) -> dict[str, Any]:
        kept = dict(zip(("inputs", "moves", "scores"), self.pool, strict=True))
        best = {f"best {name}": table.copy() for name, table in self.best.items()}
        numbers = {"shortest": self.shortest, "waited": self.waited, "best_rate": self.best_rate}
        return {**kept, **best, **numbers, **{k: table.copy() for k, table in as_tables(self.player).items()}}

    def resume(self, state: dict[str, Any]) -> None:
        self.player.drawing, self.player.playing = networks(state)
        self.pool = tuple(state[name] for name in ("inputs", "moves", "scores"))
        self.shortest, self.waited = float(state["shortest"]), int(state["waited"])
        self.best_rate = float(state["best_rate"])
        self.best = {k.removeprefix("best "): table for k, table in state.items() if k.startswith("best ")}

    def learn(self, epoch: int) -> None:
        """Games, the best moves of all games so far, and a lesson from those; the first games are random ones."""
        config, seed = self.config, derived(self.seed, self.kind, epoch)
        if epoch == 0:
            random = build(self.player.game, self.options, "random")
            played = watch(self.options, [random, random], config.random_games, seed, "paper")
            self.pool = lessons(config, played)
        else:
            played = watch(self.options, [self.player, self.player], config.games, seed, "paper")
            self.turns = float(played.decisions.mean()) / 2
            self.pool = best_of(self.pool, lessons(config, played), config.kept)
            is_shorter = self.turns < 0.98 * self.shortest
            self.shortest, self.waited = (self.turns, 0) if is_shorter else (self.shortest, self.waited + 1)
            hidden = len(self.player.drawing.layers) - 1
            if self.kind == "deep" and self.waited >= config.patience and hidden < config.layers:
                self.player.drawing.deepen(seed)
                self.player.playing.deepen(seed)
                self.waited = 0
        inputs, moves, scores = self.pool
        teach(self.player, inputs, moves, scores, epochs=1 if epoch else 3, rate=0.02, seed=seed)

    def judge(self, epoch: int) -> list[Row]:
        """Against random, how it began, and Kyle; the networks that win most against Kyle are kept."""
        game, config = self.player.game, self.config
        untrained = new_networks("paper", config.slots, config.hidden, derived(self.seed, "networks"))
        opponents: dict[str, Any] = {
            "random": "random",
            "itself untrained": DrawAndPlay(game, self.options, *untrained, "paper", 1.0, restless=True),
            "kyle": "kyle:restless=true",
        }
        rows, player, deals = [], as_it_plays(self.player), derived(self.seed, "judged")
        for name, other in opponents.items():
            found = match("racko", player, other, pairs=config.pairs, seed=deals, **config.racks)
            rows.append(of_match(found, kind=self.kind, judged=epoch, opponent=name, length=found.decisions / 4))
        if rows[-1]["win_rate"] > self.best_rate:
            self.best_rate = rows[-1]["win_rate"]
            self.best = {name: table.copy() for name, table in as_tables(self.player).items()}
        return rows

    def four_players(self, which: str) -> Row:
        """The paper's four-player tournament: Diablo is the TD player."""
        config = self.config
        racks: dict[str, Any] = {"slots": config.slots, "cards": config.cards}
        learner = self.player
        if which == "best":
            learner = DrawAndPlay(learner.game, self.options, *networks(self.best), "paper")
        player = as_it_plays(learner, **racks, players=4)
        player.name = "bootstrap"
        others = ["max:restless=true", "diablo:restless=true", "random"]
        deals = derived(self.seed, "four")
        found = tournament("racko", [player, *others], games=config.tournament, seed=deals, **racks)
        own = found["bootstrap"]
        shares = {f"share of {s.player.partition(':')[0]}": s.win_share for s in found.standings}
        about = {"kind": self.kind, "which": which, "turns there": own.decisions / 2}
        return {**about, **estimate("four", own.win_share, own.interval), **shares}


def run(config: Config, lab: Lab) -> Steps:
    epochs = [(kind, n) for kind, last in zip(KINDS, (config.epochs, config.deep_epochs)) for n in range(last + 1)]
    done = int(lab.kept.get("at", 0))
    learner = Learner(config, epochs[done][0], lab.seed)
    if done:
        learner.resume(lab.kept)
    for at in range(done, len(epochs)):
        kind, epoch = epochs[at]
        is_last = at + 1 == len(epochs) or epochs[at + 1][0] != kind
        if epoch == 0:
            learner = Learner(config, kind, lab.seed)
        learner.learn(epoch)
        # A win in one turn scores five times what one in five turns does: how lucky the lessons have become.
        lesson = config.slots / float(learner.pool[2].mean())
        layers = len(learner.player.drawing.layers) - 1
        rows: list[Row] = [{"kind": kind, "epoch": epoch, "turns": learner.turns, "layers": layers, "lesson": lesson}]
        if epoch % config.judged_every == 0 or is_last:
            rows += learner.judge(epoch)
        if is_last:
            lab.save("bootstrap.safetensors", learner.best, part=f"{config.slots}.{kind}")
            rows += [learner.four_players(which) for which in ("last", "best")]
        yield Step(rows, {"at": at + 1, **learner.state()}, (at + 1) / len(epochs))


def lessons(config: Config, played: Recorded) -> Lessons:
    """The moves of quick wins, and at half the score those of racks that lost nearly complete."""
    own = played.scores[played.games, played.seats]
    turns = np.maximum(played.decisions[played.games, played.seats] / 2, 1)
    won = own >= 5 * config.slots + 25
    near = ~won & (own >= 5 * (config.slots - 1))
    scores = (won + 0.5 * near) * config.slots / turns
    kept = np.argsort(-scores, kind="stable")[: config.kept]
    kept = kept[scores[kept] > 0]
    return played.inputs[kept], played.moves[kept], scores[kept]


def best_of(pool: Lessons, more: Lessons, count: int) -> Lessons:
    """The best-scored of two sets of lessons."""
    joined = [np.concatenate(pair) for pair in zip(pool, more, strict=True)]
    order = np.argsort(-joined[2], kind="stable")[:count]
    return tuple(part[order] for part in joined)


def report(rows: list[Row], config: Config) -> Report:
    findings, words = [], []
    figure, axes = figures.chart("The first learner against itself", "epoch", "turns per game", log="y")
    for kind in KINDS:
        first, end_said, won_said = PAPER_SAYS[kind]
        own = where(rows, kind=kind)
        epochs = [row for row in where(own, "epoch") if row["epoch"] > 0]
        figures.curve(axes, epochs, "epoch", "turns", kind, marker="")
        last, lately = epochs[-1], float(column(epochs[-20:], "turns").mean())
        findings += [
            Finding(f"{kind}: turns a game, first epoch", epochs[0]["turns"], paper=first),
            Finding(f"{kind}: turns a game after {last['epoch']} epochs", lately, paper=end_said),
            Finding(f"{kind}: turns of the games it learns from at the end", last["lesson"]),
        ]
        for row in where(own, judged=last["epoch"]):
            paper = {"random": "consistently beats it", "kyle": None}.get(row["opponent"], won_said)
            findings.append(
                Finding.of(f"{kind}: against {row['opponent']} ({row['length']:.1f} turns)", row, paper=paper)
            )
        kyle = where(own, opponent="kyle")
        best = max(kyle, key=lambda row: row["win_rate"])
        findings.append(Finding.of(f"{kind}: against kyle at its best, after {best['judged']} epochs", best))
        for row in where(own, "four"):
            is_papers = (kind, row["which"]) == ("deep", "last")
            what = f"{kind}, {row['which']}: share against max, diablo and random at one table"
            findings.append(Finding.of(what, row, "four", paper="54%" if is_papers else None))
            what = f"{kind}, {row['which']}: turns a round there"
            findings.append(Finding(what, row["turns there"], paper="4.09" if is_papers else None))
        words.append(
            f"The {kind} learner's games last {epochs[0]['turns']:.0f} turns in the first epoch, {lately:.1f} in the "
            f"last, when it learns from games of {last['lesson']:.1f}; against Kyle it wins {best['win_rate']:.1%} at "
            f"its best, after {best['judged']} epochs, {kyle[-1]['win_rate']:.1%} after {last['epoch']}."
        )
    return Report(findings, " ".join(words), {"curve": figure})
