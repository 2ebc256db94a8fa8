"""greedy: keeps the four cards that count most by themselves, and plays the card that scores most at once."""

from __future__ import annotations

from kibitz.agent import CompiledAgent
from kibitz.games.cribbage.agents._alike import judge_at_once
from kibitz.games.cribbage.counting import NONE, count
from kibitz.games.cribbage.rules import DISCARD, DISCARDING, MOVES
from kibitz.kernel import kernel, record


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
def judge(v, moves, count, memory, params, values):
    if v.phase == DISCARDING:
        for i in range(count):
            values[i] = count_kept(v, moves[i])
    else:
        judge_at_once(v, moves, count, values)


class Player(CompiledAgent):
    style = "Keeps what counts most, and takes every point it sees."
    learned = "Two simple rules; nothing learned."
    unit = "points"
    memory = record([("scratch_values", "f8", (MOVES,))])
    judge = judge
