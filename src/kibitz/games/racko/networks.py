"""Small networks as part of a player's parameters: a record with room for any of a kind.

One record type serves all networks that fit into it, so that players who differ in their networks alone
are compiled once.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from kibitz.errors import BadWeights
from kibitz.kernel import record


def network_type(kind: str, weights: int, layers: int = 6) -> np.dtype:
    """The record of a network with at most so many weights, of one kind of numbers, and layers."""
    return record([("weights", kind, (weights,)), ("sizes", "i8", (layers,)), ("layers", "i8")])


def put(network: np.record, weights: np.ndarray, sizes: np.ndarray, units: int, what: str) -> None:
    """Write a network into its record; `units` is what a player has room for while it works one out."""
    widths = np.abs(sizes)  # a minus says what kind of units a hidden layer has
    needed = sum((a + 1) * b for a, b in pairwise(widths))
    if len(sizes) < 2 or min(widths) < 1 or min(sizes[0], sizes[-1]) < 1 or len(weights) != needed:
        raise BadWeights(f"{what}: {len(weights)} weights do not make a network of layers {_listed(sizes)}")
    if len(weights) > len(network.weights) or len(sizes) > len(network.sizes) or sum(widths) > units:
        raise BadWeights(f"{what}: layers {_listed(sizes)} are more than a player here has room for")
    network.weights[: len(weights)] = weights
    network.sizes[: len(sizes)] = sizes
    network.layers = len(sizes)


def _listed(sizes: np.ndarray) -> str:
    return "-".join(str(size) for size in sizes)
