"""A cluster: the same games as without, whatever becomes of its workers."""

import _thread
import os
import signal
import threading

import numpy as np
import pytest

import kibitz
from kibitz.agent import Agent
from kibitz.arena.cluster import Cluster
from kibitz.arena.drive import play
from kibitz.arena.schedule import duplicates
from kibitz.errors import Interrupted, NoCluster, Stopped

pytest.importorskip("distributed")

DUEL = kibitz.game("duel")
SLOW = "rollout:worlds=300,policy=random"


@pytest.fixture(scope="module")
def cluster():
    with Cluster("local", workers=2) as running:
        yield running


def same(one, two):
    return (one.scores == two.scores).all() and (one.decisions == two.decisions).all() and two.ended.all()


def test_results_are_those_without_a_cluster(cluster):
    alone = kibitz.match("duel", "thrifty", "random", pairs=700, seed=3)
    together = kibitz.match("duel", "thrifty", "random", pairs=700, seed=3, cluster=cluster)
    assert (together.win_rate, together.points, together.games) == (alone.win_rate, alone.points, alone.games)
    ranked = kibitz.tournament("duel", ["thrifty", "random", "learned"], games=300, cluster=cluster)
    assert ranked.standings == kibitz.tournament("duel", ["thrifty", "random", "learned"], games=300).standings


class Lowest(Agent):
    """Not known by a spec: it travels as a whole."""

    def act(self, views, moves, counts):
        return moves[:, 0]


def test_a_player_of_ones_own_travels(cluster):
    options, schedule = DUEL.options(), duplicates(0, 50, 1, [(0, 1), (1, 0)])
    agents = [Lowest(DUEL, options), kibitz.agent("duel", "random")]
    assert same(play(DUEL, options, agents, schedule), play(DUEL, options, agents, schedule, cluster=cluster))


def test_a_killed_workers_range_is_played_again_and_counts_once(cluster):
    options, schedule = DUEL.options(), duplicates(0, 120, 2, [(0, 1), (1, 0)])
    agents = [kibitz.agent("duel", SLOW), kibitz.agent("duel", "random")]
    victims, counted = list(cluster.client.run(os.getpid).values()), []

    def progress(games):
        if not counted:
            os.kill(victims[0], signal.SIGKILL)
        counted.append(games)

    results = play(DUEL, options, agents, schedule, cluster=cluster, progress=progress)
    assert sum(counted) == len(schedule) and same(play(DUEL, options, agents, schedule), results)
    assert victims[0] not in cluster.client.run(os.getpid).values()


def test_a_player_that_fails_stops_it(cluster):
    class Failing(Lowest):
        def act(self, views, moves, counts):
            raise ZeroDivisionError("no more")

    options = DUEL.options()
    with pytest.raises(Stopped, match=r"no more.*0 of 100 games"):
        play(DUEL, options, [Failing(DUEL, options)], duplicates(0, 100, 1, [(0, 0)]), cluster=cluster)


def test_ctrl_c_leaves_what_was_played_and_a_cluster_that_goes_on(ctrl_c, cluster):
    options, schedule = DUEL.options(), duplicates(0, 4000, 2, [(0, 0)])
    agents = [kibitz.agent("duel", SLOW)]

    def progress(games):
        if threading.current_thread() is threading.main_thread():
            _thread.interrupt_main()

    with pytest.raises(Interrupted) as stopped:
        play(DUEL, options, agents, schedule, cluster=cluster, progress=progress)
    ended = stopped.value.result.ended
    assert 0 < ended.sum() < 4000
    few = duplicates(0, 3, 2, [(0, 0)])
    assert same(play(DUEL, options, agents, few), play(DUEL, options, agents, few, cluster=cluster))
    assert np.array_equal(
        stopped.value.result.scores[:3][ended[:3]], play(DUEL, options, agents, few).scores[ended[:3]]
    )


def test_where_no_scheduler_answers_one_line_says_so(monkeypatch):
    monkeypatch.setattr("kibitz.arena.cluster.PATIENCE", 1)
    with pytest.raises(NoCluster, match=r"no scheduler answers at tcp://127\.0\.0\.1:9"), Cluster("tcp://127.0.0.1:9"):
        pass
