"""What the thesis says in passing, and its authors before it, measured.

- Martin: the first dealer has an advantage of about five points; never throwing a pair or a fifteen as pone is wrong.
- Section 5.1: greedy play of the cards may open more for the other than it gains.
- Section 5.3: the eight strategies themselves may be ill chosen. None of them wants a rich crib for the dealer.

Each is a match between two players that differ in that alone, with the throws of `schell` (the mean of the hand with
the crib added or taken off) and the play of `greedy` where nothing else is said.
"""

from dataclasses import dataclass

import numpy as np

from kibitz.agent import Agent, build
from kibitz.arena.drive import play
from kibitz.arena.match import duplicates, match
from kibitz.arena.statistics import share_interval
from kibitz.game import game as find_game
from kibitz.games.cribbage.agents import schell
from kibitz.games.cribbage.agents._alike import fill_claims
from kibitz.games.cribbage.counting import rank_of, value
from kibitz.games.cribbage.pegging import fill_worth_at_once
from kibitz.games.cribbage.rules import DISCARDING, PLAYING
from kibitz.games.cribbage.stats import KEEP, KEEPS
from kibitz.kernel import best_of, kernel
from kibitz.lab import Finding, Lab, Report, Row, Steps, estimate, of_match, of_mean, said, where
from kibitz.state import State


@dataclass(frozen=True)
class Config:
    pairs: int = 20_000
    dealt: int = 40_000
    """Games of equals, whose first dealer is watched."""
    throws: int = 4_000
    """Deals in which the pone's throw is looked at."""


PAPER = Config()
TINY = Config(pairs=2, dealt=4, throws=4)
QUICK = Config(pairs=200, dealt=400, throws=100)


@kernel
def throw_well_play_greedily(v, moves, count, memory, params):
    values = memory.scratch_values
    if v.phase == DISCARDING:
        schell.fill_throws(params, memory.scratch_keeps, v, values)
    elif v.phase == PLAYING:
        fill_worth_at_once(v, moves, count, values)
    else:
        fill_claims(v, moves, count, values)
    return moves[best_of(values, count)]


@kernel
def is_good_crib(thrown):
    """A pair or a fifteen."""
    return rank_of(thrown[0]) == rank_of(thrown[1]) or value(thrown[0]) + value(thrown[1]) == 15


@kernel
def never_give_a_pair(v, moves, count, memory, params):
    values = memory.scratch_values
    if v.phase == DISCARDING and v.to_move != v.dealer:
        schell.fill_throws(params, memory.scratch_keeps, v, values)
        for k in range(KEEPS):
            if is_good_crib(memory.scratch_keeps[k].thrown):
                values[k] -= 1000.0
        return moves[best_of(values, count)]
    return throw_well_play_greedily(v, moves, count, memory, params)


class ThrowsWell(schell.Player):
    """Throws as schell, plays as greedy."""

    decide = throw_well_play_greedily


class NeverGives(schell.Player):
    """The same, but as pone it never throws a pair or a fifteen."""

    decide = never_give_a_pair


MATCHES = {
    "one card ahead v greedy in the play, throws alike": ("schell", "throws well"),
    "throwing for the crib too v hand_max_avg, play alike": ("throws well", "hand_max_avg"),
    "free to throw pairs and fifteens as pone v never": ("throws well", "never gives"),
}


def run(config: Config, lab: Lab) -> Steps:
    def meet(what: str) -> list[Row]:
        first, second = (_player(name) for name in MATCHES[what])
        return [of_match(match("cribbage", first, second, pairs=config.pairs, seed=lab.derived(what)), what=what)]

    def dealer() -> list[Row]:
        cribbage = lab.game
        options = cribbage.options(dealer="first")
        both = [build(cribbage, options, "schell") for _ in range(2)]
        scores = play(cribbage, options, both, duplicates(0, config.dealt, lab.derived("dealer"), [(0, 1)])).scores
        return [{"what": "dealer", **of_mean("lead", scores[:, 0] - scores[:, 1])}]

    def throws() -> list[Row]:
        gave = np.array([_gives(lab, n) for n in range(config.throws)], float)
        return [{"what": "throws", **estimate("share", gave.mean(), share_interval(gave))}]

    return lab.in_turn([*((meet, what) for what in MATCHES), (dealer,), (throws,)])


def _player(name: str) -> str | Agent:
    own = {"throws well": ThrowsWell, "never gives": NeverGives}
    cribbage = find_game("cribbage")
    return own[name](cribbage, cribbage.options()) if name in own else name


def _gives(lab: Lab, number: int) -> bool:
    """Whether schell throws a pair or a fifteen as pone, from a fresh deal."""
    options = lab.game.options(dealer="first")
    state = State(lab.game, options, lab.derived("throw", number))
    if state.player != 1:
        state.push(int(state.legal_codes[0]))
    move = build(lab.game, options, "schell").choose(state)
    keeps = np.zeros(KEEPS, KEEP)
    schell.fill_throws(schell.params()[0], keeps, state.view(1), np.zeros(KEEPS))
    chosen = state.legal_codes.tolist().index(move)
    return bool(is_good_crib(keeps[chosen]["thrown"]))


def report(rows: list[Row], config: Config) -> Report:
    met = {row["what"]: row for row in where(rows, "win_rate")}
    (dealer,), (throws,) = where(rows, what="dealer"), where(rows, what="throws")
    findings = [Finding.of(f"{what}: games won", row) for what, row in met.items()]
    findings += [
        Finding.of("lead of the first dealer at the end, schell on both sides", dealer, "lead", paper="about 5"),
        Finding.of("throws of a pair or a fifteen by schell as pone", throws, "share"),
    ]
    told = "; ".join(f"{what} {said(row)}" for what, row in met.items())
    summary = (
        f"Games won: {told}. The first dealer ends {dealer['lead']:.1f} points ahead (95%: {dealer['lead_low']:.1f} to "
        f"{dealer['lead_high']:.1f}); schell throws a pair or a fifteen as pone in {throws['share']:.0%} of deals."
    )
    return Report(findings, summary)
