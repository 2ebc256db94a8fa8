"""A plan for a rack: which cards stay, so that the slots between them can soon be filled.

Cards that stay form a usable sequence (sequences.py). Every gap between two of them has to wait for cards that fit: the
longer, the more holes it has and the fewer fitting cards are left. The plan is the sequence whose gaps wait least
together; it need not be the longest.
"""

from __future__ import annotations

import numpy as np

from kibitz.games.racko.rules import SLOTS
from kibitz.kernel import kernel, ones

WAIT = 48
"""What a hole waits for the one card that fits; for either of two, half of that."""
TURN = 5
"""What it takes to fill it, however many fit."""
LACKING = 60
"""What a hole waits for which there is no card at all."""
WORST = 1023
"""No plan waits longer: ten bits."""
BEGIN = 15
"""Stands for the slot before the first."""


@kernel
def plan(v, slot, card, live):
    """The mover's plan, were `card` in `slot` (from 0; -1: as it is): a mask of slots that stay, and how long it waits.

    `live` are the cards that may still come, bit `card` for each.
    """
    at, slots = SLOTS * int(v.to_move), int(v.slots)
    early, late, before = 0, 0, 0  # ten bits per slot: the least wait up to it; four bits: which slot stays before it
    wait = last = 0
    for i in range(slots + 1):
        wait, last = WORST + 1, BEGIN
        high = number(v, at, slots, i, slot, card)
        for j in range(-1, i):
            low = number(v, at, slots, j, slot, card)
            if high - low < i - j:
                continue
            total = gap_wait(i - j - 1, ones(live & inside(low, high)))
            if j >= 6:
                total += (late >> (10 * (j - 6))) & WORST
            elif j >= 0:
                total += (early >> (10 * j)) & WORST
            if total < wait:
                wait, last = total, (BEGIN if j < 0 else j)
        wait = min(wait, WORST)
        if i < slots:
            before |= last << (4 * i)
            if i >= 6:
                late |= wait << (10 * (i - 6))
            else:
                early |= wait << (10 * i)
    kept = 0
    while last != BEGIN:
        kept |= 1 << last
        last = (before >> (4 * last)) & 15
    return kept, wait


@kernel
def number(v, at, slots, i, slot, card):
    """The card in a slot, with 0 before the first and one more than there are after the last."""
    if i < 0:
        return 0
    if i >= slots:
        return int(v.cards) + 1
    return card if i == slot else int(v.racks[at + i])


@kernel
def inside(low, high):
    """All cards between two, bit `card` for each."""
    return ((1 << high) - 1) & ~((1 << (low + 1)) - 1)


@kernel
def gap_wait(holes, fitting):
    """How long a gap of so many holes waits, which share the cards that fit."""
    if holes == 0:
        return 0
    if fitting < holes:
        return (WAIT + TURN) * fitting + (LACKING + TURN) * (holes - fitting)
    # As decimal numbers, rounded down: the same, and a graphics card divides whole numbers of 64 bits very slowly.
    return TURN * holes + int(np.float32(WAIT * holes * holes) / np.float32(fitting))
