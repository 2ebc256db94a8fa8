"""Answers worked out beforehand: those that a turn, worked out when it is played, gives too."""

import numpy as np
import pytest

import kibitz
from kibitz.games.yacht.agents._table_player import TablePlayer
from kibitz.games.yacht.single_turn import answers
from kibitz.games.yacht.solve import empty_table


@pytest.mark.parametrize("chosen", [{}, {"rules": "yahtzee", "joker": "forced"}], ids=["nintendo", "yahtzee"])
def test_greedy_answers_as_the_turn_worked_out_says(chosen):
    game, greedy = kibitz.game("yacht"), kibitz.agent("yacht", "greedy", **chosen)
    slow = TablePlayer(game, greedy.options, empty_table(greedy.options.encoded()))
    state, asked = kibitz.new("yacht", seed=5, **chosen), 0
    while not state.is_over:
        views, moves, counts = state.asked()
        values = slow.values(views, moves, counts)[0, : counts[0]]
        np.testing.assert_array_equal(greedy.values(views, moves, counts)[0, : counts[0]], values)
        move = int(greedy.act(views, moves, counts)[0])
        worth = values[list(moves[0, : counts[0]]).index(move)]
        assert worth > values.max() - 1e-9  # moves of the same worth may differ by how they were rounded
        assert move == int(slow.act(views, moves, counts)[0])
        state.push(move)
        asked += 1
    assert asked > 24


def test_every_answer_is_a_legal_move():
    game, found = kibitz.game("yacht"), answers(kibitz.game("yacht").options())
    assert found.shape == (1, 1 << 12, 3, 252)
    from kibitz.games.yacht.dice import DICE, ROLL
    from kibitz.games.yacht.rules import OPEN

    chance = np.random.default_rng(3)
    state, moves = np.zeros(1, game.state)[0], np.zeros(game.moves, np.int32)
    game.deal(state, game.options().encoded(), np.uint64(1))
    for _ in range(2000):
        full, left, roll = int(chance.integers(4095)), int(chance.integers(3)), int(chance.integers(252))
        state.boxes[0] = [0 if full >> box & 1 else OPEN for box in range(13)]
        state.dice, state.rolls = [face + 1 for face in DICE[ROLL + roll]], left
        count = game.legal(state, moves)
        assert found[0, full, left, roll] in moves[:count]
