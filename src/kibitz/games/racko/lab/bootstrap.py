"""The first learner: from random games to its own best ones, plain and deep.

Paper, section 3, racks of five and 30 cards: two instances that learned apart and played each other took about 1200
moves per game at first, 400 after 28 epochs of 300 games, and 113 after a million games, when one of them won 64%. With
a layer added whenever 100 epochs brought nothing, it won 93% at 117 moves after 1,188 epochs, and 85% at 36 moves
after 4,230. At a table with a TD player, Max and random it won 54%, with 4.09 moves per game.

Stated and followed: inputs and outputs, the first games at random, moves of wins scored by how few turns they took and
those of a nearly complete loser lower, the best-scored of all games so far learned by backpropagation after each
epoch. Silent, and read as the authors' program has it: 20 hidden units to draw and 10 to play, rate 0.01, always the
likeliest move but for a random one every (2 × slots)-th turn, the deep learner against a copy that moves at random.
Two faults of that program are tried as well: its draw network could only answer "take the discard", and it learned
every move that lengthened the longest usable sequence. `ours` is one learner with wider networks that plays itself and
keeps the networks that win most against Kyle: these are shipped. By the paper's recipe three pairs are trained, from
other random weights (`paper`, `paper 2`, `paper 3`); `program` has both faults.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.arena.match import match
from kibitz.arena.tournament import tournament
from kibitz.game import game as find_game
from kibitz.games.racko.agents._draw_and_play import DrawAndPlay, networks
from kibitz.games.racko.lab._lessons import (
    LIKELIEST,
    always_takes,
    as_it_plays,
    as_tables,
    at_random,
    new_networks,
    teach,
    watch,
)  # fmt: skip
from kibitz.games.racko.lab._self_play import SelfPlay, diablo
from kibitz.games.racko.scoring import BARE
from kibitz.lab import (
    PERCENT,
    Finding,
    Lab,
    Report,
    Row,
    Step,
    Steps,
    derived,
    estimate,
    figures,
    of_match,
    side_by_side,
    where,
)  # fmt: skip
from kibitz.learn.imitation import Recorded
from kibitz.learn.td_network import new_network

Lessons = tuple[np.ndarray, ...]
"""Inputs, moves and scores."""
ANOTHER, RANDOM, ITSELF = "another", "random", "itself"


@dataclass(frozen=True)
class Recipe:
    """One way to make this learner."""

    hidden: tuple[int, int] = (20, 10)
    """Units of the network that draws and of the one that plays."""
    rival: str = ANOTHER
    """Another instance that learns too, a copy that moves at random, or itself."""
    deep: bool = False
    """Whether it gets another layer when it does not improve."""
    takes: bool = False
    """Whether it can only take the discard."""
    lengthening: bool = False
    """Whether it learns the moves of its last games that lengthened the longest usable sequence."""
    varies: bool = False
    """Whether it plays moves with the chances its networks give them, or always the likeliest."""


RECIPES = {
    "paper": Recipe(),
    "paper, always takes": Recipe(takes=True),
    "program": Recipe(takes=True, lengthening=True),
    "paper deep": Recipe(rival=RANDOM, deep=True),
    "program deep": Recipe(rival=RANDOM, deep=True, takes=True, lengthening=True),
    "ours": Recipe(hidden=(30, 30), rival=ITSELF, varies=True),
    "ours deep": Recipe(hidden=(30, 30), rival=ITSELF, deep=True, varies=True),
}
KINDS = {"plain": "ours", "deep": "ours deep"}
"""What is shipped, by the names that the player has for it."""


@dataclass(frozen=True)
class Config:
    slots: int = 5
    cards: int = 30
    seeds: int = 3
    """Pairs of instances by the paper's recipe; one of every other."""
    epochs: int = 3333
    first_stop: int = 1188
    """Epochs after which the deep learner is judged for the first time."""
    deep_epochs: int = 4230
    own_epochs: int = 1000
    """Of ours."""
    games: int = 300
    """Per epoch: the paper's million games in 3333 epochs."""
    kept: int = 8_000
    """Best-scored moves to learn from."""
    rate: float = 0.01
    patience: int = 100
    """Epochs without improvement before a deep learner gets another layer."""
    layers: int = 4
    """Hidden ones at most."""
    judged_every: int = 50
    """Epochs of ours."""
    pairs: int = 2000
    tournament: int = 240_000
    td_wins: float = 0.51
    """Of the TD player at the table of four, against random: as much as the paper's first one."""
    limit: int = 1500
    stride: int = 10
    """Epochs between two checkpoints."""

    @property
    def racks(self) -> dict[str, Any]:
        return {"slots": self.slots, "cards": self.cards, "limit": self.limit}

    def length(self, recipe: Recipe) -> int:
        """In epochs."""
        return self.own_epochs if recipe.rival == ITSELF else self.deep_epochs if recipe.deep else self.epochs


