"""TD learning of a position's value by a small network, trained by self-play (after TD-Gammon).

The network is a row of weights and a row of layer sizes, so that a compiled player can carry it: hidden
units bend their sum s to s/(1 + |s|), or to 1/(1 + exp(-s)) in a layer whose size is given with a minus; the one
output unit gives a value between 0 and 1.

After each game every seat's own positions x(0) … x(T) are learned: each is drawn towards the value of the
next, the last towards the reward, at a rate that falls linearly with the distance from the end, from `rate`
to 0 at `span` positions before it. They are learned backwards, so that a reward reaches all of them at once, or,
as in the program of 2014, oldest first, each towards the value that the next had during the game.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np

from kibitz.game import Game
from kibitz.kernel import OVER, UNBOUND, bind, kernel, mix


def new_network(sizes: Sequence[int], seed: int, rising: bool = False, within: float = 0.0) -> np.ndarray:
    """Small random weights for layers of these sizes, inputs first.

    With `rising`, all weights are positive, so that more of any input gives a higher value: a start for
    inputs that are known to be good. With `within`, all weights and biases are drawn from ± that.
    """
    chance = np.random.default_rng(seed)
    if within:
        return chance.uniform(-within, within, sum((a + 1) * b for a, b in pairwise(map(abs, sizes))))
    layers: list[np.ndarray] = []
    for inputs, units in pairwise(map(abs, sizes)):
        drawn = chance.normal(0, 1 / math.sqrt(inputs), (inputs, units))
        drawn = abs(drawn) if rising else drawn
        # Inputs lie about 1/2, hidden units about 0: the bias puts each unit in the middle of its range.
        layers += [drawn.ravel(), -drawn.sum(axis=0) / 2 if not layers else np.zeros(units)]
    return np.concatenate(layers)


def add_layer(weights: np.ndarray, sizes: Sequence[int], units: int, seed: int, within: float = 0.0) -> np.ndarray:
    """The network with one more hidden layer before its output; the layers below keep what they know."""
    kept = sum((a + 1) * b for a, b in pairwise(map(abs, sizes[:-1])))
    return np.concatenate([weights[:kept], new_network([sizes[-2], units, 1], seed, within=within)])


@kernel
def evaluate(weights, sizes, inputs, units):
    """The value of an input row; `units` keeps what each unit gives, as `correct` needs it."""
    for i in range(sizes[0]):
        units[i] = inputs[i]
    add_up(weights, 0, units, 0, sizes[0], abs(sizes[1]))
    return pass_on(weights, sizes, units)


@kernel
def add_up(weights, at, units, below, inputs, count):
    """The sums of a layer's `count` units, which lie in `units` behind those they are fed by."""
    # Slices, because the compiler makes wide instructions of loops over whole rows alone.
    here, bias = below + inputs, at + inputs * count
    out, start = units[here : here + count], weights[bias : bias + count]
    for j in range(count):
        out[j] = start[j]
    for i in range(inputs):
        given, row = units[below + i], weights[at + i * count : at + (i + 1) * count]
        for j in range(count):
            out[j] += given * row[j]


@kernel
def pass_on(weights, sizes, units):
    """The value, once the sums of the first layer above the inputs lie in `units`."""
    below, at = sizes[0], (sizes[0] + 1) * abs(sizes[1])
    for layer in range(1, len(sizes)):
        count = abs(sizes[layer])
        out = units[below : below + count]
        if sizes[layer] < 0:
            for j in range(count):
                out[j] = 1 / (1 + math.exp(-out[j]))
        elif layer < len(sizes) - 1:
            for j in range(count):
                out[j] /= 1 + abs(out[j])
        if layer < len(sizes) - 1:
            above = abs(sizes[layer + 1])
            add_up(weights, at, units, below, count, above)
            below, at = below + count, at + (count + 1) * above
    units[below] = 1 / (1 + math.exp(-units[below]))
    return units[below]


