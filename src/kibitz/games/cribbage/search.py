"""Choosing by the chance to win: throws by exact hand counts, cards in the play by search.

A throw is judged by the exact counts of the hand over all starters, with the chances of points in the
play for that hand, of the other's hand and of the crib for that throw, moved to the exact mean of the
crib for these six cards.

A card in the play is judged by playing it out against hands that the other may hold. What it may hold
is weighed by how often a hand is kept, how many ways the unseen cards allow it, every go, and how well
each card it has played agrees with a quick rule: points at once less the usual best reply. Both sides
then go on by that rule.
"""

from __future__ import annotations

import math

import numpy as np

from kibitz.games.cribbage import stats
from kibitz.games.cribbage.counting import count, peg, rank_of, value
from kibitz.games.cribbage.outlook import ALONE, GOAL, PEGS
from kibitz.games.cribbage.rules import spot_of
from kibitz.games.cribbage.stats import HANDS, KEEPS, POINTS, hand_index, pair_index
from kibitz.kernel import kernel, mix, record

SEARCH = record(
    [
        ("hands", "i8"),  # how many hands of the other a card is tried against
        ("sure", "f8"),  # by how many points a card must be worse to be played e times less often; 0: not asked
        ("caution", "f8"),  # how much of the usual best reply the quick rule takes off
        ("crib", "f8"),  # how much of the crib's difference from the usual one is believed
        ("weights", "f8", (HANDS,)),  # running sums of how likely each remainder of the other's hand is
        ("rests", "i4", (HANDS,)),  # the remainders: ranks, four bits each
        ("rows", "i4", (HANDS,)),  # the number of the whole hand each belongs to
        ("likings", "f8", (4, 13)),  # how readily the other plays each rank, at each of its turns so far
        ("pile", "i1", (8,)),
        ("own", "i8"),
        ("other", "i8"),
    ]
)
NEVER = 15
"""In a packed hand: no card."""
HIGHER = 1e-3
"""Of cards that are worth the same, the quick rule takes the higher."""
SURE, CAUTION, CRIB = 0.5, 1.0, 1.0
"""How the shipped player searches, see `SEARCH`; `cribbage.strength` compares."""
USUAL_OWN, USUAL_OTHER = 11, 3
"""What a player gains before the other's hand is counted, and the other in the play, or thereabouts."""


def room(hands: int, sure: float = SURE, caution: float = CAUTION, crib: float = CRIB) -> np.record:
    """Room to search in, with how to search."""
    x = np.zeros(1, SEARCH)[0]
    x.hands, x.sure, x.caution, x.crib = hands, sure, caution, crib
    return x


# --- throws ---------------------------------------------------------------------------------------


@kernel
def fill_throws(t, o, x, w, keeps, v, values):
    """The chance to win after each of the fifteen throws."""
    me = v.to_move
    role = int(me == v.dealer)
    own, other = spot_of(v, me), spot_of(v, 1 - me)
    stats.statistics(t, w, v.cards[me], o.throws[1 - role], keeps)
    for k in range(KEEPS):
        kept, thrown = keeps[k].kept, keeps[k].thrown
        hand = hand_index(rank_of(kept[0]), rank_of(kept[1]), rank_of(kept[2]), rank_of(kept[3]))
        pair = pair_index(rank_of(thrown[0]), rank_of(thrown[1]))
        chance = 0.0
        for mine in range(PEGS):
            p = o.gain[role, hand, mine]
            if p < 1e-4:
                continue
            for theirs in range(PEGS):
                q = p * o.give[role, hand, theirs]
                if q < 1e-5:
                    continue
                if own + mine >= GOAL or other + theirs >= GOAL:
                    # Who pegs out first when both could is not known: take it as even.
                    if other + theirs < GOAL:
                        chance += q
                    elif own + mine >= GOAL:
                        chance += q / 2
                else:
                    chance += q * after_play(o, keeps[k], role, pair, own + mine, other + theirs)
        chance += x.crib * crib_shift(o, keeps[k], role, pair, own, other)
        values[k] = min(max(chance, 0.0), 1.0)


@kernel
def crib_shift(o, keep, role, pair, own, other):
    """What it means for the chance to win that the six cards held make the crib better or worse than usual."""
    usual = 0.0
    for points in range(POINTS):
        usual += points * o.crib[role, pair, points]
    a, b = min(own + USUAL_OWN, GOAL), min(other + USUAL_OTHER, GOAL)
    before = o.before_hands[role, pair]
    return (keep.crib - usual) * (before[min(a + role, GOAL), min(b + 1 - role, GOAL)] - before[a, b])


