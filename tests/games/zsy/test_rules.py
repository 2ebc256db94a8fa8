"""The rules against a brute force that shares nothing with them: card lists, not packed integers."""

import itertools

import numpy as np
import pytest

import kibitz
from kibitz.errors import BadOption
from kibitz.game import game
from kibitz.games.zsy import rules
from kibitz.kernel import draw, kernel
from tests.edited import look_again

ZSY = game("zsy")
VARIANTS = (
    ({}, 600),
    ({"two_in_chain": True, "four_links": False, "joker_pair": True}, 400),
    ({"two_in_chain": True, "joker_pair": True, "free_pass": False}, 400),
    ({"deck": 36, "hand": 12}, 2500),
)
"""Options, and games to compare: more than 100,000 positions together."""


# --- the brute force: every sub-multiset of the hand, judged by a predicate of its own ------------


@kernel
def is_pattern(held, highest_link, largest_link, joker_pair):
    """Whether so many cards of each rank make a pattern."""
    low, high, ranks, least, most = -1, -1, 0, 9, 0
    for rank in range(15):
        if held[rank] > 0:
            low = rank if low < 0 else low
            high = rank
            ranks += 1
            least, most = min(least, held[rank]), max(most, held[rank])
    if ranks == 1:
        return True
    if ranks == 2 and low == 13:
        return joker_pair
    return ranks >= 2 and high - low == ranks - 1 and least >= 2 and most <= largest_link and high <= highest_link


@kernel
def is_better(held, top):
    """Whether a pattern beats another: the same shape further up, or a bomb."""
    low, top_low, cards, top_cards, most, top_most = -1, -1, 0, 0, 0, 0
    for rank in range(14, -1, -1):
        low = rank if held[rank] > 0 else low
        top_low = rank if top[rank] > 0 else top_low
        cards, top_cards = cards + held[rank], top_cards + top[rank]
        most, top_most = max(most, held[rank]), max(top_most, top[rank])
    bomb, top_bomb = cards == 4 and most == 4, top_cards == 4 and top_most == 4
    if bomb and not top_bomb:
        return True
    pair, top_pair = cards == 2 and (most == 2 or low == 13), top_cards == 2 and (top_most == 2 or top_low == 13)
    if pair and top_pair:
        return low > top_low
    if cards != top_cards or low <= top_low:
        return False
    for rank in range(15 - (low - top_low)):  # noqa: SIM110 - compiled
        if top[rank] != held[rank + low - top_low]:
            return False
    return True


@kernel
def brute_force(hand, top, leading, highest_link, largest_link, joker_pair, free_pass, held, found):
    """The codes of every legal move, in no order; a code is the rank and then three bits a link."""
    held[:] = 0
    n = 0
    while True:
        rank = 0
        while rank < 15 and held[rank] == hand[rank]:
            held[rank] = 0
            rank += 1
        if rank == 15:
            break
        held[rank] += 1
        if is_pattern(held, highest_link, largest_link, joker_pair) and (leading or is_better(held, top)):
            found[n] = code_of(held)
            n += 1
    if not leading and (free_pass or n == 0):
        found[n] = 0
        n += 1
    return n


@kernel
def code_of(held):
    low = 0
    while held[low] == 0:
        low += 1
    if low == 13 and held[14] == 1:
        return (13 << 27) + 2
    pattern = 0
    for rank in range(14, low - 1, -1):
        pattern = 8 * pattern + held[rank]
    return (low << 27) + pattern


@kernel
def unpack(cards, held):
    for rank in range(15):
        held[rank] = cards % 8
        cards //= 8


@kernel
def compare(states, options, variant, games, seed, moves, found, arrays):
    """Play random games; how many positions were compared, and the seed of the first that differs."""
    s = states[0]
    highest_link, largest_link, joker_pair, free_pass = variant
    hand, top, held = arrays[0], arrays[1], arrays[2]
    positions = 0
    for g in range(games):
        rules.deal(s, options, np.uint64(seed + g))
        while rules.player(s) >= 0:
            n = rules.legal(s, moves)
            unpack(s.hands[s.to_move], hand)
            unpack(0 if s.top == 0 else rules.cards_of(s.top), top)
            k = brute_force(hand, top, s.top == 0, highest_link, largest_link, joker_pair, free_pass, held, found)
            positions += 1
            if k != n:
                return positions, g
            found[:k].sort()
            for j in range(k):
                if found[j] != moves[j] or (j > 0 and moves[j] <= moves[j - 1]):
                    return positions, g
            rules.step(s, moves[draw(s, n)])
    return positions, -1


