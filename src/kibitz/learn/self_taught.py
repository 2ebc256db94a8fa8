"""What all learners share that play themselves: a network, its running mean, tables, and where to go on.

A learner says in `learn` how it plays a window and what it makes of it. What is shipped is the running mean of the
weights, whose hand is steadier than that of any moment.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import torch
from torch import nn

from kibitz.game import Game
from kibitz.learn.judge import Judge
from kibitz.learn.lesson import Lesson
from kibitz.learn.on_torch import as_arrays, put_back
from kibitz.learn.self_play import Tables
from kibitz.learn.self_play_settings import SelfPlaySettings
from kibitz.options import GameOptions
from kibitz.picture import painter


class SelfTaught:
    """A network that plays itself, and learns; `network` makes one for pictures of some size, so wide and so deep."""

    def __init__(
        self, game: Game, options: GameOptions, settings: SelfPlaySettings, seed: int, device: str = "cpu",
        network: Callable[[int, int, int], Any] = Judge,
    ) -> None:  # fmt: skip
        self.game, self.options, self.seed, self.device = game, options, seed, device
        self._course, self._made = settings, network
        torch.manual_seed(seed)
        self.net, self.mean = self._network(), self._network()
        self.mean.load_state_dict(self.net.state_dict())
        self.adam = self._optimiser(self.net)
        self.windows, self.steps, self.imagined, self.spent = 0, 0, 0, 0.0
        self.tables: Tables | None = None
        self._lesson: Lesson | None = None

    def learn(self) -> float:
        """Play a window of decisions at every table and fit the network to what came of them; its mean loss."""
        raise NotImplementedError

    @property
    def decisions(self) -> int:
        """How many were made so far, at all tables and in worlds that were only imagined."""
        return self.windows * self._course.window * self._course.tables + self.imagined

    @property
    def done(self) -> float:
        """How much of its time is over, from 0 to 1."""
        course = self._course
        by_clock = self.spent / (60 * course.minutes) if course.minutes else 0.0
        return min(1.0, max(self.windows / course.windows, by_clock))

    @property
    def is_anew(self) -> bool:
        """Whether all tables begin new games now, so that a run can be resumed here."""
        return self.windows % self._course.anew == 0

    def parts(self) -> dict[str, Any]:
        """The networks and optimisers that a checkpoint holds."""
        return {"net": self.net, "mean": self.mean, "adam": self.adam}

    def checkpoint(self) -> dict[str, Any]:
        """Where to go on, once every so many windows, when all tables begin anew; in the end the mean alone."""
        counts = {"windows": self.windows, "steps": self.steps, "imagined": self.imagined, "spent": self.spent}
        return {**counts, **as_arrays(**(self.parts() if self.done < 1 else {"mean": self.mean}))}

    def restore(self, saved: Mapping[str, Any]) -> None:
        self.windows, self.steps = int(saved["windows"]), int(saved["steps"])
        self.imagined, self.spent = int(saved.get("imagined", 0)), float(saved.get("spent", 0.0))
        put_back(saved, **(self.parts() if self.done < 1 else {"mean": self.mean}))
        self._lesson = None  # which knew the optimiser as it was

    def begin_with(self, saved: Mapping[str, Any]) -> None:
        """Begin with the network that another run kept."""
        put_back(saved, mean=self.mean)
        self.net.load_state_dict(self.mean.state_dict())

    def _network(self, size: int = 0) -> Any:
        """A network over pictures, or over rows of another size."""
        return self._made(size or painter(self.game).size, self._course.width, self._course.layers).to(self.device)

    def _optimiser(self, *networks: nn.Module) -> torch.optim.Optimizer:
        weights = [weight for network in networks for weight in network.parameters()]
        if self.device != "cuda":
            return torch.optim.Adam(weights, lr=self._course.rate)
        rate = torch.tensor(self._course.rate, device=self.device)  # so that a recorded step sees it change
        return torch.optim.Adam(weights, lr=rate, fused=True, capturable=True)

    def _seated(self, **more: Any) -> Tables:
        """The tables as they stand, or, when it is time, new games at all of them."""
        if self.tables is None or self.is_anew:
            self.tables = None  # makes room for the new ones
            self.tables = self._laid(self._course.tables, **more)
        return self.tables

    def _fit_to(self, pictures: torch.Tensor, targets: torch.Tensor, order: torch.Tensor) -> float:
        """One pass over some pictures in that order, towards what should be said of them; the mean loss."""
        lesson = self._lesson = self._lesson or Lesson(self.net, self.adam, self._course.batch)
        lesson.loss.zero_()
        self._set_rate()
        batches = order.split(self._course.batch)
        for batch in batches:
            lesson(pictures, targets, batch)
            self._follow()
        return float(lesson.loss) / max(1, len(batches))

    def _laid(self, tables: int, *words: int, **more: Any) -> Tables:
        """New games; their seed is the number of the window, so that a resumed run deals the same."""
        course, seed = self._course, seed_of(self.seed, self.windows, *words)
        return Tables(
            self.game, self.options, tables, course.window, seed, self.device, margin=course.margin,
            by_hand=course.by_hand, **more,
        )  # fmt: skip

    def _descend(self, loss: torch.Tensor) -> None:
        """One step of the optimiser; the running mean follows."""
        self._set_rate()
        self.adam.zero_grad(set_to_none=True)
        loss.backward()
        self.adam.step()
        self._follow()

    def _set_rate(self) -> None:
        """How far a step goes at this time."""
        rate = self._course.rate * (0.01 + 0.99 * (1 + math.cos(math.pi * self.done)) / 2)
        for group in self.adam.param_groups:
            if torch.is_tensor(group["lr"]):
                group["lr"].fill_(rate)
            else:
                group["lr"] = rate

    def _follow(self) -> None:
        """The running mean follows a step."""
        self.steps += 1
        kept = min(self._course.mean, 1 - 1 / self.steps)
        with torch.no_grad():
            torch._foreach_lerp_([*self.mean.parameters()], [*self.net.parameters()], 1 - kept)

    def _chance(self, *words: int) -> torch.Generator:
        """Random numbers of this window."""
        return torch.Generator(self.device).manual_seed(seed_of(self.seed, self.windows, *words))


def seed_of(*words: int) -> int:
    return int(np.random.SeedSequence(words).generate_state(1)[0])
