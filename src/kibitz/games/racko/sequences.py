"""Usable sequences: cards of a rack that could all stay where they are in a rack in order.

Card c in slot i (from 0) has *level* c − 1 − i: how many numbers below it are left out. Cards can stay
together when their levels do not fall from slot to slot, for then each gap between them has at least as
many numbers as slots. The slots below and above can be filled too when the levels lie between 0 and
cards − slots. So a usable sequence is a rising path through the levels, and everything here is about
such paths. A sequence is a bit mask of slots.
"""

from __future__ import annotations

import numpy as np

from kibitz.games.racko.rules import DRAW, SLOTS, TAKE, card_on_offer
from kibitz.kernel import kernel


@kernel
def longest(v, slot, card):
    """How many cards of the mover's rack could stay together, were `card` in `slot` (from 0; -1: as it is)."""
    at, room = SLOTS * int(v.to_move), int(v.cards) - int(v.slots)
    lowest_ends, length = 0, 0  # six bits per length: the lowest level a sequence of that length can end with
    for i in range(v.slots):
        level = (card if i == slot else int(v.racks[at + i])) - 1 - i
        if 0 <= level <= room:
            n = 0
            while n < length and (lowest_ends >> (6 * n)) & 63 <= level:
                n += 1
            lowest_ends = lowest_ends & ~(63 << (6 * n)) | level << (6 * n)
            length = max(length, n + 1)
    return length


@kernel
def length_after(v, move):
    """How many cards could stay together after a move; after taking a discard, in the slot that is best for it."""
    card = card_on_offer(v)
    if move == TAKE:
        best = 0
        for slot in range(v.slots):
            best = max(best, longest(v, slot, card))
        return best
    return longest(v, -1 if move == DRAW else move - 1, card)  # a card that is discarded lies in slot -1


def lengths(v: np.record, moves: np.ndarray) -> dict[str, np.ndarray]:
    """A column for hints: how many cards could stay together after each move."""
    return {"in sequence": np.array([length_after(v, int(move)) for move in moves])}


@kernel
def is_usable(levels, slots, high, sequence):
    """Whether a set of slots is a usable sequence."""
    floor = 0
    for i in range(slots):
        if (sequence >> i) & 1:
            if not floor <= levels[i] <= high:
                return False
            floor = levels[i]
    return True


@kernel
def link(levels, slots, high, links):
    """Into ``links[i]``: the slots that may follow slot `i` in a sequence that no other contains.

    A slot may follow when none lies between that could be slipped in. ``links[slots]`` are the slots
    such a sequence may begin with.
    """
    for last in range(-1, slots):
        floor = 0 if last < 0 else levels[last]
        ceiling, found = high, 0
        if floor >= 0:
            for i in range(last + 1, slots):
                if floor <= levels[i] <= ceiling:
                    found |= 1 << i
                    ceiling = levels[i] - 1
        links[last if last >= 0 else slots] = found


@kernel
def next_sequence(links, slots, sequence):
    """The maximal usable sequence after `sequence` (0 begins); 0 when there is none left.

    Depth first: the last choice that has a later alternative is changed, and what follows it is
    completed with first choices.
    """
    last = slots
    if sequence:
        while True:
            last = slots - 1
            while last >= 0 and not (sequence >> last) & 1:
                last -= 1
            if last < 0:
                return 0
            sequence &= ~(1 << last)
            before = last - 1
            while before >= 0 and not (sequence >> before) & 1:
                before -= 1
            others = links[before if before >= 0 else slots] >> (last + 1)
            if others:
                last += 1 + lowest(others)
                sequence |= 1 << last
                break
    while links[last]:
        last = lowest(links[last])
        sequence |= 1 << last
    return sequence


@kernel
def lowest(mask):
    """The place of the lowest bit of a mask that has one."""
    i = 0
    while not (mask >> i) & 1:
        i += 1
    return i
