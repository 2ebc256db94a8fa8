"""Autoencoders and buckets: many positions pressed into a short code, and codes into a few classes.

The encoder is linear, so that a code is one matrix product, cheap enough for every node of a search. The
decoder may bend. A variational one draws its code from a normal distribution and pays for straying
from the standard one. A deep one has several layers on either side. All train as a `Classifier` whose targets are its
inputs.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def autoencoder(inputs: int, code: int, hidden: int = 128, *, variational: bool = False, charge: float = 1e-3) -> Any:
    """A torch module: `inputs` bits through `code` numbers and back to logits."""
    import torch

    class Autoencoder(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.encode = torch.nn.Linear(inputs, code)
            self.spread = torch.nn.Linear(inputs, code) if variational else None
            self.decode = torch.nn.Sequential(
                torch.nn.Linear(code, hidden), torch.nn.ReLU(), torch.nn.Linear(hidden, inputs)
            )
            self.penalty: Any = 0.0

        def forward(self, bits: Any) -> Any:
            code = self.encode(bits)
            if self.spread is not None and self.training:
                log_variance = self.spread(bits).clamp(-8, 4)
                divergence = (code**2 + log_variance.exp() - 1 - log_variance).sum(dim=1) / 2
                self.penalty = charge * divergence.mean()
                code = code + torch.randn_like(code) * (log_variance / 2).exp()
            return self.decode(code)

    return Autoencoder()


def deep_autoencoder(inputs: int, *sizes: int) -> Any:
    """A torch module with layers of these sizes, the last of them the code, and the same back; `encode` gives codes."""
    import torch

    from kibitz.learn.classifier import dense

    class DeepAutoencoder(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.encode, self.decode = dense(inputs, *sizes), dense(*sizes[::-1], inputs)

        def forward(self, bits: Any) -> Any:
            return self.decode(self.encode(bits))

    return DeepAutoencoder()


def encoder_of(module: Any) -> tuple[np.ndarray, ...]:
    """The encoder's matrix (one row per number of the code) and offset."""
    return tuple(part.detach().cpu().numpy().copy() for part in (module.encode.weight, module.encode.bias))


def cluster(codes: np.ndarray, buckets: int, seed: int) -> np.ndarray:
    """The centres of `buckets` classes of codes, by k-means."""
    from scipy.cluster.vq import kmeans2

    return kmeans2(codes.astype(np.float64), buckets, minit="++", iter=20, rng=np.random.default_rng(seed))[0]


def nearest(codes: np.ndarray, centres: np.ndarray) -> np.ndarray:
    """The bucket of each code."""
    apart = (codes**2).sum(axis=1)[:, None] - 2 * codes @ centres.T + (centres**2).sum(axis=1)
    return apart.argmin(axis=1)


def is_common(buckets: np.ndarray, classes: np.ndarray) -> np.ndarray:
    """Of each position, whether it is of its bucket's commonest class; the mean is the purity of the buckets."""
    table = np.zeros((buckets.max() + 1, classes.max() + 1), np.int64)
    np.add.at(table, (buckets, classes), 1)
    return table.argmax(axis=1)[buckets] == classes
