"""What cards count: five in the show, the last one laid in the play."""

from __future__ import annotations

from kibitz.kernel import kernel

JACK = 10
NONE = -1
"""Where a card is unknown, or none lies."""


@kernel
def rank_of(card):
    """0 for an ace to 12 for a king."""
    return int(card) % 13


@kernel
def suit_of(card):
    return int(card) // 13


@kernel
def value(card):
    """What a card adds to a count: aces one, court cards ten."""
    return min(int(card) % 13 + 1, 10)


@kernel
def rank_points(ranks, n):
    """Fifteens, pairs and runs of `n` ranks, packed four bits each."""
    counts = present = points = 0  # how many cards of each rank, four bits a rank; which ranks there are
    sums = 1  # in how many ways the cards make each sum up to 15, four bits a sum
    for i in range(n):
        rank = (ranks >> 4 * i) & 15
        points += 2 * ((counts >> 4 * rank) & 7)  # a pair with each of its rank before it
        counts += 1 << 4 * rank
        present |= 1 << rank
        sums += sums << 4 * value(rank)
    points += 2 * ((sums >> 60) & 15)
    if present & (present >> 1) & (present >> 2):
        points += run_points(counts)
    return points


@kernel
def run_points(counts):
    """What runs of three or more count, of cards counted by rank, four bits a rank."""
    points, length, ways = 0, 0, 1
    for rank in range(14):
        alike = (counts >> 4 * rank) & 7 if rank < 13 else 0
        if alike > 0:
            length += 1
            ways *= alike
        else:
            if length >= 3:
                points += length * ways
            length, ways = 0, 1
    return points


@kernel
def count(a, b, c, d, starter, is_crib):
    """What four cards count with the starter, or by themselves where that is `NONE`."""
    ranks = rank_of(a) + (rank_of(b) << 4) + (rank_of(c) << 8) + (rank_of(d) << 12)
    suit = suit_of(a)
    flush = suit == suit_of(b) and suit == suit_of(c) and suit == suit_of(d)
    if starter == NONE:
        return rank_points(ranks, 4) + (4 if flush and not is_crib else 0)
    points = rank_points(ranks + (rank_of(starter) << 16), 5)
    turned = suit_of(starter)
    if flush and turned == suit:
        points += 5
    elif flush and not is_crib:
        points += 4
    nobs = 13 * turned + JACK
    if a == nobs or b == nobs or c == nobs or d == nobs:
        points += 1
    return points


@kernel
def run_length(pile, start, end):
    """The longest run of three or more that the last card of `pile[start:end]` completes, or 0."""
    longest, seen, low, high = 0, 0, 13, -1
    for i in range(end - 1, start - 1, -1):
        rank = rank_of(pile[i])
        if (seen >> rank) & 1:
            break
        seen |= 1 << rank
        low, high = min(low, rank), max(high, rank)
        if high - low == end - 1 - i and end - i >= 3:
            longest = end - i
    return longest


@kernel
def alike(pile, start, end):
    """How many cards of one rank lie on top of each other at the end of `pile[start:end]`."""
    n = 1
    while end - 1 - n >= start and rank_of(pile[end - 1 - n]) == rank_of(pile[end - 1]):
        n += 1
    return n


@kernel
def peg(pile, start, end, total):
    """What the last card of `pile[start:end]` scores when it brings the count to `total`; no point for last card."""
    same = alike(pile, start, end)
    points = same * (same - 1) + run_length(pile, start, end)
    return points + 2 if total == 15 or total == 31 else points
