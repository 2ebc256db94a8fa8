"""Expert iteration: a network learns what its own playouts say of moves, so that the next playouts are better.

At some positions of its games every move is tried in several worlds that fit what the seat sees, and played out by the
network on all sides. The means are the *expert*, stronger than the network; the network is fitted to them. One
position costs hundreds of decisions, and gives a lesson about all of its moves instead of one.
"""

from __future__ import annotations

import torch
from torch import nn

from kibitz.game import Game
from kibitz.learn.judge import half, played_out, worth
from kibitz.learn.self_play import Tables
from kibitz.learn.self_play_settings import ExpertSettings
from kibitz.learn.self_taught import SelfTaught, seed_of
from kibitz.options import GameOptions


class Learner(SelfTaught):
    """Learns what its own playouts say."""

    def __init__(
        self, game: Game, options: GameOptions, settings: ExpertSettings, seed: int, device: str = "cpu"
    ) -> None:
        super().__init__(game, options, settings, seed, device)
        self.settings = settings

    @property
    def done(self) -> float:
        budget = self.settings.budget
        return min(1.0, max(super().done, self.decisions / budget if budget else 0.0))

    def learn(self) -> float:
        tables, net = self._seated(), half(self.net)
        pictures, experts = [], []
        for t in range(self.settings.window):
            rows = tables.look(t)
            if t % self.settings.every == 0:
                pictures.append(rows.clone())
                experts.append(self._expert(tables, net, t))
            tables.choose(t, worth(net, rows), self.settings.explore)
            tables.play(t, kept=False)
        loss = self._fit(torch.cat(pictures), torch.cat(experts))
        self.windows += 1
        return loss

    def _expert(self, tables: Tables, net: nn.Module, t: int) -> torch.Tensor:
        """What every move at every table came to when played out, one mean per row."""
        worlds = self.settings.worlds
        seats = tables.movers[t].long()[tables.table_of].repeat_interleave(worlds)
        imagined = tables.imagine(worlds, seed_of(self.seed, self.windows, t))
        results, decisions = played_out(net, imagined)
        self.imagined += decisions
        return results.gather(1, seats[:, None]).view(-1, worlds).mean(1)

    def _fit(self, pictures: torch.Tensor, experts: torch.Tensor) -> float:
        """One pass over all moves that were tried, in random order; the mean loss."""
        order = torch.randperm(len(pictures), generator=self._chance(1), device=self.device)
        return self._fit_to(pictures, experts, order)
