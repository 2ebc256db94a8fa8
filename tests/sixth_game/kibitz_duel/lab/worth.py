"""What a card is worth: the share of tricks each takes.

Claim (made up, as the game is): among random players a card's worth grows with its number, and
the 12 takes every trick.
"""

from dataclasses import dataclass

import numpy as np

import kibitz
from kibitz.lab import Finding, Lab, Report, Row, Steps, figures, parts


@dataclass(frozen=True)
class Config:
    games: int = 2000
    part: int = 100


TINY = Config(games=40, part=10)
QUICK = Config(games=200, part=20)
PAPER = Config()


def run(config: Config, lab: Lab) -> Steps:
    kept = lab.keep(taken=np.zeros(12), played=np.zeros(12))

    def play(first: int, games: int) -> list[Row]:
        for deal in range(first, first + games):
            _play(kibitz.new("duel", seed=lab.derived(deal)), kept["taken"], kept["played"])
        worth = kept["taken"] / np.maximum(kept["played"], 1)
        if first + games == config.games:
            lab.save("worth.safetensors", {"worth": worth})
        return [{"step": first + games, "highest": worth[-1], "lowest": worth[0]}]

    return lab.in_turn((play, *part) for part in parts(config.games, config.part))


def _play(state: kibitz.State, taken: np.ndarray, played: np.ndarray) -> None:
    chance = np.random.default_rng(state.seed)
    while not state.is_over:
        led, card = int(state.data.led), int(chance.choice(state.legal_codes))
        state.push(card)
        if led:
            taken[max(led, card) - 1] += 1
            played[[led - 1, card - 1]] += 1


def report(rows: list[Row], config: Config) -> Report:
    last, (figure, axes) = rows[-1], figures.chart("What a card takes", "games", "share of tricks", percent=True)
    figures.curve(axes, rows, "step", "highest", "the 12")
    findings = [Finding("the 12 takes", last["highest"], paper=1.0), Finding("the 1 takes", last["lowest"], paper=0.0)]
    return Report(findings, f"The highest card takes {last['highest']:.0%} of its tricks.", {"worth": figure})
