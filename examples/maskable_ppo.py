"""Stable-Baselines3's MaskablePPO learns Yacht against greedy, is exported, and plays a match.

python examples/maskable_ppo.py --steps 200000 --out mine.onnx
kibitz play yacht --seat human --seat kibitz.doors.policy:Policy:./mine.onnx
"""

import argparse

import torch
from sb3_contrib import MaskablePPO

import kibitz
from kibitz.doors.policy import export
from kibitz.doors.sb3 import KibitzVecEnv

parser = argparse.ArgumentParser()
parser.add_argument("--game", default="yacht")
parser.add_argument("--opponent", default="greedy")
parser.add_argument("--steps", type=int, default=200_000)
parser.add_argument("--tables", type=int, default=64)
parser.add_argument("--pairs", type=int, default=200)
parser.add_argument("--out", default="mine.onnx")
given = parser.parse_args()

env = KibitzVecEnv(given.game, given.tables, opponent=given.opponent)
model = MaskablePPO("MlpPolicy", env, n_steps=128, batch_size=1024, gamma=1.0, seed=1, device="cpu", verbose=1)
model.learn(given.steps)


class Preferences(torch.nn.Module):
    """The part of the policy that prefers actions."""

    def __init__(self, policy):
        super().__init__()
        self.policy = policy

    def forward(self, seen):
        return self.policy.action_net(self.policy.mlp_extractor.forward_actor(seen))


rules = env.tables.rules
export(given.out, Preferences(model.policy), rules.game, rules.options, "examples/maskable_ppo.py")
mine = given.out if "/" in given.out else f"./{given.out}"
print(kibitz.match(given.game, f"kibitz.doors.policy:Policy:{mine}", "random", pairs=given.pairs))
