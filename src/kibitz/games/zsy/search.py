"""Open hands searched: who wins with best play.

With both hands face up the game is one of perfect information, and it ends with a winner, so a position is
either won or lost for the seat to move. `Search.prove` finds which: where there are two values only, alpha-beta
stops at the first move that leaves the other lost. Positions met before are looked up in a table (the hands
and the move to beat are all that matters, so a position is stored whole and never mistaken for another).

The kernel keeps its own stack and stops after so many nodes, to be called again: so a clock can be watched
without the kernel knowing of time. Where the limits run out first, `Search.estimate` looks so many moves deep,
one deeper each time, and judges what it finds there by playing it out with the moves that promise most.
"""

from __future__ import annotations

import time

import numpy as np

from kibitz.games.zsy.rules import (
    BOMB,
    MOVES,
    PASS,
    STATE,
    cards_of,
    legal,
    pattern_of,
    rank_of,
    step,
    total,
)  # fmt: skip
from kibitz.kernel import kernel, mix, record

DEPTH = 80
"""Every other move at least lays down a card, so no game of two times 18 cards is longer."""

UNKNOWN, LOST, WON = 0, 1, 2
NO_VALUE = 9.0
CHUNK = 1 << 16
"""Nodes between two looks at the clock."""

ENTRY = record([("mine", "i8"), ("theirs", "i8"), ("top", "i4"), ("value", "i4")])


class Search:
    """A proof search with its table; positions proven once stay proven."""

    def __init__(self, bits: int = 20) -> None:
        self.table = np.zeros(1 << bits, ENTRY)
        self.states = np.zeros(DEPTH, STATE)
        self.moves = np.zeros((DEPTH, MOVES), np.int32)
        self.frames = np.zeros((DEPTH, 2), np.int64)  # moves in all, moves tried
        self.bounds = np.zeros((DEPTH, 2))  # alpha and beta
        self.rest = np.zeros(2, np.int64)  # depth now, nodes so far

    def prove(self, state: np.record, nodes: int, deadline: float = float("inf")) -> int:
        """`WON` or `LOST` for the seat to move, or `UNKNOWN` when the limits ran out."""
        self.states[0] = state
        self.rest[:] = -1, 0
        found = UNKNOWN
        while found == UNKNOWN and self.rest[1] < nodes and time.monotonic() < deadline:
            limit = min(nodes, int(self.rest[1]) + CHUNK)
            found = prove(self.table, self.states, self.moves, self.frames, self.rest, limit)
        return found

    def estimate(self, state: np.record, nodes: int, deadline: float = float("inf")) -> float:
        """Who is ahead, from -1 (the seat to move is lost) to 1 (won), as deep as the limits allow."""
        self.states[0] = state
        value, depth = 0.0, 0
        self.rest[1] = 0
        while depth < DEPTH - 1 and time.monotonic() < deadline:
            found = estimate(self.table, self.states, self.moves, self.frames, self.bounds, self.rest, depth, nodes)
            if self.rest[1] >= nodes:
                break
            value = found
            if abs(value) == 1.0:
                break
            depth += 1
        return value


@kernel
def prove(table, states, moves, frames, rest, limit):
    """Go on with the search on the stack until it is decided or has seen `limit` nodes."""
    depth = rest[0]
    value = UNKNOWN
    if depth < 0:
        depth = 0
        value = enter(table, states, moves, frames, rest, 0)
    while True:
        if value == UNKNOWN:
            if rest[1] >= limit:
                rest[0] = depth
                return UNKNOWN
            if frames[depth, 1] == frames[depth, 0]:
                value = LOST
            else:
                move = moves[depth, frames[depth, 1]]
                frames[depth, 1] += 1
                states[depth + 1] = states[depth]
                step(states[depth + 1], move)
                depth += 1
                value = enter(table, states, moves, frames, rest, depth)
                if value == UNKNOWN:
                    continue
        else:
            # The position at `depth` is decided: say so above, where a lost other is a win.
            store(table, states[depth], value)
            if depth == 0:
                rest[0] = 0
                return value
            depth -= 1
            value = WON if value == LOST else UNKNOWN


