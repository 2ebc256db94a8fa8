"""What a card in the play leads to: learned by reinforcement, from plays of the learner against itself.

For every way a card may lie (how many cards both then hold, the count, the card itself and the one below it) a table
holds what its player will still gain in this play, less what the other will. A card is worth its points at once and
this. The table is learned by Monte Carlo: hands as they are usually kept are played out, mostly by the table, and
each card's entry moves towards what came of it (`cribbage.pegging`).
"""

from __future__ import annotations

from kibitz.games.cribbage.counting import peg, rank_of, value
from kibitz.games.cribbage.value.chances import ALONE
from kibitz.kernel import draw, kernel, uniform

FILE = "foresight.safetensors"
SHAPE = (4, 5, 32, ALONE + 1, 13)
"""Own cards left after it, the other's, the count it makes, the rank below it (ALONE: none), and its rank."""
SLOWEST = 0.002
"""The share by which an entry moves once it was seen often; before, it is the mean of what was seen."""


@kernel
def fill_foresight(table, v, moves, n, values):
    """What each card is worth: its points at once, and what it leads to."""
    me, last = int(v.to_move), int(v.played)
    below = rank_of(v.pile[last - 1]) if v.played > v.start else ALONE
    for i in range(n):
        rank, kept = rank_of(moves[i]), v.pile[last]
        total = int(v.total) + value(rank)
        v.pile[last] = moves[i]
        points = peg(v.pile, v.start, last + 1, total)
        v.pile[last] = kept
        values[i] = points + table[v.left[me] - 1, v.left[1 - me], total, below, rank]


@kernel
def learn(table, visits, hands, likely, rounds, explore, s, desk):
    """Play rounds of the play and learn from each; `likely` are running sums over `hands`, by role; chance from `s`."""
    for _ in range(rounds):
        for p in range(2):
            hand = pick(likely[p], uniform(s))
            for i in range(4):
                desk.hands[p, i] = hands[hand, i]
        play(table, explore, s, desk)
        for k in range(desk.cards):
            place = desk.places[k]
            gained = desk.ahead - desk.then[k] if desk.by[k] == 0 else desk.then[k] - desk.ahead
            visits[place] += 1
            table[place] += max(1.0 / visits[place], SLOWEST) * (gained - table[place])


@kernel
def play(table, explore, s, desk):
    """One play from two hands of ranks, written on the desk: each card's entry, who laid it, and the lead after it."""
    played, start, total, turn, stuck, last = 0, 0, 0, 0, 0, 1
    ahead = 0  # the first player's points less the other's
    desk.left[0] = desk.left[1] = 4
    while desk.left[0] + desk.left[1] > 0:
        at = choose(table, explore, s, desk, turn, start, played, total)
        if at < 0:
            stuck += 1
            turn = 1 - turn
            if stuck == 2:
                ahead += 1 if last == 0 else -1
                start, total, stuck, turn = played, 0, 0, 1 - last
            continue
        rank = desk.hands[turn, at]
        below = desk.pile[played - 1] if played > start else ALONE
        desk.pile[played] = rank
        total += value(rank)
        points = peg(desk.pile, start, played + 1, total)
        ahead += points if turn == 0 else -points
        desk.left[turn] -= 1
        desk.hands[turn, at] = desk.hands[turn, desk.left[turn]]
        desk.places[played] = place_of(desk.left[turn], desk.left[1 - turn], total, below, rank)
        desk.by[played], desk.then[played] = turn, ahead
        played += 1
        stuck, last, turn = 0, turn, 1 - turn
        if total == 31:
            start, total = played, 0
    if total > 0:
        ahead += 1 if last == 0 else -1
    desk.cards, desk.ahead = played, ahead


@kernel
def choose(table, explore, s, desk, turn, start, played, total):
    """Where in the hand the card lies that is worth most, or now and then any; -1 where none may be laid."""
    below = desk.pile[played - 1] if played > start else ALONE
    best, most, allowed = -1, -1e9, 0
    random = uniform(s) < explore
    for i in range(desk.left[turn]):
        rank = desk.hands[turn, i]
        now = total + value(rank)
        if now > 31:
            continue
        allowed += 1
        if random:
            if draw(s, allowed) == 0:
                best = i
            continue
        desk.pile[played] = rank
        worth = peg(desk.pile, start, played + 1, now)
        worth += table[place_of(desk.left[turn] - 1, desk.left[1 - turn], now, below, rank)]
        if worth > most:
            best, most = i, worth
    return best


@kernel
def place_of(own, other, total, below, rank):
    """Where an entry lies in the table laid out flat."""
    return (((own * 5 + other) * 32 + total) * (ALONE + 1) + below) * 13 + rank


@kernel
def pick(sums, share):
    """The first place whose running sum is above a share of the whole."""
    point, low, high = share * sums[-1], 0, len(sums) - 1
    while low < high:
        middle = (low + high) // 2
        if sums[middle] > point:
            high = middle
        else:
            low = middle + 1
    return low
