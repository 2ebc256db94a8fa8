"""State values instead of a policy: the player that maximises its chance to win.

The thesis proposes it in section 5.2 and did not build it: know the value of every score, and choose the
cards that lead to the best one. Here the values come from dynamic programming over rounds of play. The
first rounds are watched from Schell's player; the values they give make a player, whose own rounds give
the next values, and so on. Facts to compare with: strong players score 16.2 (dealer) and 10.2 (pone) per
deal, and the first dealer wins 56%.
"""

from dataclasses import dataclass

import numpy as np

from kibitz.agent import CompiledAgent
from kibitz.arena.match import match
from kibitz.games.cribbage.agents import schell
from kibitz.games.cribbage.agents.value import Player
from kibitz.games.cribbage.value import chances
from kibitz.games.cribbage.value.chances import EVENTS, LEARNED, TALLY
from kibitz.games.cribbage.value.watching import watch
from kibitz.lab import PERCENT, Finding, Lab, Report, Row, Steps, estimate, figures, of_match, parts, said, where


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


def run(config: Config, lab: Lab) -> Steps:
    cribbage, options = lab.game, lab.game.options()
    kept = lab.keep(seen=np.zeros(1, TALLY).view(np.int64), courses=np.zeros((0, EVENTS), np.int8))

    def look(pass_: int, first: int, rounds: int) -> list[Row]:
        """Some rounds of the player that knows what the last pass has learned."""
        player: CompiledAgent = schell.Player(cribbage, options)
        if pass_ > 0:
            player = Player(cribbage, options, hands=config.hands)
            player.use(chances.from_tables({name: kept[name] for name in LEARNED}, "the checkpoint"))
        more, events = watch(player, rounds, lab.derived(pass_, first))
        seen = kept["seen"].view(TALLY)[0]
        for name in TALLY.names or ():
            seen[name] += more[name]
        kept["courses"] = np.concatenate([kept["courses"].reshape(-1, EVENTS), events])[: config.courses]
        return []

    def learn(pass_: int) -> list[Row]:
        seen, courses = kept.pop("seen").view(TALLY)[0], kept.pop("courses")
        known = chances.from_tally(seen, courses)
        kept.update({name: known[name].copy() for name in LEARNED})
        kept.update(seen=np.zeros(1, TALLY).view(np.int64), courses=courses[:0])
        return [_describe(pass_, known, seen, courses)]

    def judge() -> list[Row]:
        lab.save("value.safetensors", {name: kept[name].astype(np.float32) for name in LEARNED})
        player = Player(cribbage, options, weights=str(lab.folder / "value.safetensors"))
        result = match("cribbage", player, "schell", pairs=config.pairs, seed=lab.derived("match"))
        margin = estimate("margin", result.points[0] - result.points[1], result.margin)
        return [{**of_match(result, what="match"), **margin}]

    jobs: list[tuple] = []
    for pass_, rounds in enumerate(config.rounds):
        jobs += [*((look, pass_, *part) for part in parts(rounds, config.chunk)), (learn, pass_)]
    return lab.in_turn([*jobs, (judge,)])


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
        Finding.of("points per game more than schell", won, "margin"),
        Finding("chance of the first dealer", last["first_dealer"], paper=0.56, unit=PERCENT),
        Finding("points per deal, dealer", last["dealer"], paper=16.2),
        Finding("in the play, heels included", last["dealer_play"], paper=3.5),
        Finding("in the dealer's hand", last["dealer_hand"], paper=8.0),
        Finding("in the crib", last["dealer_crib"], paper=4.7),
        Finding("points per deal, pone", last["pone"], paper=10.2),
        Finding("in the play", last["pone_play"], paper=2.1),
        Finding("in the pone's hand", last["pone_hand"], paper=8.1),
    ]
    title = "The dealer's chance to win before the deal"
    figure, axes = figures.chart(title, "pone's points", "dealer's points", size=(5.5, 4.6))
    wins = np.reshape(last["wins"], (chances.GOAL, chances.GOAL)) / 1000
    shown = axes.imshow(wins, cmap="RdYlGn", vmin=0, vmax=1)
    axes.contour(wins, levels=[0.1, 0.25, 0.5, 0.75, 0.9], colors="black", linewidths=0.6)
    figures.scale(figure, shown)
    summary = (
        f"The player by state values wins {said(won)} of its games against Schell's player, {won['margin']:+.2f} "
        f"points per game. Equal strong players at the start: the dealer wins {last['first_dealer']:.1%}."
    )
    return Report(findings, summary, {"chances": figure})
