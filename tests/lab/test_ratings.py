"""Words for a mean loss: the fit finds a slope that is there, and stumbling is as much as is said."""

import json
from pathlib import Path

import numpy as np
import pytest

from kibitz.agent import build
from kibitz.coach.review import WORDS, rating_of
from kibitz.game import game, games
from kibitz.lab.ratings import WAYS, Stumbling, fitted, losses, share_at
from kibitz.state import State

RESULTS = Path(__file__).parents[2] / "results"


def test_the_fit_finds_the_slope_that_made_the_shares():
    lost = [0.001, 0.005, 0.01, 0.05]
    assert fitted(lost, [share_at(loss, -40.0) for loss in lost]) == pytest.approx(-40.0)


def test_words_lie_on_the_way_from_random_play_to_the_adviser():
    limits = losses(-40.0, 0.1)
    assert list(limits) == list(WORDS[:-1]) == list(WAYS)
    assert list(limits.values()) == sorted(limits.values())
    for word, most in limits.items():
        assert (share_at(most, -40.0) - 0.1) / 0.4 == pytest.approx(WAYS[word])


def test_a_share_of_moves_is_left_to_chance():
    zsy = game("zsy")
    own = build(zsy, zsy.options(), "greedy")
    views, moves, counts = (np.repeat(part, 400, axis=0) for part in State(zsy, zsy.options(), 3).asked())
    views["rng"] = np.arange(400)
    best = own.act(views, moves, counts)[0]
    changed = (Stumbling(own, 0.3).act(views, moves, counts) != best).mean()
    assert abs(changed - 0.3 * (1 - 1 / counts[0])) < 0.08


@pytest.mark.parametrize("name", [name for name in games() if (RESULTS / name / "ratings").exists()])
def test_a_game_says_the_words_that_were_measured(name):
    """Its limits are those of the stored run, to two digits; players of the run are called by them."""
    found = {
        f["what"]: f["ours"] for f in json.loads((RESULTS / name / "ratings" / "report.json").read_text())["findings"]
    }
    for number, word in enumerate(WAYS):
        assert game(name).ratings["chance to win"][number] == pytest.approx(found[f"{word}: mean loss up to"], rel=0.05)
    stumbling = {
        what.partition(" by")[0]: loss for what, loss in found.items() if what.endswith("by chance: mean loss")
    }
    called = [WORDS.index(rating_of(loss, "chance to win", game(name))) for loss in stumbling.values()]
    assert called == sorted(called) and called[-1] > called[0]
