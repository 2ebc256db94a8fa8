"""Baltar: how much his models differ, what he should look at, and whether a vote helps.

Paper, section 4.1: models of 64 + 64 states won from 2% to 80% of their games against random, so a model
was kept only if it won 70% of 2,000; training against Kyle gave 20%; finer states (sixths of the range,
quarters of probability) stayed below 50%, a state for every rack ran out of memory; and a vote of kept models, weighted
by their win rates, won 75% against a single one. Racks of five, 20 cards.

Stated and followed: states, actions, values from 0, the least-tried action, the kept models. Silent, and read as the
authors' program has it: rate 1/visits, discount 0.25, nothing learned while the next value is 0, draws and plays
learned apart, the first of equal moves, 20 kept models. How long a model learns is silent too: as it was meant, until
every state had a thousand visits (here 20,000 games); as it was coded, which stops after 50 decisions, so after a game
or two; and for twenty games. Ours learns 2,000 games or more with discount 0.9; its models with one sign per card and
the best with sixths are shipped.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.agent import CompiledAgent, build
from kibitz.arena.match import match
from kibitz.game import game as find_game
from kibitz.games.racko import signs
from kibitz.games.racko.agents.baltar import ACTIONS, FILE, FINEST, Models, folded
from kibitz.games.racko.restless import is_restless
from kibitz.games.racko.rules import MOVES, TAKE
from kibitz.kernel import any_best, draw, kernel, record
from kibitz.lab import (
    PERCENT,
    Finding,
    Lab,
    Report,
    Row,
    Steps,
    column,
    figures,
    of_match,
    of_mean,
    side_by_side,
    where,
)
from kibitz.learn.q_table import QTable, Rule

PAPERS = Rule(discount=0.25, chains=2, skips_zeros=True)
OURS = Rule()


@dataclass(frozen=True)
class Recipe:
    """One way to make a model."""

    metric: str = "likelier"
    opponent: str = "random"
    rule: Rule = PAPERS
    length: str = "coded"
    """A name in `Config.lengths`."""


RECIPES = {
    "as coded, one sign": Recipe(),
    "as coded, one sign, trained against kyle": Recipe(opponent="kyle"),
    "as coded, sixths": Recipe("sixths"),
    "as coded, quarters": Recipe("quarters"),
    "twenty games, one sign": Recipe(length="twenty"),
    "twenty games, one sign, trained against kyle": Recipe(opponent="kyle", length="twenty"),
    "twenty games, sixths": Recipe("sixths", length="twenty"),
    "twenty games, quarters": Recipe("quarters", length="twenty"),
    "as meant, one sign": Recipe(length="meant"),
    "as meant, one sign, trained against kyle": Recipe(opponent="kyle", length="meant"),
    "as meant, sixths": Recipe("sixths", length="meant"),
    "as meant, quarters": Recipe("quarters", length="meant"),
    "as meant, whole rack": Recipe("rack", length="whole rack"),
    "ours, one sign": Recipe(rule=OURS, length="ours"),
    "ours, one sign, trained against kyle": Recipe(opponent="kyle", rule=OURS, length="ours"),
    "ours, sixths": Recipe("sixths", rule=OURS, length="long"),
    "ours, quarters": Recipe("quarters", rule=OURS, length="long"),
    "ours, whole rack": Recipe("rack", rule=OURS, length="whole rack"),
}
PAPER_SAYS = {
    "one sign": "2% to 80%",
    "one sign, trained against kyle": "20%",
    "sixths": "below 50%",
    "quarters": "below 50%",
    "whole rack": "out of memory",
}
VOTERS, SIGNS, FINE = "twenty games, one sign", "ours, one sign", f"ours, {FINEST}"
"""Whose vote is the paper's, and whose models are shipped."""


@dataclass(frozen=True)
class Config:
    models: int = 40
    """Trained of each kind that is soon trained."""
    long_models: int = 8
    """Of each other; one that knows whole racks."""
    decisions: int = 50
    """As coded: a model is ready after the game in which it has taken so many."""
    meant_games: int = 20_000
    own_games: int = 2_000
    long_games: int = 200_000
    rack_games: int = 3_000_000
    judged_on: int = 1000
    """Pairs against random, and against Kyle."""
    kept_from: float = 0.7
    kept: int = 20
    """Models that vote."""
    tried: int = 400
    """Models trained to find these, at most."""
    again: int = 10
    """How often one model is judged on other deals."""
    pairs: int = 10_000
    """Of the vote against single models."""
    slots: int = 5

    def games(self, recipe: Recipe) -> int:
        lengths = {"twenty": 20, "meant": self.meant_games, "ours": self.own_games, "long": self.long_games}
        return lengths.get(recipe.length, self.rack_games if recipe.metric == "rack" else 1000)

    def count(self, recipe: Recipe) -> int:
        return (
            1
            if recipe.metric == "rack"
            else self.models
            if recipe.length in ("coded", "twenty", "ours")
            else self.long_models
        )


