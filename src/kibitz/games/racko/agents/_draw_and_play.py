"""A player made of two networks: one takes the discard or draws, one puts the card in a slot or discards it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from kibitz.agent import CompiledAgent
from kibitz.errors import BadWeights
from kibitz.game import Game
from kibitz.games.racko.features import DESK
from kibitz.games.racko.inputs import MOST_INPUTS, SIGHTS, see, widths
from kibitz.games.racko.networks import network_type, put
from kibitz.games.racko.restless import is_restless
from kibitz.games.racko.rules import CHOOSE, MOVES, TAKE
from kibitz.kernel import draw, kernel, record, uniform
from kibitz.learn.imitation import Imitator, chances
from kibitz.weights import load_tables

UNITS = 320
NETWORK = network_type("f4", 8192)
PARAMS = record([("drawing", NETWORK), ("playing", NETWORK), ("power", "f8"), ("sight", "i8"), ("restless", "i8")])


@kernel
def decide(v, moves, count, memory, params):
    """A move drawn by the chances the networks give, raised to a power."""
    if params.restless and is_restless(v):
        return moves[draw(v, count)]
    values = memory.scratch_values
    chances_of(v, moves, count, memory, params, values)
    most, total = 0.0, 0.0
    for m in range(count):
        most = max(most, values[m])
    for m in range(count):
        values[m] = (values[m] / most) ** params.power
        total += values[m]
    left, m = total * uniform(v), 0
    while m < count - 1 and left >= values[m]:
        left -= values[m]
        m += 1
    return moves[m]


@kernel
def chances_of(v, moves, count, memory, params, values):
    """The probability of each move, as the network whose turn it is gives it."""
    see(v, params.sight, memory.scratch_desk, memory.scratch_inputs)
    network, first = params.playing, 0
    if v.phase == CHOOSE:
        network, first = params.drawing, TAKE
    at = chances(network.weights, network.sizes[: network.layers], memory.scratch_inputs, memory.scratch_units)
    for m in range(count):
        values[m] = memory.scratch_units[at + moves[m] - first]


class DrawAndPlay(CompiledAgent):
    """Plays by the probabilities the networks give to moves.

    Moves are chosen with the probabilities raised to a power: 1 plays as the networks say, 8 nearly always
    the likeliest move, so that two players never wait for each other without end.
    """

    unit = "probability"
    decide, judge = decide, chances_of
    memory = record(
        [
            ("scratch_desk", DESK),
            ("scratch_inputs", "f8", (MOST_INPUTS,)),
            ("scratch_values", "f8", (MOVES,)),
            ("scratch_units", "f4", (UNITS,)),
        ]
    )

    def __init__(
        self,
        game: Game,
        options: Any,
        drawing: Imitator,
        playing: Imitator,
        sight: str,
        power: float = 8.0,
        restless: bool = False,
    ) -> None:
        super().__init__(game, options)
        self.drawing, self.playing, self.sight, self.power, self.restless = drawing, playing, sight, power, restless
        self._params = np.zeros(1, PARAMS)

    @property
    def params(self) -> np.ndarray:  # type: ignore[override]  # not a plain attribute
        """The networks as they are now, for they may have learned since; always the same array."""
        params = self._params[0]
        put(params.drawing, *self.drawing.flat(), UNITS, self.name)
        put(params.playing, *self.playing.flat(), UNITS, self.name)
        params.power, params.sight, params.restless = self.power, SIGHTS.index(self.sight), self.restless
        return self._params


def networks(tables: dict[str, np.ndarray]) -> tuple[Imitator, Imitator]:
    """The networks for drawing and for playing that a file or a checkpoint holds."""
    return Imitator.from_tables(tables, "drawing"), Imitator.from_tables(tables, "playing")


def learned(game: Game, options: Any, file: str, kind: str, sight: str) -> tuple[Imitator, Imitator]:
    """The two networks of a player's file, of one kind and for racks of this size."""
    found = networks(load_tables(game, file, part=f"{options.slots}.{kind}"))
    outputs = 2, options.slots + 1
    for network, inputs, choices in zip(found, widths(sight, options.slots), outputs, strict=True):
        sizes = network.flat()[1].tolist() if network.layers else []
        shapes = [w.shape for w, b in network.layers if w.dtype.kind == b.dtype.kind == "f"]
        if shapes != list(pairwise(sizes)) or sizes[:1] != [inputs] or sizes[-1:] != [choices]:
            raise BadWeights(f"{file} has no network from {inputs} inputs to {choices} moves for {kind}")
    return found
