"""Melding and layoffs against OpenSpiel and against trying everything."""

import numpy as np

from gin.referee import arrangements, inviting, least_after_layoffs, least_deadwood, oracle, total
from kibitz import cards
from kibitz.games.gin import melds
from kibitz.kernel import UNBOUND, bind

DENSE = [  # few ranks or few suits: many melds that overlap
    [13 * s + r for s in range(4) for r in range(2, 7)],
    [13 * s + r for s in range(3) for r in range(7, 13)],
    [13 * s + r for s in range(4) for r in range(4)],
    [13 * s + r for s in range(2) for r in range(13)],
]


def mask(cards) -> int:
    return sum(1 << int(card) for card in cards)


def some_hands(n: int, size: int, seed: int):
    """Hands, every second one dense."""
    rng = np.random.default_rng(seed)
    pools = [np.asarray(pool) for pool in DENSE]
    for i in range(n):
        yield rng.permutation(pools[i // 2 % len(pools)] if i % 2 else 52)[:size].tolist()


deadwood = deadwood_without = meldable = lowest = UNBOUND
KERNELS = {name: getattr(melds, name) for name in ("deadwood", "deadwood_without", "meldable", "lowest")}


def _deadwood_all(hands, out):
    for i in range(len(hands)):
        out[i] = deadwood(hands[i])


def _best_discard_all(hands, out):
    for i in range(len(hands)):
        hand, least = hands[i], 1000
        dead, in_melds = deadwood(hand), meldable(hand)
        cards = hand
        while cards:
            least = min(least, deadwood_without(hand, dead, in_melds, lowest(cards)))
            cards &= cards - 1
        out[i] = least


deadwood_all, best_discard_all = bind(_deadwood_all, **KERNELS), bind(_best_discard_all, **KERNELS)


def answers(function, hands) -> np.ndarray:
    masks, out = np.array([mask(hand) for hand in hands], np.int64), np.zeros(len(hands), np.int64)
    function(masks, out)
    return out


def test_deadwood_of_ten_cards_agrees_with_open_spiel():
    hands = list(some_hands(200_000, 10, seed=1))
    assert answers(deadwood_all, hands).tolist() == [oracle(hand) for hand in hands]


def test_best_discard_of_eleven_cards_agrees_with_open_spiel():
    hands = list(some_hands(20_000, 11, seed=2))
    best = [min(oracle(hand[:i] + hand[i + 1 :]) for i in range(11)) for hand in hands]
    assert answers(best_discard_all, hands).tolist() == best


def test_deadwood_of_eleven_cards_agrees_with_trying_everything():
    hands = list(some_hands(400, 11, seed=3))
    assert answers(deadwood_all, hands).tolist() == [least_deadwood(frozenset(hand)) for hand in hands]


def test_meldable_and_wanted_are_what_some_meld_holds():
    for hand in some_hands(1_000, 10, seed=5):
        in_some = {card for laid in arrangements(frozenset(hand)) for meld in laid for card in meld}
        assert melds.meldable(mask(hand)) == mask(in_some)
    for hand in some_hands(100, 10, seed=6):
        wanted = {
            card
            for card in set(range(52)) - set(hand)
            if any(card in meld for laid in arrangements(frozenset([*hand, card])) for meld in laid)
        }
        assert melds.wanted(mask(hand)) == mask(wanted)


def test_layoffs_agree_with_trying_everything():
    """Half of the pairs of hands from few ranks, so that there is much to lay off."""
    rng = np.random.default_rng(7)
    laid_off = 0
    for i in range(1_500):
        dealt = rng.permutation(np.asarray(DENSE[i // 2 % 2 * 3]) if i % 2 else 52)[:20].tolist()
        knocker, defender = frozenset(dealt[:10]), frozenset(dealt[10:])
        sets = int(melds.best_sets(mask(knocker), 0, 0))
        laid = int(melds.runs(mask(knocker) ^ sets))
        theirs = next(  # any arrangement that lays down just these cards in sets and in runs
            a for a in arrangements(knocker)
            if mask(c for m in a if len({c % 13 for c in m}) == 1 for c in m) == sets
            and mask(c for m in a if len({c % 13 for c in m}) > 1 for c in m) == laid
        )  # fmt: skip
        own = melds.best_sets(mask(defender), sets, laid)
        left = melds.points(melds.left_over(mask(defender), own, sets, laid))
        assert left == least_after_layoffs(defender, theirs), (sorted(knocker), sorted(defender))
        laid_off += left < least_deadwood(defender)
    assert laid_off > 100


def test_of_equal_layouts_the_knocker_lays_the_one_that_invites_fewest_layoffs():
    """Every tie among many hands, half of them dense, against trying all arrangements."""
    ties = 0
    for hand in some_hands(6_000, 10, seed=11):
        held = frozenset(hand)
        if melds.count(melds.meldable(mask(hand))) < 5:
            continue
        laid = list(arrangements(held))
        least = min(total(held.difference(*a)) for a in laid)
        invites = {_in_sets(a): inviting(held, a) for a in laid if total(held.difference(*a)) == least}
        if len(invites) > 1 and min(invites.values()) < max(invites.values()):
            ties += 1
            assert invites[int(melds.best_sets(mask(hand), 0, 0))] == min(invites.values()), sorted(hand)
    assert ties > 100


def test_a_tie_where_most_cards_in_sets_would_invite_more():
    """Four fours and either three twos (the other may hold 2H) or AC 2C 3C (4C is taken); seven points are left."""
    hand = mask(cards.parse("AC 2C 3C 4C 2D 4D 3H 4H 2S 4S"))
    fours = mask(cards.parse("4C 4D 4H 4S"))
    twos = fours | mask(cards.parse("2C 2D 2S"))
    assert melds.points(melds.left_over(hand, twos, 0, 0)) == melds.points(melds.left_over(hand, fours, 0, 0)) == 7
    assert melds.exposed(hand, twos) == 2 and melds.exposed(hand, fours) == 0
    assert melds.best_sets(hand, 0, 0) == fours


def _in_sets(laid) -> int:
    return mask(card for meld in laid if len({c % 13 for c in meld}) == 1 for card in meld)


def test_points_and_counts():
    assert melds.points(mask([0, 8, 9, 12, 51])) == 1 + 9 + 10 + 10 + 10
    assert melds.count(melds.ALL) == 52 and melds.points(melds.ALL) == total(range(52)) == 340
    assert melds.lowest(mask([17, 30])) == 17