@kernel
def after_play(o, keep, role, pair, own, other):
    """The chance to win before the show, over all starters."""
    chance = 0.0
    for points in range(keep.low, keep.high + 1):
        if keep.counts[points] > 0:
            chance += keep.counts[points] * o.before_hands[role, pair, min(own + points, GOAL), other]
    return chance / 46


# --- what the other may hold ----------------------------------------------------------------------


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
def combinations(a, b, c, d, unseen):
    """In how many ways up to four ranks in ascending order (NEVER: none) can be drawn from cards left."""
    result, run, last = 1, 0, NEVER
    for rank in (a, b, c, d, NEVER):
        if rank == last:
            run += 1
        else:
            if last != NEVER:
                result *= ways((unseen >> 4 * last) & 15, run)
            last, run = rank, 1
    return result


@kernel
def fill_likings(o, x, v, me):
    """How readily the other would have played each rank at each of its turns so far; how many those are."""
    turns, total, start, cards = 0, 0, 0, 4
    for i in range(v.played):
        rank = rank_of(v.pile[i])
        if total == 31 or total + value(rank) > 31:  # a card that does not fit shows that the count began again
            total, start = 0, i
        if v.by[i] == me:
            cards -= 1
        else:
            below = x.pile[i - 1] if i > start else ALONE
            for r in range(13):
                x.likings[turns, r] = 0.0
                now = total + value(r)
                if now <= 31:
                    x.pile[i] = r
                    worth = peg(x.pile, start, i + 1, now) - x.caution * o.risk[cards, now, below, r]
                    x.likings[turns, r] = math.exp(worth / x.sure) if x.sure > 0 else 1.0
            turns += 1
        x.pile[i] = rank
        total += value(rank)
    return turns


@kernel
def agreement(x, laid, turns, rest):
    """How likely the other, holding some more cards, would have played as it did."""
    likely = 1.0
    for k in range(turns):
        all_cards = 0.0
        for j in range(k, turns):
            all_cards += x.likings[k, (laid >> 4 * j) & 15]
        for j in range(4 - turns):
            all_cards += x.likings[k, (rest >> 4 * j) & 15]
        likely *= x.likings[k, (laid >> 4 * k) & 15] / all_cards
    return likely


@kernel
def list_rests(o, x, v, me):
    """List what the other may still hold, with running sums of weights; how many there are."""
    other = 1 - me
    left, above = v.left[other], v.above[other]
    unseen, full = 0, 0
    for rank in range(13):
        full += 4 << 4 * rank
    unseen = full
    for i in range(6):
        unseen -= 1 << 4 * rank_of(v.cards[me, i])
    unseen -= 1 << 4 * rank_of(v.starter)
    laid, n_laid = 0, 0
    for i in range(v.played):
        if v.by[i] == other:
            rank = rank_of(v.pile[i])
            unseen -= 1 << 4 * rank
            laid |= rank << 4 * n_laid
            n_laid += 1
    role = int(other == v.dealer)
    turns = fill_likings(o, x, v, me)
    n, total = 0, 0.0
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
                    e = b if left > 1 else laid & 15
                    f = c if left > 2 else (laid >> 4 * (2 - left)) & 15
                    g = d if left > 3 else (laid >> 4 * (3 - left)) & 15
                    hand = hand_index(a, e, f, g)
                    likely = o.kept[role, hand] * free / in_full_pack(a, e, f, g, full)
                    total += likely * agreement(x, laid, turns, rest)
                    x.weights[n], x.rests[n], x.rows[n] = total, rest, hand
                    n += 1
    return n


