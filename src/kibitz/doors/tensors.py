"""Batches as tensors of torch or JAX that share the memory of the arrays: nothing is copied.

>>> import numpy as np
>>> batch = np.zeros((2, 3), np.float32)
>>> tensor = torch_tensor(batch)
>>> batch[0, 0] = 1
>>> float(tensor[0, 0])
1.0
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


def torch_tensor(batch: np.ndarray) -> Any:
    """A torch tensor over the same memory."""
    import torch

    return torch.from_numpy(batch)


def jax_array(batch: np.ndarray) -> Any:
    """A JAX array over the same memory, which must not be written to any more.

    JAX shares what begins at a whole cache line, as observations and masks do, and copies the rest: rewards and flags.
    """
    import jax

    return jax.dlpack.from_dlpack(batch, copy=None)


LIBRARIES: dict[str, Callable[[np.ndarray], Any]] = {"torch": torch_tensor, "jax": jax_array}


class TensorEnvironment:
    """A vector environment of `kibitz.doors.gymnasium` that takes and gives tensors instead of arrays.

    Every batch is a fresh one, so tensors over it stay as they are.
    """

    def __init__(self, env: Any, library: str = "torch") -> None:
        if library not in LIBRARIES:
            raise ValueError(f"library is {library!r}; it must be one of {', '.join(LIBRARIES)}")
        self.env, self.make = env, LIBRARIES[library]

    def reset(self, **keywords: Any) -> tuple[Any, dict[str, Any]]:
        """Observations and masks."""
        seen, info = self.env.reset(**keywords)
        return self.make(seen), self._info(info)

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Observations, rewards, ended, cut short, masks and the rest of the information."""
        seen, rewards, over, cut, info = self.env.step(np.asarray(actions))
        return self.make(seen), self.make(rewards), self.make(over), self.make(cut), self._info(info)

    def _info(self, info: dict[str, Any]) -> dict[str, Any]:
        batches = {
            name: value for name, value in info.items() if isinstance(value, np.ndarray) and value.dtype != object
        }
        return {**info, **{name: self.make(batch) for name, batch in batches.items()}}
