"""What to throw: each way against what it says, on hands where they differ."""

import numpy as np

from gin.referee import oracle
from kibitz import cards
from kibitz.games.gin import choices, rules
from kibitz.games.gin.melds import count, wanted

HAND = cards.parse("AC 2C 3C 5D 6D 9H 9S QC KD KH 4S")


def mask(held) -> int:
    return sum(1 << card for card in held)


def left(card) -> int:
    return oracle([c for c in HAND if c != card])


def test_least_deadwood_is_among_the_best():
    v = np.zeros(1, rules.STATE)[0]
    best = {card for card in HAND if left(card) == min(map(left, HAND))}
    found = set()
    for seed in range(50):
        v.rng = seed
        card, dead = choices.least_deadwood(v, mask(HAND), mask(HAND))
        assert dead == left(card)
        found.add(card)
    assert found == best


def test_most_hope_keeps_what_may_become_a_meld():
    unseen = rules.ALL & ~mask(HAND)
    card, dead = choices.most_hope(mask(HAND), mask(HAND), unseen)

    def hope(c):
        return choices.HOPE * int(count(wanted(mask(HAND) ^ (1 << c)) & unseen)) - left(c)

    assert hope(card) == max(map(hope, HAND)) and dead == left(card)
    assert card == cards.parse("QC")[0]  # no other card of its value is beside so little


def test_most_hope_lays_down_gin():
    gin = cards.parse("AC 2C 3C 5D 6D 7D 9H 9S 9C KD KH")
    without = [*gin[:-1], cards.parse("8D")[0]]  # 5D to 8D: any discard but KD leaves deadwood
    card, dead = choices.most_hope(mask(without), mask(without), rules.ALL & ~mask(without))
    assert card == cards.parse("KD")[0] and dead == 0


def test_least_danger_avoids_what_the_other_holds():
    allowed = mask(cards.parse("9H KD"))
    known = mask(cards.parse("TH JH"))
    unseen = rules.ALL & ~(mask(HAND) | known)
    assert choices.least_danger(mask(HAND), allowed, 1000, unseen, known) == cards.parse("KD")[0]
    known = mask(cards.parse("KC KS"))
    unseen = rules.ALL & ~(mask(HAND) | known)
    assert choices.least_danger(mask(HAND), allowed, 1000, unseen, known) == cards.parse("9H")[0]
    assert choices.least_danger(mask(HAND), allowed, left(cards.parse("KD")[0]), unseen, known) == cards.parse("KD")[0]
