"""Watching strong play: the rounds from which the outlook is made.

Each round is played from a fair score by the same player on both sides, and what comes of it is taken
down: hands kept, points pegged, counts, cribs by what was thrown, and all gains in order.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from kibitz.games.cribbage import outlook, rules, schell, search, stats
from kibitz.games.cribbage.agents import schell as schell_player
from kibitz.games.cribbage.counting import count, rank_of
from kibitz.games.cribbage.outlook import EVENTS, PEGS
from kibitz.games.cribbage.rules import DISCARD, DISCARDING, lay, legal, view
from kibitz.games.cribbage.stats import hand_index, pair_index
from kibitz.kernel import draw, kernel, mix

SLICES = 32
"""Into which the rounds are cut, so that all cores can watch; what is seen does not depend on it."""
TRY = 10
"""One throw in so many is a random one, so that hands seldom kept are seen as well."""


@kernel
def watch_rounds(t, o, crib, w, keeps, x, seed, states, views, moves, counts, values, seen, events):
    """Play rounds and take them down. With no hands to search, Schell's player plays; else the value player."""
    s = states[0]
    for n in range(len(events)):
        s.rng = mix(seed + np.uint64(n))
        s.target, s.muggins, s.dealer = 121, 0, 0
        # Scores of the middle game, where nobody is about to win.
        s.points[0], s.points[1] = 20 + draw(s, 40), 20 + draw(s, 40)
        rules.deal_round(s)
        explored = draw(s, 2 * TRY)  # the seat that throws at random, if it is one
        for _ in range(2):
            p = int(s.to_move)
            best = decide(t, o, crib, w, keeps, x, s, views, moves, counts, values)
            if explored == p:
                best = moves[0, draw(s, counts[0])]
            code = best - DISCARD
            rules.discard(s, code // 10, code % 10)
        k = 0
        if rank_of(s.starter) == rules.JACK:
            events[n, k] = 2
            k += 1
        pegged0, pegged1 = 0, 0
        while s.left[0] + s.left[1] > 0:
            p = int(s.to_move)
            before0, before1 = int(s.points[0]), int(s.points[1])
            lay(s, decide(t, o, crib, w, keeps, x, s, views, moves, counts, values))
            gained = int(s.points[p]) - (before0 if p == 0 else before1)
            if p == 0:
                pegged0 += gained
            else:
                pegged1 += gained
            if gained > 0:
                events[n, k] = gained if p == 0 else -gained
                k += 1
        explored = explored if explored < 2 else -1
        k = take_down(s, seen, events[n], k, pegged0, pegged1, explored)
        events[n, k] = 0
        if explored >= 0:
            events[n, 0] = 0  # such rounds teach about hands, not about the course of the game


@kernel
def decide(t, o, crib, w, keeps, x, s, views, moves, counts, values):
    """The move of the player to move, from its own view."""
    counts[0] = legal(s, moves[0])
    view(s, int(s.to_move), views[0])
    views[0].rng = mix(s.rng + np.uint64(s.played))
    if x.hands == 0:
        schell_player.fill(t, crib, keeps, views, moves, counts, values)
    elif s.phase == DISCARDING:
        search.fill_throws(t, o, x, w, keeps, views[0], values[0])
    else:
        search.fill_play(t, o, x, views[0], moves[0], counts[0], values[0])
    best = 0
    for i in range(1, counts[0]):
        if values[0, i] > values[0, best]:
            best = i
    return moves[0, best]


@kernel
def take_down(s, seen, events, k, pegged0, pegged1, explored):
    """Count the hands and the crib, and put all of it into the sightings."""
    for p in range(2):
        role = 1 - p  # seat 0 deals
        cards = s.cards[p]
        hand = hand_index(rank_of(cards[0]), rank_of(cards[1]), rank_of(cards[2]), rank_of(cards[3]))
        mine, theirs = (pegged0, pegged1) if p == 0 else (pegged1, pegged0)
        seen.gain[role, hand, min(mine, PEGS - 1)] += 1
        seen.give[role, hand, min(theirs, PEGS - 1)] += 1
        if explored < 0:
            seen.kept[role, hand] += 1
    pone, dealer, a, b = s.cards[1], s.cards[0], s.cards[0], s.cards[1]
    first = count(pone[0], pone[1], pone[2], pone[3], s.starter, False)
    second = count(dealer[0], dealer[1], dealer[2], dealer[3], s.starter, False)
    third = count(a[4], a[5], b[4], b[5], s.starter, True)
    if explored < 0:
        seen.hand[0, first] += 1
        seen.hand[1, second] += 1
        seen.cribs[third] += 1
    # A crib tells about the throw of one player as long as the other's was not a random one.
    if explored != 1:
        seen.crib[1, pair_index(rank_of(a[4]), rank_of(a[5])), third] += 1
    if explored != 0:
        seen.crib[0, pair_index(rank_of(b[4]), rank_of(b[5])), third] += 1
    for points in (-first, second, third):
        if points != 0:
            events[k] = points
            k += 1
    return k


def watch(o: np.record | None, rounds: int, hands: int, seed: int) -> tuple[np.record, np.ndarray]:
    """Sightings and the courses of rounds; `o` is what the player knows so far (None: Schell's player)."""
    blank = np.zeros(1, outlook.OUTLOOK)[0] if o is None else o
    events = np.zeros((rounds, EVENTS), np.int8)
    slices = np.linspace(0, rounds, SLICES + 1).astype(int)
    seen = np.zeros(SLICES, outlook.SIGHTINGS)

    def work(n: int) -> None:
        states, views = np.zeros(1, rules.STATE), np.zeros(1, rules.STATE)
        moves, counts = np.zeros((1, rules.MOVES), np.int32), np.zeros(1, np.int64)
        watch_rounds(
            stats.tables(), blank, schell.table(), np.zeros(1, stats.WORK)[0], np.zeros(stats.KEEPS, stats.KEEP),
            search.room(0 if o is None else hands), np.uint64(seed + slices[n]),
            states, views, moves, counts, np.zeros((1, rules.MOVES)), seen[n], events[slices[n] : slices[n + 1]],
        )  # fmt: skip

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        list(pool.map(work, range(SLICES)))
    total = np.zeros(1, outlook.SIGHTINGS)[0]
    for name in outlook.SIGHTINGS.names or ():
        total[name] = seen[name].sum(axis=0)
    return total, events[events[:, 0] != 0]
