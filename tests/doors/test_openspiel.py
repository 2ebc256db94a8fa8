"""OpenSpiel as one more referee: its simulation test on every game, and its ISMCTS."""

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts, outcome_sampling_mccfr, random_agent

import kibitz
from kibitz.doors.openspiel import EARLIER, name_of

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


@pytest.mark.parametrize("name", ["duel", "yacht"])
def test_a_playthrough_can_be_written(name):
    text = generate_playthrough.playthrough(name_of(name) + SHORT.get(name, ""), None, seed=1)
    assert "ObservationTensor" in text and "InformationStateString(0)" in text and "Returns()" in text


@pytest.mark.parametrize("name", kibitz.games())
def test_an_information_state_is_all_that_a_seat_has_seen_and_done(name):
    """Worked out beside it from State: equal strings exactly for equal courses."""
    game, random = load(name), np.random.default_rng(5)
    strings: dict[tuple, str] = {}
    for deal in (1, 1, 2):  # one deal twice, so that courses are the same for a while
        theirs = game.new_initial_state()
        for outcome in (7, 7, deal):
            theirs.apply_action(outcome)
        ours = kibitz.State(kibitz.game(name), game.options, 0x070700 + deal)
        course = [[ours.view(seat).tobytes()] for seat in range(ours.seats)]
        for _ in range(12):
            for seat in range(ours.seats):
                string = theirs.information_state_string(seat)
                assert strings.setdefault((seat, *course[seat]), string) == string
            action = int(random.choice(theirs.legal_actions()))
            course[ours.player].append(action)
            theirs.apply_action(action)
            ours.push(int(game.actions[action]))
            if ours.is_over:
                break
            for seat in range(ours.seats):
                course[seat].append(ours.view(seat).tobytes())
    assert len(set(strings.values())) == len(strings)


def test_the_tensor_of_an_information_state_shows_the_last_decisions():
    game, random = load("gin"), np.random.default_rng(2)
    state, size, seen = game.new_initial_state(), load("gin").observation_tensor_shape()[0], []
    assert game.information_state_tensor_shape() == [size * (1 + EARLIER)]
    for outcome in (1, 2, 3):
        state.apply_action(outcome)
    while not state.is_terminal() and len(seen) < 2 * EARLIER:
        if state.current_player() == 0:
            frames = np.array(state.information_state_tensor(0)).reshape(1 + EARLIER, size)
            expected = [*[state.observation_tensor(0), *seen][: 1 + EARLIER]]
            np.testing.assert_array_equal(frames[: len(expected)], expected)
            assert not frames[len(expected) :].any()
            seen.insert(0, state.observation_tensor(0))
        state.apply_action(int(random.choice(state.legal_actions())))
    assert len(seen) > EARLIER


def test_a_solver_that_keeps_information_states_runs():
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(load("duel"))
    np.random.seed(1)  # noqa: NPY002 - the solver draws from there
    for _ in range(5):
        solver.iteration()
    policy = solver.average_policy()
    state = load("duel").new_initial_state()
    for outcome in (1, 2, 3):
        state.apply_action(outcome)
    assert sum(policy.action_probabilities(state).values()) == pytest.approx(1)


def test_its_environment_for_learners_runs():
    env = rl_environment.Environment(load("zsy"), observation_type=rl_environment.ObservationType.INFORMATION_STATE)
    agents = [random_agent.RandomAgent(seat, env.action_spec()["num_actions"]) for seat in range(2)]
    step = env.reset()
    while not step.last():
        step = env.step([agents[step.observations["current_player"]].step(step).action])
    assert sorted(step.rewards) == [-1, 1]


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
    assert again.information_state_string(0) == state.information_state_string(0)
    assert again.information_state_string(1) != state.information_state_string(1)
    random, asked = np.random.default_rng(3), 0
    for _ in range(6):
        state.apply_action(int(random.choice(state.legal_actions())))
    again, size = (
        state.resample_from_infostate(0, np.random.RandomState(2).random_sample),
        game.observation_tensor_size(),
    )
    assert again.information_state_tensor(0) == state.information_state_tensor(0)
    assert any(state.information_state_tensor(1)[size:])
    assert not any(again.information_state_tensor(1)[size:]), "what the other saw before is not told"
    while not state.is_terminal() and asked < 8:
        if state.current_player() == 0:
            action = bot.step(state)
            assert action in state.legal_actions()
            asked += 1
        else:
            action = int(random.choice(state.legal_actions()))
        state.apply_action(action)
    assert asked == 8 or sum(state.returns()) == 0
