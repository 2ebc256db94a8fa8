"""When to knock: a classifier of (turn, melds, deadwood), and a player that knocks above a threshold.

The paper's Table 1: trained on 0.5 M turns with threshold 0.7, loss 0.16, accuracy 0.83, win rate 58%
against the simple player; on 1 M turns with 0.8, 0.14, 0.84 and 60%; with 0.9, 62%.

Turns are those in which simple could knock, from games of simple against simple where each chance to
knock is passed by half of the time, so that later turns are seen too. The label is what a knock would
have brought against the cards the other really held. The learned threshold is the best of
a grid on deals of its own. Beside the paper's columns: the accuracy of always saying "it wins".
"""

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from kibitz.arena.match import MatchResult, match
from kibitz.game import game
from kibitz.games.gin.agents.knocker import DEAD, FILE, MELDS, TAKEN, TURNS, Player, situation
from kibitz.games.gin.agents.simple import NOTES, choose, remember
from kibitz.games.gin.melds import deadwood, meld_count
from kibitz.games.gin.rules import KNOCK, STATE, deal, defence, player, step
from kibitz.games.gin.rules import view as look
from kibitz.kernel import draw, kernel, mix
from kibitz.lab import PERCENT, Finding, Lab, Report, Row, Steps, figures, of_match, where
from kibitz.learn.classifier import Classifier, dense

SETTINGS = (("0.5m", 0.7, 0.58, 0.16, 0.83), ("1m", 0.8, 0.60, 0.14, 0.84), ("1m", 0.9, 0.62, 0.14, 0.84))
"""Turns, threshold, and the paper's win rate, loss and accuracy."""
INPUTS = {"paper": "the paper's inputs", "more": "and how many cards the other took"}
"""What the classifier is told: the paper's three numbers, or one more."""


@dataclass(frozen=True)
class Config:
    turns: int = 1_000_000
    epochs: int = 2
    held_out: int = 50_000
    pairs: int = 10_000
    grid: tuple[float, ...] = (0.7, 0.75, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99, 1.0)
    """Thresholds to learn from; 1 is never to knock but with gin."""
    grid_pairs: int = 5_000


TINY = Config(turns=400, epochs=1, held_out=100, pairs=2, grid=(0.8, 0.9), grid_pairs=2)
QUICK = Config(turns=4_000, epochs=1, held_out=1_000, pairs=50, grid=(0.8, 0.9), grid_pairs=20)
PAPER = Config()


