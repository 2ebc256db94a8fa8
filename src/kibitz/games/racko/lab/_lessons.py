"""Recorded games as lessons for the two networks of a player, the one that draws and the one that plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from kibitz.agent import CompiledAgent
from kibitz.game import game as find_game
from kibitz.games.racko.agents._draw_and_play import DrawAndPlay, networks
from kibitz.games.racko.features import DESK
from kibitz.games.racko.inputs import DIABLO, PAPER, choices, see, widths
from kibitz.games.racko.rules import TAKE
from kibitz.games.racko.sequences import length_after, longest
from kibitz.kernel import kernel
from kibitz.learn.imitation import Imitator, Recorded, record

LIKELIEST = 1e6
"""The power of a player that always makes its likeliest move."""


def new_networks(
    sight: str, slots: int, hidden: tuple[int, int], seed: int, layers: int = 1
) -> tuple[Imitator, Imitator]:
    """Untrained networks for drawing and for playing, with so many units in each hidden layer."""
    inputs, choices = widths(sight, slots), (2, slots + 1)
    first, second = ([n, *[units] * layers, out] for n, units, out in zip(inputs, hidden, choices, strict=True))
    return Imitator(first, seed), Imitator(second, seed + 1)


def always_takes(drawing: Imitator) -> Imitator:
    """A network for drawing that takes the discard, whatever it sees."""
    made = Imitator([len(drawing.layers[0][0]), 1, 2], 0)
    for weights, _ in made.layers:
        weights[:] = 0.0
    made.layers[-1][1][0] = 50.0
    return made


def at_random(player: DrawAndPlay) -> DrawAndPlay:
    """A copy of a player that moves at random."""
    return DrawAndPlay(player.game, player.options, player.drawing, player.playing, player.sight, power=0.0)


def watch(players: Sequence[CompiledAgent], games: int, seed: int, sight: str) -> Iterator[Recorded]:
    """Games between two players of one kind with all decisions, some games at a time.

    Each row has the inputs of that sight, and last by how much the move lengthens the longest usable sequence.
    """
    options: Any = players[0].options
    describe = (describe_cards, describe_features)[("paper", "diablo").index(sight)]
    width, most = max(widths(sight, options.slots)) + 1, 2 * 2 * options.limit
    return record(players, describe, width, games, seed, most=most, context=DESK)


@kernel
def describe_cards(v, move, params, desk, row):
    see(v, PAPER, desk, row)
    row[len(row) - 1] = length_after(v, move) - longest(v, -1, 0)


@kernel
def describe_features(v, move, params, desk, row):
    see(v, DIABLO, desk, row)
    row[len(row) - 1] = length_after(v, move) - longest(v, -1, 0)


def teach(
    player: DrawAndPlay,
    inputs: np.ndarray,
    moves: np.ndarray,
    weights: np.ndarray,
    *,
    epochs: int,
    rate: float,
    seed: int,
    drawing: bool = True,
) -> None:
    """Train both networks of a player on moves, each with its weight; without `drawing` only the one that plays."""
    slots = len(player.playing.layers[-1][1]) - 1  # it answers with a slot, or discards
    for network, width, rows in zip(
        (player.drawing, player.playing), widths(player.sight, slots), (moves >= TAKE, moves < TAKE), strict=True
    ):
        if rows.any() and (drawing or network is player.playing):
            taught = inputs[rows][:, :width], choices(moves[rows]), weights[rows]
            network.fit(*taught, epochs=epochs, rate=rate, seed=seed)


def stretched(player: DrawAndPlay, slots: int) -> tuple[Imitator, Imitator]:
    """The networks of a player that sees cards, for racks of another size.

    What a network knows of a slot is spread over the slots that lie there in the other rack.
    """
    drawing, playing = networks(as_tables(player))
    before = len(playing.layers[0][0]) - 1  # it sees the rack, and the card in hand
    places = np.linspace(0, before - 1, slots)
    spread = np.maximum(0, 1 - abs(places[:, None] - np.arange(before))).astype("f4")

    def inputs(weights: np.ndarray, first: int, step: int, end: int) -> np.ndarray:
        return spread @ weights[first:end:step] * (before / slots)  # as many slots more, so much less each

    weights, biases = drawing.layers[0]
    lower = inputs(weights, before + 1, 2, len(weights))
    higher = inputs(weights, before + 2, 2, len(weights))
    chances = np.stack([lower, higher], axis=1).reshape(2 * slots, -1)
    rack, offer = inputs(weights, 0, 1, before), weights[before : before + 1]
    drawing.layers[0] = np.concatenate([rack, offer, chances]), biases
    weights, biases = playing.layers[0]
    playing.layers[0] = np.concatenate([inputs(weights, 0, 1, before), weights[before:]]), biases
    weights, biases = playing.layers[-1]
    placed, discarded = weights[:, 1:] @ spread.T, weights[:, :1]
    playing.layers[-1] = np.concatenate([discarded, placed], axis=1), np.append(biases[0], spread @ biases[1:])
    return drawing, playing


def as_it_plays(learner: DrawAndPlay, **options: Any) -> DrawAndPlay:
    """A learner as it is judged: nearly always its likeliest move, and now and then the paper's random one."""
    game = find_game("racko")
    chosen = game.options(**options) if options else learner.options
    return DrawAndPlay(game, chosen, learner.drawing, learner.playing, learner.sight, restless=True)


def as_tables(player: DrawAndPlay) -> dict[str, np.ndarray]:
    """Both networks as named arrays."""
    return player.drawing.tables("drawing") | player.playing.tables("playing")
