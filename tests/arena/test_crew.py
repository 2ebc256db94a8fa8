"""Workers keep out of each other's way."""

import threading

import numpy as np
import pytest

from kibitz.arena.crew import LINE, Counter, Crew, apart
from kibitz.arena.watch import WATCH
from kibitz.kernel import record


def lines(array):
    """The cache lines an array touches."""
    first = array.ctypes.data
    return set(range(first // LINE, (first + array.nbytes - 1) // LINE + 1))


def test_what_is_made_apart_shares_no_cache_line():
    pair = record([("x", "i8"), ("y", "i1", (5,))])
    made = [apart(3, pair) for _ in range(20)]
    touched = [lines(array) for array in made]
    assert len(set.union(*touched)) == sum(map(len, touched))
    assert all(len(array) == 3 and not array["x"].any() for array in made)


def test_no_two_workers_watches_share_a_cache_line():
    assert WATCH.itemsize == LINE
    crew = Crew(lambda watch: None, 3)
    assert crew.watches.ctypes.data % LINE == 0


def test_one_worker_alone_needs_no_thread_and_ctrl_c_still_stops_it():
    seen = []

    def work(watch: np.ndarray) -> None:
        seen.append(threading.current_thread())
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Crew(work, 1).run()
    assert seen == [threading.main_thread()]


@pytest.mark.parametrize(("games", "workers", "most"), [(16384, 16, 1024), (100, 16, 7), (3, 1, 4096), (5000, 2, 512)])
def test_everybody_begins_with_a_whole_share_and_no_game_is_given_twice(games, workers, most):
    counter = Counter(games, workers)
    ranges = [counter.begin(most) for _ in range(workers)]
    assert {last - first for first, last in ranges} == {min(most, games // workers)}
    while (taken := counter.take(most))[0] < taken[1]:
        ranges.append(taken)
    given = [game for first, last in ranges for game in range(first, last)]
    assert given == list(range(games))
