"""Moves of many positions tried at once by a compiled player: every playout is one thread of the card.

What `arena/trial.py` does for one position after the other, with the same worlds and the same luck; `learn/trials.py`
does it for networks.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import torch

from kibitz.agent import NOTHING, CompiledAgent
from kibitz.arena.trial import Trial, ends_of, imagined
from kibitz.arena.turn import forget
from kibitz.game import Game
from kibitz.kernel import OVER, UNBOUND, bind, chance, mix
from kibitz.learn.on_device import Loops, OnDevice, machine, over_all

ROOM = {"cuda": 1 << 33, "cpu": 1 << 26}
"""Bytes that the playouts of a time may work with."""

SCRATCH = 5
"""States that `imagined` works with: the position, a view of it, and in place `WORLD` the world it began in."""
WORLD = 3


def can_be_moved(trial: Trial) -> bool:
    """Whether playouts are by one compiled player that keeps no notes, and go to where the game itself knows more."""
    policy, *others = trial.players
    fields = () if policy.memory is None else policy.memory.names or ()
    is_plain = isinstance(policy, CompiledAgent) and all(name.startswith("scratch") for name in fields)
    return is_plain and not others and not trial.plies


class Playouts(OnDevice):
    """How moves are tried: a `Trial` whose policy is a compiled player, on a device."""

    def __init__(self, trial: Trial, device: str) -> None:
        policy: Any = trial.players[0]
        kind: Any = type(policy)
        super().__init__(device, _loops(trial.game, kind, machine(device)))
        self.game, self.plies, self.redeals, self.players = trial.game, trial.plies, trial.redeals, trial.players
        self.room = NOTHING if policy.memory is None else policy.memory
        self._put("params", policy.params)

    def results(self, views: np.ndarray, rows: np.ndarray, moves: np.ndarray, first: int, last: int) -> np.ndarray:
        """As of `Trial`."""
        each = SCRATCH * self.game.state.itemsize + 4 * self.game.moves + self.room.itemsize
        at_once = max(1, ROOM[self.device] // (each * (last - first)))
        parts = [slice(start, start + at_once) for start in range(0, len(rows), at_once)]
        return np.concatenate([self._some(views, rows[some], moves[some], first, last) for some in parts])

    def _some(self, views: np.ndarray, rows: np.ndarray, moves: np.ndarray, first: int, last: int) -> np.ndarray:
        worlds = last - first
        count = len(rows) * worlds
        self._put("seen", np.ascontiguousarray(views))
        self._put("rows", rows.astype(np.int64))
        self._put("candidates", moves.astype(np.int32))
        self._blank("scratch", (count, SCRATCH), self.game.state)
        self._blank("notes", (count,), self.room)
        for name, shape, kind in (
            ("moves", (count, self.game.moves), torch.int32),
            ("scores", (count, self.game.seats), torch.float64),
            ("found", (count,), torch.float64),
        ):
            self._share(name, torch.zeros(shape, dtype=kind, device=self.device))
        self._run("playout", count, worlds=worlds, first=first, redeals=self.redeals)
        return self.found.view(len(rows), worlds).cpu().numpy()


@cache
def _loops(game: Game, policy: Any, machine: str) -> Loops:
    ends = ends_of(game)
    bound = {
        **game.kernels,
        "until": ends["until"],
        "worth_of": ends["worth"],
        "imagine": imagined(game),
        "decide": policy.decide,
        "remember": forget if policy.remember is UNBOUND else policy.remember,
    }
    return over_all([bind(_playout, **bound)], machine)


player = legal = step = view = imagine = until = worth_of = decide = remember = UNBOUND


def _playout(i, worlds, first, redeals, seen, rows, candidates, scratch, moves, notes, params, scores, found):
    """One move in one world that fits what the seat sees, played on to where the game knows what it came to."""
    row = rows[i // worlds]
    seat = player(seen[row])
    seed = mix(seen[row].rng + np.uint64(first + i % worlds))
    imagine(seen[row : row + 1], seat, seed, redeals, scratch[i])
    scratch[i, 0] = scratch[i, WORLD]
    s, v, stream, number = scratch[i, 0], scratch[i, 1], mix(seed), 0
    step(s, candidates[i // worlds])
    mover = player(s)
    while mover != OVER and not until(s, scratch[i, WORLD]):
        count = legal(s, moves[i])
        view(s, mover, v)
        v.rng = chance(stream, number)
        move = decide(v, moves[i], count, notes[i], params[0])
        remember(v, move, notes[i], params[0])
        step(s, move)
        number += 1
        mover = player(s)
    worth_of(s, scores[i])
    found[i] = scores[i, seat]
