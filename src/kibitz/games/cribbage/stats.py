"""What each of the fifteen ways to throw two of six cards is worth, exactly.

For every keep: how often each count from 0 to 29 comes over the 46 starters, and the mean of the crib
over all 45,540 combinations of the other player's throw and the starter. Flushes and nobs included.

The trick is that fifteens, pairs and runs depend on ranks alone. Four ranks (1,820 multisets) and a
starter's rank give a table of 24 kB; two ranks thrown (91) and three more from the pack (455 multisets)
one of 41 kB. A deal then costs some thousand additions instead of 700,000 counts. Where all throws are
alike, as in the thesis, even these are done once for every six ranks and then looked up.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from kibitz.games.cribbage.counting import JACK, rank_of, rank_points, suit_of
from kibitz.kernel import kernel, record

KEEPS = 15
HANDS = 1820
"""Multisets of four ranks."""
PAIRS = 91
TRIPLES = 455
SIXES = 18_564
"""Multisets of six ranks."""
POINTS = 30
"""A hand counts from 0 to 29."""
FULL_PACK = 0x4444444444444
"""Four cards of each rank: how many there are, in four bits per rank."""
NEVER = 15
"""In place of a rank: no card."""

TABLES = record(
    [
        ("hand", "i1", (HANDS, 13)),  # what four ranks count with a starter's
        ("crib", "i1", (PAIRS, TRIPLES)),  # what two ranks thrown count with three more
        ("ways", "i2", (HANDS,)),  # in how many ways four ranks can be drawn from the whole pack
    ]
)

KEEP = record(
    [
        ("kept", "i1", (4,)),
        ("thrown", "i1", (2,)),
        ("counts", "u1", (POINTS,)),  # how many of the 46 starters make each count
        ("low", "i1"),
        ("high", "i1"),
        ("average", "f8"),
        ("median", "f8"),
        ("crib", "f8"),  # the mean crib, whoever owns it
    ]
)

WORK = record([("left", "i1", (13,)), ("triples", "f8", (TRIPLES,))])
"""Room to work in: cards left of each rank, and how likely each three ranks join the crib."""


# --- numbering multisets of ranks -----------------------------------------------------------------


@kernel
def pair_index(a, b):
    """0 to 90 for two ranks in any order."""
    low, high = min(a, b), max(a, b)
    return high * (high + 1) // 2 + low


@kernel
def triple_index(a, b, c):
    """0 to 454 for three ranks a <= b <= c."""
    return c * (c + 1) * (c + 2) // 6 + b * (b + 1) // 2 + a


@kernel
def hand_index(a, b, c, d):
    """0 to 1,819 for four ranks in any order."""
    a, b = min(a, b), max(a, b)
    c, d = min(c, d), max(c, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    return d * (d + 1) * (d + 2) * (d + 3) // 24 + triple_index(a, b, c)


@kernel
def six_index(ranks):
    """0 to 18,563 for six ranks, ascending, packed four bits each."""
    index = 0
    for i in range(6):
        ways = 1
        for k in range(i + 1):
            ways = ways * (((ranks >> 4 * i) & 15) + i - k) // (k + 1)
        index += ways
    return index


@kernel
def ways(n, k):
    """In how many ways k of n cards can be chosen."""
    if k == 0:
        return 1
    if k == 1:
        return n
    if k == 2:
        return n * (n - 1) // 2
    if k == 3:
        return n * (n - 1) * (n - 2) // 6
    return n * (n - 1) * (n - 2) * (n - 3) // 24


@kernel
def combinations(a, b, c, d, cards):
    """In how many ways up to four ranks in ascending order (NEVER: none) can be drawn from cards."""
    result, run, last = 1, 0, NEVER
    for rank in (a, b, c, d, NEVER):
        if rank == last:
            run += 1
        else:
            if last != NEVER:
                result *= ways((cards >> 4 * last) & 15, run)
            last, run = rank, 1
    return result


@kernel
def fill_tables(t):
    for d in range(13):
        for c in range(d + 1):
            for b in range(c + 1):
                for a in range(b + 1):
                    ranks = a + (b << 4) + (c << 8) + (d << 12)
                    t.ways[hand_index(a, b, c, d)] = combinations(a, b, c, d, FULL_PACK)
                    for starter in range(13):
                        t.hand[hand_index(a, b, c, d), starter] = rank_points(ranks + (starter << 16), 5)
    for b in range(13):
        for a in range(b + 1):
            for e in range(13):
                for d in range(e + 1):
                    for c in range(d + 1):
                        ranks = a + (b << 4) + (c << 8) + (d << 12) + (e << 16)
                        t.crib[pair_index(a, b), triple_index(c, d, e)] = rank_points(ranks, 5)


@cache
def tables() -> np.record:
    """The tables, built on first use."""
    t = np.zeros(1, TABLES)
    fill_tables(t[0])
    return t[0]


# --- the statistics of one deal -------------------------------------------------------------------


@kernel
def weigh_throws(left, throws, w):
    """How likely each three ranks join the crib; the sum of the weights of all throws of two cards.

    `throws[a, b]` is how much the other player likes to throw any two cards of these ranks.
    """
    for c in range(13):
        for b in range(c + 1):
            for a in range(b + 1):
                t = triple_index(a, b, c)
                # Each of the three may be the starter; the other two were thrown.
                if a == b and b == c:
                    n = left[a]
                    w.triples[t] = throws[a, a] * (n * (n - 1) // 2 * (n - 2))
                elif a == b:
                    n, m = left[a], left[c]
                    w.triples[t] = throws[a, a] * (n * (n - 1) // 2 * m) + throws[a, c] * (n * m * (n - 1))
                elif b == c:
                    n, m = left[a], left[c]
                    w.triples[t] = throws[c, c] * (m * (m - 1) // 2 * n) + throws[a, c] * (n * m * (m - 1))
                else:
                    ways = left[a] * left[b] * left[c]
                    w.triples[t] = (throws[a, b] + throws[a, c] + throws[b, c]) * ways
    total = 0.0
    for b in range(13):
        for a in range(b):
            total += throws[a, b] * (left[a] * left[b])
        total += throws[b, b] * (left[b] * (left[b] - 1) // 2)
    return total


@kernel
def throws_with(rank, left, throws):
    """The weight of all throws that hold one certain card of a rank."""
    total = -throws[rank, rank]
    for other in range(13):
        total += throws[rank, other] * left[other]
    return total


@kernel
def fill_counts(t, keep, dealt):
    """How many of the 46 starters make each count of a kept hand, and what follows from that."""
    for points in range(POINTS):
        keep.counts[points] = 0
    kept = keep.kept
    row = hand_index(rank_of(kept[0]), rank_of(kept[1]), rank_of(kept[2]), rank_of(kept[3]))
    suit = suit_of(kept[0])
    flush = suit == suit_of(kept[1]) and suit == suit_of(kept[2]) and suit == suit_of(kept[3])
    for s in range(4):
        more = (5 if s == suit else 4) if flush else 0
        nobs = 13 * s + JACK
        if kept[0] == nobs or kept[1] == nobs or kept[2] == nobs or kept[3] == nobs:
            more += 1
        held = dealt >> 13 * s
        for rank in range(13):
            if (held >> rank) & 1 == 0:
                keep.counts[t.hand[row, rank] + more] += 1
    seen, total, middle = 0, 0, 0
    keep.low = -1
    for points in range(POINTS):
        n = int(keep.counts[points])
        if n > 0:
            if keep.low < 0:
                keep.low = points
            keep.high = points
            total += n * points
            middle += points * ((seen < 23 and seen + n >= 23) + (seen < 24 and seen + n >= 24))
            seen += n
    keep.average = total / 46
    keep.median = middle / 2


@kernel
def crib_of_ranks(t, w, pair):
    """What fifteens, pairs and runs add to all cribs with two ranks thrown."""
    # Five sums side by side keep the processor busy.
    s0 = s1 = s2 = s3 = s4 = 0.0
    for i in range(0, TRIPLES, 5):
        s0 += w.triples[i] * t.crib[pair, i]
        s1 += w.triples[i + 1] * t.crib[pair, i + 1]
        s2 += w.triples[i + 2] * t.crib[pair, i + 2]
        s3 += w.triples[i + 3] * t.crib[pair, i + 3]
        s4 += w.triples[i + 4] * t.crib[pair, i + 4]
    return s0 + s1 + s2 + s3 + s4


@kernel
def crib_mean(t, w, keep, dealt, throws, throw_weight, other_nobs):
    """The mean of a crib with two known cards in it."""
    first, second = int(keep.thrown[0]), int(keep.thrown[1])
    total = other_nobs + crib_of_ranks(t, w, pair_index(rank_of(first), rank_of(second)))
    for i in range(2):
        if rank_of(keep.thrown[i]) == JACK:
            held = dealt >> 13 * suit_of(keep.thrown[i])
            for rank in range(13):
                if (held >> rank) & 1 == 0:  # a starter of the jack's suit, unless it was thrown
                    total += throw_weight - throws_with(rank, w.left, throws)
    if suit_of(first) == suit_of(second):
        held = dealt >> 13 * suit_of(first)
        pairs, n = 0.0, 0
        for b in range(13):
            if (held >> b) & 1 == 0:
                n += 1
                for a in range(b):
                    if (held >> a) & 1 == 0:
                        pairs += throws[a, b]
        total += 5 * pairs * (n - 2)
    return total / (44 * throw_weight)


@kernel
def nobs_of_other(w, dealt, throws):
    """The weight of all cribs where the other player threw the jack of the starter's suit."""
    total = 0.0
    for s in range(4):
        held = dealt >> 13 * s
        if (held >> JACK) & 1 == 0:
            n, both = 0, 0.0
            for rank in range(13):
                if (held >> rank) & 1 == 0:
                    n += 1
                    if rank != JACK:
                        both += throws[JACK, rank]
            total += (n - 1) * throws_with(JACK, w.left, throws) - both
    return total