@kernel
def enter(table, states, moves, frames, rest, depth):
    """Look at a new position: decided at once, or its moves put in order for the search."""
    s = states[depth]
    rest[1] += 1
    found = look_up(table, s)
    if found != UNKNOWN:
        return found
    n = legal(s, moves[depth])
    hand = s.hands[s.to_move]
    for j in range(n):
        if moves[depth, j] != PASS and cards_of(moves[depth, j]) == hand:
            return WON
    frames[depth, 0], frames[depth, 1] = n, 0
    order(s, moves[depth], n)
    return UNKNOWN


@kernel
def order(s, moves, n):
    """Sort the moves, the most promising first (by insertion: there are few)."""
    for i in range(1, n):
        move, promise = moves[i], promise_of(s, moves[i])
        j = i
        while j > 0 and promise_of(s, moves[j - 1]) < promise:
            moves[j] = moves[j - 1]
            j -= 1
        moves[j] = move


@kernel
def promise_of(s, move):
    """Many cards of low rank first; when following, what costs least; a pass last."""
    if move == PASS:
        return -1000
    if s.top == PASS:
        return 16 * total(cards_of(move)) - rank_of(move)
    return -rank_of(move) - (100 if pattern_of(move) == BOMB else 0)


@kernel
def slot(table, s):
    mine, theirs = s.hands[s.to_move], s.hands[1 - s.to_move]
    return np.int64(
        mix(mix(np.uint64(mine)) + mix(np.uint64(theirs) * np.uint64(3)) + np.uint64(s.top)) & np.uint64(len(table) - 1)
    )


@kernel
def look_up(table, s):
    e = table[slot(table, s)]
    same = e.mine == s.hands[s.to_move] and e.theirs == s.hands[1 - s.to_move] and e.top == s.top
    return np.int64(e.value) if same else UNKNOWN


@kernel
def store(table, s, value):
    e = table[slot(table, s)]
    e.mine, e.theirs, e.top, e.value = s.hands[s.to_move], s.hands[1 - s.to_move], s.top, value


# --- beyond proof: so many moves deep -------------------------------------------------------------


@kernel
def estimate(table, states, moves, frames, bounds, rest, deepest, limit):
    """Alpha-beta to a fixed depth, on the same stack; worthless once it has seen `limit` nodes."""
    depth = 0
    bounds[0, 0], bounds[0, 1] = -2.0, 2.0
    value = judge(table, states, moves, frames, rest, 0, deepest)
    while True:
        if value != NO_VALUE:
            if depth == 0:
                return value
            depth -= 1
            bounds[depth, 0] = max(bounds[depth, 0], -value)
            value = NO_VALUE
        if rest[1] >= limit:
            return 0.0
        if frames[depth, 1] == frames[depth, 0] or bounds[depth, 0] >= min(bounds[depth, 1], 1.0):
            value = bounds[depth, 0]
            continue
        move = moves[depth, frames[depth, 1]]
        frames[depth, 1] += 1
        states[depth + 1] = states[depth]
        step(states[depth + 1], move)
        depth += 1
        bounds[depth, 0], bounds[depth, 1] = -bounds[depth - 1, 1], -bounds[depth - 1, 0]
        value = judge(table, states, moves, frames, rest, depth, deepest)


@kernel
def judge(table, states, moves, frames, rest, depth, deepest):
    """A position's value where it is known or as deep as is looked; else its moves are put in order."""
    known = enter(table, states, moves, frames, rest, depth)
    if known != UNKNOWN:
        return 1.0 if known == WON else -1.0
    if depth < deepest:
        return NO_VALUE
    return played_out(states, moves, depth, rest)


@kernel
def played_out(states, moves, depth, rest):
    """How a position ends when both sides always play what promises most, by the cards the loser has left."""
    s, listed = states[DEPTH - 1], moves[DEPTH - 1]
    states[DEPTH - 1] = states[depth]
    seat = s.to_move
    while s.left[0] > 0 and s.left[1] > 0:
        best = 0
        n = legal(s, listed)
        for j in range(1, n):
            if promise_of(s, listed[j]) > promise_of(s, listed[best]):
                best = j
        step(s, listed[best])
        rest[1] += 1
    left = s.left[0] + s.left[1]
    return (0.4 + left / 60) * (1 if s.left[seat] == 0 else -1)
