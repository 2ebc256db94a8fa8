"""Watching strong play: the rounds from which the chances are made.

Each round is played by the same player on both sides, from scores at which nobody is about to win, and
what comes of it is written down: hands kept, points in the play, counts, cribs by what was thrown, and all
gains in their order.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz.games.cribbage import rules
from kibitz.games.cribbage.counting import count, rank_of
from kibitz.games.cribbage.rules import DISCARD, legal, view
from kibitz.games.cribbage.stats import hand_index, pair_index
from kibitz.games.cribbage.value.chances import EVENTS, PEGS, TALLY
from kibitz.kernel import UNBOUND, bind, draw, kernel, mix

if TYPE_CHECKING:
    from kibitz.agent import CompiledAgent

SLICES = 32
"""Into which the rounds are cut, so that all cores can watch; what is seen does not depend on it."""
TRY = 10
"""One throw in so many is a random one, so that hands seldom kept are seen as well."""

decide = UNBOUND


def _watch(memory, params, seed, states, moves, seen, events):
    """Play rounds and write them down. The player watched is bound as `decide`."""
    s, v = states[0], states[1]
    for n in range(len(events)):
        s.rng = mix(seed + np.uint64(n))
        s.target, s.muggins, s.dealer = 121, 0, 0
        s.points[0], s.points[1] = 20 + draw(s, 40), 20 + draw(s, 40)
        rules.deal_round(s)
        explored = draw(s, 2 * TRY)  # the seat that throws at random, if it is one
        for _ in range(2):
            p = int(s.to_move)
            moves_here = ask(s, v, moves)
            best = decide(v, moves, moves_here, memory[0], params[0])
            if explored == p:
                best = moves[draw(s, moves_here)]
            code = best - DISCARD
            rules.discard(s, code // 10, code % 10)
        k = 0
        if rank_of(s.starter) == rules.JACK:
            events[n, k] = 2
            k += 1
        pegged0, pegged1 = 0, 0
        while s.left[0] + s.left[1] > 0:
            p = int(s.to_move)
            before = int(s.points[p])
            moves_here = ask(s, v, moves)
            rules.lay(s, decide(v, moves, moves_here, memory[0], params[0]))
            gained = int(s.points[p]) - before
            if p == 0:
                pegged0 += gained
            else:
                pegged1 += gained
            if gained > 0:
                events[n, k] = gained if p == 0 else -gained
                k += 1
        explored = explored if explored < 2 else -1
        k = take_down(s, seen[0], events[n], k, pegged0, pegged1, explored)
        events[n, k] = 0
        if explored >= 0:
            events[n, 0] = 0  # such rounds teach about hands, not about the course of the game


@kernel
def ask(s, v, moves):
    """What the player to move sees and may do; how many moves it has."""
    view(s, int(s.to_move), v)
    v.rng = mix(s.rng + np.uint64(s.played))
    return legal(s, moves)


@kernel
def take_down(s, seen, events, k, pegged0, pegged1, explored):
    """Count the hands and the crib, and add all of it to the tally."""
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


@cache
def _loop(player_kernel: Any) -> Any:
    return bind(_watch, decide=player_kernel)


def watch(player: CompiledAgent, rounds: int, seed: int) -> tuple[np.record, np.ndarray]:
    """A tally of so many rounds of a player, and their gains in order."""
    loop, events = _loop(type(player).decide), np.zeros((rounds, EVENTS), np.int8)
    slices = np.linspace(0, rounds, SLICES + 1).astype(int)
    seen = np.zeros(SLICES, TALLY)

    def work(n: int) -> None:
        memory, states, moves = np.zeros(1, player.memory), np.zeros(2, rules.STATE), np.zeros(rules.MOVES, np.int32)
        part = slice(slices[n], slices[n + 1])
        loop(memory, player.params, np.uint64(seed + slices[n]), states, moves, seen[n : n + 1], events[part])

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        list(pool.map(work, range(SLICES)))
    total = np.zeros(1, TALLY)[0]
    for name in TALLY.names or ():
        total[name] = seen[name].sum(axis=0)
    return total, events[events[:, 0] != 0]
