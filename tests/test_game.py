"""Finding games, and refusing what is none."""

import numpy as np
import pytest

import kibitz
from kibitz.errors import BadGame, KibitzError, UnknownGame
from kibitz.game import Game


def test_a_third_party_game_is_found_by_its_entry_point():
    assert kibitz.game("duel").package == "kibitz_duel"
    assert kibitz.match("duel", "thrifty", "random", pairs=500, seed=1).win_rate > 0.5


def test_an_unknown_game_names_the_likely_one():
    with pytest.raises(UnknownGame, match="did you mean 'yacht'"):
        kibitz.new("yatch")


def test_a_package_without_rules_is_no_game():
    with pytest.raises(BadGame, match=r"rules\.py and text\.py"):
        Game("lab", "kibitz.lab")


@pytest.mark.parametrize(("field", "complaint"), [("take", "may not be called take"), (None, "needs a field rng")])
def test_a_record_that_would_misread_is_refused(monkeypatch, field, complaint):
    rules = kibitz.game("duel").rules
    fields = [*rules.STATE.descr, (field, "i4")] if field else [("seed", "u8")]
    monkeypatch.setattr(rules, "STATE", np.dtype(fields))
    with pytest.raises(BadGame, match=complaint):
        Game("duel", "kibitz_duel")


def test_a_game_without_a_solver_says_so():
    with pytest.raises(KibitzError, match="duel has no solver"):
        kibitz.solve("duel")


def test_options_are_checked_with_the_games_name():
    with pytest.raises(KibitzError, match="duel: no option 'thrifty'"):
        kibitz.new("duel", thrifty=True)
