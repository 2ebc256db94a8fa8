"""Recorded games as lessons for the two networks of a player, the one that draws and the one that plays."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.arena.match import duplicates
from kibitz.game import game as find_game
from kibitz.games.racko.agents._draw_and_play import DrawAndPlay, networks
from kibitz.games.racko.inputs import choices, see_all, widths
from kibitz.games.racko.rules import TAKE
from kibitz.learn.imitation import Imitator, Recorded, record


def new_networks(sight: str, slots: int, hidden: int, seed: int) -> tuple[Imitator, Imitator]:
    """Untrained networks for drawing and for playing."""
    drawing, playing = widths(sight, slots)
    return Imitator([drawing, hidden, 2], seed), Imitator([playing, hidden, slots + 1], seed + 1)


def watch(options: Any, agents: list[Any], games: int, seed: int, sight: str) -> Recorded:
    """Games between two players, every deal in both seatings, with all decisions."""
    schedule = duplicates(0, (games + 1) // 2, seed, [(0, 1), (1, 0)])
    return record(find_game("racko"), options, agents, schedule, lambda views: see_all(views, sight).astype("f4"))


def teach(
    player: DrawAndPlay,
    inputs: np.ndarray,
    moves: np.ndarray,
    weights: np.ndarray,
    *,
    epochs: int,
    rate: float,
    seed: int,
) -> None:
    """Train both networks of a player on moves, each with its weight."""
    slots = len(player.playing.layers[-1][1]) - 1  # it answers with a slot, or discards
    for network, width, rows in zip(
        (player.drawing, player.playing), widths(player.sight, slots), (moves >= TAKE, moves < TAKE), strict=True
    ):
        if rows.any():
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
