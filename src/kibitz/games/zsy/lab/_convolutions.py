"""A network with convolutions over the ranks, for `zsy.net`: pictures (``picture.py``) are grids of ranks to it."""

from __future__ import annotations

import copy
from typing import Any

import torch
from torch import nn

from kibitz.game import game
from kibitz.games.zsy.features.picture import PLANES
from kibitz.games.zsy.picture import MINE, PASSED, THEIRS
from kibitz.games.zsy.rules import RANKS, TRIPLE
from kibitz.picture import painter

SETS = PASSED + (TRIPLE + 1) * RANKS
"""Where the rows of ranks of a picture end; bars follow, of which a grid shows as much as there are ranks."""


class Block(nn.Module):
    def __init__(self, first: Any, second: Any) -> None:
        super().__init__()
        self.first, self.second = first, second

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return (x + self.second(self.first(x).relu())).relu()


class Ranks(nn.Module):
    """A picture in, the logit of winning out. It ships as what the player `net` asks: grids in, chances out."""

    def __init__(self, channels: int, blocks: int) -> None:
        super().__init__()
        self.look = nn.Conv1d(PLANES, channels, 5, padding=2)
        self.parts = [Block(*(nn.Conv1d(channels, channels, 3, padding=1) for _ in range(2))) for _ in range(blocks)]
        self.blocks = nn.Sequential(*self.parts)
        self.head = nn.Sequential(nn.Flatten(), nn.Linear(channels * RANKS, 128), nn.ReLU(), nn.Linear(128, 1))

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        return self.of_grids(as_grids(pictures)).flatten()

    def of_grids(self, grids: torch.Tensor) -> torch.Tensor:
        return self.head(self.blocks(self.look(grids).relu()))

    def to_ask(self) -> nn.Module:
        """The same in a form that is quicker to ask."""
        return Flat(self)

    def shipped(self) -> tuple[nn.Module, Any]:
        return Shipped(self), torch.zeros((1, PLANES, RANKS), dtype=torch.uint8)


class Flat(nn.Module):
    """The same network, its convolutions written out as plain layers: more to count, but a card is quickest at it."""

    def __init__(self, net: Ranks) -> None:
        super().__init__()
        channels, size = net.look.out_channels, painter(game("zsy")).size
        device = net.look.weight.device
        with torch.no_grad():
            pictures = as_grids(torch.eye(size, device=device))
            inner = torch.eye(channels * RANKS, device=device).unflatten(1, (channels, RANKS))
            self.look = written_out(net.look, pictures)
            self.blocks = nn.Sequential(
                *[Block(written_out(block.first, inner), written_out(block.second, inner)) for block in net.parts]
            )
        self.head = copy.deepcopy(net.head)

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        x = self.look(pictures).relu()
        return self.head(self.blocks(x)).flatten()


def written_out(convolution: nn.Conv1d, each: torch.Tensor) -> nn.Linear:
    """The plain layer that says what a convolution says; `each` are its inputs with nothing but a single 1."""
    none = convolution(torch.zeros_like(each[:1])).flatten(1)
    layer = nn.Linear(len(each), none.shape[1], device=each.device)
    layer.weight.copy_((convolution(each).flatten(1) - none).T)
    layer.bias.copy_(none[0])
    return layer


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
