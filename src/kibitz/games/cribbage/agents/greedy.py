"""greedy: keeps the four cards that count most by themselves, and plays the card that scores most at once."""

from __future__ import annotations

from kibitz.agent import CompiledAgent
from kibitz.games.cribbage.agents._claims import fill_claims
from kibitz.games.cribbage.counting import NONE, count
from kibitz.games.cribbage.pegging import fill_worth_at_once
from kibitz.games.cribbage.rules import DISCARD, DISCARDING, MOVES, PLAYING
from kibitz.kernel import best_of, kernel, record


@kernel
def count_kept(v, move):
    """What the four cards that a throw leaves count without a starter."""
    i, j = (move - DISCARD) // 10, (move - DISCARD) % 10
    kept = 0  # six bits per card
    for k in range(6):
        if k != i and k != j:
            kept = kept << 6 | int(v.cards[v.to_move, k])
    return count(kept & 63, kept >> 6 & 63, kept >> 12 & 63, kept >> 18 & 63, NONE, False)


@kernel
def decide(v, moves, count, memory, params):
    values = memory.scratch_values
    if v.phase == DISCARDING:
        for i in range(count):
            values[i] = count_kept(v, moves[i])
    elif v.phase == PLAYING:
        fill_worth_at_once(v, moves, count, values)
    else:
        fill_claims(v, moves, count, values)
    return moves[best_of(values, count)]


class Player(CompiledAgent):
    style = "Keeps what counts most, and takes every point it sees."
    learned = "Two simple rules; nothing learned."
    unit = "points"
    memory = record([("scratch_values", "f8", (MOVES,))])
    decide = decide
