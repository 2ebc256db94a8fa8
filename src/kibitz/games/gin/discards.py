"""Which card to throw: by deadwood, by hope, by danger. Bit masks in, a card out."""

from __future__ import annotations

from kibitz.games.gin.melds import count, deadwood, deadwood_without, lowest, meldable, wanted
from kibitz.games.gin.wants import beside
from kibitz.kernel import draw, kernel

HELP = 1.0
"""How many points of deadwood a card that would help is worth."""


@kernel
def least_deadwood(v, hand, cards):
    """One of the `cards` that leave the least deadwood when discarded, at random, and that deadwood."""
    all_dead, in_melds = deadwood(hand), meldable(hand)
    least, best, equals = 1000, 0, 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        dead = deadwood_without(hand, all_dead, in_melds, card)
        if dead < least:
            least, best, equals = dead, 0, 0
        if dead == least:
            best |= 1 << card
            equals += 1
    for _ in range(draw(v, equals) if equals > 1 else 0):
        best &= best - 1
    return lowest(best), least


@kernel
def most_hope(hand, cards, unseen):
    """The one of the `cards` that leaves little deadwood and many `unseen` cards that would help, and that deadwood.

    A discard that leaves none is always the one.
    """
    all_dead, in_melds = deadwood(hand), meldable(hand)
    best, most, least = 0, -1000.0, 1000
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        dead = deadwood_without(hand, all_dead, in_melds, card)
        hope = HELP * count(wanted(hand ^ (1 << card)) & unseen) - dead if dead else 1000.0
        if hope > most:
            best, most, least = card, hope, dead
    return best, least


@kernel
def least_danger(hand, cards, most_dead, unseen, known):
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
            danger = count(near & unseen) + 4 * count(near & known)
            if danger < least:
                best, least = card, danger
    return best
