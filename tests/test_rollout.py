"""`rollout`: a player of every game that tries moves in worlds that fit what it sees."""

import numpy as np
import pytest

import kibitz
from kibitz.errors import BadAgentSpec

DUEL = kibitz.game("duel")


@pytest.mark.parametrize("name", kibitz.games())
def test_every_game_has_it(name):
    assert "rollout" in kibitz.agents(name)
    state = kibitz.new(name, seed=5)
    for _ in range(3):
        state.push(int(state.legal_codes[0]))
    player = kibitz.agent(name, "rollout:worlds=4")
    assert player.choose(state) in state.legal_codes
    assert player.choose(state) == player.choose(state)


def test_it_beats_the_player_it_plays_out_with():
    r = kibitz.match("duel", "rollout:worlds=32,policy=random", "random", pairs=150, seed=3)
    assert r.interval[0] > 0.6
    assert kibitz.match("duel", "rollout:worlds=32", "thrifty", pairs=150, seed=3).interval[1] > 0.5


def test_values_are_chances_to_win_with_their_errors():
    state = kibitz.new("duel", seed=5)
    player = kibitz.agent("duel", "rollout:worlds=400,policy=random")
    views, moves, counts = state.asked()
    n = int(counts[0])
    values = player.values(views, moves, counts)[0, :n]
    details = player.details(views[0], moves[0, :n])
    assert ((values >= 0) & (values <= 1)).all()
    errors, played = details["standard error"], details["playouts"]
    assert played.max() == 400 and (played >= 8).all()
    assert errors[played.argmax()] == pytest.approx(0.5 / 20, rel=0.3)
    # Other worlds give the same values, as far as the errors say.
    views["rng"] = 12345
    again = player.values(views, moves, counts)[0, :n]
    assert (abs(values - again) < 4.5 * np.hypot(errors, errors)).all()


def test_a_clear_move_ends_the_search_early():
    """In the last trick but one a player that holds the highest card wins with it, or never."""
    state, player = kibitz.new("duel", seed=1), kibitz.agent("duel", "rollout:worlds=1000,policy=random")
    few = 0
    while not state.is_over:
        views, moves, counts = state.asked()
        few += (player.details(views[0], moves[0, : counts[0]])["playouts"] < 1000).sum()
        state.push(player.choose(state))
    assert few > 0


def test_the_policys_move_stands_where_others_are_only_luckier():
    """Where moves hardly differ from what the policy thinks of them, two worlds change nothing."""
    state = kibitz.new("zsy", seed=4)
    doubting = kibitz.agent("zsy", "rollout:worlds=2,policy=greedy,spread=0.001")
    policy = kibitz.agent("zsy", "greedy")
    while not state.is_over:
        assert doubting.choose(state) == policy.choose(state)
        state.push(policy.choose(state))


def test_a_rollout_cannot_play_out():
    with pytest.raises(BadAgentSpec, match="quicker player"):
        kibitz.agent("duel", "rollout:policy=rollout")


def test_who_judges_must_speak_of_chances():
    with pytest.raises(BadAgentSpec, match="no chances"):
        kibitz.agent("racko", "rollout:policy=kyle,plies=2,judge=diablo")


def test_networks_play_out_and_judge():
    state = kibitz.new("zsy", seed=8)
    player = kibitz.agent("zsy", "rollout:worlds=4,prior=net,policy=net,judge=net,plies=2,width=3")
    assert player.choose(state) in state.legal_codes
    views, moves, counts = state.asked()
    values, errors = (found[0, : counts[0]] for found in player.sampled(views, moves, counts))
    assert (errors != player.spread).sum() == 3  # only the three it likes best are tried
    assert values.argmax() in np.flatnonzero(errors != player.spread) and (values >= 0).all()


def test_a_known_opponent_is_played_better():
    """Against `thrifty`, worlds in which the other is thrifty are worth more than worlds in which it is random."""
    knowing = kibitz.agent("duel", "rollout:worlds=64,policy=random,others=thrifty")
    guessing = kibitz.agent("duel", "rollout:worlds=64,policy=random")
    known, guessed = (kibitz.match("duel", player, "thrifty", pairs=300, seed=3) for player in (knowing, guessing))
    assert known.win_rate > guessed.win_rate


def test_opinions_in_points_count_by_their_scale():
    """With a few worlds, a prior whose points are worth much as chances is followed; one worth nothing is not."""
    state = kibitz.new("gin", seed=3)
    for _ in range(4):
        state.push(int(state.legal_codes[0]))
    views, moves, counts = state.asked()
    opinion = kibitz.agent("gin", "allrounder").values(views, moves, counts)[0, : counts[0]]
    sure = kibitz.agent("gin", "rollout:worlds=2,policy=allrounder,scale=1,spread=0.001")
    values = sure.values(views, moves, counts)[0, : counts[0]]
    assert (values.argsort() == opinion.argsort()).all()


def test_a_chance_of_the_round_is_a_chance_to_a_rollout():
    """What a network says is believed alike, whether the unit is the round or the game."""
    s = kibitz.new("racko", seed=3, target=500)
    by_round = kibitz.agent("racko", "rollout:worlds=16,prior=net", target=500)
    before = by_round.values(*s.asked())
    by_round.prior.unit = "chance to win"
    assert np.array_equal(before, by_round.values(*s.asked()))
