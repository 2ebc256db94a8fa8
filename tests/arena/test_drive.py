"""Playing a schedule: the same games whatever the batch, the workers and the neighbours; stopped in time."""

import _thread
import threading
import time

import numpy as np
import pytest

import kibitz
from kibitz.agent import Agent, Random
from kibitz.arena.drive import play
from kibitz.arena.schedule import Schedule, duplicates
from kibitz.errors import BadCount, IllegalMove, Interrupted, Stopped
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
    assert (whole.decisions == 5).all() and (whole.scores.sum(axis=1) == 5).all() and whole.ended.all()


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
            return moves[:, 0]

        def note(self, views, chosen, memory):
            memory["turns"] += 1

    agent = Watching(DUEL, OPTIONS)
    play(DUEL, OPTIONS, [agent, agent], duplicates(0, 50, 1, [(0, 1)]), batch=3, workers=1)
    assert len(seen) == 500 and all(turns == tricks for tricks, turns in seen)


def test_progress_moves_with_decisions_and_ends_at_the_number_of_games():
    counted = []

    class Slow(Agent):
        def act(self, views, moves, counts):
            time.sleep(0.15)
            return moves[:, 0]

    play(DUEL, OPTIONS, [Slow(DUEL, OPTIONS)], duplicates(0, 8, 1, [(0, 0)]), workers=1, progress=counted.append)
    assert sum(counted) == pytest.approx(8)
    assert sum(0 < news < 8 for news in counted) >= 4  # all eight games end in the same tick


class Failing(Agent):
    """Plays a while, then fails."""

    def __init__(self, game, options, after):
        super().__init__(game, options)
        self.left = after

    def act(self, views, moves, counts):
        self.left -= 1
        if self.left < 0:
            raise ZeroDivisionError("no more")
        return moves[:, 0]


def test_a_player_that_fails_stops_all_workers_and_leaves_what_was_played():
    agents = [Failing(DUEL, OPTIONS, 500)]
    schedule = duplicates(0, 5000, 1, [(0, 0)])
    with pytest.raises(Stopped, match=r"no more.*of 5,000 games were played") as stopped:
        play(DUEL, OPTIONS, agents, schedule, batch=4, workers=3)
    assert isinstance(stopped.value.__cause__, ZeroDivisionError)
    results, ended = stopped.value.result, stopped.value.result.ended
    assert 0 < ended.sum() < 5000 and (results.decisions[ended] == 5).all()
    expected = play(DUEL, OPTIONS, [Failing(DUEL, OPTIONS, 10**9)], schedule)
    assert (results.scores[ended] == expected.scores[ended]).all()


@pytest.mark.parametrize("agent", ["slow", "random"])
def test_ctrl_c_stops_within_a_second(agent, ctrl_c):
    class Endless(Agent):
        def act(self, views, moves, counts):
            time.sleep(5)
            return moves[:, 0]

    player = Endless(DUEL, OPTIONS) if agent == "slow" else Random(DUEL, OPTIONS)
    schedule = duplicates(0, 20_000_000, 1, [(0, 0)])
    play(DUEL, OPTIONS, [Random(DUEL, OPTIONS)], duplicates(0, 1000, 1, [(0, 0)]))  # compiled before
    threading.Timer(0.4, _thread.interrupt_main).start()
    begun = time.perf_counter()
    with pytest.raises(Interrupted, match=r"Ctrl-C \(.* of 20,000,000 games were played\)") as stopped:
        play(DUEL, OPTIONS, [player], schedule)
    assert time.perf_counter() - begun < 1.9
    assert isinstance(stopped.value, KeyboardInterrupt)
    assert (stopped.value.result.ended.sum() > 0) == (agent == "random")


def test_an_illegal_choice_is_refused():
    class Cheating(Agent):
        def act(self, views, moves, counts):
            return np.full(len(views), 99, np.int32)

    with pytest.raises(Stopped, match="chose 99, which is not among its legal moves") as stopped:
        play(DUEL, OPTIONS, [Cheating(DUEL, OPTIONS)], duplicates(0, 2, 1, [(0, 0)]))
    assert isinstance(stopped.value.__cause__, IllegalMove)


def test_agents_get_views_only():
    class Nosy(Agent):
        def act(self, views, moves, counts):
            rows, seats = np.arange(len(views)), views["to_move"]
            own, other = views["hands"][rows, seats], views["hands"][rows, 1 - seats]
            assert all(hand.bit_count() == n for hand, n in zip(own.tolist(), counts, strict=True))
            assert (other == 0).all()
            return moves[:, 0]

    play(DUEL, OPTIONS, [Nosy(DUEL, OPTIONS)], duplicates(0, 50, 1, [(0, 0)]))


@pytest.mark.parametrize("how", [{"workers": 0}, {"workers": -1}, {"batch": 0}, {"batch": -3}])
def test_counts_below_one_are_refused(how):
    (name,) = how
    with pytest.raises(BadCount, match=f"{name} is .*; it must be at least 1"):
        play(DUEL, OPTIONS, [Random(DUEL, OPTIONS)], duplicates(0, 2, 1, [(0, 0)]), **how)
