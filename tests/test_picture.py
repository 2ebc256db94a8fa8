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
        expected = [*rack[: move - 1], taken, *rack[move:]]
        assert (own.argmax(axis=1) + 1).tolist() == expected and (own.sum(axis=1) == 1).all()
        assert drawn[row, TOP + rack[move - 1]] == 1


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


def test_a_network_that_knows_less_of_a_picture_can_be_asked(tmp_path):
    from kibitz.learn.judge import Judge, export
    from kibitz.picture import NetworkJudge
    from kibitz.weights import label

    game, file = kibitz.game("racko"), tmp_path / "older.onnx"
    size = painter(game).size
    net = Judge(size - WHOLE, 8, 1)
    export(net, file, label(game, "", "test"))
    rows = np.zeros((2, size), np.int8)
    rows[1, size - WHOLE :] = 1
    said = NetworkJudge(game, str(file))(rows)
    assert said.shape == (2,) and said[0] == said[1]


def test_zsys_picture_tells_what_goes_together_and_what_is_beaten():
    from kibitz.games.zsy import picture as drawing
    from kibitz.games.zsy.rules import DOUBLE, RANKS, code

    def held(**counts):
        return sum(count << 3 * "3456789TJQKA2".index(rank) for rank, count in counts.items())

    view = kibitz.new("zsy", seed=1).view(0)
    out = np.zeros(painter(kibitz.game("zsy")).size, np.int8)
    hand = held(**{"4": 2, "5": 3, "8": 1, "K": 2})
    hidden = held(**{"3": 4, "7": 2, "9": 1, "Q": 3})
    drawing.draw_outlook(view, hand, hidden, code(1, DOUBLE), out)
    safe = out[drawing.SAFE : drawing.SAFE + 3 * RANKS].reshape(3, RANKS)
    assert [row.nonzero()[0].tolist() for row in safe] == [[10], [10], []], "only the kings"
    assert out[drawing.CHAINED : drawing.CHAINED + RANKS].nonzero()[0].tolist() == [1, 2]
    assert out[drawing.PLAYS :][:18].sum() == 3, "the chain, the eight and the kings"
    assert out[drawing.WEAK :][:18].sum() == 1, "the eight; what beats a chain is not counted"
    assert out[drawing.BEATEN :][: drawing.BEATEN_STEPS].sum() == 2, "sevens and queens beat a pair of fours"
    assert out[drawing.BOMBS :][: drawing.BOMB_STEPS].sum() == 1, "the threes"
