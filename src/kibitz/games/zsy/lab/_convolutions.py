"""A network with convolutions over the ranks, for `zsy.net`: pictures (``picture.py``) are grids of ranks to it."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from kibitz.games.zsy.features.picture import PLANES
from kibitz.games.zsy.picture import MINE, PASSED, THEIRS
from kibitz.games.zsy.rules import RANKS, TRIPLE

SETS = PASSED + (TRIPLE + 1) * RANKS
"""Where the rows of ranks of a picture end; bars follow, of which a grid shows as much as there are ranks."""


class Block(nn.Module):
    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = nn.Conv1d(channels, channels, 3, padding=1)
        self.second = nn.Conv1d(channels, channels, 3, padding=1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return (x + self.second(self.first(x).relu())).relu()


class Ranks(nn.Module):
    """A picture in, the logit of winning out. It ships as what the player `net` asks: grids in, chances out."""

    def __init__(self, channels: int, blocks: int) -> None:
        super().__init__()
        self.look = nn.Conv1d(PLANES, channels, 5, padding=2)
        self.blocks = nn.Sequential(*[Block(channels) for _ in range(blocks)])
        self.head = nn.Sequential(nn.Flatten(), nn.Linear(channels * RANKS, 128), nn.ReLU(), nn.Linear(128, 1))

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        return self.of_grids(as_grids(pictures)).flatten()

    def of_grids(self, grids: torch.Tensor) -> torch.Tensor:
        return self.head(self.blocks(self.look(grids).relu()))

    def shipped(self) -> tuple[nn.Module, Any]:
        return Shipped(self), torch.zeros((1, PLANES, RANKS), dtype=torch.uint8)


class Shipped(nn.Module):
    def __init__(self, net: Ranks) -> None:
        super().__init__()
        self.net = net

    def forward(self, grids: torch.Tensor) -> torch.Tensor:
        return self.net.of_grids(grids.float()).sigmoid()


def as_grids(pictures: torch.Tensor) -> torch.Tensor:
    """Pictures as grids of ranks: the same that ``features/picture.py`` draws."""
    sets = pictures[:, :SETS].unflatten(1, (-1, RANKS))
    bars = torch.stack([pictures[:, start : start + RANKS] for start in (MINE, THEIRS)], dim=1)
    return torch.cat([sets, bars], dim=1)
