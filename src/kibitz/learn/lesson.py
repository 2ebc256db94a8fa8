"""One step of learning, the same every time: pictures, and what the network should have said of them.

On the card its many small launches take the program longer than the card takes to do them. So they are recorded once
(a CUDA graph) and from then on given to the card as one.
"""

from __future__ import annotations

import torch
from torch import nn

from kibitz.learn.judge import asked

FIRST = 3
"""Steps until it is recorded: in these torch makes what it keeps for later ones."""


class Lesson:
    """Steps of an optimiser towards what a network should say of batches of pictures."""

    loss: torch.Tensor
    """Of all batches, summed up."""

    def __init__(self, net: nn.Module, optimiser: torch.optim.Optimizer, batch: int) -> None:
        self.net, self.optimiser, self.batch = net, optimiser, batch
        self.loss = torch.zeros((), device=next(net.parameters()).device)
        self._steps = 0
        self._recorded: torch.cuda.CUDAGraph | None = None
        self._pictures: torch.Tensor | None = None
        self._targets: torch.Tensor | None = None

    def __call__(self, pictures: torch.Tensor, targets: torch.Tensor, some: torch.Tensor) -> None:
        """One step towards the targets of some of the pictures."""
        if self.loss.device.type == "cuda" and len(some) == self.batch:
            self._again(pictures, targets, some)
        else:
            self._step(pictures[some], targets[some])

    def _step(self, pictures: torch.Tensor, targets: torch.Tensor) -> None:
        loss = nn.functional.binary_cross_entropy_with_logits(asked(self.net, pictures), targets)
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        self.optimiser.step()
        self.loss += loss.detach()

    def _again(self, pictures: torch.Tensor, targets: torch.Tensor, some: torch.Tensor) -> None:
        """A step on the card with a whole batch: what is recorded reads from the same place every time."""
        if self._pictures is None or self._targets is None:
            self._pictures, self._targets = pictures[some], targets[some]
        else:
            torch.index_select(pictures, 0, some, out=self._pictures)
            torch.index_select(targets, 0, some, out=self._targets)
        self._steps += 1
        if self._steps <= FIRST:
            aside, now = torch.cuda.Stream(), torch.cuda.current_stream()
            aside.wait_stream(now)
            with torch.cuda.stream(aside):
                self._step(self._pictures, self._targets)
            now.wait_stream(aside)
            return
        if self._recorded is None:
            self._recorded = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self._recorded):
                self._step(self._pictures, self._targets)
        self._recorded.replay()
