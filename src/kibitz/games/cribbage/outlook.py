"""How good a score is: the chance to win from every (own, other's, dealer or pone), by dynamic programming.

A round is a list of signed gains in their order (plus: dealer, minus: pone), taken from play. The chance
of the dealer at i : j is the mean over such rounds of what they lead to: a win, a loss, or the next deal
with the roles exchanged. Every round scores at least its last card, so one sweep from the end suffices.

From those chances follow the tables that judge a throw (before both hands are counted) and a card in
the play (before the crib is).
"""

from __future__ import annotations

from functools import cache

import numpy as np

from kibitz.errors import BadWeights
from kibitz.game import Game
from kibitz.games.cribbage.agents._player import expected_reply
from kibitz.games.cribbage.rules import STATE
from kibitz.games.cribbage.stats import HANDS, PAIRS, POINTS
from kibitz.kernel import kernel, record
from kibitz.weights import load_tables

GOAL = 121
PEGS = 16
"""More than anyone gains in the play, but for the rarest rounds, which count as this less one."""
EVENTS = 16
"""The most gains of a round, and a zero behind them."""
ALONE = 13
"""In place of a rank: no card lies below in this count."""

OUTLOOK = record(
    [
        # What was seen in play, by role (1: dealer):
        ("kept", "f8", (2, HANDS)),  # how often each four ranks are kept
        ("gain", "f8", (2, HANDS, PEGS)),  # chances of points gained in the play, by the hand kept
        ("give", "f8", (2, HANDS, PEGS)),  # ... and of points given
        ("hand", "f8", (2, POINTS)),  # chances of the hand's count
        ("crib", "f8", (2, PAIRS, POINTS)),  # chances of the crib's count, by the two ranks thrown
        ("throws", "f8", (2, 13, 13)),  # how readily two cards of these ranks are thrown
        ("win", "f8", (GOAL, GOAL)),  # the dealer's chance at own : other's points, before a deal
        # What follows from it, by the role of the player asked:
        ("before_crib", "f4", (2, PAIRS, GOAL + 1, GOAL + 1)),
        ("before_hands", "f4", (2, PAIRS, GOAL + 1, GOAL + 1)),
        # The other's mean best reply: its cards, the count, the rank below the top one (ALONE: none), the top one.
        ("risk", "f4", (5, 32, ALONE + 1, 13)),
    ]
)
SEEN = ("kept", "gain", "give", "hand", "crib", "throws", "win")


@kernel
def solve_wins(events, win):
    """Fill in the dealer's chance to win at every score, from rounds that were seen."""
    for total in range(2 * GOAL - 2, -1, -1):
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
def next_chance(o, role, own, other):
    """The chance to win before the next deal, for one who had a role in the last."""
    if own >= GOAL or other >= GOAL:
        # Both through: the pone's hand came first.
        return 1.0 if own >= GOAL and (other < GOAL or role == 0) else 0.0
    return o.win[own, other] if role == 0 else 1.0 - o.win[other, own]


@kernel
def fill_prospects(o):
    """From the chances before a deal: those before the crib is counted, and before the hands are."""
    for role in range(2):
        for pair in range(PAIRS):
            for own in range(GOAL + 1):
                for other in range(GOAL + 1):
                    chance = 0.0
                    if own == GOAL or other == GOAL:
                        chance = next_chance(o, role, own, other)
                    else:
                        for points in range(POINTS):
                            p = o.crib[role, pair, points]
                            if p > 0:
                                mine = min(own + points * role, GOAL)
                                theirs = min(other + points * (1 - role), GOAL)
                                chance += p * next_chance(o, role, mine, theirs)
                    o.before_crib[role, pair, own, other] = chance
            for own in range(GOAL + 1):
                for other in range(GOAL + 1):
                    chance = 0.0
                    for points in range(POINTS):
                        p = o.hand[1 - role, points]
                        if p > 0:
                            chance += p * o.before_crib[role, pair, own, min(other + points, GOAL)]
                    o.before_hands[role, pair, own, other] = chance


@kernel
def fill_risk(o, v):
    """The mean best reply to a card that lies on another, or alone, at a count, against any cards."""
    any_cards = 0
    for rank in range(13):
        any_cards += 4 << 4 * rank
    v.played = 2
    for below in range(ALONE + 1):
        v.start = 1 if below == ALONE else 0
        for rank in range(13):
            v.pile[0], v.pile[1] = below, rank
            for total in range(1, 31):
                for cards in range(1, 5):
                    o.risk[cards, total, below, rank] = expected_reply(v, any_cards, total, cards, 0)


# --- from what was seen to chances ----------------------------------------------------------------

SIGHTINGS = record(
    [
        ("kept", "i8", (2, HANDS)),
        ("gain", "i8", (2, HANDS, PEGS)),
        ("give", "i8", (2, HANDS, PEGS)),
        ("hand", "i8", (2, POINTS)),
        ("crib", "i8", (2, PAIRS, POINTS)),
        ("cribs", "i8", (POINTS,)),  # of throws that both chose
    ]
)


def from_sightings(seen: np.record, events: np.ndarray) -> np.record:
    """The outlook that follows from rounds seen."""
    o = np.zeros(1, OUTLOOK)[0]
    o["kept"] = _chances(seen["kept"].astype(float), 0.5)
    # A hand kept too rarely to know is taken to peg like all hands of its role.
    for name in ("gain", "give"):
        usual = seen[name].sum(axis=1, keepdims=True) / seen[name].sum(axis=(1, 2), keepdims=True)
        o[name] = _chances(seen[name] + 25 * usual, 0)
    o["hand"] = _chances(seen["hand"].astype(float), 0)
    usual = seen["crib"].sum(axis=1, keepdims=True) / seen["crib"].sum(axis=(1, 2), keepdims=True)
    o["crib"] = _chances(seen["crib"] + 10 * usual, 0)
    thrown = seen["crib"].sum(axis=2) + 1.0
    copies = np.where(np.equal(*np.indices((13, 13))), 6.0, 16.0)
    a, b = np.indices((13, 13))
    index = np.maximum(a, b) * (np.maximum(a, b) + 1) // 2 + np.minimum(a, b)
    o["throws"] = thrown[:, index] / copies
    solve_wins(events, o["win"])
    return completed(o)


def completed(o: np.record) -> np.record:
    """With the tables that follow from the others."""
    fill_prospects(o)
    fill_risk(o, np.zeros(1, STATE)[0])
    return o


@cache
def load(game: Game, name: str) -> np.record:
    """An outlook from a weights file."""
    tables = load_tables(game, name)
    o = np.zeros(1, OUTLOOK)[0]
    for table in SEEN:
        if table not in tables or tables[table].shape != o[table].shape:
            raise BadWeights(f"{name} holds no outlook on cribbage")
        o[table] = tables[table]
    return completed(o)


def _chances(counts: np.ndarray, more: float) -> np.ndarray:
    counts = counts + more
    return counts / counts.sum(axis=-1, keepdims=True)
