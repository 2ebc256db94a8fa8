"""Melds: which cards of a hand form sets and runs, what is left over, what can be laid off.

A hand is a bit mask over the 52 cards (bit ``13 * suit + rank``, ace low), so every question about
melds is a few shifts. Two facts keep the search small:

- once it is decided which cards lie in sets, the best runs are plain: every stretch of three or more
  cards of a suit in what remains;
- eleven cards hold at most three ranks three times, so there are few ways to choose the sets.
"""

from __future__ import annotations

from kibitz.kernel import kernel, ones


def _cards(ranks) -> int:
    """The mask of all cards of some ranks."""
    return sum(1 << (13 * suit + rank) for rank in ranks for suit in range(4))


def _value(rank: int) -> int:
    return min(rank + 1, 10)


ALL = (1 << 52) - 1
RANKS = (1 << 13) - 1
COLUMN = _cards([0])
"""The four aces; shifted by a rank, the four cards of that rank."""

NOT_ACE, NOT_KING = _cards(range(1, 13)), _cards(range(12))
RUN_STARTS, RUN_MIDDLES, RUN_ENDS = _cards(range(11)), _cards(range(1, 12)), _cards(range(2, 13))
WORTH_1, WORTH_2, WORTH_4, WORTH_8 = (_cards(r for r in range(13) if _value(r) & bit) for bit in (1, 2, 4, 8))


@kernel
def count(cards):
    """How many cards a mask holds."""
    return ones(cards)


@kernel
def lowest(cards):
    """The lowest card of a mask that holds some."""
    return count((cards & -cards) - 1)


@kernel
def value(card):
    """What a card counts as deadwood: ace 1, pictures 10."""
    return min(card % 13 + 1, 10)


@kernel
def points(cards):
    """What cards count as deadwood together."""
    return count(cards & WORTH_1) + 2 * count(cards & WORTH_2) + 4 * count(cards & WORTH_4) + 8 * count(cards & WORTH_8)


@kernel
def runs(cards):
    """The cards that lie in a stretch of three or more of one suit."""
    starts = cards & (cards >> 1) & (cards >> 2) & RUN_STARTS
    return starts | starts << 1 | starts << 2


@kernel
def triples(cards):
    """The ranks (13 bits) of which three or four cards are there."""
    a, b, c, d = cards & RANKS, (cards >> 13) & RANKS, (cards >> 26) & RANKS, cards >> 39
    return (a & b & (c | d)) | (c & d & (a | b))


@kernel
def meldable(cards):
    """The cards of a hand that are part of any meld at all."""
    return runs(cards) | (triples(cards) * COLUMN & cards)


@kernel
def wanted(cards):
    """The cards outside a hand that would be part of some meld of it."""
    up, down = cards >> 1, cards << 1
    fits = (up & (cards >> 2) & RUN_STARTS) | (up & down & RUN_MIDDLES) | (down & (cards << 2) & RUN_ENDS)
    a, b, c, d = cards & RANKS, (cards >> 13) & RANKS, (cards >> 26) & RANKS, cards >> 39
    pairs = (a & b) | (c & d) | ((a | b) & (c | d))
    return (fits | pairs * COLUMN) & ~cards


@kernel
def beside(cards):
    """The cards that could share a meld with any of these: same rank, or next in suit."""
    return ranks_of(cards) * COLUMN | (cards << 1 & NOT_ACE) | (cards >> 1 & NOT_KING)


@kernel
def at_least(value):
    """All cards that count so much as deadwood, or more."""
    ranks = RANKS if value <= 1 else 0 if value > 10 else RANKS & RANKS << (value - 1)
    return ranks * COLUMN


@kernel
def dearest(cards):
    """What the dearest card of a mask counts as deadwood; 0 where there is none."""
    ranks = ranks_of(cards)
    ranks |= ranks >> 1
    ranks |= ranks >> 2
    ranks |= ranks >> 4
    ranks |= ranks >> 8
    return min(count(ranks), 10)


@kernel
def ranks_of(cards):
    """The ranks (13 bits) of which there is a card."""
    return (cards | cards >> 13 | cards >> 26 | cards >> 39) & RANKS