TINY = Config(
    models=2, long_models=1, meant_games=20, own_games=30, long_games=30, rack_games=10, judged_on=3, kept_from=0.0,
    kept=2, tried=2, again=2, pairs=3, slots=3,
)  # fmt: skip
QUICK = Config(
    models=3, long_models=2, meant_games=500, own_games=500, long_games=500, rack_games=500, judged_on=100,
    kept_from=0.3, kept=3, tried=6, again=3, pairs=200, slots=4,
)  # fmt: skip
PAPER = Config()


def run(config: Config, lab: Lab) -> Steps:
    game, slots = lab.game, config.slots
    options = game.options(slots=slots)
    kept = lab.keep(voters=no_models(slots), voted=np.zeros(0), models=no_models(slots), shares=np.zeros(0))

    def judge(player: CompiledAgent, opponent: str, *part: int | str) -> Row:
        other = opponent if opponent == "random" else f"{opponent}:restless=true"
        deals = lab.derived("judged", *part)
        return of_match(
            match("racko", player, other, pairs=config.judged_on, seed=deals, slots=slots), against=opponent
        )

    def train(name: str) -> list[Row]:
        recipe = RECIPES[name]
        numbers = range(config.count(recipe))
        found = side_by_side(lambda number: trained(config, options, recipe, lab.derived(name, number)), numbers)
        players = [as_player(options, recipe, model) for model in found]
        rows = [
            {"recipe": name, "number": number, **judge(player, opponent)}
            for opponent in ("random", "kyle")
            for number, player in enumerate(players)
        ]
        if name == SIGNS:
            keep(found, column(where(rows, against="random"), "win_rate"))
        if name == FINE:
            best = int(np.argmax(column(where(rows, against="kyle"), "win_rate")))
            lab.save(FILE, {"table": folded(found[best], slots)}, part=f"{slots}.fine")
        return rows

    def keep(models: list[np.ndarray], won: np.ndarray) -> None:
        """Those that win enough against random, the best first."""
        order = [n for n in np.argsort(won)[::-1] if won[n] >= config.kept_from]
        kept["models"], kept["shares"] = np.array([models[n] for n in order]), won[order]
        if order:
            lab.save(FILE, {"models": kept["models"].astype("f4"), "shares": kept["shares"]}, part=str(slots))

    def gather() -> list[Row]:
        """Models of twenty games, until enough of them win enough."""
        tried = 0
        while len(kept["voted"]) < config.kept and tried < config.tried:
            model = trained(config, options, RECIPES[VOTERS], lab.derived("voter", tried))
            won = judge(as_player(options, RECIPES[VOTERS], model), "random")["win_rate"]
            tried += 1
            if won >= config.kept_from:
                kept["voters"] = np.concatenate([kept["voters"], model[None]])
                kept["voted"] = np.append(kept["voted"], won)
        return [{"tried": tried, "found": len(kept["voted"])}]

    def repeat() -> list[Row]:
        """One model on other deals, again and again."""
        if not len(kept["voters"]):
            return []
        player = as_player(options, RECIPES[VOTERS], kept["voters"][0])
        return [{"again": n, **judge(player, "random", n)} for n in range(config.again)]

    def vote(whose: str, models: np.ndarray, shares: np.ndarray) -> list[Row]:
        if len(models) < 2:
            return []
        order = np.argsort(shares)[::-1]
        models, shares = models[order], shares[order]
        first = whose == VOTERS
        together = Models(game, options, models, shares, restless=True, first=first)
        rows = []
        for name, which in (("the best", 0), ("a middling one", len(models) // 2), ("the last kept", len(models) - 1)):
            one = models[which : which + 1], shares[which : which + 1]
            other = Models(game, options, *one, restless=True, first=first)
            found = match("racko", together, other, pairs=config.pairs, seed=lab.derived("vote"), slots=slots)
            rows.append(of_match(found, voters=whose, voted_against=name, kept=len(models)))
        return rows

    jobs: list[Any] = [(train, name) for name in RECIPES]
    jobs += [(gather,), (repeat,)]
    jobs.append((lambda: vote(VOTERS, kept["voters"], kept["voted"]),))
    jobs.append((lambda: vote(SIGNS, kept["models"], kept["shares"]),))
    return lab.in_turn(jobs)


def trained(config: Config, options: Any, recipe: Recipe, stream: int) -> np.ndarray:
    """One new model."""
    game = find_game("racko")
    rival = build(game, options, recipe.opponent)
    assert isinstance(rival, CompiledAgent)
    states, of_rack = signs.states(recipe.metric, options.slots, options.cards), recipe.metric == "rack"
    state_of, actions = getattr(signs, recipe.metric), options.slots + 1 if of_rack else ACTIONS
    more = {"action_of": place_of, "kind": "f4"} if of_rack else {}
    table = QTable(game, options, state_of, rival, states, actions, **more)
    decisions = config.decisions if recipe.length == "coded" else 0
    table.learn(0, config.games(recipe), stream, recipe.rule, decisions)
    return table.values


def no_models(slots: int) -> np.ndarray:
    return np.zeros((0, signs.states("likelier", slots), ACTIONS))


def as_player(options: Any, recipe: Recipe, model: np.ndarray) -> CompiledAgent:
    if recipe.metric == "rack":
        return WholeRack(options, model)
    first = recipe.rule == PAPERS
    return Models(find_game("racko"), options, model[None], np.ones(1), recipe.metric, restless=True, first=first)


@kernel
def place_of(move):
    """Moves numbered from 0 in either phase, so that a table of whole racks has no room to spare."""
    return move - TAKE if move >= TAKE else move


@kernel
def decide_by_rack(v, moves, count, memory, params):
    if is_restless(v):
        return moves[draw(v, count)]
    row = signs.rack(v) * (v.slots + 1)
    for m in range(count):
        memory.scratch_values[m] = params.table[row + place_of(moves[m])]
    return moves[any_best(v, memory.scratch_values, count)]


class WholeRack(CompiledAgent):
    """Plays by a table with a state for every rack and card."""

    decide = decide_by_rack
    memory = record([("scratch_values", "f8", (MOVES,))])

    def __init__(self, options: Any, model: np.ndarray) -> None:
        super().__init__(find_game("racko"), options)
        self.params = np.ascontiguousarray(model, "f4").reshape(-1).view(record([("table", "f4", (model.size,))]))


def report(rows: list[Row], config: Config) -> Report:
    findings: list[Finding] = []
    medians: dict[str, list[str]] = {}
    title = "Models of Baltar, by what they look at and how long they learned"
    figure, axes = figures.chart(title, "", "win rate against random", percent=True, size=(9, 5))
    lengths = dict.fromkeys(name.partition(", ")[0] for name in RECIPES)
    colours = dict(zip(lengths, figures.COLOURS))
    for k, name in enumerate(RECIPES):
        own = where(rows, recipe=name, against="random")
        won = np.sort(column(own, "win_rate"))
        length, _, looks_at = name.partition(", ")
        said = PAPER_SAYS[looks_at]
        if len(won) > 1:
            findings.append(
                Finding(f"{name}: the lowest of {len(won)} models, against random", float(won[0]), unit=PERCENT)
            )
            findings.append(
                Finding(f"{name}: the highest of {len(won)} models, against random", float(won[-1]), unit=PERCENT)
            )
        findings.append(Finding(f"{name}: the median against random", float(np.median(won)), paper=said, unit=PERCENT))
        kyle = column(where(rows, recipe=name, against="kyle"), "win_rate")
        findings.append(Finding(f"{name}: the best against kyle", float(kyle.max()), unit=PERCENT))
        medians.setdefault(looks_at, []).append(f"{length} {np.median(won):.0%} ({won[0]:.0%} to {won[-1]:.0%})")
        axes.plot(np.full(len(won), k) + np.linspace(-0.2, 0.2, len(won)), won, ".", color=colours[length])
    figures.name_places(axes, list(RECIPES))
    findings.append(
        Finding("states of whole racks, 30 cards: gigabytes of a table", signs.states("rack", 5, 30) * 6 * 8 / 2**30)
    )
    found = where(rows, "tried")[0]
    findings.append(Finding(f"models kept, of {found['tried']} trained", found["found"], rerun=20))
    again = where(rows, "again")
    if len(again) > 1:
        spread = float(column(again, "win_rate").std(ddof=1))
        findings.append(
            Finding(f"one model judged {len(again)} times: standard deviation of its win rate", spread, unit=PERCENT)
        )
        findings.append(
            Finding.of(f"one model judged {len(again)} times: mean", of_mean("win_rate", column(again, "win_rate")))
        )
    votes = []
    for row in where(rows, "voted_against"):
        what = f"{row['voters']}: vote of {row['kept']} kept models against {row['voted_against']}"
        findings.append(Finding.of(what, row, paper=0.75 if row["voters"] == VOTERS else None))
        votes.append(f"{row['win_rate']:.1%} against {row['voted_against']} ({row['voters']})")
    told = " ".join(f"{looks_at.capitalize()}: {', '.join(some)}." for looks_at, some in medians.items())
    summary = (
        f"Won against random, the median and the range over models, by what they look at and how long they learned. "
        f"{told} A vote of the models kept wins {', '.join(votes)}; the paper says 75%."
    )
    return Report(findings, summary, {"models": figure})
