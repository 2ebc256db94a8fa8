"""Gymnasium environments of every game: one seat learns, opponents play the others.

Importing this file registers them::

    import gymnasium, kibitz.doors.gymnasium
    env = gymnasium.make("kibitz/Yacht-v0", opponent="greedy")
    envs = gymnasium.make_vec("kibitz/Yacht-v0", num_envs=1024, opponent="greedy")

``gymnasium.make("kibitz.doors.gymnasium:kibitz/Yacht-v0")`` does both at once. The scalar and the vector environment
take the same keywords: `opponent` (a player's spec, an Agent, or a list of them), `seat` (where the learner
sits; default: drawn for each game), `reward` (at the end of a game, ``"win"`` or ``"points"``: see reward.py) and
the options of the game. ``info["action_mask"]`` says which actions are legal; an illegal one changes nothing and is
marked by ``info["illegal"]``.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from kibitz import seeds
from kibitz.doors.tables import Rules, Tables
from kibitz.game import games


def spaces(tables: Tables) -> tuple[Box, Discrete]:
    """What one learner sees and does."""
    low, high = tables.spec.bounds()
    return Box(low, high, dtype=np.float32), Discrete(len(tables.actions))


class Environment(gymnasium.Env):
    """One table."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(self, game: str, render_mode: str | None = None, **keywords: Any) -> None:
        self.tables = Tables(Rules.of(game, **keywords), 1)
        self.observation_space, self.action_space = spaces(self.tables)
        self.render_mode = render_mode
        self._seeded = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict]:
        super().reset(seed=seed)
        if seed is not None or not self._seeded:
            self.tables.seed([seeds.fresh() if seed is None else seed])
            self._seeded = True
        self.tables.deal(np.ones(1, np.bool_))
        return self._told()

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict]:
        self.tables.act(np.array([action]))
        seen, info = self._told()
        return seen, float(self.tables.tables["reward"][0]), bool(self.tables.over[0]), False, info

    def action_masks(self) -> np.ndarray:
        """Which actions are legal, as sb3-contrib asks for it."""
        return self.tables.look()[1][0].astype(np.bool_)

    def render(self) -> str | None:
        """The table as the learner sees it."""
        if self.render_mode != "ansi":
            return None
        return self.tables.rules.game.text.show(*self.tables.view(0))

    def _told(self) -> tuple[np.ndarray, dict]:
        seen, masks = self.tables.look()
        table = self.tables.tables[0]
        info = {"action_mask": masks[0], "illegal": bool(table.illegal), "seat": int(table.seat)}
        if self.tables.over[0]:
            info["scores"] = self.tables.scores[0, : self.tables.seats].copy()
        return seen[0], info


class VectorEnvironment(gymnasium.vector.VectorEnv):
    """Many tables, advanced together by compiled loops.

    `autoreset_mode` is NEXT_STEP (default: the step after the end of a game deals the next, whatever the action) or
    SAME_STEP (the next game is dealt at once; ``info["final_obs"]`` is how the last one ended).
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        **keywords: Any,
    ) -> None:
        mode = AutoresetMode(autoreset_mode)
        if mode is AutoresetMode.DISABLED:
            raise ValueError("autoreset_mode must be NEXT_STEP or SAME_STEP: ended games are dealt anew")
        self.metadata = {**Environment.metadata, "autoreset_mode": mode}
        self.tables = Tables(Rules.of(game, **keywords), num_envs)
        self.num_envs, self.render_mode, self.same_step = num_envs, render_mode, mode is AutoresetMode.SAME_STEP
        self.single_observation_space, self.single_action_space = spaces(self.tables)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seeded = False

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict]:
        """Deal a new game at every table; table `i` has the seed of a scalar environment with ``seed + i``."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        if seed is not None or not self._seeded:
            first = seeds.fresh() // 2 if seed is None else seed
            self.tables.seed([first + i for i in range(self.num_envs)] if isinstance(first, int) else first)
            self._seeded = True
        self.tables.deal(np.ones(self.num_envs, np.bool_))
        seen, masks = self.tables.look()
        return seen, self._info(masks, np.zeros(self.num_envs, np.bool_))

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict]:
        tables, ended = self.tables, self.tables.over
        tables.act(actions)
        rewards, over = tables.tables["reward"].copy(), tables.over
        never = np.zeros(self.num_envs, np.bool_)
        if self.same_step:
            final = {}
            if over.any():
                final = {"final_obs": tables.look(over)[0], "_final_obs": over}
            info_of_end = self._ends(over)
            tables.deal(over)
            seen, masks = tables.look()
            return seen, rewards, over, never, {**self._info(masks, over, info_of_end), **final}
        over &= ~ended
        info_of_end = self._ends(over)
        tables.deal(ended)
        seen, masks = tables.look()
        return seen, rewards, over, never, self._info(masks, over, info_of_end)

    def action_masks(self) -> np.ndarray:
        """Which actions are legal, by table."""
        return self.tables.look()[1].astype(np.bool_)

    def render(self) -> tuple[str, ...] | None:  # type: ignore[override]
        """The tables as the learners see them."""
        if self.render_mode != "ansi":
            return None
        show = self.tables.rules.game.text.show
        return tuple(show(*self.tables.view(row)) for row in range(self.num_envs))

    def _ends(self, over: np.ndarray) -> dict[str, np.ndarray]:
        if not over.any():
            return {}
        return {"scores": self.tables.scores[:, : self.tables.seats].copy(), "_scores": over}

    def _info(self, masks: np.ndarray, over: np.ndarray, ends: dict[str, np.ndarray] | None = None) -> dict:
        told = np.ones(self.num_envs, np.bool_)
        facts = {
            "action_mask": masks,
            "illegal": self.tables.tables["illegal"].astype(np.bool_),
            "seat": self.tables.tables["seat"].copy(),
        }
        return {**facts, **{f"_{name}": told for name in facts}, **(ends or {})}


def name_of(game: str) -> str:
    """What an environment is called: ``kibitz/Yacht-v0``."""
    return f"kibitz/{game.title()}-v0"


def register() -> None:
    """Make the environments of all installed games known to Gymnasium."""
    for game in games():
        if name_of(game) not in gymnasium.registry:
            gymnasium.register(
                name_of(game),
                entry_point=partial(Environment, game),
                vector_entry_point=partial(VectorEnvironment, game),
            )


register()