@pytest.mark.parametrize(("options", "games"), VARIANTS, ids=str)
def test_legal_moves_are_those_of_brute_force(options, games):
    chosen = ZSY.options(**options)
    variant = (12 if chosen.two_in_chain else 11, 4 if chosen.four_links else 3, chosen.joker_pair, chosen.free_pass)
    positions, wrong = compare(
        np.zeros(1, ZSY.state), chosen.encoded(), variant, games, 1000,
        np.zeros(ZSY.moves, np.int32), np.zeros(4096, np.int32), np.zeros((3, 15), np.int64),
    )  # fmt: skip
    assert wrong == -1, f"{options}: game {1000 + wrong} lists other moves than brute force"
    assert positions > 24 * games


def test_no_hand_has_more_moves_than_the_bound():
    """Over every way to hold 18 cards of thirteen ranks, by the number of chains that end at each rank."""
    best = {(18, 0): 0}  # cards left, chains that may go on -> most moves
    for _ in range(13):
        after = {}
        for (left, running), moves in best.items():
            for cards in range(min(4, left) + 1):
                links = max(cards - 1, 0)
                key = left - cards, links * (running + 1)
                after[key] = max(after.get(key, 0), moves + cards + links * running)
        best = after
    assert max(moves + min(left, 2) for (left, _), moves in best.items()) == rules.MOVES


# --- examples from the rule text ------------------------------------------------------------------


def cards(text):
    return sum(1 << 3 * "3456789TJQKA2☆★".index(letter) for letter in text)


def position(mine, theirs, top=None, **options):
    """A game in which seat 0 is to move, holding these cards."""
    s = kibitz.new("zsy", seed=1, lead="seat0", **options)
    s.data.hands[:] = cards(mine), cards(theirs)
    s.data.left[:] = len(mine), len(theirs)
    if top:
        s.data.top = ZSY.text.read(s.data, top)[0]
    return look_again(s)


def names(s):
    return {move.name for move in s.legal}


def test_a_chain_meets_link_sizes_in_order():
    assert names(position("7788899TTT", "3", "55666")) == {"pass", "77888", "99TTT"}
    assert names(position("66777888", "3", "55666")) == {"pass", "66777", "77888"}


def test_a_bomb_beats_all_but_a_higher_bomb():
    assert names(position("33335", "4", "single ★")) == {"pass", "3333"}
    assert names(position("3333KKKK", "4", "9999")) == {"pass", "KKKK"}
    assert names(position("333355556", "4", "4455")) == {"pass", "3333", "5555"}


def test_the_leader_may_not_pass():
    s = position("3A", "4")
    assert names(s) == {"single 3", "single A"}
    s.push("single 3")
    s.push("pass")
    assert s.player == 0 and names(s) == {"single A"}
    s.push("single A")
    assert s.is_over and s.scores == [1, -1]


def test_twos_jokers_and_four_links_stay_out_of_chains_unless_the_options_let_them():
    assert names(position("AA22☆★", "4")) == {
        "single A", "AA", "single 2", "22", "single ☆", "single ★",
    }  # fmt: skip
    assert "AA22" in names(position("AA22", "4", two_in_chain=True))
    assert "☆★" in names(position("☆★", "4", joker_pair=True))
    assert names(position("☆★", "4", "22", joker_pair=True)) == {"pass", "☆★"}
    assert "33334444" in names(position("33334444", "5"))
    assert "33334444" not in names(position("33334444", "5", four_links=False))
    assert {"333444", "3333"} < names(position("33334444", "5", four_links=False))


def test_passing_may_be_for_need_alone():
    assert names(position("3K", "4", "single 9", free_pass=False)) == {"single K"}
    assert names(position("34", "4", "single 9", free_pass=False)) == {"pass"}