def run(config: Config, lab: Lab) -> Steps:
    kept = lab.kept
    facts, labels = turns(config.turns, lab.derived("learned"))
    test_facts, test_labels = turns(config.held_out, lab.derived("judged"))
    kinds = {"0.5m": (config.turns // 2, 3), "1m": (config.turns, 3), "1m-more": (config.turns, 4)}

    def learn(name: str) -> list[Row]:
        some, inputs = kinds[name]
        network = Classifier(partial(dense, inputs, 32, 32, 1), lab.seed, rate=3e-3, batch=2048)

        def batch(chosen: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
            return scaled(facts[chosen, :inputs]), labels[chosen, None], np.ones((len(chosen), 1), np.float32)

        for _ in range(config.epochs):
            network.epoch(some, batch)
        chances = 1 / (1 + np.exp(-network(scaled(test_facts[:, :inputs]))[:, 0]))
        kept[name] = tabulated(network, inputs)
        return [{"what": "classifier", "data": name, **judged(chances, test_labels)}]

    def save(threshold: float) -> None:
        tables = {**{kind: kept[kind] for kind in kinds}, "threshold": np.array([threshold])}
        lab.save(FILE, tables, lab.game.options())

    def played(pairs: int, part: str, **parameters: Any) -> MatchResult:
        """A match of the knocker of this run's own tables against simple."""
        knocker = Player(lab.game, lab.game.options(), weights=str((lab.folder / FILE).resolve()), **parameters)
        return match("gin", knocker, "simple", pairs=pairs, seed=lab.derived(part))

    def attempt(told: str, threshold: float) -> list[Row]:
        """One threshold of the grid, on deals that nothing else uses."""
        save(0.9)
        found = played(config.grid_pairs, "grid", threshold=threshold, inputs=told)
        kept[f"tried {told}"] = [*kept.get(f"tried {told}", []), found.win_rate]
        return [of_match(found, what="grid", inputs=told, threshold=threshold)]

    def play(why: str, told: str, data: str, threshold: float) -> list[Row]:
        tried = {of: dict(zip(config.grid, kept[f"tried {of}"], strict=True)) for of in INPUTS}
        best = {of: max(rates, key=lambda t: rates[t]) for of, rates in tried.items()}
        save(best["paper"])
        if why == "learned":
            threshold = best[told]
        elif why == "best below 1":
            threshold = max((t for t in config.grid if t < 1), key=lambda t: tried[told][t])
        found = played(config.pairs, "matches", threshold=threshold, data=data, inputs=told)
        return [of_match(found, what="match", why=why, data=data, threshold=threshold, inputs=told)]

    jobs: list[Any] = [(learn, name) for name in kinds]
    jobs += [(attempt, told, threshold) for told in INPUTS for threshold in config.grid]
    jobs += [(play, "setting", "paper", data, threshold) for data, threshold, *_ in SETTINGS]
    jobs += [(play, why, told, "1m", 0.0) for told in INPUTS for why in ("learned", "best below 1")]
    jobs += [(play, "the paper's", "more", "1m", 0.9)]
    return lab.in_turn(jobs)


def scaled(facts: np.ndarray) -> np.ndarray:
    return (facts / np.array([20, 3, 10, 3])[: facts.shape[1]]).astype(np.float32)


def tabulated(network: Classifier, inputs: int) -> np.ndarray:
    """The network's answer to every situation."""
    grid = np.stack(np.meshgrid(*map(np.arange, (TURNS, MELDS, DEAD, TAKEN)), indexing="ij"), axis=-1)
    logits = network(scaled(grid.reshape(-1, 4)[:, :inputs]))[:, 0]
    return (1 / (1 + np.exp(-logits))).astype(np.float32).reshape(TURNS, MELDS, DEAD, TAKEN)


def judged(chances: np.ndarray, labels: np.ndarray) -> dict[str, float]:
    p = np.clip(chances, 1e-6, 1 - 1e-6)
    rate = labels.mean()
    return {
        "log_loss": float(-(labels * np.log(p) + (1 - labels) * np.log(1 - p)).mean()),
        "log_loss_of_the_rate": float(-(rate * np.log(rate) + (1 - rate) * np.log(1 - rate))),
        "squared": float(((p - labels) ** 2).mean()),
        "accuracy": float(((p > 0.5) == (labels > 0.5)).mean()),
        "wins": float(labels.mean()),
    }


def turns(count: int, seed: int, hands: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Situations to knock in, and whether the knock would have won; the last fact is what a peek would tell."""
    facts, labels = np.zeros((count, 5), np.int64), np.zeros(count, np.float32)
    options = game("gin").options().encoded()
    collect(options, np.uint64(mix(np.uint64(seed))), np.zeros(2, STATE), np.zeros(2, NOTES), hands, facts, labels)
    return facts, labels


@kernel
def collect(options, seed, states, notes, hands, facts, labels):
    s, v = states[0], states[1]
    n, games = 0, 0
    while n < len(facts):
        deal(s, options, mix(seed + np.uint64(games)))
        chance = mix(seed ^ mix(np.uint64(games)))
        games += 1
        notes[0].hand = notes[1].hand = 0
        while player(s) >= 0 and n < len(facts):
            p = player(s)
            look(s, p, v)
            chance = mix(chance)
            v.rng = chance
            move = choose(v, notes[p])
            remember(v, move, notes[p], v)
            if KNOCK <= move < 2 * KNOCK:
                kept = int(s.hands[p]) ^ (1 << move - KNOCK)
                dead = deadwood(kept)
                if dead > 0:
                    facts[n, 0], facts[n, 1], facts[n, 2], facts[n, 3] = situation(v, kept, dead, hands)
                    facts[n, 4] = min(meld_count(int(s.hands[1 - p])), MELDS - 1)
                    labels[n] = defence(kept, int(s.hands[1 - p])) > dead
                    n += 1
                    if draw(v, 2):
                        move -= KNOCK
            step(s, move)


def report(rows: list[Row], config: Config) -> Report:
    trained = {row["data"]: row for row in where(rows, what="classifier")}
    matches = where(rows, what="match")
    findings = []
    for data, threshold, won, loss, accuracy in SETTINGS:
        name, row = f"turns {data}, threshold {threshold}", trained[data]
        always = f"always 'wins' has {row['wins']:.1%}"
        findings += [
            Finding(f"{name}: loss (squared error)", row["squared"], paper=loss),
            Finding(f"{name}: accuracy", row["accuracy"], paper=accuracy, note=always, unit=PERCENT),
        ]
        (m,) = where(matches, why="setting", data=data, threshold=threshold)
        findings.append(Finding.of(f"{name}: win rate", m, paper=won))
        gain = {key: m[key] - 0.5 for key in ("win_rate", "win_rate_low", "win_rate_high")}
        findings.append(Finding.of(f"{name}: increase of the win rate", gain, paper=won - 0.5))
    for data, row in trained.items():
        note = f"always the rate of wins: {row['log_loss_of_the_rate']:.4f}"
        findings.append(Finding(f"turns {data}: log-loss", row["log_loss"], note=note))
    for m in matches:
        if m["why"] != "setting":
            findings.append(Finding.of(f"threshold {m['threshold']} ({m['why']}), inputs {m['inputs']}: win rate", m))
    figure, axes = figures.chart(
        "When to knock: thresholds on the deals of the grid", "threshold", "win rate against simple", percent=True
    )
    for told, label in INPUTS.items():
        figures.curve(axes, where(rows, what="grid", inputs=told), "threshold", "win_rate", label)
    own = sorted(where(matches, data="1m", inputs="paper"), key=lambda row: row["threshold"])
    figures.curve(axes, own, "threshold", "win_rate", "the paper's inputs, on deals of their own", linestyle="")
    figures.paper(axes, [threshold for _, threshold, *_ in SETTINGS], [won for _, _, won, *_ in SETTINGS])
    figures.level(axes, 0.5)
    (learned,), (used,), (more,) = (
        where(matches, why=why, inputs=told)
        for why, told in (("learned", "paper"), ("best below 1", "paper"), ("best below 1", "more"))
    )
    one = trained["1m"]
    never = " (never to knock but with gin)" * (learned["threshold"] == 1)
    summary = (
        f"The classifier's accuracy is {one['accuracy']:.3f}, where always saying that the knock wins has "
        f"{one['wins']:.3f}; its log-loss is {one['log_loss']:.3f}, against {one['log_loss_of_the_rate']:.3f} for the "
        f"mere rate and {trained['1m-more']['log_loss']:.3f} with more inputs. The best threshold of the grid is "
        f"{learned['threshold']}{never}, with {learned['win_rate']:.1%}; the best use of the classifier itself, at "
        f"{used['threshold']}, wins {used['win_rate']:.1%}, and told what the other took {more['win_rate']:.1%}."
    )
    return Report(findings, summary, {"thresholds": figure})
