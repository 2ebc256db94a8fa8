"""OpenSpiel as one more referee: its simulation test on every game, and its ISMCTS."""

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts

import kibitz
from kibitz.doors.openspiel import name_of

SHORT = {
    "cribbage": "(target=31)", "gin": "(hands=1)", "racko": "(slots=4,players=3)", "zsy": "(hand=6)",
    "yacht": "(players=2)",
}  # fmt: skip


def load(name: str):
    return pyspiel.load_game(name_of(name) + SHORT.get(name, ""))


@pytest.mark.parametrize("name", kibitz.games())
def test_its_simulation_test_passes(name):
    pyspiel.random_sim_test(load(name), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", kibitz.games())
def test_a_state_plays_as_ours_does(name):
    game = load(name)
    theirs, random = game.new_initial_state(), np.random.default_rng(1)
    for outcome in (1, 2, 3):
        theirs.apply_action(outcome)
    ours = kibitz.State(kibitz.game(name), game.options, 0x010203)
    while not ours.is_over:
        assert theirs.current_player() == ours.player
        numbers = theirs.legal_actions()
        assert game.actions[numbers].tolist() == ours.legal_codes.tolist()
        action = int(random.choice(numbers))
        assert theirs.action_to_string(action) == ours.move(int(game.actions[action])).name
        theirs.apply_action(action)
        ours.push(int(game.actions[action]))
    assert theirs.is_terminal() and np.argmax(theirs.returns()) == np.argmax(ours.scores)


def test_a_playthrough_can_be_written():
    text = generate_playthrough.playthrough(name_of("duel"), None, seed=1)
    assert "ObservationTensor" in text and "Returns()" in text


def test_ismcts_plays_and_sees_no_hidden_cards():
    game = load("gin")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(
        game=game, uct_c=2.0, evaluator=evaluator, max_simulations=4, random_state=np.random.RandomState(1),
        final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
    )  # fmt: skip
    state = game.new_initial_state()
    for outcome in (9, 9, 9):
        state.apply_action(outcome)
    again = state.resample_from_infostate(0, np.random.RandomState(2).random_sample)
    assert again.observation_string(0) == state.observation_string(0)
    assert again.observation_string(1) != state.observation_string(1)
    random, asked = np.random.default_rng(3), 0
    while not state.is_terminal() and asked < 8:
        if state.current_player() == 0:
            action = bot.step(state)
            assert action in state.legal_actions()
            asked += 1
        else:
            action = int(random.choice(state.legal_actions()))
        state.apply_action(action)
    assert asked == 8 or sum(state.returns()) == 0
