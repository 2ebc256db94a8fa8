"""The chance to win from every score, by dynamic programming over rounds of strong play.

A round is the list of all points gained in it, in their order: the dealer's positive, the pone's negative.
The dealer's chance at a score is the mean over many such rounds of what they lead to: a win, a loss, or the
next deal with the roles exchanged. Somebody scores in every round, so one sweep from the highest scores to
the lowest fills the table.

From these chances follow two more tables: the chance before both hands are counted, which judges a throw,
and the chance before the crib is counted, which judges a card in the play.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import numpy as np

from kibitz.errors import BadWeights
from kibitz.game import Game
from kibitz.games.cribbage.pegging import expected_reply
from kibitz.games.cribbage.rules import STATE
from kibitz.games.cribbage.stats import FULL_PACK, HANDS, PAIRS, POINTS
from kibitz.kernel import kernel, record
from kibitz.weights import load_tables

GOAL = 121
PEGS = 16
"""Points of one player in one play are told apart from 0 to 15; the few plays that bring more count as 15."""
EVENTS = 16
"""Room for all gains of a round, in their order, and a zero behind the last."""
ALONE = 13
"""In place of a rank: the card lies alone, the first of its count."""

CHANCES = record(
    [
        # What was learned from play; the first place is the role, 0 for the pone and 1 for the dealer.
        ("kept", "f8", (2, HANDS)),  # how often each four ranks are kept
        ("gain", "f8", (2, HANDS, PEGS)),  # by the hand kept: the chance of each number of points in the play
        ("give", "f8", (2, HANDS, PEGS)),  # ... and of each number of points that the other gets
        ("hand", "f8", (2, POINTS)),  # the chance of each count of the hand
        ("crib", "f8", (2, PAIRS, POINTS)),  # by the two ranks thrown: the chance of each count of the crib
        ("throws", "f8", (2, 13, 13)),  # how readily two cards of these ranks are thrown
        ("win", "f8", (GOAL, GOAL)),  # the dealer's chance to win before a deal, by dealer's and pone's points
        # What follows from it: the chance to win of a player of a role, by the two ranks that this player
        # threw, its own points and the other's.
        ("before_crib", "f4", (2, PAIRS, GOAL + 1, GOAL + 1)),
        ("before_hands", "f4", (2, PAIRS, GOAL + 1, GOAL + 1)),
        # The points of the other's best reply, on average: by how many cards the other has, the count, the
        # rank of the card below the last one (ALONE: there is none), and the rank of the last one.
        ("risk", "f4", (5, 32, ALONE + 1, 13)),
    ]
)
LEARNED = ("kept", "gain", "give", "hand", "crib", "throws", "win")
"""What a weights file holds; the rest is computed when it is loaded."""


@kernel
def solve_wins(events, win):
    """Fill in the dealer's chance to win at every score, from the gains of rounds that were seen."""
    for total in range(2 * GOAL - 2, -1, -1):  # of both players' points: every round leads to a higher one
        for i in range(max(0, total - GOAL + 1), min(total, GOAL - 1) + 1):
            j = total - i
            chance = 0.0
            for n in range(len(events)):
                dealer, pone, k = i, j, 0
                while events[n, k] != 0 and dealer < GOAL and pone < GOAL:
                    points = events[n, k]
                    if points > 0:
                        dealer += points
                    else:
                        pone -= points
                    k += 1
                if dealer >= GOAL:
                    chance += 1.0
                elif pone < GOAL:
                    chance += 1.0 - win[pone, dealer]
            win[i, j] = chance / len(events)


@kernel
def next_chance(known, role, own, other):
    """The chance to win once the crib is counted, for the player who had a role in this round."""
    if own >= GOAL or other >= GOAL:
        # Where both are through, the pone won: its hand is counted first.
        return 1.0 if own >= GOAL and (other < GOAL or role == 0) else 0.0
    return known.win[own, other] if role == 0 else 1.0 - known.win[other, own]


