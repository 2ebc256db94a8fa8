"""Deep Monte Carlo: a network learns, from games against itself, how likely each move is to win.

The network looks at the picture of a move (picture.py) and says a chance to win. At every table of `self_play.Tables`
the move it thinks best is played, now and then any other; when a window of decisions is over, the network is fitted
to what came of them. With ``trust`` 1 that is the game's result alone, which is Monte Carlo; below 1 the network's own
word at later decisions counts too, which is less noisy. Where a `teacher` is given, a compiled player, its moves are
followed at first and the network learns what they and others are worth, instead of beginning with games that
nobody knows how to end. Some tables are played against the network as it was earlier, so that it does not forget how to
beat it. What is shipped is a running mean of the weights, whose hand is steadier. It knows no game.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from kibitz.agent import CompiledAgent, build
from kibitz.errors import BadAgentSpec
from kibitz.game import Game
from kibitz.learn.dmc_settings import Settings
from kibitz.learn.on_torch import as_arrays, put_back
from kibitz.learn.self_play import Tables
from kibitz.options import GameOptions
from kibitz.picture import painter

ROWS = 1 << 18
"""Pictures a network is asked about at a time: what lies between its layers must fit into memory."""


class Judge(nn.Sequential):
    """The network: a picture in, the logit of winning out."""

    def __init__(self, size: int, width: int, layers: int) -> None:
        inner = [part for _ in range(layers - 1) for part in (nn.Linear(width, width), nn.ReLU())]
        super().__init__(nn.Linear(size, width), nn.ReLU(), *inner, nn.Linear(width, 1), nn.Flatten(0))


class Learner:
    """A network, its running mean, an earlier self, and the tables at which it plays.

    Where an `opponent` is given the network learns to beat that player, and meets nobody else. A `teacher` is
    followed in the first windows.
    """

    def __init__(
        self, game: Game, options: GameOptions, settings: Settings, seed: int,
        device: str = "cpu", opponent: CompiledAgent | None = None, teacher: CompiledAgent | None = None,
    ) -> None:  # fmt: skip
        self.game, self.options, self.settings, self.seed = game, options, settings, seed
        self.device, self.opponent, self.teacher = device, opponent, teacher
        for player in (opponent, teacher):
            if player is not None and not isinstance(player, CompiledAgent):
                raise BadAgentSpec(f"{player.name} is no compiled player, so a network cannot learn from it")
        torch.manual_seed(seed)
        size = painter(game).size
        self.net, self.mean, self.past = (Judge(size, settings.width, settings.layers).to(device) for _ in range(3))
        self.mean.load_state_dict(self.net.state_dict())
        self.past.load_state_dict(self.net.state_dict())
        self.adam = torch.optim.Adam(self.net.parameters(), lr=settings.rate, fused=device == "cuda")
        self.against_past = 0 if opponent else int(settings.past * settings.tables)
        self.seat_of_past = torch.arange(self.against_past, device=device) % game.players(options)
        self.windows, self.steps = 0, 0
        self.tables: Tables | None = None

    @property
    def decisions(self) -> int:
        """How many were made at all tables so far."""
        return self.windows * self.settings.window * self.settings.tables

    def learn(self) -> float:
        """Play a window of decisions at every table and fit the network to what came of them; its mean loss."""
        done = self.windows / self.settings.windows
        if self.tables is None or self.windows % self.settings.anew == 0 or self.windows == self.settings.lessons:
            self.tables = self._open_tables()
        net, past = half(self.net), half(self.past)
        for t in range(self.settings.window):
            rows = self.tables.look(t)
            values = worth(net, rows)
            if self.windows < self.settings.lessons:
                self.tables.follow(t, values, self.settings.lesson_explore)
            else:
                if self.against_past:
                    self._speak_for(past, self.tables, t, rows, values)
                self.tables.choose(t, values, self.settings.explore * (1 - 0.75 * done))
            self.tables.play(t)
        self.tables.credit(self.settings.trust)
        loss = self._fit(self.tables, self.settings.rate * (0.01 + 0.99 * (1 + math.cos(math.pi * done)) / 2))
        self.windows += 1
        if self.windows % self.settings.past_every == 0:
            self.past.load_state_dict(self.mean.state_dict())
        return loss

    def _open_tables(self) -> Tables:
        """New games at all tables; their seed is the number of the window, so that a resumed run deals the same."""
        self.tables = None  # makes room for the new ones
        size, seed = (self.settings.tables, self.settings.window), _seed(self.seed, self.windows)
        teacher = self.teacher if self.windows < self.settings.lessons else None
        return Tables(
            self.game, self.options, *size, seed, self.device, self.opponent, teacher, self.settings.margin
        )  # fmt: skip

    def _speak_for(self, past: nn.Module, tables: Tables, t: int, rows: torch.Tensor, values: torch.Tensor) -> None:
        """At the first tables one seat is the earlier self's: there its values count."""
        theirs = tables.movers[t, : self.against_past] == self.seat_of_past
        there = theirs.repeat_interleave(tables.counts[: self.against_past]).nonzero().squeeze(1)
        values[there] = worth(past, rows[there])

    def _fit(self, tables: Tables, rate: float) -> float:
        """One pass over the window in random order; the mean loss."""
        for group in self.adam.param_groups:
            group["lr"] = rate
        usable = tables.usable
        if self.against_past:  # what the earlier self did is no lesson
            usable[:, : self.against_past] &= tables.movers[:, : self.against_past] != self.seat_of_past
        picked = usable.flatten().nonzero().squeeze(1)
        chance = torch.Generator(self.device).manual_seed(_seed(self.seed, self.windows, 1))
        order = picked[torch.randperm(len(picked), generator=chance, device=self.device)]
        pictures, targets = tables.pictures.flatten(0, 1), tables.targets.flatten()
        total, batches = torch.zeros((), device=self.device), order.split(self.settings.batch)
        for batch in batches:
            said = asked(self.net, pictures[batch])
            loss = nn.functional.binary_cross_entropy_with_logits(said, targets[batch])
            self.adam.zero_grad(set_to_none=True)
            loss.backward()
            self.adam.step()
            total += loss.detach()
            self.steps += 1
            kept = min(self.settings.mean, 1 - 1 / self.steps)
            with torch.no_grad():
                torch._foreach_lerp_([*self.mean.parameters()], [*self.net.parameters()], 1 - kept)
        return float(total) / max(1, len(batches))

    def checkpoint(self) -> dict[str, Any]:
        """Where to go on, once every so many windows, when all tables begin anew."""
        counts = {"windows": self.windows, "steps": self.steps}
        return {**counts, **as_arrays(net=self.net, mean=self.mean, past=self.past, adam=self.adam)}

    def begin_with(self, saved: Mapping[str, Any]) -> None:
        """Begin with the network that another run kept."""
        put_back(saved, mean=self.mean)
        self.net.load_state_dict(self.mean.state_dict())
        self.past.load_state_dict(self.mean.state_dict())

    def restore(self, saved: Mapping[str, Any]) -> None:
        self.windows, self.steps = int(saved["windows"]), int(saved["steps"])
        put_back(saved, net=self.net, mean=self.mean, past=self.past, adam=self.adam)