TINY = Config(
    seeds=1, epochs=2, first_stop=1, deep_epochs=2, own_epochs=2, games=6, patience=1, judged_every=1, pairs=3,
    tournament=24, limit=40, stride=1,
)  # fmt: skip
QUICK = Config(
    seeds=1, epochs=4, first_stop=2, deep_epochs=4, own_epochs=6, games=20, patience=2, judged_every=2, pairs=20,
    tournament=240, limit=200, stride=1,
)  # fmt: skip
PAPER = Config()


class Learner:
    """One learner and its rival: networks, lessons, and the networks that did best so far."""

    def __init__(self, config: Config, name: str, number: int, seed: int) -> None:
        game = find_game("racko")
        self.config, self.name, self.number, self.recipe = config, name, number, RECIPES[name]
        self.seed, self.epoch = derived(seed, name, number), 0
        self.options = game.options(**config.racks)
        self.players = []
        for k in range(2 if self.recipe.rival == ANOTHER else 1):
            fresh = new_networks("paper", config.slots, self.recipe.hidden, derived(self.seed, "networks", k))
            drawing = always_takes(fresh[0]) if self.recipe.takes else fresh[0]
            power = 1.0 if self.recipe.varies else LIKELIEST
            player = DrawAndPlay(game, self.options, drawing, fresh[1], "paper", power, restless=True)
            self.players.append(player)
        self.pools: list[Lessons] = [() for _ in self.players]
        self.turns, self.won, self.shortest, self.most_won, self.waited = np.nan, np.nan, np.inf, -1.0, 0
        self.best_rate, self.best = -1.0, self.tables()

    @property
    def layers(self) -> int:
        """Hidden ones."""
        return len(self.players[0].playing.layers) - 1

    @property
    def is_done(self) -> bool:
        return self.epoch >= self.config.length(self.recipe)

    def tables(self) -> dict[str, np.ndarray]:
        """Its networks as they are now."""
        return {name: table.copy() for name, table in as_tables(self.players[0]).items()}

    def state(self) -> dict[str, Any]:
        """All that `resume` needs."""
        numbers = ("epoch", "turns", "won", "shortest", "most_won", "waited", "best_rate")
        known: dict[str, Any] = {name: getattr(self, name) for name in numbers}
        known |= {f"best.{name}": table.copy() for name, table in self.best.items()}
        for k, (player, pool) in enumerate(zip(self.players, self.pools, strict=True)):
            known |= {f"{k}.{name}": table.copy() for name, table in as_tables(player).items()}
            known |= {f"{k}.{name}": part for name, part in zip(("inputs", "moves", "scores"), pool, strict=False)}
        return known

    def resume(self, state: dict[str, Any]) -> None:
        for name in ("epoch", "turns", "won", "shortest", "most_won", "waited", "best_rate"):
            setattr(self, name, state[name])
        self.best = {k.removeprefix("best."): table for k, table in state.items() if k.startswith("best.")}
        for k, player in enumerate(self.players):
            own = {name.removeprefix(f"{k}."): part for name, part in state.items() if name.startswith(f"{k}.")}
            player.drawing, player.playing = networks(own)
            self.pools[k] = tuple(own[name] for name in ("inputs", "moves", "scores") if name in own)

    def advance(self) -> list[Row]:
        """The epochs up to the next checkpoint; the first thirty are written down one by one."""
        rows: list[Row] = []
        own = self.recipe.rival == ITSELF
        for _ in range(self.config.stride):
            if self.is_done:
                break
            row = self.learn()
            is_stop = self.recipe.deep and self.epoch == self.config.first_stop
            if self.epoch <= 30 or self.epoch % self.config.stride == 0 or self.is_done or is_stop:
                rows.append(row)
            if self.is_done or is_stop or (own and self.epoch % self.config.judged_every == 0):
                rows += self.judge()
        return rows

    def learn(self) -> Row:
        """An epoch of games, and a lesson from the best moves so far. The first games are random ones."""
        config, recipe, seed = self.config, self.recipe, derived(self.seed, "epoch", self.epoch)
        one = self.players[0]
        pair = {ANOTHER: self.players, ITSELF: [one, one], RANDOM: [one, at_random(one)]}[recipe.rival]
        pair = pair if self.epoch else [at_random(player) for player in pair]
        fresh: list[list[Lessons]] = [[] for _ in self.players]
        ends = []
        for part in watch(pair, config.games, seed, "paper"):
            ends.append(np.concatenate([part.scores, part.decisions], axis=1))
            for k in range(len(self.players)):
                fresh[k].append(lessons(config, part, recipe.lengthening, None if recipe.rival == ITSELF else k))
        for k, player in enumerate(self.players):
            known = [] if recipe.lengthening or not self.pools[k] else [self.pools[k]]
            self.pools[k] = best_of([*known, *fresh[k]], config.kept)
            if len(self.pools[k][0]):
                drawing = not recipe.takes
                teach(player, *self.pools[k], epochs=1, rate=config.rate, seed=derived(seed, k), drawing=drawing)
        self.epoch += 1
        return self.measured(np.concatenate(ends))

    def measured(self, ends: np.ndarray) -> Row:
        """How the epoch went, and a new layer where it is time for one."""
        scores, turns = ends[:, :2], float(ends[:, 2:].mean()) / 2
        won, drawn = float((scores[:, 0] > scores[:, 1]).mean()), float((scores[:, 0] == scores[:, 1]).mean())
        new = np.isnan(self.turns)
        self.turns = turns if new else 0.96 * self.turns + 0.04 * turns
        self.won = won if new else 0.96 * self.won + 0.04 * won
        improves = self.turns < 0.99 * self.shortest or self.won > self.most_won + 0.005
        self.shortest, self.most_won = min(self.shortest, self.turns), max(self.most_won, self.won)
        self.waited = 0 if improves else self.waited + 1
        if self.recipe.deep and self.waited >= self.config.patience and self.layers < self.config.layers:
            player, seed = self.players[0], derived(self.seed, "layer", self.epoch)
            player.playing.deepen(seed)
            if not self.recipe.takes:
                player.drawing.deepen(seed)
            self.waited = 0
        return {
            "recipe": self.name, "number": self.number, "epoch": self.epoch, "turns": turns, "won": won, "drawn": drawn,
            "running turns": self.turns, "running won": self.won, "layers": self.layers,
        }  # fmt: skip

    def judge(self) -> list[Row]:
        """Against random and Kyle; the networks that win most against Kyle are kept, deep ones where it is deep."""
        rows, player, deals = [], as_it_plays(self.players[0]), derived(self.seed, "judged")
        for opponent, spec in (("random", "random"), ("kyle", "kyle:restless=true")):
            found = match("racko", player, spec, pairs=self.config.pairs, seed=deals, **self.config.racks)
            about = {"recipe": self.name, "number": self.number, "judged": self.epoch, "layers": self.layers}
            rows.append(of_match(found, **about, opponent=opponent, length=found.decisions / 4))
        if rows[-1]["win_rate"] > self.best_rate and (self.layers > 1 or not self.recipe.deep):
            self.best_rate = rows[-1]["win_rate"]
            self.best = self.tables()
        return rows


