"""Learning moves from recorded moves: a network that names the move a good player would make.

`Imitator` is a network of tanh layers with one output per choice, trained by backpropagation on weighted
examples; it can grow a hidden layer. `record` plays games of compiled players and keeps every decision with how its
game ended, so that a learner can choose whom to follow: another player, or its own best games.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np

from kibitz.agent import NOTHING, CompiledAgent
from kibitz.arena.turn import forget
from kibitz.game import Game
from kibitz.kernel import OVER, UNBOUND, bind, kernel, mix


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

    def fit(
        self, inputs: np.ndarray, choices: np.ndarray, weights: np.ndarray, *, epochs: int, rate: float, seed: int
    ) -> float:
        """Backpropagation, one example after the other; the mean loss of the last epoch."""
        chance = np.random.default_rng([seed, 2])
        inputs, shares, loss = inputs.astype("f4"), (weights / weights.mean()).astype("f4"), 0.0
        network, sizes = self.flat()
        units, slopes = np.zeros((2, sizes.sum()), network.dtype)
        for _ in range(epochs):
            order = chance.permutation(len(inputs))
            loss = follow(network, sizes, inputs, choices.astype(np.int64), shares, order, rate, units, slopes)
        at = 0
        for w, b in self.layers:
            w[:], b[:] = network[at : at + w.size].reshape(w.shape), network[at + w.size : at + w.size + b.size]
            at += w.size + b.size
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


@kernel
def follow(weights, sizes, inputs, choices, shares, order, rate, units, slopes):
    """Move the chances of each example's choice upwards, by its share; the mean loss there was."""
    loss, last = 0.0, len(sizes) - 1
    for row in order:
        here = chances(weights, sizes, inputs[row], units)
        loss -= math.log(units[here + choices[row]] + 1e-9)
        change = rate * shares[row]
        for j in range(sizes[last]):
            slopes[here + j] = -change * units[here + j]
        slopes[here + choices[row]] += change
        end = len(weights)
        for layer in range(last, 0, -1):
            count, below_count = sizes[layer], sizes[layer - 1]
            below, at = here - below_count, end - (below_count + 1) * count
            above, bias = slopes[here : here + count], weights[end - count : end]
            for i in range(below_count):
                # The slope below is taken before the weights above it move.
                given, line = units[below + i], weights[at + i * count : at + (i + 1) * count]
                slope = above[0] * line[0]
                for j in range(1, count):
                    slope += above[j] * line[j]
                for j in range(count):
                    line[j] += given * above[j]
                slopes[below + i] = slope * (1 - given * given)
            for j in range(count):
                bias[j] += above[j]
            here, end = below, at
    return loss / len(order)


@dataclass(frozen=True)
class Recorded:
    """Every decision of some games between two players."""

    inputs: np.ndarray
    """What `describe` wrote, one row per decision."""
    moves: np.ndarray
    games: np.ndarray
    players: np.ndarray
    """Which of the two decided."""
    scores: np.ndarray
    """By game and player, at the end."""
    decisions: np.ndarray
    """By game and player."""

    @classmethod
    def of(cls, parts: Iterable[Recorded]) -> Recorded:
        """Parts of a recording as one."""
        found, first = [], 0
        for part in parts:
            found.append(replace(part, games=part.games + first))
            first += len(part.scores)
        return cls(*(np.concatenate([getattr(part, f.name) for part in found]) for f in fields(cls)))


ROOM = 1 << 16
"""Decisions recorded at a time, at least."""


def record(
    players: Sequence[CompiledAgent],
    describe: Any,
    width: int,
    games: int,
    seed: int,
    *,
    most: int,
    context: np.dtype = NOTHING,
) -> Iterator[Recorded]:
    """Play games between two players of one kind, who change seats after each, and keep all decisions, some games at
    a time.

    ``describe(view, move, params, context, row)`` writes what is kept of a decision into a row of `width` numbers;
    `context` is a record type it may work with. No game has more than `most` decisions.
    """
    one = players[0]
    game, options = one.game, one.options
    kind: Any = type(one)
    loop = recorder(game, kind, describe)
    notes = np.zeros(len(players) + 1, one.memory or NOTHING)
    params = np.concatenate([player.params for player in players])
    states, moves, desk = np.zeros(2, game.state), np.zeros(game.moves, np.int32), np.zeros(1, context)
    rows = np.zeros((max(ROOM, most), width), "f4")
    about, ends = np.zeros((len(rows), 3), np.int32), np.zeros((games, 2, 2))
    first, out = 0, np.zeros(game.seats)
    while first < games:
        after, count = loop(
            first, games, np.uint64(seed), options.encoded(), most, notes, params, states, moves, desk, rows, about,
            ends, out,
        )  # fmt: skip
        kept, part = about[:count].copy(), ends[first:after]
        yield Recorded(
            rows[:count].copy(), kept[:, 0], kept[:, 1] - first, kept[:, 2], part[:, :, 0].copy(), part[:, :, 1].copy()
        )
        first = after


@cache
def recorder(game: Game, kind: Any, describe: Any) -> Any:
    """The compiled loop that plays and records."""
    remember = forget if kind.remember is UNBOUND else kind.remember
    return bind(_record, **game.kernels, decide=kind.decide, remember=remember, describe=describe)


deal = player = legal = step = view = score = decide = remember = describe = UNBOUND


def _record(first, games, stream, options, most, notes, params, states, moves, desk, rows, about, ends, out):
    """Games from number `first` on, as long as there is room for one more; the next game, and the rows written."""
    s, v, n, game = states[0], states[1], 0, first
    while game < games and n + most <= len(rows):
        seed = mix(stream + np.uint64(game))
        deal(s, options, seed)
        notes[0] = notes[2]
        notes[1] = notes[2]
        for k in range(2):
            ends[game, k, 1] = 0
        ply = 0
        while player(s) != OVER:
            p = player(s)
            who = (p + game) % 2
            count = legal(s, moves)
            view(s, p, v)
            v.rng = mix(seed + np.uint64(ply))
            ply += 1
            move = decide(v, moves, count, notes[who], params[who])
            describe(v, move, params[who], desk[0], rows[n])
            about[n, 0], about[n, 1], about[n, 2] = move, game, who
            n += 1
            ends[game, who, 1] += 1
            remember(v, move, notes[who], params[who])
            step(s, move)
        score(s, out)
        for k in range(2):
            ends[game, k, 0] = out[(k + game) % 2]
        game += 1
    return game, n
