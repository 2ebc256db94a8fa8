"""What a drawn table works out for the eye agrees with the rules."""

import random
from itertools import combinations_with_replacement

from kibitz.games.gin import melds
from kibitz.games.racko.text import usable
from kibitz.games.yacht import rules as yacht


def packed(dice) -> int:
    """Dice as the scoring kernel takes them: four bits per face."""
    return sum(1 << 4 * (die - 1) for die in dice)


def test_open_boxes_show_what_they_would_score(visitor):
    rolls = [list(dice) for dice in combinations_with_replacement(range(1, 7), 5)]
    asked = [
        (rules, box, dice, joker)
        for rules in (yacht.NINTENDO, yacht.PAPER, yacht.CLASSIC, yacht.YAHTZEE)
        for box in range(int(yacht.boxes_of(rules)))
        for dice in rolls
        for joker in ((False, True) if rules == yacht.YAHTZEE else (False,))
    ]
    shown = visitor().evaluate(
        """async (asked) => {
            const { boxScore } = await import("/games/yacht/table.js");
            return asked.map((one) => boxScore(...one));
        }""",
        asked,
    )
    assert shown == [int(yacht.box_score(rules, box, packed(dice), joker)) for rules, box, dice, joker in asked]


def test_a_gin_hand_is_laid_out_with_the_least_deadwood(visitor):
    chance = random.Random(1)
    # Few suits and ranks, so that melds compete for cards.
    hands = [sorted(chance.sample([c for c in range(52) if c % 13 < 7], size)) for size in (10, 11) for _ in range(300)]
    shown = visitor().evaluate(
        """async (hands) => {
            const { arranged } = await import("/games/gin/table.js");
            return hands.map((hand) => arranged(hand).points);
        }""",
        hands,
    )
    assert shown == [int(melds.deadwood(sum(1 << card for card in hand))) for hand in hands]


def test_a_rack_counts_as_many_cards_in_order_as_the_text_does(visitor):
    chance = random.Random(2)
    racks = [chance.sample(range(1, 41), 10) for _ in range(300)]
    shown = visitor().evaluate(
        """async (racks) => {
            const { inPlace } = await import("/games/racko/table.js");
            return racks.map((rack) => inPlace(rack, 40).length);
        }""",
        racks,
    )
    assert shown == [len(usable(rack, 40)) for rack in racks]
