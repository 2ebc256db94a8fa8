"""Learning moves from recorded moves: a network that names the move a good player would make.

`Imitator` is a network of tanh layers with one output per choice, trained by backpropagation on weighted
examples; it can grow a hidden layer. `record` plays games and keeps every decision with how its game
ended, so that a learner can choose whom to follow: another player, or its own best games.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from kibitz.agent import Agent
from kibitz.arena.lockstep import Lockstep
from kibitz.arena.schedule import Schedule
from kibitz.game import Game
from kibitz.kernel import kernel
from kibitz.options import GameOptions


class Imitator:
    """A network from inputs to the probability of each choice."""

    layers: list[tuple[np.ndarray, np.ndarray]]
    """Weights and biases, from the inputs up."""

    def __init__(self, sizes: Sequence[int], seed: int) -> None:
        chance = np.random.default_rng([seed, 1])
        shapes = list(pairwise(sizes))
        self.layers = [(chance.normal(0, a**-0.5, (a, b)).astype("f4"), np.zeros(b, "f4")) for a, b in shapes]

    def __call__(self, inputs: np.ndarray) -> np.ndarray:
        """The probabilities of the choices, one row per input."""
        return self._units(inputs.astype("f4"))[-1]

    def fit(self, inputs: np.ndarray, choices: np.ndarray, weights: np.ndarray, *, epochs: int, rate: float, seed: int):
        """Backpropagation in small batches; the mean loss of the last epoch."""
        chance = np.random.default_rng([seed, 2])
        inputs, weights, loss = inputs.astype("f4"), (weights / weights.mean()).astype("f4"), 0.0
        speed = [(np.zeros_like(w), np.zeros_like(b)) for w, b in self.layers]
        for _ in range(epochs):
            losses = []
            for rows in np.array_split(chance.permutation(len(inputs)), max(1, len(inputs) // 64)):
                units = self._units(inputs[rows])
                at = np.arange(len(rows)), choices[rows]
                losses.append(-np.log(units[-1][at] + 1e-9).mean())
                slope = units[-1].copy()
                slope[at] -= 1
                slope *= weights[rows, None] / len(rows)
                for i in range(len(self.layers) - 1, -1, -1):
                    (w, b), (vw, vb) = self.layers[i], speed[i]
                    below = slope @ w.T * (1 - units[i] ** 2) if i else slope
                    vw *= 0.9
                    vw -= rate * (units[i].T @ slope)
                    vb *= 0.9
                    vb -= rate * slope.sum(axis=0)
                    w += vw
                    b += vb
                    slope = below
            loss = float(np.mean(losses))
        return loss

    def deepen(self, seed: int) -> None:
        """One more hidden layer, as wide as the last; it begins close to passing on what it gets."""
        chance = np.random.default_rng([seed, 3])
        width = self.layers[-1][0].shape[0]
        fresh = np.eye(width) + chance.normal(0, 0.05, (width, width))
        self.layers.insert(len(self.layers) - 1, (fresh.astype("f4"), np.zeros(width, "f4")))

    def tables(self, name: str) -> dict[str, np.ndarray]:
        """The layers as named arrays, as weights files hold them."""
        named: dict[str, np.ndarray] = {}
        for i, (w, b) in enumerate(self.layers):
            named |= {f"{name}.{i}.weights": w, f"{name}.{i}.biases": b}
        return named

    def flat(self) -> tuple[np.ndarray, np.ndarray]:
        """The network as `chances` takes it: one row of weights, and the sizes of its layers."""
        sizes = [len(self.layers[0][0]), *(len(b) for _, b in self.layers)]
        return np.concatenate([part.ravel() for layer in self.layers for part in layer]), np.array(sizes)

    @classmethod
    def from_tables(cls, tables: dict[str, np.ndarray], name: str) -> Imitator:
        """The network that `tables` wrote."""
        made = cls.__new__(cls)
        made.layers = []
        while f"{name}.{len(made.layers)}.weights" in tables:
            key = f"{name}.{len(made.layers)}"
            made.layers.append((tables[f"{key}.weights"].copy(), tables[f"{key}.biases"].copy()))
        return made

    def _units(self, inputs: np.ndarray) -> list[np.ndarray]:
        units = [inputs]
        for w, b in self.layers[:-1]:
            units.append(np.tanh(units[-1] @ w + b))
        sums = units[-1] @ self.layers[-1][0] + self.layers[-1][1]
        powers = np.exp(sums - sums.max(axis=1, keepdims=True))
        units.append(powers / powers.sum(axis=1, keepdims=True))
        return units


@kernel
def chances(weights, sizes, inputs, units):
    """What an `Imitator` says, compiled: the probabilities of the choices stand in `units` from the place it answers.

    `units` is working space for all units of the network, single precision as the weights are.
    """
    for i in range(sizes[0]):
        units[i] = inputs[i]
    below, at = 0, 0
    for layer in range(1, len(sizes)):
        # Slices, because the compiler makes wide instructions of loops over whole rows alone.
        count, here = sizes[layer], below + sizes[layer - 1]
        bias = at + sizes[layer - 1] * count
        out, start = units[here : here + count], weights[bias : bias + count]
        for j in range(count):
            out[j] = start[j]
        for i in range(sizes[layer - 1]):
            given, row = units[below + i], weights[at + i * count : at + (i + 1) * count]
            for j in range(count):
                out[j] += given * row[j]
        if layer < len(sizes) - 1:
            for j in range(count):
                out[j] = math.tanh(out[j])
        below, at = here, bias + count
    choices = sizes[len(sizes) - 1]
    most, total = units[below], 0.0
    for j in range(choices):
        most = max(most, units[below + j])
    for j in range(choices):
        units[below + j] = math.exp(units[below + j] - most)
        total += units[below + j]
    for j in range(choices):
        units[below + j] /= total
    return below


@dataclass(frozen=True)
class Recorded:
    """Every decision of some games."""

    inputs: np.ndarray
    """What `describe` made of the view, one row per decision."""
    moves: np.ndarray
    games: np.ndarray
    seats: np.ndarray
    scores: np.ndarray
    """By game and seat, at the end."""
    decisions: np.ndarray
    """By game and seat."""


def record(
    game: Game,
    options: GameOptions,
    agents: Sequence[Agent],
    schedule: Schedule,
    describe: Callable[[np.ndarray], np.ndarray],
) -> Recorded:
    """Play a schedule of games and keep all decisions."""
    table = _Recorder(game, options, agents, schedule, describe)
    while table.tick():
        pass
    inputs, moves, games, seats = (np.concatenate(column) for column in zip(*table.kept, strict=True))
    players = game.players(options)
    played = table.results.of_seats(players)
    return Recorded(inputs, moves, games, seats, played.scores, played.decisions)


class _Recorder(Lockstep):
    """Tables whose decisions are written down."""

    def __init__(self, game, options, agents, schedule, describe) -> None:
        self.noting = [_Noting(agent) for agent in agents]
        super().__init__(game, options, self.noting, schedule)
        self.describe = describe
        self.kept: list[tuple] = []

    def _ask(self, k: int, n: int) -> None:
        inputs = self.describe(self.views[k, :n])
        tables, seats = self.tables[k, :n], self.seats[k, :n].copy()
        super()._ask(k, n)
        self.kept.append((inputs, self.noting[k].chosen, self.playing[tables], seats))


class _Noting(Agent):
    """An agent whose last moves are kept."""

    chosen: np.ndarray

    def __init__(self, agent: Agent) -> None:
        super().__init__(agent.game, agent.options)
        self.agent, self.memory = agent, agent.memory

    def act(self, views, moves, counts, *memory):
        self.chosen = np.array(self.agent.act(views, moves, counts, *memory), np.int32)
        return self.chosen

    def note(self, views, chosen, memory):
        self.agent.note(views, chosen, memory)
