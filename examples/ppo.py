"""Proximal policy optimisation in one file, on the vector environment: torch and nothing else.

    python examples/ppo.py --game gin --opponent simple --steps 1000000

All tables advance together in compiled code; an action that is not legal gets no chance.
"""

import argparse
import time

import gymnasium
import torch
from torch import nn

import kibitz.doors.gymnasium
from kibitz.doors.policy import export
from kibitz.doors.tensors import TensorEnvironment

parser = argparse.ArgumentParser()
parser.add_argument("--game", default="yacht")
parser.add_argument("--opponent", default="random", help="a beginner never beats a better one, and learns nothing")
parser.add_argument("--steps", type=int, default=500_000)
parser.add_argument("--tables", type=int, default=256)
parser.add_argument("--length", type=int, default=64, help="steps between two updates")
parser.add_argument("--epochs", type=int, default=4)
parser.add_argument("--rate", type=float, default=3e-4)
parser.add_argument("--out", default="ppo.onnx")
given = parser.parse_args()
LAMBDA, CLIP, ENTROPY, WORTH = 0.95, 0.2, 0.01, 0.5

torch.manual_seed(1)
name = kibitz.doors.gymnasium.name_of(given.game)
arrays = gymnasium.make_vec(name, num_envs=given.tables, opponent=given.opponent, autoreset_mode="SameStep")
env = TensorEnvironment(arrays)
sees, acts = arrays.single_observation_space.shape[0], int(arrays.single_action_space.n)


def network(out: int) -> nn.Module:
    return nn.Sequential(nn.Linear(sees, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh(), nn.Linear(128, out))


actor, critic = network(acts), network(1)
optimiser = torch.optim.Adam([*actor.parameters(), *critic.parameters()], lr=given.rate)


def choices(seen: torch.Tensor, mask: torch.Tensor) -> torch.distributions.Categorical:
    return torch.distributions.Categorical(logits=actor(seen).masked_fill(mask == 0, -1e9))


seen, info = env.reset(seed=1)
begun, results = time.time(), []
for update in range(max(1, given.steps // (given.tables * given.length))):
    rows = []
    with torch.no_grad():
        for _ in range(given.length):
            chosen = choices(seen, info["action_mask"])
            action = chosen.sample()
            before, mask = seen, info["action_mask"]
            seen, reward, over, _, info = env.step(action)
            results += reward[over].tolist()
            worth = critic(before)[:, 0]
            rows.append((before, mask, action, chosen.log_prob(action), worth, reward.float(), over.float()))
        after = critic(seen)[:, 0]
    observed, masks, actions, chances, worths, rewards, ends = (
        torch.stack(column) for column in zip(*rows, strict=True)
    )
    gains, gain = torch.zeros_like(worths), torch.zeros(given.tables)
    for t in reversed(range(given.length)):
        go_on = 1 - ends[t]
        gain = rewards[t] + go_on * after - worths[t] + LAMBDA * go_on * gain
        gains[t], after = gain, worths[t]
    flat = [x.flatten(0, 1) for x in (observed, masks, actions, chances, gains, gains + worths)]
    for _ in range(given.epochs):
        for part in torch.randperm(len(flat[0])).chunk(4):
            o, m, a, old, g, target = (x[part] for x in flat)
            chosen = choices(o, m)
            ratio = (chosen.log_prob(a) - old).exp()
            g = (g - g.mean()) / (g.std() + 1e-8)
            policy_loss = -torch.min(ratio * g, ratio.clamp(1 - CLIP, 1 + CLIP) * g).mean()
            loss = policy_loss + WORTH * (critic(o)[:, 0] - target).pow(2).mean() - ENTROPY * chosen.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_([*actor.parameters(), *critic.parameters()], 0.5)
            optimiser.step()
    recent = results[-1000:]
    speed = (update + 1) * given.tables * given.length / (time.time() - begun)
    print(
        f"update {update + 1}: mean reward {sum(recent) / max(1, len(recent)):+.3f}, {speed:,.0f} steps/s", flush=True
    )

rules = arrays.unwrapped.tables.rules
export(given.out, actor, rules.game, rules.options, "examples/ppo.py")
print(f"play with kibitz.doors.policy:Policy:{given.out}")
