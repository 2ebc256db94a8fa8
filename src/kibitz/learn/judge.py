"""A network that looks at pictures of moves (picture.py): asked, judged against players, and shipped."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from kibitz.agent import CompiledAgent, build
from kibitz.errors import BadAgentSpec
from kibitz.game import Game
from kibitz.learn.on_device import as_floats
from kibitz.learn.self_play import Tables
from kibitz.options import GameOptions

ROWS = 1 << 18
"""Pictures a network is asked about at a time: what lies between its layers must fit into memory."""


class Judge(nn.Sequential):
    """A picture in, one number out: the logit of winning, or how much a move is liked."""

    def __init__(self, size: int, width: int, layers: int) -> None:
        inner = [part for _ in range(layers - 1) for part in (nn.Linear(width, width), nn.ReLU())]
        super().__init__(nn.Linear(size, width), nn.ReLU(), *inner, nn.Linear(width, 1), nn.Flatten(0))
        self.size = size

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        if torch.is_grad_enabled() or rows.device.type != "cuda":
            return super().forward(rows)
        *inner, last = (part for part in self if isinstance(part, nn.Linear))
        for part in inner:  # where nothing is to be learned, layer and ReLU are one pass over memory
            rows = torch._addmm_activation(part.bias, rows, part.weight.t())
        return last(rows).flatten(0)

    def shipped(self) -> tuple[nn.Module, Any]:
        """The network as a player asks it, and an example of what it is asked: pictures in, chances to win out."""
        return Shipped(self), torch.zeros((1, self.size), dtype=torch.int8)


class Shipped(nn.Module):
    def __init__(self, net: Judge) -> None:
        super().__init__()
        self.net = net

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        return self.net(pictures.float()).sigmoid().unsqueeze(-1)


def asked(net: nn.Module, pictures: torch.Tensor) -> torch.Tensor:
    """What a network says of pictures, as logits; on the card in half precision."""
    if pictures.device.type != "cuda":
        return net(pictures.float())
    with torch.autocast("cuda", torch.bfloat16):
        return net(pictures.bfloat16()).float()


def half(net: nn.Module) -> nn.Module:
    """A network to be asked many times before it learns on: on the card in half precision, made once.

    A network may know a form of itself that is quicker to ask: ``to_ask``.
    """
    if next(net.parameters()).device.type != "cuda":
        return net
    to_ask: Any = getattr(net, "to_ask", None)
    return (to_ask() if to_ask else copy.deepcopy(net)).bfloat16()


@torch.no_grad()
def worth(net: nn.Module, pictures: torch.Tensor) -> torch.Tensor:
    """What a network says of pictures, as chances to win; `net` as `half` gives it."""
    kind = next(net.parameters()).dtype
    return torch.cat([net(as_floats(part, kind)).float().sigmoid() for part in pictures.split(ROWS)])


def judged(
    game: Game, options: GameOptions, net: nn.Module, opponent: str, deals: int, seed: int, device: str
) -> np.ndarray:
    """A network against a compiled player, every deal played in every seat: what it wins, one mean per deal."""
    player = build(game, options, opponent)
    if not isinstance(player, CompiledAgent):
        raise BadAgentSpec(f"{opponent} is no compiled player, so a network cannot learn at its table")
    net, seats = half(net), game.players(options)
    tables = Tables(game, options, seats * deals, 1, seed, device, player)
    tables.choose(0, worth(net, tables.look(0)), 0.0)
    mine = torch.arange(seats * deals, device=device) % seats
    won = played_out(net, tables)[0].gather(1, mine[:, None])
    return won.view(deals, seats).mean(1).cpu().numpy()


def played_out(net: nn.Module, tables: Tables) -> tuple[torch.Tensor, int]:
    """What the game at each table came to, by seat, and the decisions it took; it begins with what is chosen there."""
    results, decisions = torch.full_like(tables.rewards[0], torch.nan), 0
    while True:
        decisions += int(results[:, 0].isnan().sum())
        tables.play(0, kept=False)
        ended = (tables.over[0] != 0) & results[:, 0].isnan()
        results = torch.where(ended[:, None], tables.rewards[0], results)
        if not results.isnan().any():
            return results, decisions
        tables.choose(0, worth(net, tables.look(0)), 0.0)


def loaded(file: Path) -> Judge:
    """The network of a file that `export` wrote, to be computed elsewhere or to learn on."""
    import onnx

    kept = {part.name: onnx.numpy_helper.to_array(part) for part in onnx.load(str(file)).graph.initializer}
    weights = {
        name.removeprefix("net.").removesuffix(".half"): torch.from_numpy(array.astype(np.float32))
        for name, array in kept.items()
    }
    width, size = weights["0.weight"].shape
    net = Judge(size, width, len(weights) // 2 - 1)
    net.load_state_dict(weights)
    return net


def export(net: nn.Module, file: Path, written: Any) -> None:
    """Write a network as ONNX, as it ships; its numbers in half precision, as it learned."""
    from kibitz.weights import save_network

    module, example = copy.deepcopy(net).cpu().shipped()  # type: ignore[operator]  # as Judge has it
    save_network(file, module, example, written, half=True)
