"""PettingZoo: an AEC environment of every game, with any number of seats it has.

Importing this file registers them::

    import kibitz.doors.pettingzoo
    env = kibitz.doors.pettingzoo.env("yacht", players=3)
    env = pettingzoo.make("aec", "kibitz/Yacht-v0", players=3)

Agents are ``seat_0``, ``seat_1`` …; an observation is ``{"observation": flat vector, "action_mask": ...}``. An action
that is not legal changes nothing and is marked by ``infos[agent]["illegal"]``.
"""

from __future__ import annotations

from functools import cache, partial
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from kibitz import seeds
from kibitz.doors.reward import REWARDS, reward_of
from kibitz.errors import BadOption
from kibitz.game import game as find_game
from kibitz.game import games
from kibitz.observation import observer
from kibitz.state import State


class Table(AECEnv):
    """One table at which all seats are played from outside."""

    def __init__(self, game: str, render_mode: str | None = None, reward: str = "win", **options: Any) -> None:
        super().__init__()
        self.game = find_game(game)
        self.options = self.game.options(**options)
        if reward not in REWARDS:
            raise BadOption(f"reward is {reward!r}; it must be one of {', '.join(REWARDS)}")
        self.metadata = {"name": f"kibitz_{game}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode, self.reward = render_mode, reward
        self.seats = self.game.players(self.options)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        self.actions, self.observer = self.game.actions(self.options), observer(self.game)
        self._next_seed: int | None = None

    @cache  # noqa: B019 - PettingZoo wants the same space every time
    def observation_space(self, agent: str) -> Dict:
        low, high = self.observer.spec.bounds()
        mask = Box(0, 1, (len(self.actions),), np.int8)
        return Dict({"observation": Box(low, high, dtype=np.float32), "action_mask": mask})

    @cache  # noqa: B019
    def action_space(self, agent: str) -> Discrete:
        return Discrete(len(self.actions))

    def reset(self, seed: int | None = None, options: dict | None = None) -> None:
        """Deal a game: from `seed`, or from where the last seed leads."""
        first = self._next_seed if seed is None else seeds.for_players(seeds.checked(seed), 0)
        dealt = seeds.fresh() if first is None else first
        self._next_seed = None if first is None else seeds.for_players(dealt, 0)
        self.table = State(self.game, self.options, dealt)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict] = {agent: {} for agent in self.agents}
        self._turn()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        seat = self.possible_agents.index(agent)
        mask = np.zeros(len(self.actions), np.int8)
        if self.table.player == seat:
            mask[self.game.numbers(self.options, self.table.legal_codes)] = 1
        return {"observation": self.observer(self.table.view(seat), seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos[agent] = {}
        code = int(self.actions[action])
        if code in self.table.legal_codes:
            self.table.push(code)
        else:
            self.infos[agent] = {"illegal": True}
        if self.table.is_over:
            scores = np.array(self.table.scores)
            for seat, name in enumerate(self.agents):
                self.rewards[name] = float(reward_of(scores, self.seats, seat, self.reward == "win"))
                self.terminations[name] = True
        self._turn()
        self._accumulate_rewards()

    def _turn(self) -> None:
        self.agent_selection = self.agents[max(self.table.player, 0)]

    def render(self) -> str | None:
        """The table as the seat to move sees it."""
        return self.table.show() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""


def env(game: str, **keywords: Any) -> AECEnv:
    """An environment that says what was called in the wrong order or out of bounds."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(Table(game, **keywords)))


def register() -> None:
    """Make the environments of all installed games known to PettingZoo, where it keeps a registry."""
    try:
        from pettingzoo.env_registry.registration import aec_registry
        from pettingzoo.env_registry.registration import register as add
    except ImportError:  # before PettingZoo 1.27
        return
    for game in games():
        name = f"kibitz/{game.title()}-v0"
        if name not in aec_registry:
            add("aec", name, partial(env, game))


register()
