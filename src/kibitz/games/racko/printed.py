"""Diablo's features by the formulas of the paper's Table 3, and where it is silent by those of its program.

`features.py` turns the errors round, so that more of any feature is better, and weighs clumps by their slots. Here
errors stay errors, low where a rack is good, and everything is scaled as it was in 2014: the network has to learn the
sign by itself. Only the draw pile is what a seat can know of it; the program looked at the true one.
"""

from __future__ import annotations

from kibitz.games.racko.features import PLAIN, SKEWED, flat, weight
from kibitz.kernel import kernel

RACK, CLUMPS, CHANCE, MEAN, ADJACENT, GROUPED, CENTRAL = range(7)
"""Places of the seven that come twice, plain and skewed."""


@kernel
def describe_as_printed(desk, sequence):
    """The seventeen features of one sequence, after `survey`, which lays out points and levels."""
    slots, x = int(desk.slots), desk.inputs
    length = 0
    for i in range(slots):
        length += (sequence >> i) & 1
    x[0] = min(desk.turns, 2 * slots) / slots
    x[2] = length / slots
    for j in range(7):
        x[PLAIN + j] = x[SKEWED + j] = 0.0
    for i in range(slots):
        put(x, RACK, abs(flat(desk, i) - desk.racked[i]), weight(desk, i))
    scale(x, RACK, slots * (desk.cards - slots))
    print_holes(desk, sequence)
    print_clumps(desk, sequence)


@kernel
def print_holes(desk, sequence):
    """The chance that a draw falls into each hole, product and mean; every hole of a gap counts all its cards."""
    slots, x = int(desk.slots), desk.inputs
    total = max(desk.below[desk.cards], 1)
    x[PLAIN + CHANCE] = x[SKEWED + CHANCE] = 1.0
    holes, low = 0, 0
    for i in range(slots):
        if (sequence >> i) & 1:
            low = desk.racked[i]
            continue
        above = i
        while above < slots and not (sequence >> above) & 1:
            above += 1
        high = desk.racked[above] - 1 if above < slots else desk.cards
        fills = (desk.below[high] - desk.below[low]) / total
        x[PLAIN + CHANCE] *= fills
        x[SKEWED + CHANCE] *= fills ** weight(desk, i)
        put(x, MEAN, fills, weight(desk, i))
        holes += 1
    scale(x, MEAN, holes)
    if holes == 0:
        x[PLAIN + MEAN] = x[SKEWED + MEAN] = 1.0


@kernel
def print_clumps(desk, sequence):
    """How far the clumps are from an even spread, and how dense they are."""
    slots, x = int(desk.slots), desk.inputs
    room, most = desk.cards - slots, (slots + 1) // 2
    pairs = singles = 0
    i = 0
    while i < slots:
        if not (sequence >> i) & 1:
            i += 1
            continue
        first = i
        while i + 1 < slots and (sequence >> (i + 1)) & 1:
            put(x, ADJACENT, (room - desk.levels[i + 1] + desk.levels[i]) / room, weight(desk, i))
            pairs += 1
            i += 1
        size = i - first + 1
        singles += size == 1
        middle, card = centre_of(desk, first, i)
        for j in range(first, i + 1):
            if size > 1:
                put(x, CENTRAL, abs((card - desk.racked[j]) - (middle - j)), weight(desk, j))
        if first == 0 or i == slots - 1:  # at an end of the rack the outer card stands for the clump
            middle = 0.0 if first == 0 else slots - 1.0
            card = desk.racked[int(middle)]
        error = abs(flat(desk, middle) - card) * (1 + (size - 1) / (slots - 1))
        put(x, CLUMPS, error, weight(desk, middle))
        i += 1
    scale(x, CLUMPS, most * (desk.cards - most))
    x[PLAIN + GROUPED], x[SKEWED + GROUPED] = x[PLAIN + ADJACENT], x[SKEWED + ADJACENT]
    scale(x, ADJACENT, pairs)
    scale(x, GROUPED, pairs + singles)
    scale(x, CENTRAL, room * max(slots - 2, 1))
    for part in (PLAIN, SKEWED):
        x[part + CENTRAL] = 1 - x[part + CENTRAL]


@kernel
def centre_of(desk, first, last):
    """The middle of a clump and its card there, between two slots the mean of both."""
    middle = (first + last) / 2
    low, high = int(middle), int(middle + 0.5)
    return middle, (desk.racked[low] + desk.racked[high]) / 2


@kernel
def put(x, j, value, skew):
    x[PLAIN + j] += value
    x[SKEWED + j] += skew * value


@kernel
def scale(x, j, count):
    x[PLAIN + j] /= max(count, 1)
    x[SKEWED + j] /= max(count, 1)
