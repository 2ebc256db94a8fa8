"""A card in the play, judged by the chance to win.

Each card is tried against hands that the other may hold (`beliefs.py`). Both sides then go on by the quick
rule: the most points at once, less the usual best reply; or by what was learned that a card leads to
(``foresight.py``). The hands are counted, and the score that comes of it has a chance to win (`chances.py`). Hands
are ranks packed in one number, four bits each.
"""

from __future__ import annotations

from kibitz.games.cribbage.counting import count, peg, rank_of, value
from kibitz.games.cribbage.pegging import HIGHER
from kibitz.games.cribbage.rules import spot_of
from kibitz.games.cribbage.stats import NEVER, hand_index, pair_index
from kibitz.games.cribbage.value.beliefs import list_rests, pick
from kibitz.games.cribbage.value.chances import ALONE, GOAL
from kibitz.kernel import kernel, uniform

NO_CARDS = 0xFFFF
"""A packed hand with nothing in it."""
FOR_SHOW = 8
"""Hands tried where there is only one card to play: its value is asked for hints alone."""


@kernel
def play_out(params, pile, start, played, total, turn, mine, theirs, own, other):
    """Finish a play by the quick rule on both sides; the points that both then have. Turn 0 is `mine`."""
    stuck, last, mine_left, theirs_left = 0, 1 - turn, 0, 0
    for i in range(4):
        mine_left += (mine >> 4 * i) & 15 != NEVER
        theirs_left += (theirs >> 4 * i) & 15 != NEVER
    while mine_left + theirs_left > 0:
        hand, cards = (mine, theirs_left) if turn == 0 else (theirs, mine_left)
        below = pile[played - 1] if played > start else ALONE
        best, most, gained = -1, -99.0, 0
        for i in range(4):
            rank = (hand >> 4 * i) & 15
            if rank != NEVER and total + value(rank) <= 31:
                pile[played] = rank
                points = peg(pile, start, played + 1, total + value(rank))
                if params.learned:
                    left = (mine_left if turn == 0 else theirs_left) - 1
                    worth = points + params.foresight[left, cards, total + value(rank), below, rank]
                else:
                    risk = params.caution * params.chances.risk[cards, total + value(rank), below, rank]
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
            pile[played] = rank
            played += 1
            total += value(rank)
            if turn == 0:
                mine |= NEVER << 4 * best
                mine_left -= 1
                own += gained
            else:
                theirs |= NEVER << 4 * best
                theirs_left -= 1
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
    return own, other


@kernel
def laid_hand(v, p):
    """The number of a player's four ranks once all of them lie on the table."""
    packed, k = 0, 0
    for i in range(v.played):
        if v.by[i] == p:
            packed |= rank_of(v.pile[i]) << 4 * k
            k += 1
    return hand_index(packed & 15, packed >> 4 & 15, packed >> 8 & 15, packed >> 12 & 15)


@kernel
def chance_after(params, room, v, card, theirs, counts):
    """The chance to win after a card, if the other holds these cards and the two hands count so much."""
    me = int(v.to_move)
    cards = v.cards[me]
    for k in range(v.played):
        room.pile[k] = rank_of(v.pile[k])
    mine = 0
    for k in range(4):
        gone = (v.laid[me] >> k) & 1 or cards[k] == card
        mine |= (NEVER if gone else rank_of(cards[k])) << 4 * k
    played, start, total = int(v.played), int(v.start), int(v.total) + value(card)
    room.pile[played] = rank_of(card)
    played += 1
    own = spot_of(v, me) + peg(room.pile, start, played, total)
    if own >= GOAL:
        return 1.0
    if total == 31:
        start, total = played, 0
    own, other = play_out(params, room.pile, start, played, total, 1, mine, theirs, own, spot_of(v, 1 - me))
    if own >= GOAL:
        return 1.0
    if other >= GOAL:
        return 0.0
    pair = pair_index(rank_of(cards[4]), rank_of(cards[5]))
    own, other = min(own + counts[0], GOAL), min(other + counts[1], GOAL)
    return float(params.chances.before_crib[int(me == v.dealer), pair, own, other])


@kernel
def fill_play(params, room, v, moves, n, values):
    """The chance to win after each card, over hands the other may hold."""
    me = int(v.to_move)
    other, starter, cards = 1 - me, rank_of(v.starter), v.cards[me]
    mine_count = count(cards[0], cards[1], cards[2], cards[3], v.starter, False)
    for i in range(n):
        values[i] = 0.0
    if v.left[other] == 0:
        counts = mine_count, int(params.tables.hand[laid_hand(v, other), starter])
        for i in range(n):
            values[i] = chance_after(params, room, v, moves[i], NO_CARDS, counts)
    else:
        samples = params.hands if n > 1 else min(params.hands, FOR_SHOW)
        offset = uniform(v)
        rests = list_rests(params, room, v)
        every = rests <= 2 * samples  # few enough to try each of them
        for sample in range(rests if every else samples):
            at, likely = sample, 1.0 / samples
            if every:
                likely = (room.weights[at] - (room.weights[at - 1] if at > 0 else 0.0)) / room.weights[rests - 1]
            else:
                at = pick(room, rests, (sample + offset) / samples)
            theirs = int(room.rests[at])
            counts = mine_count, int(params.tables.hand[room.hands[at], starter])
            for i in range(n):
                values[i] += likely * chance_after(params, room, v, moves[i], theirs, counts)
    for i in range(n):
        values[i] += 1e-9 * rank_of(moves[i])  # of equals the higher card
