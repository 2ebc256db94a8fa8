"""Finding games, and refusing what is none."""

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


def test_a_game_without_a_solver_says_so():
    with pytest.raises(KibitzError, match="duel has no solver"):
        kibitz.solve("duel")


def test_options_are_checked_with_the_games_name():
    with pytest.raises(KibitzError, match="duel: no option 'thrifty'"):
        kibitz.new("duel", thrifty=True)
