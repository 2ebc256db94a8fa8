"""A network that says how likely things are, trained by cross-entropy in epochs that can be resumed.

One output per question (knocking wins; the other holds this card), each a logit of its own: that is ``binary``. Two
other losses take the outputs as shares of one whole: ``softmax``, and ``normalised``, which divides the chances of
``binary`` by their sum, as common libraries do inside a categorical loss. Where some outputs matter more than
others, or not at all, the loss is weighed. It learns on the GPU where there is one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

import numpy as np

Batch = Callable[[np.ndarray], tuple[np.ndarray, np.ndarray, np.ndarray]]
"""Row numbers -> inputs, targets (0 to 1), and weights shaped like the targets."""


class Classifier:
    """A torch module with its optimiser; all chance comes from `seed` and the epoch's number."""

    def __init__(
        self, build: Callable[[], Any], seed: int, rate: float = 1e-3, batch: int = 512, loss: str = "binary"
    ) -> None:
        import torch

        from kibitz.learn.on_torch import device

        torch.manual_seed(seed)
        torch.set_num_threads(1)  # so that sums, and with them results, do not depend on the machine
        self.device = device()
        self.module = build().to(self.device)
        self.optimiser = torch.optim.Adam(self.module.parameters(), lr=rate)
        self.seed, self.size, self.epochs, self.loss = seed, batch, 0, loss

    def epoch(self, rows: int, batch: Batch) -> float:
        """Learn from every row once, in an order of this epoch's own; the mean loss."""
        import torch

        order = np.random.default_rng([self.seed, self.epochs]).permutation(rows)
        torch.manual_seed(int(order[0]) + self.seed)  # for modules that draw noise
        self.module.train()
        total, weight = self._put(np.zeros(1)), self._put(np.zeros(1))
        for start in range(0, rows, self.size):
            inputs, targets, weights = (self._put(a) for a in batch(order[start : start + self.size]))
            losses = summed_loss(self.loss, self.module(inputs), targets, weights)
            size = weights.sum()
            self.optimiser.zero_grad()
            penalty = getattr(self.module, "penalty", 0.0)  # what a module charges besides its errors
            (losses / size.clamp(min=1e-9) + penalty).backward()
            self.optimiser.step()
            total, weight = total + losses.detach(), weight + size
        self.epochs += 1
        return float(total / weight.clamp(min=1e-9))

    def __call__(self, inputs: np.ndarray) -> np.ndarray:
        """The logits of a batch."""
        import torch

        self.module.eval()
        with torch.no_grad():
            return np.concatenate(
                [
                    self.module(self._put(inputs[i : i + 4096])).cpu().numpy()
                    for i in range(0, max(len(inputs), 1), 4096)
                ]
            )

    def _put(self, array: np.ndarray) -> Any:
        """An array where the module is."""
        import torch

        return torch.from_numpy(array).to(self.device)

    def state(self) -> dict[str, Any]:
        """All that `resume` needs, as arrays and numbers."""
        from kibitz.learn.on_torch import as_arrays

        return {**as_arrays(module=self.module, adam=self.optimiser), "epochs": self.epochs}

    def resume(self, state: Mapping[str, Any]) -> None:
        """Go on from a state."""
        from kibitz.learn.on_torch import put_back

        self.epochs = int(state["epochs"])
        put_back(state, module=self.module, adam=self.optimiser)


def summed_loss(kind: str, logits: Any, targets: Any, weights: Any) -> Any:
    """The weighed cross-entropy of a batch, all outputs together."""
    import torch

    if kind == "binary":
        return torch.nn.functional.binary_cross_entropy_with_logits(logits, targets, weight=weights, reduction="sum")
    if kind == "softmax":
        shares = torch.log_softmax(logits, dim=1)
    else:
        chances = torch.sigmoid(logits)
        shares = (chances / chances.sum(dim=1, keepdim=True)).clamp(min=1e-7).log()
    return -(weights * targets * shares).sum()


def dense(*sizes: int) -> Any:
    """Fully connected layers of these sizes, rectified between."""
    import torch

    layers: list[Any] = [torch.nn.Flatten()]
    for before, after in pairwise(sizes):
        layers += [torch.nn.Linear(before, after), torch.nn.ReLU()]
    return torch.nn.Sequential(*layers[:-1])