def asked(net: nn.Module, pictures: torch.Tensor) -> torch.Tensor:
    """What a network says of pictures, as logits; on the card in half precision."""
    if pictures.device.type != "cuda":
        return net(pictures.float())
    with torch.autocast("cuda", torch.bfloat16):
        return net(pictures.bfloat16()).float()


def half(net: nn.Module) -> nn.Module:
    """A network to be asked many times before it learns on: on the card in half precision, made once."""
    if next(net.parameters()).device.type != "cuda":
        return net
    return copy.deepcopy(net).bfloat16()


@torch.no_grad()
def worth(net: nn.Module, pictures: torch.Tensor) -> torch.Tensor:
    """What a network says of pictures, as chances to win; `net` as `half` gives it."""
    kind = next(net.parameters()).dtype
    return torch.cat([net(part.to(kind)).float().sigmoid() for part in pictures.split(ROWS)])


def judged(
    game: Game, options: GameOptions, net: nn.Module, opponent: str, deals: int, seed: int, device: str
) -> np.ndarray:
    """A network against a compiled player, every deal played in every seat: what it wins, one mean per deal."""
    player = build(game, options, opponent)
    if not isinstance(player, CompiledAgent):
        raise BadAgentSpec(f"{opponent} is no compiled player, so a network cannot learn at its table")
    net, seats = half(net), game.players(options)
    tables = Tables(game, options, seats * deals, 1, seed, device, player)
    mine = torch.arange(seats * deals, device=device) % seats
    won = torch.full((seats * deals,), torch.nan, device=device)
    while won.isnan().any():
        tables.choose(0, worth(net, tables.look(0)), 0.0)
        tables.play(0, kept=False)
        first = (tables.over[0] != 0) & won.isnan()
        won = torch.where(first, tables.rewards[0].gather(1, mine[:, None]).squeeze(1), won)
    return won.view(deals, seats).mean(1).cpu().numpy()


def export(net: nn.Module, file: Path, written: Any) -> None:
    """Write a network as ONNX: pictures in, chances to win out; its numbers in half precision, as it learned."""
    from kibitz.weights import save_network

    class Shipped(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.net = copy.deepcopy(net).cpu()

        def forward(self, pictures: torch.Tensor) -> torch.Tensor:
            return self.net(pictures.float()).sigmoid().unsqueeze(-1)

    size = net.get_parameter("0.weight").shape[1]
    save_network(file, Shipped(), torch.zeros((1, size), dtype=torch.int8), written, half=True)


def _seed(*words: int) -> int:
    return int(np.random.SeedSequence(words).generate_state(1)[0])