@kernel
def split(cards, keeps):
    """The fifteen keeps of six cards, in the order of the moves."""
    n = 0
    for i in range(5):
        for j in range(i + 1, 6):
            keep, at = keeps[n], 0
            for k in range(6):
                if k != i and k != j:
                    keep.kept[at] = cards[k]
                    at += 1
            keep.thrown[0], keep.thrown[1] = cards[i], cards[j]
            n += 1


@kernel
def hand_statistics(t, cards, keeps):
    """Fill in all fifteen keeps of six cards, the crib left out; the six cards as bits."""
    split(cards, keeps)
    dealt = 0
    for i in range(6):
        dealt |= 1 << int(cards[i])
    for n in range(KEEPS):
        fill_counts(t, keeps[n], dealt)
    return dealt


@kernel
def statistics(t, w, cards, throws, keeps):
    """Fill in all fifteen keeps of six cards."""
    dealt = hand_statistics(t, cards, keeps)
    for rank in range(13):
        w.left[rank] = 4
    for i in range(6):
        w.left[rank_of(cards[i])] -= 1
    throw_weight = weigh_throws(w.left, throws, w)
    other_nobs = nobs_of_other(w, dealt, throws)
    for n in range(KEEPS):
        keeps[n].crib = crib_mean(t, w, keeps[n], dealt, throws, throw_weight, other_nobs)


