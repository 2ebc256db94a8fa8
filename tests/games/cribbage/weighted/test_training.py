"""The thesis' training: it learns, and it can be cut in two."""

import numpy as np
import pytest

from kibitz.games.cribbage.lab import _matches, humans
from kibitz.games.cribbage.weighted import pegging_records, training
from kibitz.games.cribbage.weighted.strategies import SPOTS, pure
from kibitz.learn.weighted import Settings

RECORDS = pegging_records.first_records(20_000, 3)


def test_training_in_parts_equals_training_at_once():
    whole = training.Pair(training.beginners(1), pegging_records.copy(RECORDS), Settings(), learning_records=True)
    parts = training.Pair(training.beginners(1), pegging_records.copy(RECORDS), Settings(), learning_records=True)
    differences = whole.train(200, 9)
    np.testing.assert_array_equal(differences, np.concatenate([parts.train(120, 9), parts.train(80, 9)]))
    np.testing.assert_array_equal(whole.weights, parts.weights)
    assert whole.records.times.sum() == parts.records.times.sum() > RECORDS.times.sum()
    np.testing.assert_allclose(whole.weights.sum(axis=2), 1)


def test_places_never_visited_keep_their_weights():
    pair = training.Pair(training.beginners(2), RECORDS, Settings())
    before = pair.weights.copy()
    pair.train(500, 4)
    changed = (pair.weights != before).any(axis=2).reshape(2, 2, SPOTS, SPOTS)
    assert changed.any() and not changed[:, :, 0, 110:].any() and not changed[:, :, 110:, 0].any()


def test_a_fixed_opponent_does_not_learn():
    pair = training.Pair(training.beginners(2), RECORDS, Settings(), (True, False))
    before = pair.weights.copy()
    pair.train(100, 4)
    np.testing.assert_array_equal(pair.weights[1], before[1])
    assert (pair.weights[0] != before[0]).any()


def test_duplicates_cancel_for_equal_players():
    games = training.duplicates(pure(1), pure(1), RECORDS, 50, 1)
    np.testing.assert_array_equal(games[:, 0], -games[:, 1])
    better = training.duplicates(pure(1), pure(4), RECORDS, 100, 1)
    assert _matches.compare(better)["spread_low"] > 5


def test_match_points():
    differences = np.array([31, 30, 1, -31, -5])
    assert _matches.match_result(differences) == (7, 5, 26)
    assert _matches.first_wins(differences) and not _matches.first_wins(-differences)
    assert _matches.first_wins(np.array([10, -5])) and not _matches.first_wins(np.array([5, -10]))


def test_votes_of_a_wrong_form_are_refused(tmp_path):
    file = tmp_path / "votes.json"
    file.write_text('[{"cards": "5H 5D", "own": 0, "other": 0, "dealer": true, "votes": {}}]')
    with pytest.raises(humans.KibitzError, match="deal 1"):
        humans.load(file)