def run(config: Config, lab: Lab) -> Steps:
    learners = [
        Learner(config, name, number, lab.seed)
        for name in RECIPES
        for number in range(config.seeds if name == "paper" else 1)
    ]
    for at, learner in enumerate(learners):
        own = {k.removeprefix(f"{at}:"): part for k, part in lab.kept.items() if k.startswith(f"{at}:")}
        if own:
            learner.resume(own)
    whole = sum(config.length(learner.recipe) for learner in learners)
    while left := [learner for learner in learners if not learner.is_done]:
        rows = [row for found in side_by_side(Learner.advance, left) for row in found]
        state = {f"{at}:{k}": part for at, learner in enumerate(learners) for k, part in learner.state().items()}
        yield Step(rows, state, 0.98 * sum(learner.epoch for learner in learners) / whole)
    ours = {learner.name: learner for learner in learners if learner.recipe.rival == ITSELF}
    for kind, name in KINDS.items():
        lab.save("bootstrap.safetensors", ours[name].best, part=f"{config.slots}.{kind}")
    td, strength = td_player(config, lab.derived("td"))
    seated = [learner for learner in learners if learner.recipe.deep or learner.name == "ours"]
    yield Step([strength, *(four_players(config, learner, td, lab.seed) for learner in seated)], {}, 1.0)


