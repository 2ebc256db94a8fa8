"""Pictures: every game has them, they tell moves apart, and they come from views alone."""

import numpy as np
import pytest

import kibitz
from kibitz.picture import WHOLE, every_bit, painter


def positions(name, seed, share=7):
    """The positions of one random game, some of them."""
    state = kibitz.new(name, seed=seed)
    chance = np.random.default_rng(seed)
    while not state.is_over and len(state.moves) < 120:
        if len(state.moves) % share == 0:
            yield state
        state.push(state.legal_codes[chance.integers(len(state.legal_codes))])


@pytest.mark.parametrize("name", kibitz.games())
def test_moves_look_different(name):
    """A network that cannot tell two moves apart cannot choose between them."""
    paint = painter(kibitz.game(name))
    assert paint.size % WHOLE == 0
    for state in positions(name, 3):
        views, moves, counts = state.asked()
        drawn = paint(views, moves, counts)
        assert drawn.shape == (counts[0], paint.size)
        assert len(np.unique(drawn, axis=0)) == counts[0], str(state)


@pytest.mark.parametrize("name", ["gin", "racko", "zsy"])
def test_what_is_drawn_by_hand_is_ones_and_zeros_and_fits(name):
    game = kibitz.game(name)
    paint = painter(game)
    for state in positions(name, 5):
        drawn = paint(*state.asked())
        assert set(np.unique(drawn)) <= {0, 1}
        assert not drawn[:, game.module("picture").SIZE :].any()


@pytest.mark.parametrize("rows", [1, 24, 100])
def test_a_network_says_the_same_however_few_pictures_it_takes_at_a_time(rows):
    player = kibitz.agent("racko", "net")
    asked = [np.concatenate(column) for column in zip(*(state.asked() for state in positions("racko", 4, share=3)))]
    whole = player.values(*asked)
    player.rows = rows
    assert len(whole) > 20 and player.values(*asked) == pytest.approx(whole, abs=1e-5)


def test_a_game_without_a_picture_is_drawn_bit_by_bit():
    game = kibitz.game("duel")
    size, _ = every_bit(game)
    assert game.module("picture") is None and painter(game).size == -(-size // WHOLE) * WHOLE


def test_rackos_picture_shows_the_rack_that_a_move_leaves():
    from kibitz.games.racko.picture import MOST_CARDS, OWN, TOP

    state = kibitz.new("racko", seed=4)
    state.push("take")
    taken, rack = int(state.view(0).held), [int(card) for card in state.view(0).racks[:10]]
    views, moves, counts = state.asked()
    drawn = painter(state.game)(views, moves, counts)
    for row, move in enumerate(moves[0, : counts[0]]):
        own = drawn[row, OWN : OWN + 10 * MOST_CARDS].reshape(10, MOST_CARDS)
        expected, gone = [*rack[: move - 1], taken, *rack[move:]], rack[move - 1]
        if 41 - rack[-1] < rack[0]:  # drawn turned around
            expected, gone = [41 - card for card in expected[::-1]], 41 - gone
        assert (own.argmax(axis=1) + 1).tolist() == expected and (own.sum(axis=1) == 1).all()
        assert drawn[row, TOP + gone] == 1


def test_a_rack_turned_around_looks_the_same():
    from kibitz.games.racko.picture import STAYS
    from kibitz.games.racko.rules import SLOTS

    def turned(card):
        return 41 - card if card else 0

    for state in positions("racko", 6, share=5):
        views, moves, counts = state.asked()
        other = views.copy()
        for p in range(2):
            part = slice(SLOTS * p, SLOTS * p + SLOTS)
            for name in ("shown", "sources"):
                other[name][0, part] = views[name][0, part][::-1]
            other["racks"][0, part] = [turned(card) for card in views["racks"][0, part][::-1]]
        other["shuffled"][0, :40] = views["shuffled"][0, :40][::-1]
        other["discards"][0] = [turned(card) for card in views["discards"][0]]
        other["held"] = turned(int(views["held"][0]))
        assert not views["pile"].any(), "nobody knows its order"
        back = np.array([[11 - m if 1 <= m <= SLOTS else m for m in moves[0]]], np.int32)
        paint = painter(state.game)
        rows, others = paint(views, moves, counts), paint(other, back, counts)
        np.testing.assert_array_equal(rows[:, :STAYS], others[:, :STAYS])  # of equal plans, either may be drawn


def test_gins_picture_counts_the_ways_the_other_could_meld_a_card():
    from kibitz.games.gin.picture import halves, melds_with

    def mask(*cards):
        return sum(1 << card for card in cards)

    two, three, four, six = 1, 2, 3, 5  # of the first suit
    assert melds_with(three, mask(two, four), mask(two, four)) == 1
    assert melds_with(three, mask(two), mask(four)) == 1 and melds_with(three, mask(two), mask(six)) == 0
    assert melds_with(three, mask(15, 28, 41), mask(15, 28, 41)) == 3, "three pairs of the other threes"
    assert melds_with(0, mask(1, 2, 12), mask(1, 2, 12)) == 1, "the ace is low"
    assert halves(mask(two, three), mask(four)) == mask(two, three)
    assert halves(mask(two, four), mask(three)) == mask(two, four)
    assert halves(mask(two, three), mask(six)) == 0
    assert halves(mask(two, 14), mask(27)) == mask(two, 14) and halves(mask(two, 14), mask(26)) == 0


def test_suits_are_drawn_in_an_order_of_their_own():
    from kibitz.games.gin.picture import DANGER
    from kibitz.games.gin.rules import KNOCK

    order = np.array([2, 0, 3, 1])  # where each suit goes
    goes = np.concatenate([13 * order[suit] + np.arange(13) for suit in range(4)])

    def moved(cards):
        return sum(1 << int(goes[card]) for card in range(52) if int(cards) >> card & 1)

    def moved_move(move):
        return int(goes[move % KNOCK]) + KNOCK * (move // KNOCK) if move < 2 * KNOCK else int(move)

    for state in positions("gin", 8, share=5):
        views, moves, counts = state.asked()
        other = views.copy()
        for name in ("hands", "known"):
            other[name][0] = [moved(cards) for cards in views[name][0]]
        other["pile"] = moved(views["pile"][0])
        for name in ("upcard", "drawn"):
            other[name] = goes[views[name][0]] if views[name][0] >= 0 else -1
        for name in ("took", "threw", "declined"):
            other[name][0][:, goes] = views[name][0]
        there = np.array([[moved_move(move) for move in moves[0]]], np.int32)
        paint = painter(state.game)
        rows, others = paint(views, moves, counts), paint(other, there, counts)
        np.testing.assert_array_equal(
            rows[:, :DANGER], others[:, :DANGER]
        )  # of equal discards, either may be thought of