@kernel
def in_full_pack(a, b, c, d, full):
    """In how many ways four ranks in any order can be drawn from the whole pack."""
    a, b = min(a, b), max(a, b)
    c, d = min(c, d), max(c, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    return combinations(a, b, c, d, full)


@kernel
def pick(x, n, share):
    """The entry of the list at a share from 0 to 1 of all weight."""
    point = share * x.weights[n - 1]
    low, high = 0, n - 1
    while low < high:
        middle = (low + high) // 2
        if x.weights[middle] > point:
            high = middle
        else:
            low = middle + 1
    return low


# --- the play -------------------------------------------------------------------------------------


@kernel
def play_out(o, x, start, played, total, turn, mine, theirs, own, other):
    """Finish a play by the quick rule on both sides; the scores are left in `x`. Hands are packed ranks."""
    stuck, last = 0, 1 - turn
    while mine != 0xFFFF or theirs != 0xFFFF:
        hand, facing = (mine, theirs) if turn == 0 else (theirs, mine)
        cards = 0
        for i in range(4):
            cards += (facing >> 4 * i) & 15 != NEVER
        below = x.pile[played - 1] if played > start else ALONE
        best, most, gained = -1, -99.0, 0
        for i in range(4):
            rank = (hand >> 4 * i) & 15
            if rank != NEVER and total + value(rank) <= 31:
                x.pile[played] = rank
                points = peg(x.pile, start, played + 1, total + value(rank))
                risk = x.caution * o.risk[cards, total + value(rank), below, rank]
                worth = points - risk + HIGHER * rank
                if worth > most:
                    best, most, gained = i, worth, points
        if best < 0:
            stuck += 1
            turn = 1 - turn
            if stuck == 2:
                if last == 0:
                    own += 1
                else:
                    other += 1
                start, total, stuck, turn = played, 0, 0, 1 - last
        else:
            rank = (hand >> 4 * best) & 15
            x.pile[played] = rank
            played += 1
            total += value(rank)
            if turn == 0:
                mine |= NEVER << 4 * best
                own += gained
            else:
                theirs |= NEVER << 4 * best
                other += gained
            stuck, last, turn = 0, turn, 1 - turn
            if total == 31:
                start, total = played, 0
        if own >= GOAL or other >= GOAL:
            break
    if own < GOAL and other < GOAL and total > 0:
        if last == 0:
            own += 1
        else:
            other += 1
    x.own, x.other = own, other


@kernel
def fill_play(t, o, x, v, moves, n, values):
    """The chance to win after each card, over hands the other may hold."""
    me = int(v.to_move)
    other = 1 - me
    role = int(me == v.dealer)
    cards = v.cards[me]
    pair = pair_index(rank_of(cards[4]), rank_of(cards[5]))
    count_mine = count(cards[0], cards[1], cards[2], cards[3], v.starter, False)
    starter = rank_of(v.starter)
    samples = x.hands if n > 1 else min(x.hands, 8)  # with nothing to choose, the value is for show
    rests = list_rests(o, x, v, me) if v.left[other] > 0 else 1
    laid_row = 0
    if v.left[other] == 0:
        packed, k = 0, 0
        for i in range(v.played):
            if v.by[i] == other:
                packed |= rank_of(v.pile[i]) << 4 * k
                k += 1
        laid_row = hand_index(packed & 15, packed >> 4 & 15, packed >> 8 & 15, packed >> 12 & 15)
    for i in range(n):
        values[i] = 0.0
    offset = (mix(v.rng) >> np.uint64(11)) * (1.0 / (1 << 53))
    every = rests <= 2 * samples  # few enough to try each of them
    for sample in range(rests if every else samples):
        likely, theirs, row = 1.0 / samples, 0xFFFF, laid_row
        if v.left[other] == 0:
            likely = 1.0
        else:
            at = sample if every else pick(x, rests, (sample + offset) / samples)
            theirs, row = int(x.rests[at]), int(x.rows[at])
            if every:
                likely = (x.weights[at] - (x.weights[at - 1] if at > 0 else 0.0)) / x.weights[rests - 1]
        count_theirs = t.hand[row, starter]
        for i in range(n):
            rank = rank_of(moves[i])
            for k in range(v.played):
                x.pile[k] = rank_of(v.pile[k])
            mine = 0
            for k in range(4):
                hidden = (v.laid[me] >> k) & 1 or cards[k] == moves[i]
                mine |= (NEVER if hidden else rank_of(cards[k])) << 4 * k
            played, start, total = int(v.played), int(v.start), int(v.total) + value(rank)
            x.pile[played] = rank
            played += 1
            own = spot_of(v, me) + peg(x.pile, start, played, total)
            if own >= GOAL:
                values[i] += likely
                continue
            if total == 31:
                start, total = played, 0
            play_out(o, x, start, played, total, 1, mine, theirs, own, spot_of(v, other))
            if x.own >= GOAL:
                values[i] += likely
            elif x.other < GOAL:
                a, b = min(x.own + count_mine, GOAL), min(x.other + count_theirs, GOAL)
                values[i] += likely * o.before_crib[role, pair, a, b]
    for i in range(n):
        values[i] += 1e-9 * rank_of(moves[i])