@kernel
def correct(weights, sizes, units, slopes, change):
    """One step of gradient descent: move the value last evaluated by `change` times its slope."""
    here, end = 0, len(weights)
    for layer in range(len(sizes) - 1):
        here += abs(sizes[layer])
    slopes[here] = change * units[here] * (1 - units[here])
    for layer in range(len(sizes) - 1, 0, -1):
        count, inputs, sigmoid = abs(sizes[layer]), abs(sizes[layer - 1]), sizes[layer - 1] < 0
        below, at = here - inputs, end - (inputs + 1) * count
        above, bias = slopes[here : here + count], weights[end - count : end]
        for i in range(inputs):
            # The slope below is taken before the weights above it move.
            given, row = units[below + i], weights[at + i * count : at + (i + 1) * count]
            slope = 0.0
            for j in range(count):
                slope += above[j] * row[j]
            for j in range(count):
                row[j] += given * above[j]
            slopes[below + i] = slope * (given * (1 - given) if sigmoid else (1 - abs(given)) * (1 - abs(given)))
        for j in range(count):
            bias[j] += above[j]
        here, end = below, at


@kernel
def fit(weights, sizes, inputs, targets, order, rate, units, slopes):
    """Learn the targets of some input rows, one after the other in this order; the mean squared error there was."""
    error = 0.0
    for row in order:
        missed = targets[row] - evaluate(weights, sizes, inputs[row], units)
        correct(weights, sizes, units, slopes, rate * missed)
        error += missed * missed
    return error / len(order)


@cache
def trainer(game: Game, choose: Any, describe: Any, reward: Any) -> Any:
    """The compiled self-play of a game.

    ``choose(view, moves, count, weights, sizes, units, desk) -> move`` plays by the network,
    ``describe(view, seat, weights, sizes, units, desk, inputs)`` gives the network's inputs for a seat
    that has just ended its turn, ``reward(state, out)`` what each seat's game was worth, from 0 to 1.
    """
    return bind(_self_play, **game.kernels, choose=choose, describe=describe, reward=reward)


deal = player = legal = step = view = choose = describe = reward = UNBOUND


def _self_play(
    first, games, stream, options, weights, sizes, rate, span, allowed, oldest_first, units, slopes, states, moves,
    trail, values, lengths, out, desk,
):  # fmt: skip
    """Play games number `first` and on, learning after each; the turns and the draws there were.

    Once `allowed` turns have been played (0: any number), this game and those to come are cut off after a turn.
    """
    s, v = states[0], states[1]
    turns = draws = played = 0
    for game in range(first, first + games):
        seed = mix(stream + np.uint64(game))
        deal(s, options, seed)
        lengths[:] = 0
        ply = 0
        while player(s) != OVER:
            p = player(s)
            view(s, p, v)
            v.rng = mix(seed + np.uint64(ply))
            ply += 1
            move = choose(v, moves, legal(s, moves), weights, sizes, units, desk)
            step(s, move)
            if player(s) != p:
                view(s, p, v)
                describe(v, p, weights, sizes, units, desk, trail[p, lengths[p]])
                lengths[p] += 1
                played += 1
                if played >= allowed > 0:
                    break
        reward(s, out)
        best = 0.0
        for p in range(len(lengths)):
            turns += lengths[p]
            best = max(best, out[p])
            last, target = lengths[p] - 1, out[p]
            oldest = max(0, last + 1 - span)
            if oldest_first:
                for t in range(oldest + 1, last + 1):
                    values[t - 1] = evaluate(weights, sizes, trail[p, t], units)
                values[last] = target
                for t in range(oldest, last + 1):
                    value = evaluate(weights, sizes, trail[p, t], units)
                    correct(weights, sizes, units, slopes, rate * (1 - (last - t) / span) * (values[t] - value))
                continue
            for t in range(last, oldest - 1, -1):
                value = evaluate(weights, sizes, trail[p, t], units)
                correct(weights, sizes, units, slopes, rate * (1 - (last - t) / span) * (target - value))
                target = value
        draws += best < 1.0
    return turns, draws