@kernel
def deadwood(cards):
    """The least points that no arrangement can avoid."""
    in_sets, in_runs = triples(cards) * COLUMN & cards, runs(cards)
    either = in_sets & in_runs
    if either == 0:  # no card has to choose, as in most hands
        return points(cards ^ (in_sets | in_runs))
    least, in_runs = 1 << 30, either
    while True:  # once for every way to give some of them to runs
        rest = in_sets & ~in_runs
        rest = cards ^ (triples(rest) * COLUMN & rest)
        least = min(least, points(rest ^ runs(rest)))
        if in_runs == 0:
            return least
        in_runs = (in_runs - 1) & either


@kernel
def unmatched(cards):
    """The cards in no meld, where melds are made so that these count least."""
    in_sets, in_runs = triples(cards) * COLUMN & cards, runs(cards)
    if in_sets & in_runs == 0:  # no card has to choose, as in most hands
        return cards ^ (in_sets | in_runs)
    rest = cards ^ best_sets(cards, 0, 0)
    return rest ^ runs(rest)


@kernel
def deadwood_without(cards, dead, in_melds, card):
    """Least deadwood once `card` is gone, from that of all (`dead`) and their `meldable` mask."""
    if in_melds >> card & 1:
        return deadwood(cards ^ (1 << card))
    return dead - value(card)


@kernel
def best_sets(cards, sets, laid_runs):
    """The cards to put in sets so that least is left after runs, and layoffs on the other's melds.

    Of equal ways, the one that leaves the other least to lay off (`exposed`), then the one with most
    cards in sets, then the one of the highest cards.
    """
    ranks, sure = triples(cards), 0
    if sets | laid_runs == 0:  # then a set of which no card fits a run is laid down whole
        torn = ranks & ranks_of(runs(cards))
        ranks, sure = torn, (ranks ^ torn) * COLUMN & cards
    first = lowest(ranks) if ranks else -1
    ranks &= ranks - 1
    second = lowest(ranks) if ranks else -1
    ranks &= ranks - 1
    third = lowest(ranks) if ranks else -1
    best, least = 0, 1 << 30
    for i in range(ways(cards, first)):
        for j in range(ways(cards, second)):
            for k in range(ways(cards, third)):
                chosen = sure | way(cards, first, i) | way(cards, second, j) | way(cards, third, k)
                left = points(left_over(cards, chosen, sets, laid_runs))
                if left < least or (left == least and lies_better(cards, chosen, best)):
                    best, least = chosen, left
    return best


@kernel
def meld_count(cards):
    """How many melds a hand lays down."""
    sets = best_sets(cards, 0, 0)
    laid = runs(cards ^ sets)
    first = laid & ~(laid << 1 & ~COLUMN)  # the lowest card of each run
    return count(triples(sets)) + count(first)


@kernel
def lies_better(cards, sets, than):
    """Whether of two ways that leave the same, `sets` is laid down rather than `than`."""
    more, less = exposed(cards, sets), exposed(cards, than)
    if more != less:
        return more < less
    more, less = count(sets), count(than)
    return more > less or (more == less and sets > than)


@kernel
def exposed(cards, sets):
    """The points of all cards that the other may hold and could lay off at once: fourths of sets, ends of runs."""
    laid = runs(cards ^ sets)
    ends = (laid << 1 & NOT_ACE) | (laid >> 1 & NOT_KING)
    return points((triples(sets) * COLUMN | ends) & ~cards)


@kernel
def ways(cards, rank):
    """In how many ways a rank (-1: none) can be used for a set: not, all cards, or all but one of four."""
    if rank < 0:
        return 1
    return 6 if count(cards & COLUMN << rank) == 4 else 2


@kernel
def way(cards, rank, i):
    """The cards that the `i`-th way puts in a set."""
    if i == 0:
        return 0
    column = cards & COLUMN << rank
    return column if i == 1 else column & ~(1 << (13 * (i - 2) + rank))


@kernel
def left_over(cards, own_sets, sets, laid_runs):
    """What stays in the hand once own sets and runs are laid down and the rest is laid off."""
    rest = cards & ~own_sets
    rest ^= runs(rest)
    if sets | laid_runs:
        rest ^= layoffs(rest, sets, laid_runs)
    return rest


@kernel
def layoffs(cards, sets, laid_runs):
    """The cards that can be laid off on the other's melds."""
    fourth = triples(sets) * COLUMN & ~sets & cards
    longer = laid_runs
    while True:
        ends = ((longer << 1 & NOT_ACE) | (longer >> 1 & NOT_KING)) & cards & ~longer
        if ends == 0:
            return fourth | (longer ^ laid_runs)
        longer |= ends
