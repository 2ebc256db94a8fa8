"""What to take and what to throw: by melds, by deadwood, by hope, by danger.

Players are made of these. A hand and the cards to choose from are bit masks, the answer is a card.
"""

from __future__ import annotations

from kibitz.games.gin.melds import (
    at_least,
    beside,
    count,
    deadwood,
    deadwood_without,
    dearest,
    lowest,
    meldable,
    unmatched,
    wanted,
)
from kibitz.games.gin.rules import BIG_GIN, DISCARDING, DRAW, DRAWING, KNOCK, PASS, TAKE, may_discard, unseen
from kibitz.kernel import draw, kernel

HOPE = 1.0
"""How many points of deadwood a card that would help is worth to one who also watches the deadwood."""
HELP, PATIENCE, OUTS, LATE = 0.6, 3.5, 0, 49
"""How one races for gin, see `agents/racer.py`: the best found against all the other players."""
GIN_HOPE = 1000.0
"""What a hand without deadwood is worth."""
AT_ONCE = 100.0
"""What makes a knock worth more than any other move."""


@kernel
def take_what_melds(v):
    """Take the upcard if it is part of some meld of the eleven cards, else leave it."""
    if wanted(int(v.hands[v.to_move])) >> int(v.upcard) & 1:
        return TAKE
    return leave(v)


@kernel
def leave(v):
    """The move that does not take the upcard."""
    return DRAW if v.phase == DRAWING else PASS


@kernel
def least_deadwood(v, hand, cards):
    """One of the `cards` that leave the least deadwood when discarded, at random, and that deadwood."""
    all_dead, in_melds = deadwood(hand), meldable(hand)
    # A card outside all melds takes its own points away, so the dearest is the one; no card takes away more than that.
    most = dearest(cards & ~in_melds)
    least = all_dead - most
    best = cards & ~in_melds & at_least(most) if most else 0
    melded = cards & in_melds & at_least(most)
    while melded:
        card = lowest(melded)
        melded &= melded - 1
        dead = deadwood(hand ^ (1 << card))
        if dead < least or best == 0:
            least, best = dead, 0
        if dead == least:
            best |= 1 << card
    equals = count(best)
    for _ in range(draw(v, equals) if equals > 1 else 0):
        best &= best - 1
    return lowest(best), least


@kernel
def lowest_left(hand, cards):
    """The first of the `cards` that leaves least deadwood, and that deadwood."""
    all_dead, in_melds = deadwood(hand), meldable(hand)
    best, least = 0, 1000
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        dead = deadwood_without(hand, all_dead, in_melds, card)
        if dead < least:
            best, least = card, dead
    return best, least


@kernel
def most_hope(hand, cards, live):
    """The one of the `cards` that leaves little deadwood and many `live` cards that would help, and that deadwood."""
    card, dead, _ = most_hopeful(hand, cards, live, HOPE)
    return card, dead


@kernel
def most_hopeful(hand, cards, live, help):
    """The one of the `cards` whose discard leaves the most `hopeful` hand, that hand's deadwood, and how hopeful it is.

    A discard that leaves no deadwood is always the one.
    """
    all_dead, in_melds = deadwood(hand), meldable(hand)
    at_most = help * count(wanted(hand) & live)  # no card helps that did not help before the discard
    best, most, least = 0, -1000.0, 1000
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        dead = deadwood_without(hand, all_dead, in_melds, card)
        if dead > 0 and at_most - dead <= most:
            continue
        hope = GIN_HOPE if dead == 0 else help * count(wanted(hand ^ (1 << card)) & live) - dead
        if hope > most:
            best, most, least = card, hope, dead
    return best, least, most


@kernel
def hopeful(hand, live, help):
    """Less deadwood is better, and so is each `live` card (not seen yet) that would be part of a meld: by `help`."""
    dead = deadwood(hand)
    return GIN_HOPE if dead == 0 else help * count(wanted(hand) & live) - dead


@kernel
def race(v, help, patience, outs, late):
    """The move of one who runs for gin: see `agents/racer.py`."""
    seat = int(v.to_move)
    hand, live = int(v.hands[seat]), unseen(v, seat)
    if v.phase != DISCARDING:
        _, _, with_it = most_hopeful(hand | 1 << int(v.upcard), hand, live, help)
        return TAKE if with_it > hopeful(hand, live, help) + patience else leave(v)
    if v.big_gin > 0 and deadwood(hand) == 0:
        return BIG_GIN
    card, dead, _ = most_hopeful(hand, may_discard(v), live, help)
    knocks = dead == 0 or (dead <= v.limit and v.turn >= late)
    if dead <= v.limit and outs > 0:
        knocks |= gin_outs(hand ^ (1 << card), live) < outs
    return KNOCK + card if knocks else card


@kernel
def gin_outs(hand, cards):
    """How many of `cards` would make a hand gin."""
    outs, found = wanted(hand) & cards, 0
    while outs:
        with_it = hand | (outs & -outs)
        outs &= outs - 1
        rest = unmatched(with_it)
        if rest & (rest - 1) == 0:
            found += 1
    return found


@kernel
def knock_at_once(v):
    """The move of one who takes what melds, keeps least deadwood and knocks at once: simple, but for its notes."""
    if v.phase != DISCARDING:
        return take_what_melds(v)
    card, dead = least_deadwood(v, int(v.hands[v.to_move]), may_discard(v))
    return KNOCK + card if dead <= v.limit else card


@kernel
def least_danger(hand, cards, most_dead, live, known):
    """The safest of the `cards` that leave at most so much deadwood.

    A card is dangerous for every card beside it that the other may hold, more so for each it is `known` to.
    """
    all_dead, in_melds = deadwood(hand), meldable(hand)
    best, least = -1, 1000
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if deadwood_without(hand, all_dead, in_melds, card) <= most_dead:
            near = beside(1 << card)
            danger = count(near & live) + 4 * count(near & known)
            if danger < least:
                best, least = card, danger
    return best


@kernel
def wish(chance, card):
    """The chance that the other seat could meld a card, its holdings taken as independent."""
    rank = card % 13
    a, b, c = chance[(card + 13) % 52], chance[(card + 26) % 52], chance[(card + 39) % 52]
    no = (1 - a * b) * (1 - a * c) * (1 - b * c)
    down = chance[card - 1] if rank >= 1 else 0.0
    up = chance[card + 1] if rank <= 11 else 0.0
    if rank >= 2:
        no *= 1 - down * chance[card - 2]
    if rank <= 10:
        no *= 1 - up * chance[card + 2]
    return 1 - no * (1 - down * up)


@kernel
def value_all(views, moves, counts, dangers, out):
    """How the greedy rank their moves: taking melds, leaving little deadwood, knocking at once.

    `dangers` are points that the more careful take off for each card discarded.
    """
    for i in range(len(views)):
        v = views[i]
        hand = int(v.hands[v.to_move])
        for j in range(counts[i]):
            move = int(moves[i, j])
            if v.phase != DISCARDING:
                out[i, j] = 1.0 if move == take_what_melds(v) else 0.0
            elif move < 2 * KNOCK:
                card = move % KNOCK
                out[i, j] = AT_ONCE * (move >= KNOCK) - deadwood(hand ^ (1 << card)) - dangers[i, card]
            else:
                out[i, j] = AT_ONCE
