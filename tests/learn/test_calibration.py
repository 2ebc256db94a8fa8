"""Fits of chances to what came of them."""

import numpy as np

from kibitz.learn.calibration import KNOTS, chances_of, corrected, fit_curve, log_odds, logistic


def drawn(true: np.ndarray, seed: int = 0) -> np.ndarray:
    return (np.random.default_rng(seed).random(len(true)) < true).astype(float)


def test_logistic_finds_the_weights_that_made_the_results():
    terms = np.random.default_rng(1).normal(size=(200_000, 3))
    weights = np.array([0.5, -1.0, 0.2])
    found = logistic(terms, drawn(chances_of(0.3 + terms @ weights)), known=0.3)
    np.testing.assert_allclose(found, weights, atol=0.03)


def test_a_correction_makes_chances_come_true():
    said = np.random.default_rng(2).random(400_000)
    true = chances_of(0.8 * log_odds(said) - 0.2)
    curve = fit_curve(said, drawn(true))
    np.testing.assert_allclose(corrected(said, curve), true, atol=0.015)
    assert abs(said - true).max() > 0.08


def test_chances_that_are_right_stay():
    said = np.random.default_rng(3).random(400_000)
    np.testing.assert_allclose(corrected(said, fit_curve(said, drawn(said))), said, atol=0.01)


def test_the_order_stays_even_where_little_or_nonsense_was_seen():
    chances = np.linspace(0, 1, 1001)
    for said, won in ((chances, 1 - chances.round()), (chances[400:403], np.array([1.0, 0, 0]))):
        after = corrected(chances, fit_curve(said, won))
        assert (np.diff(after) > 0).all()
        assert after[0] == 0 and after[-1] == 1


def test_nothing_added_is_no_correction():
    chances = np.array([0.0, 1e-6, 0.3, 0.5, 0.999, 1.0])
    np.testing.assert_allclose(corrected(chances, np.zeros(len(KNOTS))), chances, rtol=1e-12)


def test_certainties_that_prove_wrong_do_not_run_away_with_the_fit():
    rng = np.random.default_rng(1)
    said = np.clip(rng.normal(0.55, 0.22, 16_000), 0.01, 0.99)
    won = (rng.random(len(said)) < said - 0.05).astype(float)
    said[:200], won[:200] = 1.0, np.arange(200) % 5 > 0
    told = corrected(np.array([0.3, 0.5, 0.7]), fit_curve(said, won))
    np.testing.assert_allclose(told, [0.25, 0.45, 0.65], atol=0.03)
