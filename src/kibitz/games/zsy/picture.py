"""What a move leaves in ZSY, as ones and zeros: the picture a network looks at.

Ranks by counts: row `k` of a set of cards says of which ranks there are more than `k`. Four sets: the seat's own cards
after the move, the cards it has not seen, those the other has played, and those now on the table. Then for singles,
doubles, triples and chains the ranks from the lowest that the other has passed on, and how many cards each holds. From
`OLDER` on, which older networks do not see: which singles, doubles and triples of the own cards no unseen card beats,
which ranks lie in chains, in how few plays the own cards could go, how many of these could be beaten, at how many ranks
the unseen cards beat what is laid down, and whether they hold a bomb.
"""

from __future__ import annotations

from kibitz.games.zsy.rules import (
    BOMB,
    DOUBLE,
    KINDS,
    LARGEST_HAND,
    PASS,
    RANKS,
    TRIPLE,
    cards_of,
    count,
    highest_link,
    pattern_of,
    rank_of,
    total,
    unseen,
)
from kibitz.kernel import kernel
from kibitz.picture import WHOLE, bar

SET = BOMB * RANKS
OWN, UNSEEN, PLAYED, TABLE, PASSED = (SET * i for i in range(5))
MINE = PASSED + (TRIPLE + 1) * RANKS
THEIRS = MINE + LARGEST_HAND
LEADS = THEIRS + LARGEST_HAND
OLDER = -(-(LEADS + 1) // WHOLE) * WHOLE
"""Networks that learned before there was more see what is drawn up to here."""
SAFE = OLDER
CHAINED = SAFE + TRIPLE * RANKS
PLAYS = CHAINED + RANKS
WEAK = PLAYS + LARGEST_HAND
BEATEN, BEATEN_STEPS = WEAK + LARGEST_HAND, 10
BOMBS, BOMB_STEPS = BEATEN + BEATEN_STEPS, 4
SIZE = BOMBS + BOMB_STEPS


@kernel
def picture(v, seat, move, out):
    other = 1 - seat
    laid = 0 if move == PASS else cards_of(move)
    hand = v.hands[seat] - laid
    ranks(out, OWN, hand)
    ranks(out, UNSEEN, v.hands[other] if v.open else unseen(v, seat))
    ranks(out, PLAYED, v.played[other])
    ranks(out, TABLE, laid)
    for rank in range(RANKS):
        for k in range(TRIPLE):
            out[PASSED + k * RANKS + rank] = v.passed[other, k] <= rank
        for k in range(BOMB, KINDS):
            if v.passed[other, k] <= rank:
                out[PASSED + TRIPLE * RANKS + rank] = 1
    bar(out, MINE, LARGEST_HAND, total(hand))
    bar(out, THEIRS, LARGEST_HAND, int(v.left[other]))
    out[LEADS] = move == PASS
    hidden = v.hands[other] if v.open else unseen(v, seat)
    draw_outlook(v, hand, hidden, move, out)


@kernel
def draw_outlook(v, hand, hidden, move, out):
    """What goes together in a hand, and what of it, or of the move, the `hidden` cards could beat."""
    highest = 0  # three numbers of four bits: below which rank an unseen single, double, triple lies
    for rank in range(RANKS):
        for k in range(min(count(hidden, rank), TRIPLE)):
            highest = highest & ~(15 << (4 * k)) | (rank + 1) << (4 * k)
    plays, weak, top = 0, 0, highest_link(v)
    for rank in range(RANKS):
        cards = count(hand, rank)
        if cards == 0:
            continue
        for k in range(min(cards, TRIPLE)):
            out[SAFE + k * RANKS + rank] = rank + 1 >= (highest >> (4 * k)) & 15
        goes_on = rank > 0 and is_link(hand, rank, top) and is_link(hand, rank - 1, top)
        before_another = is_link(hand, rank, top) and is_link(hand, rank + 1, top)
        out[CHAINED + rank] = goes_on or before_another
        plays += not goes_on
        if not goes_on and not before_another and cards < BOMB:
            weak += rank + 1 < (highest >> (4 * (cards - 1))) & 15
    bar(out, PLAYS, LARGEST_HAND, plays)
    bar(out, WEAK, LARGEST_HAND, weak)
    bombs = 0
    for rank in range(RANKS):
        bombs += count(hidden, rank) == BOMB
    bar(out, BOMBS, BOMB_STEPS, bombs)
    if move != PASS:
        bar(out, BEATEN, BEATEN_STEPS, ranks_above(hidden, move, top))


@kernel
def is_link(hand, rank, top):
    """Whether the cards of a rank could be a link of a chain."""
    return rank <= top and count(hand, rank) >= DOUBLE


@kernel
def ranks_above(hidden, move, top):
    """At how many higher ranks a set of cards holds a move's pattern; chains end at `top`."""
    pattern, found = int(pattern_of(move)), 0
    last = top if pattern > BOMB else RANKS - 1
    for rank in range(int(rank_of(move)) + 1, RANKS):
        fits, sizes, link = True, pattern, rank
        while sizes > 0:
            fits = fits and link <= last and count(hidden, link) >= sizes & 7
            sizes >>= 3
            link += 1
        found += fits
    return found


@kernel
def ranks(out, start, cards):
    """Row `k` says of which ranks there are more than `k`."""
    for rank in range(RANKS):
        for k in range(count(cards, rank)):
            out[start + k * RANKS + rank] = 1
