"""What the other player may still hold, and how likely each possibility is.

A hand counts for more the more often such a hand is kept, the more ways the unseen cards allow it, and
the better it explains every card that was played so far: with these cards in hand, would the other have
chosen that one by the quick rule (points at once, less the usual best reply)? Cards that a go excludes
are not in it.

Ranks stand packed in one number, four bits each, lowest first; NEVER marks a place without a card.
"""

from __future__ import annotations

import math

from kibitz.games.cribbage.counting import peg, rank_of, value
from kibitz.games.cribbage.pegging import unseen_ranks
from kibitz.games.cribbage.stats import NEVER, combinations, hand_index
from kibitz.games.cribbage.value.chances import ALONE
from kibitz.kernel import kernel


@kernel
def fill_likings(params, room, v, me):
    """How readily the other would have played each rank at each of its turns so far; how many turns those are."""
    turns, total, start, cards = 0, 0, 0, 4
    for i in range(v.played):
        rank = rank_of(v.pile[i])
        if total == 31 or total + value(rank) > 31:  # a card that does not fit shows that the count began again
            total, start = 0, i
        if v.by[i] == me:
            cards -= 1
        else:
            below = room.pile[i - 1] if i > start else ALONE
            for r in range(13):
                room.likings[turns, r] = 0.0
                now = total + value(r)
                if now <= 31:
                    room.pile[i] = r
                    risk = params.caution * params.chances.risk[cards, now, below, r]
                    worth = peg(room.pile, start, i + 1, now) - risk
                    room.likings[turns, r] = math.exp(worth / params.sure) if params.sure > 0 else 1.0
            turns += 1
        room.pile[i] = rank
        total += value(rank)
    return turns


@kernel
def agreement(room, laid, turns, rest):
    """How likely the other, holding the `rest` too, would have played the cards it laid in that order."""
    likely = 1.0
    for k in range(turns):
        all_cards = 0.0
        for j in range(k, turns):
            all_cards += room.likings[k, (laid >> 4 * j) & 15]
        for j in range(4 - turns):
            all_cards += room.likings[k, (rest >> 4 * j) & 15]
        likely *= room.likings[k, (laid >> 4 * k) & 15] / all_cards
    return likely


@kernel
def list_rests(params, room, v):
    """List all that the other may still hold, in ranks; how many possibilities there are.

    ``room.weights`` are running sums, so that `pick` finds one by its share of the whole.
    """
    me = int(v.to_move)
    other = 1 - me
    left, above = v.left[other], v.above[other]
    unseen = unseen_ranks(v)
    laid, n_laid = 0, 0
    for i in range(v.played):
        if v.by[i] == other:
            laid |= rank_of(v.pile[i]) << 4 * n_laid
            n_laid += 1
    role = int(other == v.dealer)
    turns = fill_likings(params, room, v, me)
    n, total = 0, 0.0
    # a <= b <= c <= d are the ranks still held, as many as there are; the others go round once and are not used.
    for d in range(13 if left > 3 else 1):
        for c in range((d + 1 if left > 3 else 13) if left > 2 else 1):
            for b in range((c + 1 if left > 2 else 13) if left > 1 else 1):
                for a in range(b + 1 if left > 1 else 13):
                    if value(a) <= above:  # the lowest of them; after a go none may be so low
                        continue
                    second = b if left > 1 else NEVER
                    third = c if left > 2 else NEVER
                    fourth = d if left > 3 else NEVER
                    free = combinations(a, second, third, fourth, unseen)
                    if free == 0:
                        continue
                    rest = a | second << 4 | third << 8 | fourth << 12
                    # The whole hand: what is held and what was laid.
                    e = b if left > 1 else laid & 15
                    f = c if left > 2 else (laid >> 4 * (2 - left)) & 15
                    g = d if left > 3 else (laid >> 4 * (3 - left)) & 15
                    hand = hand_index(a, e, f, g)
                    likely = params.chances.kept[role, hand] * free / params.tables.ways[hand]
                    total += likely * agreement(room, laid, turns, rest)
                    room.weights[n], room.rests[n], room.hands[n] = total, rest, hand
                    n += 1
    return n


@kernel
def pick(room, n, share):
    """The possibility at a share, from 0 to 1, of all weight."""
    point = share * room.weights[n - 1]
    low, high = 0, n - 1
    while low < high:
        middle = (low + high) // 2
        if room.weights[middle] > point:
            high = middle
        else:
            low = middle + 1
    return low
