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
from kibitz.doors.rules import Rules
from kibitz.doors.tables import Tables, Told
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
        return self._heard(self.tables.reset())

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict]:
        told = self.tables.step(np.array([action]))
        seen, info = self._heard(told)
        return seen, float(told.rewards[0]), bool(told.over[0]), False, info

    def action_masks(self) -> np.ndarray:
        """Which actions are legal, as sb3-contrib asks for it."""
        return self._mask.astype(np.bool_)

    def render(self) -> str | None:
        """The table as the learner sees it."""
        if self.render_mode != "ansi":
            return None
        return self.tables.rules.game.text.show(*self.tables.view(0))

    def _heard(self, told: Told) -> tuple[np.ndarray, dict]:
        self._mask = told.masks[0]
        info = {"action_mask": self._mask, "illegal": bool(told.illegal[0]), "seat": int(self.tables.tables["seat"][0])}
        if told.over[0]:
            info["scores"] = self.tables.scores[0, : self.tables.seats].copy()
        return told.seen[0], info


class VectorEnvironment(gymnasium.vector.VectorEnv):
    """Many tables, advanced together by one compiled call per worker.

    `autoreset_mode` is NEXT_STEP (default: the step after the end of a game deals the next, whatever the action) or
    SAME_STEP (the next game is dealt at once; ``info["final_obs"]`` is how the last one ended). `workers` are threads;
    default: one per core, where there are tables enough.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        workers: int | None = None,
        **keywords: Any,
    ) -> None:
        mode = AutoresetMode(autoreset_mode)
        if mode is AutoresetMode.DISABLED:
            raise ValueError("autoreset_mode must be NEXT_STEP or SAME_STEP: ended games are dealt anew")
        self.metadata = {**Environment.metadata, "autoreset_mode": mode}
        self.tables = Tables(Rules.of(game, **keywords), num_envs, mode is AutoresetMode.SAME_STEP, workers)
        self.num_envs, self.render_mode = num_envs, render_mode
        self.single_observation_space, self.single_action_space = spaces(self.tables)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seeded, self._everywhere = False, np.ones(num_envs, np.bool_)

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict]:
        """Deal a new game at every table; table `i` has the seed of a scalar environment with ``seed + i``."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        if seed is not None or not self._seeded:
            first = seeds.fresh() // 2 if seed is None else seed
            self.tables.seed([first + i for i in range(self.num_envs)] if isinstance(first, int) else first)
            self._seeded = True
        told = self.tables.reset()
        return told.seen, self._info(told)

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict]:
        told = self.tables.step(actions)
        return told.seen, told.rewards, told.over, np.zeros(self.num_envs, np.bool_), self._info(told)

    def action_masks(self) -> np.ndarray:
        """Which actions are legal, by table."""
        return self._masks.astype(np.bool_)

    def render(self) -> tuple[str, ...] | None:  # type: ignore[override]  # one text per table
        """The tables as the learners see them."""
        if self.render_mode != "ansi":
            return None
        show = self.tables.rules.game.text.show
        return tuple(show(*self.tables.view(row)) for row in range(self.num_envs))

    def _info(self, told: Told) -> dict[str, np.ndarray]:
        """Facts by name, and under an underscore at which tables they hold."""
        self._masks, tables, here = told.masks, self.tables, self._everywhere
        info = {"action_mask": told.masks, "illegal": told.illegal, "seat": tables.tables["seat"].copy()}
        info |= {"_action_mask": here, "_illegal": here, "_seat": here}
        if not told.over.any():
            return info
        info |= {"scores": tables.scores[:, : tables.seats].copy(), "_scores": told.over}
        if tables.same_step:
            # None but for these, as Gymnasium's own vector environments give it.
            final = np.empty(self.num_envs, object)
            ended = np.flatnonzero(told.over)
            for row, seen in zip(ended.tolist(), tables.final[ended], strict=True):
                final[row] = seen
            info |= {"final_obs": final, "_final_obs": told.over}
        return info


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
