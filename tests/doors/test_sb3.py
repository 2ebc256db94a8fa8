"""The VecEnv of Stable-Baselines3 on the compiled driver."""

import gymnasium
import numpy as np
from stable_baselines3.common.vec_env import VecMonitor

import kibitz.doors.gymnasium  # noqa: F401 - registers
from kibitz.doors.sb3 import KibitzVecEnv


def test_it_plays_as_the_vector_environment_does():
    options = {"opponent": "simple", "hands": 1, "reward": "points"}
    ours = KibitzVecEnv("gin", 3, **options)
    theirs = gymnasium.make_vec("kibitz/Gin-v0", num_envs=3, autoreset_mode="SameStep", **options)
    ours.seed(5)
    random, games = np.random.default_rng(0), 0
    seen, (expected, info) = ours.reset(), theirs.reset(seed=5)
    for _ in range(150):
        np.testing.assert_array_equal(seen, expected)
        masks = np.stack(ours.env_method("action_masks"))
        np.testing.assert_array_equal(masks, info["action_mask"])
        actions = (random.random(masks.shape) * masks).argmax(axis=1)
        seen, rewards, over, infos = ours.step(actions)
        expected, their_rewards, their_over, _, info = theirs.step(actions)
        np.testing.assert_array_equal(rewards, their_rewards)
        np.testing.assert_array_equal(over, their_over)
        for row in np.flatnonzero(over):
            games += 1
            np.testing.assert_array_equal(infos[row]["terminal_observation"], info["final_obs"][row])
    assert games > 3


def test_maskable_ppo_learns_on_it():
    from sb3_contrib import MaskablePPO

    env = VecMonitor(KibitzVecEnv("yacht", 4, opponent="greedy"))
    model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=64, n_epochs=1, device="cpu", seed=1)
    model.learn(256)
    seen = env.reset()
    action, _ = model.predict(seen, action_masks=np.stack(env.env_method("action_masks")))
    assert all(mask[a] for mask, a in zip(env.env_method("action_masks"), action, strict=True))
