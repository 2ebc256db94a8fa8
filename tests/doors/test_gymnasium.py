"""The Gymnasium environments: its own checker, the vector environment beside the scalar one, both beside State."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import kibitz
import kibitz.doors.gymnasium
from kibitz import seeds
from kibitz.agent import Agent, build
from kibitz.arena.schedule import APART
from kibitz.doors.gymnasium import name_of
from kibitz.doors.tables import Batches
from kibitz.errors import BadOption, UnknownAgent
from kibitz.kernel import chance, mix, pick
from kibitz.observation import observer

SHORT = {"cribbage": {"target": 31}, "gin": {"hands": 1}, "racko": {"slots": 3}, "zsy": {"hand": 8}}
"""Options with which games are short."""


class Highest(Agent):
    """A player that only Python can ask: the highest code, and notes of how often it was asked."""

    memory = np.dtype([("asked", "i8")])

    def act(self, views, moves, counts, memory):
        return moves[np.arange(len(moves)), np.where(memory["asked"] % 3 == 2, 0, counts - 1)]

    def note(self, views, chosen, memory):
        memory["asked"] += 1


def highest(name: str, **options) -> Highest:
    game = kibitz.game(name)
    return Highest(game, game.options(**options))


def any_action(mask: np.ndarray, random: np.random.Generator) -> int:
    return int(random.choice(np.flatnonzero(mask)))


@pytest.mark.parametrize("name", kibitz.games())
def test_the_checker_of_gymnasium_is_content(name):
    check_env(gymnasium.make(name_of(name), opponent=kibitz.game(name).policy, render_mode="ansi").unwrapped)


def reference(name, options, opponent, seed, random, steps):
    """What the learner is told, worked out with State and plain Python: observation, mask, reward, over, scores."""
    game = kibitz.game(name)
    chosen = game.options(**options)
    agent = build(game, chosen, opponent)
    seats, actions = game.players(chosen), game.actions(chosen).tolist()
    deals, players = (np.uint64(seeds.for_players(seed, n)) for n in (0, 1))
    number, told = -1, []

    def deal():
        nonlocal state, seat, stream, number, notes
        number += 1
        stream = np.uint64((int(players) + number * int(APART)) % 2**64)
        seat = pick(np.uint64(mix(stream)), seats)
        state = kibitz.State(game, chosen, int(chance(deals, number)))
        notes = [[] if agent.memory is None else [np.zeros(1, agent.memory)] for _ in range(seats)]
        run_on()
        if state.is_over:
            deal()

    def run_on():
        while not state.is_over and state.player != seat:
            views, moves, counts = state.asked()
            views[0].rng = chance(stream, len(state.moves))
            code = agent.act(views, moves, counts, *notes[state.player])
            if notes[state.player]:
                agent.note(views, code, *notes[state.player])
            state.push(int(code[0]))

    def look():
        mask = np.isin(actions, state.legal_codes) if not state.is_over else np.ones(len(actions))
        return observer(game)(state.view(seat), seat), mask

    state = seat = stream = notes = None
    deal()
    told.append((*look(), 0.0, False))
    for _ in range(steps):
        action = any_action(told[-1][1], random)
        if state.is_over:
            deal()
            told.append((*look(), 0.0, False))
            continue
        state.push(actions[action])
        run_on()
        reward = 0.0
        if state.is_over:
            winners = [p for p, score in enumerate(state.scores) if score == max(state.scores)]
            share = (seat in winners) / len(winners)
            reward = state.scores[seat] if seats == 1 else (share * seats - 1) / (seats - 1)
        told.append((*look(), reward, state.is_over))
    return told


@pytest.mark.parametrize("name", kibitz.games())
@pytest.mark.parametrize("compiled", [True, False])
def test_a_table_is_what_the_rules_say(name, compiled):
    options = {**SHORT.get(name, {}), **({"players": 3} if name in ("yacht", "racko") else {})}
    opponent = kibitz.game(name).policy if compiled else highest(name, **options)
    env = gymnasium.make(name_of(name), opponent=opponent, **options)
    seen, info = env.reset(seed=5)
    steps = 150
    random = np.random.default_rng(1)
    expected = reference(name, options, opponent, 5, np.random.default_rng(1), steps)
    reward, over = 0.0, False
    for step in range(steps + 1):
        np.testing.assert_array_equal(seen, expected[step][0], err_msg=f"step {step}")
        np.testing.assert_array_equal(info["action_mask"], expected[step][1])
        assert (reward, over) == expected[step][2:]
        action = any_action(info["action_mask"], random)
        if over:
            seen, info = env.reset()
            reward, over = 0.0, False
        else:
            seen, reward, over, _, info = env.step(action)
    assert sum(told[3] for told in expected) > 1, "no game came to its end"


@pytest.mark.parametrize("name", kibitz.games())
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_the_vector_environment_equals_the_scalar_one(name, mode):
    options = {"opponent": kibitz.game(name).policy, "reward": "points", **SHORT.get(name, {})}
    count, random = 4, np.random.default_rng(2)
    envs = gymnasium.make_vec(name_of(name), num_envs=count, autoreset_mode=mode, **options)
    scalars = [gymnasium.make(name_of(name), **options) for _ in range(count)]
    seen, info = envs.reset(seed=11)
    ones = [env.reset(seed=11 + i) for i, env in enumerate(scalars)]
    ended = [False] * count
    games = 0
    for _ in range(120):
        assert envs.observation_space.contains(seen)
        for i, (own_seen, own_info) in enumerate(ones):
            np.testing.assert_array_equal(seen[i], own_seen)
            np.testing.assert_array_equal(info["action_mask"][i], own_info["action_mask"])
            assert (info["illegal"][i], info["seat"][i]) == (own_info["illegal"], own_info["seat"])
        actions = np.array([any_action(mask, random) for mask in info["action_mask"]])
        wild = random.random(count) < 0.1  # now and then an action that may be illegal
        actions = np.where(wild, random.integers(0, envs.single_action_space.n, count), actions)
        seen, rewards, over, cut, info = envs.step(actions)
        assert not cut.any()
        for i, env in enumerate(scalars):
            if ended[i]:
                ones[i], ended[i] = env.reset(), False
                assert (rewards[i], over[i]) == (0.0, False)
                continue
            own_seen, reward, own_over, _, own_info = env.step(int(actions[i]))
            assert (rewards[i], over[i]) == (reward, own_over)
            games += own_over
            if own_over:
                assert info["_scores"][i]
                np.testing.assert_array_equal(info["scores"][i], own_info["scores"])
            if own_over and mode is AutoresetMode.SAME_STEP:
                assert info["_final_obs"][i]
                np.testing.assert_array_equal(info["final_obs"][i], own_seen)
                ones[i] = env.reset()
            else:
                ones[i], ended[i] = (own_seen, own_info), own_over
    assert games > 3


def test_an_illegal_action_is_a_marked_no_op():
    env = gymnasium.make("kibitz/Yacht-v0")
    seen, info = env.reset(seed=1)
    for action in (int(np.flatnonzero(info["action_mask"] == 0)[0]), -1, 10_000):
        same, reward, over, _, told = env.unwrapped.step(action)
        np.testing.assert_array_equal(seen, same)
        assert told["illegal"] and reward == 0 and not over
    assert not env.step(int(np.flatnonzero(info["action_mask"])[0]))[4]["illegal"]


def test_what_is_returned_is_not_used_again():
    envs = gymnasium.make_vec("kibitz/Yacht-v0", num_envs=2)
    first, info = envs.reset(seed=1)
    kept, mask = first.copy(), info["action_mask"].copy()
    envs.step(np.array([32, 32]))
    np.testing.assert_array_equal(first, kept)
    np.testing.assert_array_equal(info["action_mask"], mask)


def test_what_nobody_holds_is_used_again():
    batches = Batches((3,), np.float32)
    first = batches.take()
    piece = first[:1]
    second = batches.take()
    assert second is not first
    del first
    third = batches.take()
    assert third.ctypes.data not in (piece.ctypes.data, second.ctypes.data), "a view holds it too"
    address = second.ctypes.data
    del second
    assert batches.take().ctypes.data == address


@pytest.mark.parametrize("compiled", [True, False])
def test_workers_change_nothing(compiled):
    told = []
    for workers in (1, 3):
        opponent = "simple" if compiled else highest("gin", hands=1)
        envs = gymnasium.make_vec(
            "kibitz/Gin-v0", 10, autoreset_mode="SameStep", opponent=opponent, hands=1, workers=workers
        )
        seen, info = envs.reset(seed=3)
        for _ in range(60):
            seen, rewards, over, _, info = envs.step(info["action_mask"].argmax(axis=1))
            told.append((seen, rewards, over, info["action_mask"]))
    assert any(over.any() for _, _, over, _ in told)
    for one, two in zip(told[:60], told[60:], strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))


def test_alone_the_reward_is_the_score():
    env = gymnasium.make("kibitz/Yacht-v0")
    _, info = env.reset(seed=1)
    over, random = False, np.random.default_rng(0)
    while not over:
        _, reward, over, _, info = env.step(any_action(info["action_mask"], random))
    assert reward == info["scores"][0] > 0


def test_wrong_keywords_are_named():
    with pytest.raises(BadOption, match="no seat 2; the seats are 0 to 1"):
        gymnasium.make("kibitz/Gin-v0", seat=2)
    with pytest.raises(BadOption, match="2 opponents for 1 other seats"):
        gymnasium.make("kibitz/Gin-v0", opponent=["random", "random"])
    with pytest.raises(BadOption, match="reward is 'money'"):
        gymnasium.make("kibitz/Gin-v0", reward="money")
    with pytest.raises(UnknownAgent):
        gymnasium.make("kibitz/Gin-v0", opponent="gready")


def test_the_bench_times_legal_random_play():
    from kibitz.bench import measure
    from kibitz.bench.doors import any_actions
    from kibitz.bench.speed import crews
    from kibitz.bench.tables import beside

    masks = np.random.default_rng(1).integers(0, 2, (500, 9)).astype(np.int8)
    masks[:, 4] = 1
    chosen = np.zeros(500, np.int64)
    any_actions(masks.view(np.uint8), np.uint64(7), chosen)
    assert masks[np.arange(500), chosen].all() and len(set(chosen.tolist())) == 9
    measured = measure(["duel"], 0.01, ["vector"], lambda done: None)
    rows = measured["speed"]
    assert all(
        row["by"].startswith(("kibitz VectorEnv", "kibitz arena")) and row["decisions_per_second"] > 0 for row in rows
    )
    assert {row["workers"] for row in rows} == set(crews())
    found = list(beside(measured))
    assert {players for _, players, _, _ in found} == {"random", "thrifty"}
    for *_, (seen, bare, arena, asked) in found:
        assert seen is None and bare is None, "OpenSpiel was not asked"
        assert arena > 0 and asked > 0


def test_the_bench_compares_like_with_like():
    from kibitz.bench.row import Stopwatch
    from kibitz.bench.tables import beside

    watch = Stopwatch()
    watch.spent, watch.worked = 4.0, 2.0  # half of the time others had the core
    of = {
        "kibitz VectorEnv of 1024, random against random": 400,
        "kibitz VectorEnv of 1024, random against sly": 300,
        "kibitz arena, random against random": 800,
        "OpenSpiel x from Python": 10,
        "OpenSpiel x from Python, with observations and masks": 5,
        "OpenSpiel x in C++": 100,
    }
    rows = [{"game": "x", **watch.row(by, 1, decisions, 1)} for by, decisions in of.items()]
    assert list(beside({"speed": rows})) == [
        ("x", "random", 200.0, [2.5, 5.0, 400.0, None]),
        ("x", "sly", 150.0, [None, None, None, None]),
    ]
