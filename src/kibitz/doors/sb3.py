"""Stable-Baselines3: a `VecEnv` on the compiled driver, with the masks that sb3-contrib's MaskablePPO asks for.

::

    from sb3_contrib import MaskablePPO
    from kibitz.doors.sb3 import KibitzVecEnv

    model = MaskablePPO("MlpPolicy", KibitzVecEnv("yacht", 64, opponent="greedy")).learn(100_000)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from kibitz import seeds
from kibitz.doors.gymnasium import spaces
from kibitz.doors.rules import Rules
from kibitz.doors.tables import Tables, Told

Indices = None | int | Iterable[int]


class KibitzVecEnv(VecEnv):
    """Many tables of a game; the keywords are those of the Gymnasium environments."""

    render_mode = None

    def __init__(self, game: str, num_envs: int, workers: int | None = None, **keywords: Any) -> None:
        self.tables = Tables(Rules.of(game, **keywords), num_envs, same_step=True, workers=workers)
        self._chosen = np.zeros(num_envs, np.int64)
        self._masks = np.zeros((num_envs, len(self.tables.actions)), np.bool_)
        self._dealt = False
        super().__init__(num_envs, *spaces(self.tables))

    def action_masks(self) -> np.ndarray:
        """Which actions are legal, by table."""
        return self._masks

    def reset(self) -> np.ndarray:
        given = [seed for seed in self._seeds if seed is not None]
        if given or not self._dealt:
            self.tables.seed(given or [seeds.fresh() for _ in range(self.num_envs)])
        self._dealt = True
        self._reset_seeds()
        self._reset_options()
        return self._heard(self.tables.reset())

    def step_async(self, actions: np.ndarray) -> None:
        self._chosen = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict]]:
        told = self.tables.step(self._chosen)
        infos: list[dict] = [{} for _ in range(self.num_envs)]
        for row in np.flatnonzero(told.illegal):
            infos[row]["illegal"] = True
        for row in np.flatnonzero(told.over):
            infos[row]["terminal_observation"] = self.tables.final[row].copy()
            infos[row]["TimeLimit.truncated"] = False
        return self._heard(told), told.rewards.astype(np.float32), told.over, infos

    def _heard(self, told: Told) -> np.ndarray:
        self._masks = told.masks.view(np.bool_)
        return told.seen

    def close(self) -> None:
        """Nothing is held open."""

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        raise AttributeError(f"{attr_name} cannot be set at single tables")

    def env_method(self, method_name: str, *method_args: Any, indices: Indices = None, **method_kwargs: Any) -> list:
        if method_name != "action_masks":
            raise AttributeError(f"a table has no method {method_name}; it has action_masks")
        return [self._masks[row] for row in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: Indices = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]
