"""Torch modules and optimisers as plain arrays and back, so that a checkpoint can hold them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch

Part = torch.nn.Module | torch.optim.Optimizer


def device() -> str:
    """Where networks are computed: on the GPU where there is one."""
    return "cuda" if torch.cuda.is_available() else "cpu"


def as_arrays(**parts: Part) -> dict[str, np.ndarray]:
    """All that modules and optimisers know, by the name of the part and their own names within it."""
    return {
        f"{name}.{key}": tensor.detach().cpu().numpy().copy()
        for name, part in parts.items()
        for key, tensor in _tensors(part).items()
    }


def put_back(arrays: Mapping[str, Any], **parts: Part) -> None:
    """Make modules and optimisers know again what `as_arrays` wrote under the same names."""
    for name, part in parts.items():
        start = f"{name}."
        own = {k.removeprefix(start): torch.tensor(np.array(v)) for k, v in arrays.items() if k.startswith(start)}
        if isinstance(part, torch.nn.Module):
            part.load_state_dict(own)
            continue
        slots: dict[int, dict[str, torch.Tensor]] = {}
        for key, tensor in own.items():
            number, _, slot = key.partition(".")
            slots.setdefault(int(number), {})[slot] = tensor
        part.load_state_dict({"state": slots, "param_groups": part.state_dict()["param_groups"]})


def _tensors(part: Part) -> dict[str, torch.Tensor]:
    known = part.state_dict()
    if isinstance(part, torch.nn.Module):
        return known
    return {f"{number}.{slot}": tensor for number, of in known["state"].items() for slot, tensor in of.items()}
