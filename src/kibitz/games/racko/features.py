"""What Diablo sees in a rack: the paper's Table 3 and four numbers more, one set per usable sequence.

A *clump* is a group of neighbouring slots of a sequence, a *hole* a slot that is not part of it, a *gap* a
group of neighbouring holes. Numbers run from 0 to 1 and higher is better. The seven after the first three
appear twice: once with all slots alike, once skewed, with weights that fall from 1 at the first slot
to 0 at the last. The last four are not in the paper: they count each card once for its gap, not once for
each hole, and so say how soon the holes can be filled.

The draw pile is what the seat can know of it: the unseen cards that may lie there.
"""

from __future__ import annotations

from kibitz.games.racko.pile import drawable
from kibitz.games.racko.rules import CARDS, MOVES, SLOTS
from kibitz.games.racko.sequences import link
from kibitz.kernel import kernel, record

SKEWABLE = ("rack fit", "clump fit", "chance", "mean chance", "density", "density of groups", "centre density")
TABLE_3 = ("turns", "points", "length", *SKEWABLE, *(f"{name}, skewed" for name in SKEWABLE))
NAMES = (*TABLE_3, "fitting", "fitting alone", "supply", "pace")
PAPER_FEATURES, FEATURES = len(TABLE_3), len(NAMES)
"""A network that has only so many inputs is shown the paper's alone."""
PLAIN, SKEWED, GAPS = 3, 10, PAPER_FEATURES

WIDEST = 3 * SLOTS
"""As many inputs as anything has that a network may be shown: the rack with two chances per card."""
UNITS = 128
"""More units than any network that is shown them has."""

DESK = record(
    [
        ("racked", "i8", (SLOTS,)),  # the cards of the rack looked at
        ("levels", "i8", (SLOTS,)),
        ("links", "i8", (SLOTS + 1,)),
        ("below", "i2", (CARDS + 4,)),  # cards up to each number that may lie in the draw pile
        ("inputs", "f8", (WIDEST,)),  # of the sequence looked at
        ("best", "f8", (WIDEST,)),  # of the best sequence found
        ("outlook", "f8", (FEATURES + 1,)),  # what a draw is forecast from: the best sequence, and the rack's score
        ("values", "f8", (MOVES,)),
        ("units", "f8", (UNITS,)),  # of the network while it is worked out
        ("margin", "f8"),  # what a discard must bring more than a draw
        ("sight", "i8"),  # what the network is shown: see scoring.py
        ("slots", "i8"),
        ("cards", "i8"),
        ("turns", "i8"),
    ]
)
"""Where one thread works a position out."""


@kernel
def look(v, seat, desk):
    """Lay out what a seat knows: its rack, its turns, and the draw pile."""
    desk.slots, desk.cards = v.slots, v.cards
    desk.turns = v.turns // v.players
    for i in range(v.slots):
        desk.racked[i] = v.racks[SLOTS * seat + i]
    pile, count = drawable(v, seat), 0
    for card in range(CARDS + 2):
        count += (pile >> card) & 1
        desk.below[card] = count


@kernel
def survey(desk):
    """What all sequences of the rack on the desk share: levels, links, and the first features."""
    slots, x = int(desk.slots), desk.inputs
    ascending, rising = 0, True
    fit, skewed, weights = 0.0, 0.0, 0.0
    for i in range(slots):
        desk.levels[i] = desk.racked[i] - 1 - i
        rising = rising and (i == 0 or desk.racked[i] > desk.racked[i - 1])
        ascending += rising
        error = abs(desk.racked[i] - flat(desk, i)) / desk.cards
        fit += 1 - error
        skewed += weight(desk, i) * (1 - error)
        weights += weight(desk, i)
    link(desk.levels, slots, int(desk.cards) - slots, desk.links)
    x[0] = desk.turns / (desk.turns + slots)
    x[1] = (5 * ascending + 25 * (ascending == slots)) / (5 * slots + 25)
    x[PLAIN] = fit / slots
    x[SKEWED] = skewed / weights


