"""diablo: a network scores every rack it could have; trained by TD learning in self-play.

A rack is worth the best score among its usable sequences. Diablo takes the discard when its best slot
raises the score by more than a draw will, and keeps a drawn card when that raises it at all.

What a draw will bring is foretold by a second, small network. ``diablo:draw=ahead`` works it out by trying
every card the draw pile may hold, about thirty times slower; for ``diablo:draw=margin`` it is a constant,
as in the paper (``diablo:margin=0.05`` names one), and so it is for other weights than those shipped.
"""

from __future__ import annotations

from typing import Annotated, Any, Self

import numpy as np

from kibitz.agent import Agent, CompiledAgent
from kibitz.game import Game
from kibitz.games.racko.features import DESK, UNITS
from kibitz.games.racko.networks import network_type, put
from kibitz.games.racko.restless import is_restless
from kibitz.games.racko.scoring import MAXIMAL, after_a_draw, foretold, may_draw, score_position
from kibitz.games.racko.sequences import lengths
from kibitz.kernel import best_of, draw, kernel, record
from kibitz.options import among, within
from kibitz.weights import load_tables, parts

TRAINED_BY = ("racko.diablo_features", "racko.diablo_margin")
SCORES, FORECASTS = "diablo.safetensors", "diablo-margin.safetensors"
NEEDS = {"weights": ("f", None), "sizes": ("i", None)}

DRAWS = ("margin", "learned", "ahead")
"""What a draw is taken to bring: a constant, a network's forecast, or the mean over all cards."""
MARGIN, LEARNED, AHEAD = range(3)

NETWORK = network_type("f8", 2048)
PARAMS = record(
    [
        ("scores", NETWORK),
        ("forecasts", NETWORK),
        ("margin", "f8"),
        ("draw", "i8"),
        ("sight", "i8"),
        ("restless", "i8"),
    ]
)


@kernel
def decide(v, moves, count, memory, params):
    if params.restless and is_restless(v):
        return moves[draw(v, count)]
    judge(v, moves, count, memory, params, memory.scratch.values)
    return moves[best_of(memory.scratch.values, count)]


@kernel
def judge(v, moves, count, memory, params, values):
    """The score of the rack each move leaves; of a draw, what it is expected to leave."""
    desk = memory.scratch
    desk.margin, desk.sight = params.margin, params.sight
    weights, sizes = params.scores.weights, params.scores.sizes[: params.scores.layers]
    score_position(v, moves, count, weights, sizes, desk.units, desk, values)
    if may_draw(v, count):
        if params.draw == LEARNED:
            layers = params.forecasts.sizes[: params.forecasts.layers]
            values[1] = foretold(desk, params.forecasts.weights, layers, desk.units)
        elif params.draw == AHEAD:
            values[1] = after_a_draw(desk, weights, sizes, desk.units)


class Player(CompiledAgent):
    style = "Values every rack it could have, and takes the best."
    learned = "A network that played against itself."
    unit = "rack score"
    decide, judge, memory = decide, judge, record([("scratch", DESK)])

    def __init__(
        self,
        game: Game,
        options: Any,
        weights: str = "",
        margin: Annotated[float, within(0, 1)] = 0.0,
        draw: Annotated[str, among(*DRAWS)] = "",
        restless: bool = False,
    ) -> None:
        super().__init__(game, options)
        draw = draw or ("margin" if margin or weights else "learned")
        tables = _nearest(game, weights or SCORES, options.slots, {**NEEDS, "margin": ("f", 1)})
        margin = margin or float(tables["margin"][0]) / options.slots
        self._play_by(tables["weights"], tables["sizes"], margin, draw, restless=restless)
        if draw == "learned":
            forecasts = _nearest(game, FORECASTS, options.slots, NEEDS)
            put(self.params[0].forecasts, forecasts["weights"], forecasts["sizes"], UNITS, FORECASTS)

    @classmethod
    def of(
        cls,
        game: Game,
        options: Any,
        weights: np.ndarray,
        sizes: np.ndarray,
        margin: float,
        sight: int = MAXIMAL,
        restless: bool = False,
    ) -> Self:
        """The player of a network that is not in a file."""
        made = cls.__new__(cls)
        Agent.__init__(made, game, options)
        made._play_by(weights, sizes, margin, "margin", sight, restless)
        return made

    def _play_by(
        self,
        weights: np.ndarray,
        sizes: np.ndarray,
        margin: float,
        draw: str,
        sight: int = MAXIMAL,
        restless: bool = False,
    ) -> None:
        self.params = np.zeros(1, PARAMS)
        params = self.params[0]
        put(params.scores, weights, sizes, UNITS, self.name)
        params.margin, params.draw, params.sight, params.restless = margin, DRAWS.index(draw), sight, restless

    @property
    def margin(self) -> float:
        """What a draw is taken to bring, where it is a constant."""
        return float(self.params["margin"][0])

    def details(self, view: np.record, moves: np.ndarray) -> dict[str, np.ndarray]:
        return lengths(view, moves)


def _nearest(game: Game, file: str, slots: int, needs: dict) -> dict[str, np.ndarray]:
    """What was learned for racks of the nearest size: features are shares of rack and deck, so it serves others."""
    racks = [part for part in parts(game, file) if part.isdigit()]
    part = min(racks, key=lambda rack: abs(int(rack) - slots), default=str(slots))
    return load_tables(game, file, part=part, needs=needs)
