"""Pegging records: what each kept hand gained and gave in the play.

For each four ranks and role: how often they came, how often they gained each number of points, and how
many they gave in all. Records are counts, so those of several trainers simply add up.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from kibitz.game import Game
from kibitz.games.cribbage.counting import rank_of, value
from kibitz.games.cribbage.pegging import gain_of, greedy_card
from kibitz.games.cribbage.rules import PLAYING, STATE, can_lay, lay, position, sort, take
from kibitz.games.cribbage.stats import HANDS, hand_index
from kibitz.kernel import kernel, mix, record
from kibitz.weights import load_tables

FILE = "pegging.safetensors"
MOST = 32
"""More than anyone gains in one play."""

RECORDS = record(
    [
        ("times", "i8", (2, HANDS)),  # by role (1: dealer) and hand
        ("gained", "i8", (2, HANDS, MOST)),  # how often it gained each number of points
        ("given", "i8", (2, HANDS)),  # what the other player gained against it, all together
        ("pegged", "i8", (2,)),  # points of the round in progress, by seat
    ]
)
TABLES = ("times", "gained", "given")


@kernel
def kept_index(s, p):
    """The number of a player's four kept ranks."""
    cards = s.cards[p]
    return hand_index(rank_of(cards[0]), rank_of(cards[1]), rank_of(cards[2]), rank_of(cards[3]))


@kernel
def is_last_card(s, card):
    """Whether nobody can lay another card on this one: it then scores one, unless it makes 31."""
    p = s.to_move
    total = s.total
    s.total = total + value(card)
    own = 1 << position(s, p, card)
    s.laid[p] ^= own
    last = s.total < 31 and not can_lay(s, 0) and not can_lay(s, 1)
    s.laid[p] ^= own
    s.total = total
    return last


@kernel
def note(r, s, card):
    """Take down what a card is about to score; after the round's last card, what both hands gained and gave."""
    r.pegged[s.to_move] += gain_of(s, card) + is_last_card(s, card)
    if s.left[0] + s.left[1] == 1:
        file(r, s)


@kernel
def file(r, s):
    """Add a finished play to the records."""
    for p in range(2):
        role, hand = int(p == s.dealer), kept_index(s, p)
        r.times[role, hand] += 1
        r.gained[role, hand, min(r.pegged[p], MOST - 1)] += 1
        r.given[role, hand] += r.pegged[1 - p]
    r.pegged[0] = r.pegged[1] = 0


@kernel
def average_gain(r, role, hand):
    total = 0
    for points in range(MOST):
        total += points * r.gained[role, hand, points]
    return total / max(r.times[role, hand], 1)


@kernel
def median_gain(r, role, hand):
    seen, points = 0, 0
    while points < MOST - 1:
        seen += r.gained[role, hand, points]
        if 2 * seen >= r.times[role, hand]:
            break
        points += 1
    return float(points)


@kernel
def average_given(r, role, hand):
    return r.given[role, hand] / max(r.times[role, hand], 1)


@kernel
def play_random_hands(r, s, rounds, seed):
    """Deal four cards each again and again and let two greedy players play them: the first records."""
    for n in range(rounds):
        s.rng = mix(seed + np.uint64(n))
        used = 0
        for p in range(2):
            for i in range(4):
                s.cards[p, i] = take(s, used, 0)
                used |= 1 << int(s.cards[p, i])
            sort(s.cards[p], 0, 4)
            s.left[p], s.laid[p], s.above[p], s.points[p] = 4, 0, 0, 0
        s.played = s.start = s.total = 0
        s.dealer, s.to_move, s.phase, s.target = 0, 1, PLAYING, 999
        for _ in range(8):
            card = greedy_card(s)
            note(r, s, card)
            lay(s, card)


# --- records as a whole ----------------------------------------------------------------------------


def empty() -> np.record:
    return np.zeros(1, RECORDS)[0]


def first_records(rounds: int, seed: int) -> np.record:
    """Records of random hands played greedily."""
    r = empty()
    play_random_hands(r, np.zeros(1, STATE)[0], rounds, np.uint64(seed))
    return r


def add(r: np.record, more: np.record) -> None:
    """Put the records of another trainer on top."""
    for name in TABLES:
        r[name] += more[name]


def copy(r: np.record) -> np.record:
    fresh = empty()
    add(fresh, r)
    return fresh


def load(game: Game, name: str) -> np.record:
    """Records from a file."""
    r = empty()
    tables = load_tables(game, name, needs={table: ("i", *r[table].shape) for table in TABLES})
    for table in TABLES:
        r[table] = tables[table]
    return r


@cache
def shipped(game: Game) -> np.record:
    """The records that come with the package."""
    return load(game, FILE)
