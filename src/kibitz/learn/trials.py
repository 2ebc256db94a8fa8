"""Moves of many positions tried at once: worlds are dealt, played on by a network and judged without leaving the card.

What `arena/trial.py` does for one position after the other, with the same worlds and the same luck. One searching
player with a network decides some positions per second on a processor; the card has room for thousands of them
side by side, so that its matches take minutes instead of days.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from kibitz.arena.trial import Trial, ends_of, imagined
from kibitz.errors import BadAgentSpec
from kibitz.game import Game
from kibitz.kernel import UNBOUND, bind, mix
from kibitz.learn.judge import ROWS, half, loaded, worth
from kibitz.learn.on_device import Loops, OnDevice, machine, over_all
from kibitz.learn.playouts import SCRATCH, WORLD, Playouts, can_be_moved
from kibitz.picture import NetworkJudge, PicturePlayer, painter

ROOM = {"cuda": 1 << 31, "cpu": 1 << 26}
"""Bytes that the positions tried at a time may take."""


def moved(player: Any, device: str) -> Any:
    """The same player, whose network is asked and whose moves are tried on a device, as far as that can be."""
    trial = getattr(player, "trial", None)
    for part in (player, *(() if trial is None else (player.prior, *trial.players))):
        if isinstance(part, PicturePlayer) and isinstance(part.judge, NetworkJudge):
            part.judge, part.rows = Moved(part.judge.file, device), ROWS
    if trial is not None and isinstance(getattr(trial.players[0], "judge", None), Moved):
        player.trial = Trials(trial, device)
    elif trial is not None and can_be_moved(trial) and device != "cpu":
        player.trial = Playouts(trial, device)
    return player


class Moved:
    """What the network of a file says of pictures, computed on a device."""

    def __init__(self, file: Path, device: str) -> None:
        self.file, self.device, self.net = file, device, half(loaded(file).to(device))

    def __call__(self, pictures: np.ndarray) -> np.ndarray:
        return worth(self.net, torch.from_numpy(pictures).to(self.device)).cpu().numpy()


class Trials(OnDevice):
    """How moves are tried: a `Trial` whose policy is a network, on a device."""

    def __init__(self, trial: Trial, device: str) -> None:
        policy: Any = trial.players[0]
        if len(trial.players) > 1:
            raise BadAgentSpec("moves are tried on the card where one network plays all seats")
        super().__init__(device, _loops(trial.game, machine(device)))
        self.game, self.plies, self.redeals, self.players = trial.game, trial.plies, trial.redeals, trial.players
        self.net: nn.Module = policy.judge.net
        self.come_true = policy.come_true
        self.painter = painter(trial.game)

    def results(self, views: np.ndarray, rows: np.ndarray, moves: np.ndarray, first: int, last: int) -> np.ndarray:
        """As of `Trial`."""
        each = (SCRATCH + 2) * self.game.state.itemsize + 4 * self.game.moves + 10 * self.painter.size
        at_once = max(1, ROOM[self.device] // (each * (last - first)))
        parts = [slice(start, start + at_once) for start in range(0, len(rows), at_once)]
        return np.concatenate([self._some(views, rows[some], moves[some], first, last) for some in parts])

    def _some(self, views: np.ndarray, rows: np.ndarray, moves: np.ndarray, first: int, last: int) -> np.ndarray:
        game, worlds = self.game, last - first
        count = len(rows) * worlds
        for name, array in (
            ("seen", np.ascontiguousarray(views)), ("rows", rows.astype(np.int64)),
            ("candidates", moves.astype(np.int32)),
        ):  # fmt: skip
            self._put(name, array)
        for name, sides in (("scratch", (count, SCRATCH)), ("states", (count,)), ("looks", (count,))):
            self._blank(name, sides, game.state)
        for name, shape, kind in (
            ("moves", (count, game.moves), torch.int32), ("counts", (count,), torch.int64),
            ("seats", (count,), torch.int64), ("movers", (count,), torch.int64), ("going", (count,), torch.bool),
            ("scores", (count, game.seats), torch.float64), ("found", (count,), torch.float64),
        ):  # fmt: skip
            self._share(name, torch.zeros(shape, dtype=kind, device=self.device))
        self._run("begin", count, worlds=worlds, first=first, redeals=self.redeals)
        decisions = 0
        while self.going.any() and not (self.plies and decisions == self.plies):
            self._think(count)
            self._run("advance", count)
            decisions += 1
        if self.going.any():
            self._think(count)
            values = self.come_true(self.values.cpu().numpy()).astype(np.float32)
            self._share("values", torch.from_numpy(values).to(self.device))
            self._run("stand", count)
        return self.found.view(len(rows), worlds).cpu().numpy()

    def _think(self, count: int) -> None:
        """What the network says of every move at every table that goes on."""
        self._run("look", count)
        counts = self.counts
        ends = counts.cumsum(0)
        rows = int(ends[-1])
        self._share("starts", ends - counts)
        every = torch.arange(count, device=self.device)
        self._share("table_of", torch.repeat_interleave(every, counts, output_size=rows))
        drawn = torch.zeros((rows, self.painter.size), dtype=torch.int8, device=self.device)
        self._share("drawn", drawn)
        self._run("draw", rows)
        self._share("values", worth(self.net, drawn))


@cache
def _loops(game: Game, machine: str) -> Loops:
    ends = ends_of(game)
    bound = {
        **game.kernels,
        "until": ends["until"],
        "worth_of": ends["worth"],
        "imagine": imagined(game),
        "picture": painter(game).kernel,
    }
    bound["settle"] = bind(_settle, **bound)
    return over_all([bind(body, **bound) for body in (_begin, _look, _draw, _advance, _stand)], machine)


# --- at one table ---------------------------------------------------------------------------------

player = legal = step = view = picture = imagine = until = worth_of = settle = UNBOUND


def _begin(i, worlds, first, redeals, seen, rows, candidates, scratch, states, seats, scores, found, going):
    """A world that fits what the seat sees, and in it the move that is tried."""
    row = rows[i // worlds]
    seats[i] = player(seen[row])
    seed = mix(seen[row].rng + np.uint64(first + i % worlds))
    imagine(seen[row : row + 1], seats[i], seed, redeals, scratch[i])
    states[i] = scratch[i, WORLD]
    going[i] = True
    step(states[i], candidates[i // worlds])
    settle(i, scratch, states, seats, scores, found, going)


def _settle(i, scratch, states, seats, scores, found, going):
    """Where a playout is over, what it came to."""
    if until(states[i], scratch[i, WORLD]):
        worth_of(states[i], scores[i])
        found[i] = scores[i, seats[i]]
        going[i] = False


def _look(i, states, looks, moves, counts, movers, going):
    """What the seat to move sees, and its legal moves; none where the playout is over."""
    counts[i] = 0
    if going[i]:
        counts[i] = legal(states[i], moves[i])
        movers[i] = player(states[i])
        view(states[i], movers[i], looks[i])


def _draw(i, looks, moves, starts, table_of, drawn):
    """The picture of one move of one table."""
    table = table_of[i]
    picture(looks[table], player(looks[table]), moves[table, i - starts[table]], drawn[i])


def _advance(i, scratch, states, moves, counts, starts, values, seats, scores, found, going):
    """Play the best move."""
    if going[i]:
        best = 0
        for j in range(1, counts[i]):
            if values[starts[i] + j] > values[starts[i] + best]:
                best = j
        step(states[i], moves[i, best])
        settle(i, scratch, states, seats, scores, found, going)


def _stand(i, counts, starts, values, movers, seats, found, going):
    """Where a playout was cut short, what the position is worth to the seat that tries moves."""
    if going[i]:
        most = values[starts[i]]
        for j in range(1, counts[i]):
            most = max(most, values[starts[i] + j])
        found[i] = most if movers[i] == seats[i] else 1 - most