@kernel
def fill_prospects(known):
    """From the chances before a deal follow those before the crib is counted, and those before both hands are.

    The player's own hand is added by whoever asks; only the other's is averaged over here.
    """
    for role in range(2):
        for pair in range(PAIRS):
            for own in range(GOAL + 1):
                for other in range(GOAL + 1):
                    chance = 0.0
                    if own == GOAL or other == GOAL:
                        chance = next_chance(known, role, own, other)
                    else:
                        for points in range(POINTS):
                            p = known.crib[role, pair, points]
                            if p > 0:
                                mine = min(own + points * role, GOAL)
                                theirs = min(other + points * (1 - role), GOAL)
                                chance += p * next_chance(known, role, mine, theirs)
                    known.before_crib[role, pair, own, other] = chance
            for own in range(GOAL + 1):
                for other in range(GOAL + 1):
                    chance = 0.0
                    for points in range(POINTS):
                        p = known.hand[1 - role, points]
                        if p > 0:
                            chance += p * known.before_crib[role, pair, own, min(other + points, GOAL)]
                    known.before_hands[role, pair, own, other] = chance


@kernel
def fill_risk(known, v):
    """The mean of the best reply to the last card of a count, from cards that could be any; `v` is for working."""
    v.played = 2
    for below in range(ALONE + 1):
        v.start = 1 if below == ALONE else 0
        for rank in range(13):
            v.pile[0], v.pile[1] = below, rank
            for total in range(1, 31):
                for cards in range(1, 5):
                    known.risk[cards, total, below, rank] = expected_reply(v, FULL_PACK, total, cards, 0)


# --- from what was seen to chances ----------------------------------------------------------------

TALLY = record(
    [
        ("kept", "i8", (2, HANDS)),
        ("gain", "i8", (2, HANDS, PEGS)),
        ("give", "i8", (2, HANDS, PEGS)),
        ("hand", "i8", (2, POINTS)),
        ("crib", "i8", (2, PAIRS, POINTS)),
        ("cribs", "i8", (POINTS,)),  # only cribs for which neither threw at random
    ]
)
"""How often each thing was seen that `CHANCES` has a chance of."""


def from_tally(seen: np.record, events: np.ndarray) -> np.record:
    """The chances that follow from rounds seen."""
    known = np.zeros(1, CHANCES)[0]
    known["kept"] = _chances(seen["kept"].astype(float), 0.5)
    # A hand kept too rarely to know is taken to peg like all hands of its role.
    for name in ("gain", "give"):
        usual = seen[name].sum(axis=1, keepdims=True) / seen[name].sum(axis=(1, 2), keepdims=True)
        known[name] = _chances(seen[name] + 25 * usual, 0)
    known["hand"] = _chances(seen["hand"].astype(float), 0)
    usual = seen["crib"].sum(axis=1, keepdims=True) / seen["crib"].sum(axis=(1, 2), keepdims=True)
    known["crib"] = _chances(seen["crib"] + 10 * usual, 0)
    thrown = seen["crib"].sum(axis=2) + 1.0
    copies = np.where(np.equal(*np.indices((13, 13))), 6.0, 16.0)
    a, b = np.indices((13, 13))
    index = np.maximum(a, b) * (np.maximum(a, b) + 1) // 2 + np.minimum(a, b)
    known["throws"] = thrown[:, index] / copies
    solve_wins(events, known["win"])
    return completed(known)


def from_tables(tables: Mapping[str, np.ndarray], source: str) -> np.record:
    """The chances that a file or a checkpoint holds."""
    known = np.zeros(1, CHANCES)[0]
    for name in LEARNED:
        if name not in tables or tables[name].shape != known[name].shape or not np.isfinite(tables[name]).all():
            raise BadWeights(f"{source} holds no chances to win at cribbage: its table {name!r} is missing or damaged")
        known[name] = tables[name]
    return completed(known)


def completed(known: np.record) -> np.record:
    """The same chances, with the tables filled in that follow from what was learned."""
    fill_prospects(known)
    fill_risk(known, np.zeros(1, STATE)[0])
    return known


@cache
def load(game: Game, name: str) -> np.record:
    """Chances from a weights file."""
    needs = {table: ("f", *CHANCES[table].shape) for table in LEARNED}
    return from_tables(load_tables(game, name, needs=needs), name)


def _chances(counts: np.ndarray, more: float) -> np.ndarray:
    counts = counts + more
    return counts / counts.sum(axis=-1, keepdims=True)
