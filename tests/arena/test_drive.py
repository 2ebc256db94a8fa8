"""The lockstep driver: the same games whatever the batch, the workers and the neighbours."""

import numpy as np
import pytest

import kibitz
from kibitz.agent import Agent, Random
from kibitz.arena.drive import Schedule, play
from kibitz.arena.match import duplicates
from kibitz.errors import IllegalMove
from kibitz.kernel import record
from tests.test_agent import Counting

DUEL = kibitz.game("duel")
OPTIONS = DUEL.options()


def test_results_do_not_depend_on_batch_or_workers():
    agents = [Random(DUEL, OPTIONS), kibitz.agent("duel", "thrifty"), Counting(DUEL, OPTIONS)]
    schedule = duplicates(0, 200, 5, [(0, 1), (1, 2), (2, 0)])
    whole = play(DUEL, OPTIONS, agents, schedule, batch=4096, workers=1)
    for batch, workers in [(1, 1), (7, 2), (64, 3), (4096, 2)]:
        again = play(DUEL, OPTIONS, agents, schedule, batch=batch, workers=workers)
        assert (again.scores == whole.scores).all() and (again.decisions == whole.decisions).all()
    assert (whole.decisions == 5).all() and (whole.scores.sum(axis=1) == 5).all()


def test_a_game_in_the_arena_is_the_game_of_its_seed():
    schedule = Schedule(np.array([9], np.uint64), np.array([1], np.uint64), np.array([[0, 0]]))
    thrifty = kibitz.agent("duel", "thrifty")
    scores = play(DUEL, OPTIONS, [thrifty], schedule).scores[0]
    s = kibitz.new("duel", seed=9)
    while not s.is_over:
        s.push(thrifty.choose(s))
    assert s.scores == scores.tolist()


def test_memory_is_zeroed_at_the_deal_and_kept_by_seat():
    seen = []

    class Watching(Agent):
        memory = record([("turns", "i4")])

        def act(self, views, moves, counts, memory):
            seen.extend(zip(views["tricks"].sum(axis=1).tolist(), memory["turns"].tolist(), strict=True))
            memory["turns"] += 1
            return moves[:, 0]

    agent = Watching(DUEL, OPTIONS)
    play(DUEL, OPTIONS, [agent, agent], duplicates(0, 50, 1, [(0, 1)]), batch=3, workers=1)
    assert len(seen) == 500 and all(turns == tricks for tricks, turns in seen)


def test_progress_counts_every_game():
    counted = []
    play(DUEL, OPTIONS, [Random(DUEL, OPTIONS)], duplicates(0, 100, 1, [(0, 0)]), batch=8, progress=counted.append)
    assert sum(counted) == 100


def test_an_illegal_choice_is_refused():
    class Cheating(Agent):
        def act(self, views, moves, counts):
            return np.full(len(views), 99, np.int32)

    with pytest.raises(IllegalMove, match="chose 99, which is not among its legal moves"):
        play(DUEL, OPTIONS, [Cheating(DUEL, OPTIONS)], duplicates(0, 2, 1, [(0, 0)]))


def test_agents_get_views_only():
    class Nosy(Agent):
        def act(self, views, moves, counts):
            rows, seats = np.arange(len(views)), views["to_move"]
            own, other = views["hands"][rows, seats], views["hands"][rows, 1 - seats]
            assert all(hand.bit_count() == n for hand, n in zip(own.tolist(), counts, strict=True))
            assert (other == 0).all()
            return moves[:, 0]

    play(DUEL, OPTIONS, [Nosy(DUEL, OPTIONS)], duplicates(0, 50, 1, [(0, 0)]))
