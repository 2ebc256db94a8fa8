"""Experiments: the paper's schedule, and that a run cut off goes on as if it had not been."""

from dataclasses import replace

import pytest

from kibitz.games.zsy.lab import learning_curve, net, q_learning
from kibitz.lab import experiments


def test_rounds_of_selection():
    games = {
        n: [(r.games, r.survivors) for r in learning_curve.rounds(learning_curve.PAPER, n)]
        for n in (1, 3, 10, 100, 100_000)
    }
    assert games[1] == [(1, 1)]
    assert games[3] == [(1, 10), (1, 3), (1, 1)]
    assert games[10] == [(1, 10), (2, 3), (7, 1)]
    assert games[100] == [(5, 10), (25, 3), (70, 1)]
    assert games[100_000] == [(5000, 10), (25_000, 3), (70_000, 1)]


@pytest.mark.parametrize(
    ("module", "config"),
    [
        (learning_curve, replace(learning_curve.QUICK, steps=(1, 20), learners=3, selection_pairs=10, test_pairs=10)),
        (q_learning, q_learning.Config(steps=(20, 40), pairs=10)),
        (net, replace(net.QUICK, games=24, test_pairs=4, final_pairs=4)),
    ],
    ids=["learning_curve", "q_learning", "net"],
)
def test_a_run_cut_off_goes_on_as_if_it_had_not_been(module, config, tmp_path):
    whole = list(module.run(config, 1, None, tmp_path))
    half = len(whole) // 2
    kept = {k: v.copy() if hasattr(v, "copy") else v for k, v in whole[half - 1].checkpoint.items()}
    rest = list(module.run(config, 1, kept, tmp_path))
    assert [row for step in whole[half:] for row in step.rows] == [row for step in rest for row in step.rows]
    assert whole[-1].done == 1.0
    assert module.report([row for step in whole for row in step.rows], config).findings


def test_all_experiments_are_found():
    assert {e for e in experiments() if e.startswith("zsy.")} == {
        f"zsy.{name}"
        for name in (
            "against_greedy", "extra_features", "greedy_v_random", "learning_curve", "net", "open_hands",
            "q_learning", "rank_weights", "spread",
        )
    }  # fmt: skip
