"""Tables on the CPU or on the card: a few kernels per table, and tensors over the same memory.

What happens at one table is written once, as a function whose first argument is the table's number. On the CPU a loop
calls it table by table, on the card one thread per table does.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np
import torch

from kibitz.kernel import kernel

THREADS = 128
"""Per block, on the card."""

Loops = Mapping[str, tuple[Any, list[str]]]
"""Kernels over all tables by name, and the arrays each needs."""


class OnDevice:
    """Arrays on a device by name, and the kernels that work on them."""

    tensors: dict[str, torch.Tensor]
    """What torch and the kernels share."""

    def __init__(self, device: str, loops: Loops) -> None:
        self.device, self._loops = device, loops
        self.arrays: dict[str, Any] = {}
        self.tensors = {}

    def __getattr__(self, name: str) -> torch.Tensor:
        """The tensors that are shared with the kernels, by name: ``tables.targets``."""
        shared = self.__dict__.get("tensors", {})
        if name not in shared:
            raise AttributeError(name)
        return shared[name]

    def _put(self, name: str, array: np.ndarray) -> None:
        """An array of records or numbers that kernels alone see."""
        if self.device == "cuda":
            from kibitz.arena.cuda import toolkit

            array = toolkit().to_device(array)
        self.arrays[name] = array

    def _blank(self, name: str, shape: tuple[int, ...], kind: np.dtype) -> None:
        """An array that kernels alone see; on the card with whatever lies there."""
        if self.device == "cuda":
            from kibitz.arena.cuda import toolkit

            self.arrays[name] = toolkit().device_array(shape, kind)
        else:
            self.arrays[name] = np.zeros(shape, kind)

    def _share(self, name: str, tensor: torch.Tensor) -> None:
        """A tensor that kernels see as an array of that name."""
        self.tensors[name] = tensor
        if self.device == "cuda":
            from kibitz.arena.cuda import toolkit

            self.arrays[name] = toolkit().as_cuda_array(tensor, sync=False)
        else:
            self.arrays[name] = tensor.numpy()

    def _run(self, name: str, count: int, **more: Any) -> None:
        loop, needs = self._loops[name]
        arguments = [more[need] if need in more else self.arrays[need] for need in needs]
        if self.device == "cuda":
            loop[-(-count // THREADS), THREADS](count, *arguments)
        else:
            loop(count, *arguments)


def as_floats(numbers: torch.Tensor, kind: torch.dtype) -> torch.Tensor:
    """Small whole numbers, rows of a multiple of four, as floating ones; on the card four of them at a time.

    torch would go one by one, which took longer than what a network makes of them.
    """
    if numbers.device.type != "cuda" or kind is not torch.bfloat16:
        return numbers.to(kind)
    from kibitz.arena.cuda import toolkit

    as_array = toolkit().as_cuda_array
    made = torch.empty(numbers.shape, dtype=kind, device=numbers.device)
    fours, eights = numbers.view(torch.int32).flatten(), made.view(torch.int64).flatten()
    loop, bits = _widen_all(str(numbers.device))
    arrays = [as_array(tensor, sync=False) for tensor in (fours, eights)]
    loop[-(-len(fours) // THREADS), THREADS](len(fours), bits, *arrays)
    return made


@cache
def _widen_all(device: str) -> tuple[Any, Any]:
    """The loop, and the bits of each small whole number as a floating one of half precision."""
    from kibitz.arena.cuda import toolkit

    signed = torch.arange(256, device=device).to(torch.uint8).view(torch.int8)
    bits = signed.bfloat16().view(torch.int16).long() & 0xFFFF
    return _over_all(_widen, ["bits", "fours", "eights"], "card"), toolkit().as_cuda_array(bits, sync=False)


@kernel
def _widen(i, bits, fours, eights):
    """Four whole numbers of one byte each become four floating ones of two bytes each."""
    four = fours[i]
    low, high = bits[four & 255] | bits[four >> 8 & 255] << 16, bits[four >> 16 & 255] | bits[four >> 24 & 255] << 16
    eights[i] = low | high << 32


def machine(device: str) -> str:
    """What kernels are compiled for."""
    return "card" if device == "cuda" else "cpu"


def over_all(bodies: Sequence[Any], machine: str) -> Loops:
    """Each of the bodies, whose first argument is a table's number, for all tables: ``{"look": ...}`` of ``_look``."""
    found = {}
    for body in bodies:
        needs = list(inspect.signature(body.py_func if hasattr(body, "py_func") else body).parameters)[1:]
        found[body.__name__[1:]] = (_over_all(body, needs, machine), needs)
    return found


def _over_all(body: Any, needs: list[str], machine: str) -> Any:
    """`body`, whose first argument is a table's number, for all tables: a loop, or a thread each."""
    names = ", ".join(needs)
    if machine == "cpu":
        made = _written(f"def loop(count, {names}):\n    for i in range(count):\n        body(i, {names})", body=body)
        return kernel(made)
    from kibitz.arena.cuda import compiled, toolkit

    text = f"def loop(count, {names}):\n    i = cuda.grid(1)\n    if i < count:\n        body(i, {names})"
    return compiled(_written(text, body=body, cuda=toolkit()))


def _written(text: str, **names: Any) -> FunctionType:
    exec(text, names)
    made: Any = names["loop"]
    made.__qualname__ = (
        f"loop_over_{names['body'].py_func.__qualname__}" if hasattr(names["body"], "py_func") else "loop"
    )
    return made