@kernel
def weight(desk, i):
    """The skewed weight of a slot."""
    return 1 - i / (desk.slots - 1)


@kernel
def flat(desk, i):
    """The card that slot `i` (from 0, also between slots) holds in an evenly spread rack."""
    return i * (desk.cards - 1) / desk.slots + 1


@kernel
def describe(desk, sequence):
    """The features of one sequence, after `survey`."""
    slots, x = int(desk.slots), desk.inputs
    length = 0
    for i in range(slots):
        length += (sequence >> i) & 1
    x[2] = length / slots
    describe_holes(desk, sequence)
    for j in (1, 4, 5, 6):
        x[PLAIN + j] = x[SKEWED + j] = 0.0
    weights, i = 0.0, 0
    while i < slots:
        if (sequence >> i) & 1:
            last = i
            while last + 1 < slots and (sequence >> (last + 1)) & 1:
                last += 1
            weights += add_clump(desk, i, last)
            i = last
        i += 1
    for j in (1, 4, 5, 6):
        x[PLAIN + j] /= max(length, 1)
        x[SKEWED + j] /= max(weights, 1e-9)


@kernel
def describe_holes(desk, sequence):
    """How likely a draw fills the holes: the product over all, the mean, and the gaps taken together."""
    slots, x = int(desk.slots), desk.inputs
    total = max(desk.below[desk.cards], 1)
    chance = skewed_chance = 1.0
    mean = skewed_mean = weights = 0.0
    holes, before, low = 0, -1, 0
    fitting = alone = wait = 0.0
    supply = 1.0
    for i in range(slots + 1):
        if i < slots and not (sequence >> i) & 1:
            continue
        high = desk.racked[i] - 1 if i < slots else desk.cards
        fills = (desk.below[high] - desk.below[low]) / total
        for hole in range(before + 1, i):
            w = weight(desk, hole)
            chance *= fills
            skewed_chance *= 1 - w * (1 - fills)
            mean += fills
            skewed_mean += w * fills
            weights += w
            holes += 1
        gap = i - before - 1
        if gap > 0:
            fitting += fills
            alone += fills if gap == 1 else 0.0
            supply = min(supply, fills * total / (fills * total + gap))
            wait += gap / max(fills, 0.5 / total)  # turns, if nothing but draws of this gap were wanted
        before, low = i, high + 1
    x[PLAIN + 2], x[SKEWED + 2] = chance, skewed_chance
    x[PLAIN + 3] = mean / holes if holes > 0 else 1.0
    x[SKEWED + 3] = skewed_mean / weights if weights > 0 else 1.0
    x[GAPS], x[GAPS + 1], x[GAPS + 2] = fitting, alone, supply
    x[GAPS + 3] = slots / (slots + wait / 4)


@kernel
def add_clump(desk, first, last):
    """Add a clump's fit and densities, weighted by its slots; gives back its skewed weight."""
    x = desk.inputs
    size, room = last - first + 1, max(desk.cards - desk.slots, 1)
    centre, skewed = 0.0, 0.0
    for i in range(first, last + 1):
        centre += desk.levels[i] / size
        skewed += weight(desk, i)
    spread = 0.0
    for i in range(first, last + 1):
        spread += abs(desk.levels[i] - centre) / size
    middle = (first + last) / 2
    fit = 1 - abs(centre + 1 + middle - flat(desk, middle)) / desk.cards
    density = 1 - (desk.levels[last] - desk.levels[first]) / room
    central = 1 - 2 * spread / room
    add(x, 1, fit, size, skewed)
    add(x, 4, density, size, skewed)
    add(x, 5, density if size > 1 else 0.0, size, skewed)
    add(x, 6, central, size, skewed)
    return skewed


@kernel
def add(x, j, value, size, skewed):
    x[PLAIN + j] += size * value
    x[SKEWED + j] += skewed * value