def lessons(config: Config, played: Recorded, lengthening: bool, who: int | None) -> Lessons:
    """Moves worth learning and their scores: of one player, or of both.

    Those that lengthened the longest usable sequence; or those of quick wins, and at half the score those of racks that
    lost nearly complete.
    """
    is_own = np.ones(len(played.moves), bool) if who is None else played.players == who
    if lengthening:
        kept = is_own & (played.inputs[:, -1] > 0)
        return played.inputs[kept, :-1], played.moves[kept], np.ones(kept.sum())
    own = played.scores[played.games, played.players]
    turns = np.maximum(played.decisions[played.games, played.players] / 2, 1)
    won = own >= 5 * config.slots + 25
    near = ~won & (own >= 5 * (config.slots - 1))
    scores = is_own * (won + 0.5 * near) * config.slots / turns
    kept = np.flatnonzero(scores > 0)
    return played.inputs[kept, :-1], played.moves[kept], scores[kept]


def best_of(pools: list[Lessons], count: int) -> Lessons:
    """The best-scored of several sets of lessons."""
    joined = [np.concatenate(parts) for parts in zip(*pools, strict=True)]
    order = np.argsort(-joined[2], kind="stable")[:count]
    return tuple(part[order] for part in joined)


def td_player(config: Config, seed: int) -> tuple[Any, Row]:
    """A TD player that is shown bare cards, trained until it wins as much against random as the paper's did."""
    options = find_game("racko").options(**config.racks)
    sizes = [config.slots, -34, 1]
    weights = new_network(sizes, seed, within=0.05)
    table = SelfPlay(
        options, divisor=2.0, rate=0.1, seed=seed, sight=BARE, restless=True, oldest_first=True, allowed=5000
    )
    pairs, found = max(config.pairs // 4, 1), None
    for epoch in range(200):
        player = diablo(weights, sizes, 2.0, sight=BARE, **config.racks)
        found = match("racko", player, "random", pairs=pairs, seed=seed, **config.racks)
        if found.win_rate - found.draws / found.games / 2 >= config.td_wins or config.games < 100:
            break
        table.learn(weights, sizes, 100 * epoch, 100)
    assert found is not None
    racks: dict[str, Any] = {"slots": config.slots, "cards": config.cards}
    player = diablo(weights, sizes, 2.0, sight=BARE, **racks, players=4)
    player.name = "td"
    return player, of_match(found, td=True)


def four_players(config: Config, learner: Learner, td: Any, seed: int) -> Row:
    """The paper's four-player tournament."""
    racks: dict[str, Any] = {"slots": config.slots, "cards": config.cards}
    playing = learner.players[0]
    if learner.recipe.rival == ITSELF:
        playing = DrawAndPlay(playing.game, learner.options, *networks(learner.best), "paper")
    player = as_it_plays(playing, **racks, players=4)
    player.name = "bootstrap"
    deals = derived(seed, "four")
    others = ["max:restless=true", td, "random"]
    found = tournament("racko", [player, *others], games=config.tournament, seed=deals, **racks)
    own = found["bootstrap"]
    shares = {f"share of {s.player.partition(':')[0]}": s.win_share for s in found.standings}
    about = {"four by": learner.name, "turns there": own.decisions / 2}
    return {**about, **estimate("four", own.win_share, own.interval), **shares}


def report(rows: list[Row], config: Config) -> Report:
    findings: list[Finding] = []
    figure, axes = figures.chart("The first learner: running mean over epochs", "epoch", "turns per game", log="xy")
    words = []
    for name, recipe in RECIPES.items():
        own = where(rows, recipe=name)
        for number in sorted({row["number"] for row in own}):
            course = where(own, "epoch", number=number)
            label_of = f"{name} {number + 1}" if number else name
            figures.curve(axes, course, "epoch", "running turns", label_of, marker="")
        findings += of_recipe(config, name, recipe, own)
        last = [where(own, "epoch", number=number)[-1] for number in sorted({row["number"] for row in own})]
        turns = " and ".join(f"{row['running turns']:.1f}" for row in last)
        kyle = max(where(own, opponent="kyle"), key=lambda row: row["win_rate"])
        words.append(f"{name} {turns} ({last[0]['epoch']:,} epochs) and {kyle['win_rate']:.1%}")
    figures.paper(axes, [1, 28, 3333], [1200, 400, 113], "the paper's numbers", linestyle=":")
    figures.paper(axes, [1188, 4230], [117, 36], "the paper's numbers, deep", linestyle=":", marker="^")
    figures.legend_below(figure)
    strength = where(rows, "td")[0]
    what = f"the TD player at the table of four, against random, {strength['drawn']:.1%} drawn"
    findings.append(Finding.of(what, strength, paper=0.51))
    for row in where(rows, "four"):
        name, is_papers = row["four by"], row["four by"] == "paper deep"
        others = ", ".join(f"{who} {row[f'share of {who}']:.1%}" for who in ("max", "td", "random"))
        what = f"{name}: share at a table with max, a TD player and random"
        said: dict[str, Any] = {"paper": 0.54, "rerun": "log: 54.1% at the end, 40.1% in all"} if is_papers else {}
        findings.append(Finding.of(what, row, "four", **said, note=f"the others: {others}", unit=PERCENT))
        said = {"paper": 4.09, "rerun": "log: 4.09"} if is_papers else {}
        findings.append(Finding(f"{name}: turns per round there", row["turns there"], **said))
    first = where(rows, "epoch", recipe="paper", number=0)[0]["turns"]
    summary = (
        f"Turns per game in the end, and the most won against Kyle: {'; '.join(words)}. Random players, with whom all "
        f"begin, need {first:.0f} turns per game, where the paper has 1,200."
    )
    return Report(findings, summary, {"curve": figure})


def of_recipe(config: Config, name: str, recipe: Recipe, rows: list[Row]) -> list[Finding]:
    """What one recipe came to."""
    said = SAID.get(name, {})
    epochs = where(rows, "epoch", number=0)
    findings = [Finding(f"{name}: turns per game, first epoch", epochs[0]["turns"], **said.get("first", {}))]
    marks = {28, epochs[-1]["epoch"], *([config.first_stop] if recipe.deep else [])}
    for mark in [row for row in epochs if row["epoch"] in marks]:
        after = f"after {mark['epoch']} epochs"
        beside = said.get(mark["epoch"], {})
        of = "" if mark["epoch"] == 28 else "running "  # the log has the epoch itself there
        findings.append(Finding(f"{name}: turns per game {after}", mark[f"{of}turns"], **beside.get("turns", {})))
        if recipe.rival != ITSELF:
            findings.append(
                Finding.of(f"{name}: share won {after}", mark, f"{of}won", unit=PERCENT, **beside.get("won", {}))
            )
    if recipe.rival == ANOTHER:
        ends = [where(rows, "epoch", number=n)[-1]["running won"] for n in sorted({row["number"] for row in rows})]
        luckier = [max(won, 1 - won) for won in ends]
        spread = f"{len(ends)} pairs from {min(luckier):.1%} to {max(luckier):.1%}"
        what = f"{name}: share won by the luckier instance, {spread}"
        median: dict[str, Any] = {"paper": 0.64, "rerun": "log: 64.0% running, 63.4% in all"} if name == "paper" else {}
        findings.append(Finding(f"{what}; the median", float(np.median(luckier)), unit=PERCENT, **median))
        findings.append(Finding.of(f"{name}: share won, first epoch", epochs[0], "won", **said.get("even", {})))
    for row in [row for row in where(rows, "judged", number=0) if row["judged"] == epochs[-1]["epoch"]]:
        what = f"{name}: against {row['opponent']}, {row['drawn']:.1%} drawn, {row['length']:.1f} turns"
        findings.append(Finding.of(what, row))
    best = max(where(rows, opponent="kyle"), key=lambda row: row["win_rate"])
    if recipe.rival == ITSELF:
        deep = [row for row in where(rows, opponent="kyle") if row["layers"] > 1 or not recipe.deep]
        best = max(deep or [best], key=lambda row: row["win_rate"])
        hidden = f"{best['layers']} hidden layer{'s' * (best['layers'] > 1)}"
        findings.append(Finding.of(f"{name}: against kyle as shipped, after {best['judged']} epochs, {hidden}", best))
    return findings


SAID: dict[str, dict[Any, Any]] = {
    "paper": {
        "first": {"paper": 1200, "rerun": "log: 1169.5"},
        "even": {"paper": 0.5, "rerun": "log: 49.5%"},
        28: {"turns": {"paper": 400, "rerun": "log: 410"}, "won": {"rerun": "log: 58%"}},
        3333: {"turns": {"paper": 113, "rerun": "log: 113.8"}},
    },
    "paper deep": {
        1188: {"turns": {"paper": 117, "rerun": "log: 163"}, "won": {"paper": 0.93, "rerun": "log: 93.0%"}},
        4230: {"turns": {"paper": 36, "rerun": "log: 35.9"}, "won": {"paper": 0.85, "rerun": "log: 85.3%"}},
    },
}
"""What paper and logs say of a recipe, by epoch."""