# --- the same where all throws are alike ----------------------------------------------------------


@kernel
def fill_cribs(t, w, throws, cribs):
    """For every six ranks: what the ranks add to all cribs, by the two of them that are thrown."""
    for packed in range(13**6):
        ranks, last, rest = 0, 12, packed
        for i in range(5, -1, -1):
            rank = rest % 13
            rest //= 13
            if rank > last:
                last = -1
                break
            last = rank
            ranks |= rank << 4 * i
        if last < 0:
            continue
        for rank in range(13):
            w.left[rank] = 4
        is_deal = True
        for i in range(6):
            rank = (ranks >> 4 * i) & 15
            w.left[rank] -= 1
            is_deal = is_deal and w.left[rank] >= 0
        if not is_deal:  # more than four of a rank
            continue
        weigh_throws(w.left, throws, w)
        row, n = six_index(ranks), 0
        for j in range(1, 6):
            for i in range(j):
                pair = pair_index((ranks >> 4 * i) & 15, (ranks >> 4 * j) & 15)
                cribs[row, n] = crib_of_ranks(t, w, pair)
                n += 1


@cache
def any_throw() -> np.ndarray:
    """What the ranks add to cribs when all throws are alike, as the thesis assumes; built on first use."""
    cribs = np.zeros((SIXES, KEEPS), np.int32)
    fill_cribs(tables(), np.zeros(1, WORK)[0], np.ones((13, 13)), cribs)
    return cribs


@kernel
def statistics_of_any_throw(t, cribs, cards, keeps):
    """Fill in all fifteen keeps of six cards, all throws of the other being alike."""
    dealt = hand_statistics(t, cards, keeps)
    ranks, places = 0, 0  # in ascending order; and where in that order each card stands, four bits each
    for i in range(6):
        place = 0
        for k in range(6):
            place += rank_of(cards[k]) < rank_of(cards[i]) or (k < i and rank_of(cards[k]) == rank_of(cards[i]))
        ranks |= rank_of(cards[i]) << 4 * place
        places |= place << 4 * i
    row = six_index(ranks)
    other_nobs, unseen = 0, 0  # cards of each suit not dealt, four bits a suit
    for s in range(4):
        n = 13
        for i in range(6):
            n -= suit_of(cards[i]) == s
        unseen |= n << 4 * s
        if (dealt >> 13 * s + JACK) & 1 == 0:
            other_nobs += 44 * (n - 1)  # the jack thrown with any card but the starter
    n = 0
    for i in range(5):
        for j in range(i + 1, 6):
            a, b = (places >> 4 * i) & 15, (places >> 4 * j) & 15
            low, high = min(a, b), max(a, b)
            total = other_nobs + cribs[row, high * (high - 1) // 2 + low]
            for k in range(2):
                suit = suit_of(keeps[n].thrown[k])
                if rank_of(keeps[n].thrown[k]) == JACK:
                    total += 990 * ((unseen >> 4 * suit) & 15)  # any throw without the starter
            if suit_of(cards[i]) == suit_of(cards[j]):
                left = (unseen >> 4 * suit_of(cards[i])) & 15
                total += 5 * (left * (left - 1) // 2 * (left - 2))
            keeps[n].crib = total / 45_540
            n += 1


def keeps_of(cards, throws: np.ndarray | None = None) -> np.ndarray:
    """The fifteen keeps of six cards, for one who asks from Python.

    >>> from kibitz.cards import parse
    >>> best = keeps_of(sorted(parse("5H 5D JC QS KH 2C")))
    >>> round(float(best["average"].max()), 2), int(best["high"].max())
    (12.52, 21)
    """
    keeps, hand = np.zeros(KEEPS, KEEP), np.asarray(cards, np.int8)
    if throws is None:
        statistics_of_any_throw(tables(), any_throw(), hand, keeps)
    else:
        statistics(tables(), np.zeros(1, WORK)[0], hand, throws, keeps)
    return keeps
