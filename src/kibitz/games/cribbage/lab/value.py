"""State values instead of a policy: the player that maximises its chance to win.

The thesis proposes it in section 5.2 and did not build it: know the value of every score, and choose the
cards that lead to the best one. Here the values come from dynamic programming over rounds of play. The
first rounds are watched from Schell's player; the values they give make a player, whose own rounds give
the next values, and so on. Facts to compare with: strong players score 16.2 (dealer) and 10.2 (pone) a
deal, and the first dealer wins 56%.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.agent import CompiledAgent
from kibitz.arena.match import match
from kibitz.game import game as find_game
from kibitz.games.cribbage.agents import schell
from kibitz.games.cribbage.agents.value import Player
from kibitz.games.cribbage.value import chances
from kibitz.games.cribbage.value.chances import EVENTS, LEARNED, TALLY
from kibitz.games.cribbage.value.watching import watch
from kibitz.lab import Checkpoint, Finding, Report, Row, Step, derived, estimate, figures, of_match, where
from kibitz.weights import label, save_tables


@dataclass(frozen=True)
class Config:
    rounds: tuple[int, ...] = (1_000_000, 300_000, 3_000_000)
    """Rounds watched in each pass; the first pass watches Schell's player."""
    courses: int = 100_000
    """Rounds that the dynamic programming averages over."""
    hands: int = 32
    """Hands the watched player searches over."""
    chunk: int = 50_000
    """Rounds watched between two checkpoints."""
    pairs: int = 20_000
    """Of the match against Schell's player."""


PAPER = Config()
TINY = Config(rounds=(400, 100), courses=50, hands=2, chunk=200, pairs=2)
QUICK = Config(rounds=(3_000, 1_000), courses=200, hands=4, chunk=1_000, pairs=20)


def run(config: Config, seed: int, checkpoint: Checkpoint | None, folder: Path) -> Iterator[Step]:
    cribbage = find_game("cribbage")
    options = cribbage.options()
    seen = np.zeros(1, TALLY)[0]
    courses, known = np.zeros((0, EVENTS), np.int8), None
    pass_, watched = 0, 0
    if checkpoint is not None:
        pass_, watched = int(checkpoint["pass"]), int(checkpoint["watched"])
        seen = np.array(checkpoint["seen"]).view(TALLY)[0]
        courses = np.array(checkpoint["courses"]).reshape(-1, EVENTS)
        if pass_ > 0:
            known = chances.from_tables({name: checkpoint[name] for name in LEARNED}, "the checkpoint")
    total = sum(config.rounds)

    def state() -> Checkpoint:
        kept: dict[str, Any] = {"pass": pass_, "watched": watched, "courses": courses.copy()}
        kept["seen"] = np.array([seen], TALLY).view(np.int64).copy()
        return kept | ({} if known is None else {name: known[name].copy() for name in LEARNED})

    while pass_ < len(config.rounds):
        rounds = min(config.chunk, config.rounds[pass_] - watched)
        watched_player: CompiledAgent = schell.Player(cribbage, options)
        if known is not None:
            watched_player = Player(cribbage, options, hands=config.hands)
            watched_player.use(known)
        more, events = watch(watched_player, rounds, derived(seed, pass_, watched))
        for name in TALLY.names or ():
            seen[name] += more[name]
        courses = np.concatenate([courses, events])[: config.courses]
        watched += rounds
        rows: list[Row] = []
        if watched == config.rounds[pass_]:
            known = chances.from_tally(seen, courses)
            rows.append(_describe(pass_, known, seen, courses))
            pass_, watched = pass_ + 1, 0
            seen, courses = np.zeros(1, TALLY)[0], courses[:0]
        yield Step(rows, state(), 0.9 * (sum(config.rounds[:pass_]) + watched) / total)
    assert known is not None
    file = folder / "value.safetensors"
    tables = {name: known[name].astype(np.float32) for name in LEARNED}
    save_tables(file, tables, label(cribbage, "", "cribbage.value"))
    player = Player(cribbage, options, weights=str(file))
    result = match("cribbage", player, "schell", pairs=config.pairs, seed=derived(seed, "match"))
    margin = estimate("margin", result.points[0] - result.points[1], result.margin)
    yield Step([{**of_match(result, what="match"), **margin}], state(), 1.0)


def _describe(pass_: int, known: np.record, seen: np.record, courses: np.ndarray) -> Row:
    gains = courses.astype(int)
    points = np.arange(chances.POINTS)
    dealer, pone = (np.maximum(sign * gains, 0).sum(axis=1).mean() for sign in (1, -1))
    dealer_hand, pone_hand = known["hand"][1] @ points, known["hand"][0] @ points
    crib = seen["cribs"] @ points / seen["cribs"].sum()
    return {
        "what": "pass",
        "step": pass_ + 1,
        "first_dealer": float(known["win"][0, 0]),
        "dealer": float(dealer),
        "dealer_play": float(dealer - dealer_hand - crib),
        "dealer_hand": float(dealer_hand),
        "dealer_crib": float(crib),
        "pone": float(pone),
        "pone_play": float(pone - pone_hand),
        "pone_hand": float(pone_hand),
        "wins": np.rint(1000 * known["win"]).astype(int).ravel().tolist(),
    }


def report(rows: list[Row], config: Config) -> Report:
    last, (won,) = where(rows, what="pass")[-1], where(rows, what="match")
    findings = [
        Finding.of("win rate of value against schell", won),
        Finding.of("points a game more than schell", won, "margin"),
        Finding("chance of the first dealer", last["first_dealer"], paper=0.56),
        Finding("points a deal, dealer", last["dealer"], paper=16.2),
        Finding("in the play, heels included", last["dealer_play"], paper=3.5),
        Finding("in the dealer's hand", last["dealer_hand"], paper=8.0),
        Finding("in the crib", last["dealer_crib"], paper=4.7),
        Finding("points a deal, pone", last["pone"], paper=10.2),
        Finding("in the play", last["pone_play"], paper=2.1),
        Finding("in the pone's hand", last["pone_hand"], paper=8.1),
    ]
    title = "The dealer's chance to win before the deal"
    figure, axes = figures.chart(title, "pone's points", "dealer's points", size=(5.5, 4.6))
    wins = np.reshape(last["wins"], (chances.GOAL, chances.GOAL)) / 1000
    shown = axes.imshow(wins, cmap="RdYlGn", vmin=0, vmax=1)
    axes.contour(wins, levels=[0.1, 0.25, 0.5, 0.75, 0.9], colors="black", linewidths=0.6)
    figure.colorbar(shown)
    summary = (
        f"The player by state values wins {won['win_rate']:.1%} of its games against Schell's player "
        f"(95%: {won['win_rate_low']:.1%} to {won['win_rate_high']:.1%}), "
        f"{won['margin']:+.2f} points per game. Equal strong players "
        f"at the start: the dealer wins {last['first_dealer']:.1%}."
    )
    return Report(findings, summary, {"chances": figure})