def test_a_view_remembers_what_the_other_passed_on():
    s = position("5577T", "3JK")
    s.push("77")
    s.push("pass")
    assert s.view(0).passed[1].tolist() == [15, 4, *[15] * 10]
    s.push("55")
    s.push("pass")
    assert s.view(0).passed[1, 1] == 2, "the lowest rank counts"
    assert s.view(0).hands[1] == 0 and s.view(0).left[1] == 3


def test_open_hands_are_seen_and_closed_ones_are_not():
    for seat in (0, 1):
        assert kibitz.new("zsy", seed=3).view(seat).hands[1 - seat] == 0
        s = kibitz.new("zsy", seed=3, open=True)
        assert (s.view(seat).hands == s.data.hands).all()


def test_every_deal_is_equally_likely():
    """Each rank's mean number of cards in a hand, and who leads, over many deals."""
    held, leads, games = np.zeros(15), 0, 4000
    for seed in range(games):
        s = kibitz.new("zsy", seed=seed).data
        leads += int(s.to_move)
        held += [rules.count(int(s.hands[0]), rank) for rank in range(15)]
    expected = np.array([4 / 3] * 13 + [1 / 3] * 2)
    assert np.abs(held / games - expected).max() < 0.06
    assert abs(leads / games - 0.5) < 0.04


def test_the_short_pack_runs_from_six_to_ace():
    s = kibitz.new("zsy", seed=5, deck=36).data
    both = [int(rules.count(int(s.hands[0]), r)) + int(rules.count(int(s.hands[1]), r)) for r in range(15)]
    assert both == [0] * 3 + [4] * 9 + [0] * 3


def test_a_redealt_hand_is_drawn_from_the_unseen_cards():
    s = kibitz.new("zsy", seed=9)
    for _ in range(12):
        s.push(s.legal[-1])
    seen = set()
    for seed in range(50):
        v = s.view(0)
        unseen = int(rules.unseen(v, 0))
        rules.redeal(v, 0, np.uint64(seed))
        ZSY.audit(v)
        assert all(rules.count(int(v.hands[1]), r) <= rules.count(unseen, r) for r in range(15))
        seen.add(int(v.hands[1]))
    assert len(seen) > 40


def test_the_audit_finds_a_doubled_card():
    s = kibitz.new("zsy", seed=2)
    ZSY.audit(s.data)
    s.data.hands[0] += 1
    with pytest.raises(AssertionError):
        ZSY.audit(s.data)


def test_a_deck_of_another_size_is_refused():
    with pytest.raises(BadOption, match="54 or 36"):
        kibitz.new("zsy", deck=40)


def test_cards_of_a_move_are_the_cards_it_names():
    for rank, size in itertools.product(range(9), (2, 3, 4)):
        move = rules.code(rank, size + (2 << 3))
        laid = int(rules.cards_of(move))
        assert rules.count(laid, rank) == size and rules.count(laid, rank + 1) == 2
        assert rules.total(laid) == size + 2


@pytest.mark.parametrize(("two_in_chain", "number"), [(False, 7968), (True, 9077)])
def test_actions_are_all_patterns_of_up_to_eighteen_cards(two_in_chain, number):
    """Against every run of link sizes, listed by itertools and judged by the brute force's own predicate."""
    highest = 12 if two_in_chain else 11
    codes = {0}
    for links in range(1, 10):
        least = 2 if links > 1 else 1
        for sizes in itertools.product(range(least, 5), repeat=links):
            for low in range(16 - links) if sum(sizes) <= 18 else ():
                held = np.zeros(15, np.int64)
                held[low : low + links] = sizes
                if held[13:].max() <= 1 and is_pattern(held, highest, 4, False):
                    codes.add(int(code_of(held)))
    codes.add((13 << 27) + 2)  # both jokers
    found = rules.actions(ZSY.options(two_in_chain=two_in_chain))
    assert found.dtype == np.int32 and found.tolist() == sorted(codes) and len(found) == number


def test_only_the_other_hand_is_hidden():
    s = kibitz.new("zsy", seed=1).data
    assert {k: v.tolist() for k, v in rules.hidden(s, 0).items()} == {"hands": [False, True]}
    assert rules.hidden(kibitz.new("zsy", seed=1, open=True).data, 0) == {}
