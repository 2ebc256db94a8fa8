"""Deep Q-learning (Mnih et al.): a network learns what each move is worth from what comes after it.

It knows no game. A `World` plays some games side by side and says what a step led to; since chance
matters, a step can be *repeated*: drawn many times over, of which the first draw is the one that
happens. All draws go into a memory, from which every step learns one batch. A copy of the network,
renewed every so many episodes, says what the position after a move is worth.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import torch

from kibitz.learn.on_torch import as_arrays, device, put_back


@dataclass(frozen=True)
class Outcomes:
    """What a step led to: one row per game, one column per draw."""

    rewards: np.ndarray
    seen: np.ndarray
    """What is seen afterwards."""
    allowed: np.ndarray
    """Which moves may be made afterwards."""
    over: np.ndarray
    """Whether the game has ended."""


class World(Protocol):
    """Games side by side. A game that has ended is dealt anew at once."""

    inputs: int
    moves: int

    def look(self) -> tuple[np.ndarray, np.ndarray]:
        """What is seen, and which moves are allowed, in each game."""

    def step(self, moves: np.ndarray, repeat: int, seed: int) -> Outcomes:
        """Play a move in each game, drawing what comes of it `repeat` times."""

    def save(self) -> dict[str, np.ndarray]:
        """The games in progress, as arrays."""

    def restore(self, saved: Mapping[str, Any]) -> None:
        """Go on with saved games."""


@dataclass(frozen=True)
class Settings:
    """Every constant of the algorithm."""

    episodes: int = 20_000
    repeat: int = 128
    """How often each step is drawn."""
    memory: int = 200_000
    """Draws remembered; older ones are forgotten."""
    batch: int = 1024
    discount: float = 1.0
    target_every: int = 50
    """Episodes after which the copy is renewed."""
    explore_first: float = 1.0
    explore_last: float = 0.1
    explore_decay: float = 5000.0
    """Episodes in which the chance of a random move falls by a factor of e towards the last."""
    rates: tuple[float, ...] = (5e-4, 2e-4, 5e-5)
    """Learning rates of equally long parts of the training."""

    def explore(self, episode: int) -> float:
        """The chance of a random move."""
        return self.explore_last + (self.explore_first - self.explore_last) * math.exp(-episode / self.explore_decay)

    def rate(self, episode: int) -> float:
        return self.rates[min(episode * len(self.rates) // self.episodes, len(self.rates) - 1)]


class DQN:
    """A network in training. All chance comes from (seed, step), so a restored one goes on as it would have."""

    def __init__(self, build: Callable[[], torch.nn.Module], world: World, settings: Settings, seed: int) -> None:
        self.world, self.settings, self.seed = world, settings, seed
        self.device = device()
        torch.manual_seed(seed)
        self.network, self.copy = build().to(self.device), build().to(self.device)
        self.copy.load_state_dict(self.network.state_dict())
        self.optimizer = torch.optim.Adam(self.network.parameters())
        self.steps = self.episodes = self.renewed = 0
        n = settings.memory
        self.memory: dict[str, np.ndarray] = {
            "seen": np.zeros((n, world.inputs), np.float32),
            "move": np.zeros(n, np.int64),
            "reward": np.zeros(n, np.float32),
            "next_seen": np.zeros((n, world.inputs), np.float32),
            "next_allowed": np.zeros((n, world.moves), np.bool_),
            "over": np.zeros(n, np.bool_),
        }
        self.remembered = 0

    @property
    def done(self) -> float:
        """How much of the training is done."""
        return min(self.episodes / self.settings.episodes, 1.0)

    def step(self) -> float:
        """A move in every game, and one batch learned; its mean squared error."""
        chance = np.random.default_rng([self.seed, self.steps])
        seen, allowed = self.world.look()
        moves = best_moves(self.network, seen, allowed)
        exploring = chance.random(len(moves)) < self.settings.explore(self.episodes)
        anything = np.where(allowed, chance.random(allowed.shape), -1).argmax(axis=1)
        moves = np.where(exploring, anything, moves)
        outcomes = self.world.step(moves, self.settings.repeat, int(chance.integers(1 << 62)))
        self._remember(seen, moves, outcomes)
        loss = self._learn(chance)
        self.steps += 1
        self.episodes += int(outcomes.over[:, 0].sum())
        if self.episodes >= self.renewed + self.settings.target_every:
            self.renewed = self.episodes
            self.copy.load_state_dict(self.network.state_dict())
        return loss

    def _remember(self, seen: np.ndarray, moves: np.ndarray, outcomes: Outcomes) -> None:
        repeat = outcomes.rewards.shape[1]
        flat = {
            "seen": np.repeat(seen, repeat, axis=0),
            "move": np.repeat(moves, repeat),
            "reward": outcomes.rewards.ravel(),
            "next_seen": outcomes.seen.reshape(-1, self.world.inputs),
            "next_allowed": outcomes.allowed.reshape(-1, self.world.moves),
            "over": outcomes.over.ravel(),
        }
        places = (self.remembered + np.arange(len(moves) * repeat)) % self.settings.memory
        for name, values in flat.items():
            self.memory[name][places] = values
        self.remembered += len(places)

    def _learn(self, chance: np.random.Generator) -> float:
        chosen = chance.integers(min(self.remembered, self.settings.memory), size=self.settings.batch)
        batch = {name: torch.as_tensor(kept[chosen]).to(self.device) for name, kept in self.memory.items()}
        with torch.no_grad():
            after = self.copy(batch["next_seen"]).masked_fill(~batch["next_allowed"], -torch.inf).amax(dim=1)
            target = batch["reward"] + self.settings.discount * after.masked_fill(batch["over"], 0.0)
        worth = self.network(batch["seen"]).gather(1, batch["move"][:, None]).squeeze(1)
        loss = torch.nn.functional.mse_loss(worth, target)
        for group in self.optimizer.param_groups:
            group["lr"] = self.settings.rate(self.episodes)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()

    def checkpoint(self) -> dict[str, Any]:
        """Everything, as arrays and numbers."""
        kept = min(self.remembered, self.settings.memory)
        saved: dict[str, Any] = {name: getattr(self, name) for name in ("steps", "episodes", "renewed", "remembered")}
        saved |= {f"memory.{name}": values[:kept].copy() for name, values in self.memory.items()}
        saved |= {f"world.{name}": values for name, values in self.world.save().items()}
        return saved | as_arrays(network=self.network, copy=self.copy, adam=self.optimizer)

    def restore(self, saved: Mapping[str, Any]) -> None:
        """Go on from a checkpoint."""
        for name in ("steps", "episodes", "renewed", "remembered"):
            setattr(self, name, int(saved[name]))
        for name, values in self.memory.items():
            kept = saved[f"memory.{name}"]
            values[: len(kept)] = kept
        prefix = "world."
        self.world.restore({name[len(prefix) :]: saved[name] for name in saved if name.startswith(prefix)})
        put_back(saved, network=self.network, copy=self.copy, adam=self.optimizer)


def best_moves(network: torch.nn.Module, seen: np.ndarray, allowed: np.ndarray) -> np.ndarray:
    """The allowed move the network likes best, in each row."""
    device = next(network.parameters()).device
    with torch.no_grad():
        worth = network(torch.as_tensor(seen).to(device)).cpu().numpy()
    return np.where(allowed, worth, -np.inf).argmax(axis=1)
