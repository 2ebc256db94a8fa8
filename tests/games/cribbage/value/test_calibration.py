"""Chances that come true."""

import numpy as np

import kibitz
from kibitz.game import game
from kibitz.games.cribbage import rules
from kibitz.games.cribbage.lab import calibration as experiment
from kibitz.games.cribbage.value.calibration import calibrated, load
from kibitz.lab import Lab


def test_the_order_of_moves_stays_and_certainties_too():
    views = np.zeros(3, rules.STATE)
    views["phase"] = [rules.DISCARDING, rules.PLAYING, rules.SHOWING]
    views["left"] = 3
    found = np.tile(np.array([0.0, 0.01, 0.3, 0.5, 0.77, 0.99, 1.0 + 1e-9]), (3, 1))
    said = calibrated(found, views, load(game("cribbage")))
    assert (np.diff(said, axis=1) > 0).all()
    assert (said[:, 0] == 0).all() and (said[:, -1] == 1).all()
    assert (said[1, 2:-1] < found[1, 2:-1]).all()  # in the play the search is too hopeful
    np.testing.assert_array_equal(said[2], np.clip(found[2], 0, 1))


def test_hints_order_moves_as_the_player_does():
    value, chance = kibitz.agent("cribbage", "value"), np.random.default_rng(4)
    s = kibitz.new("cribbage", seed=6)
    for _ in range(40):
        views, moves, counts = s.asked()
        values = value.values(views.copy(), moves, counts)[0, : counts[0]]
        assert moves[0, values.argmax()] == value.act(views.copy(), moves, counts)[0]
        assert values.min() >= 0 and values.max() <= 1
        s.push(int(chance.choice(s.legal_codes)))


def test_every_judged_game_is_in_a_bin(tmp_path):
    steps = experiment.run(experiment.TINY, Lab("cribbage.calibration", 1, tmp_path))
    rows = [row for step in steps for row in step.rows]
    assert sum(row["games"] for row in rows if row["what"] == "said") == experiment.TINY.judged
