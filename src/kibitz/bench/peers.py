"""Random play of the same game in OpenSpiel, driven from Python and by its own C++ loop."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from operator import methodcaller
from typing import Any

import numpy as np

from kibitz.bench.row import SPANS, row
from kibitz.errors import NotInstalled
from kibitz.game import Game


def peers(game: Game, seconds: float) -> list[dict[str, Any]]:
    """A game that OpenSpiel does not have gives no rows."""
    name = getattr(game.module("bench"), "OPEN_SPIEL", None)
    if name is None:
        return []
    try:
        import pyspiel
    except ImportError:
        raise NotInstalled('OpenSpiel is not installed; pip install "kibitz[interop]" brings it') from None
    peer = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(peer.num_players())]

    def from_python(seed: int) -> tuple[int, float]:
        chance, state, decisions = random.Random(seed), peer.new_initial_state(), 0
        begun = time.perf_counter()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(actions, odds)[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                decisions += 1
        return decisions, time.perf_counter() - begun

    def seen_from_python(seed: int) -> tuple[int, float]:
        """The same, where the first seat learns: it gets its observation and its mask whenever it is to move."""
        chance, state, decisions = random.Random(seed), peer.new_initial_state(), 0
        begun = time.perf_counter()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(actions, odds)[0])
                continue
            actions = state.legal_actions()
            if state.current_player() == 0:
                np.asarray(look(state), np.float32), np.asarray(state.legal_actions_mask(), np.int8)
            state.apply_action(chance.choice(actions))
            decisions += 1
        return decisions, time.perf_counter() - begun

    def in_cpp(seed: int) -> tuple[int, float]:
        state = peer.new_initial_state()
        begun = time.perf_counter()
        pyspiel.evaluate_bots(state, bots, seed)
        spent = time.perf_counter() - begun
        return sum(played.player >= 0 for played in state.full_history()), spent

    def rate(one_game: Callable[[int], tuple[int, float]], seed: int) -> tuple[float, float]:
        decisions, spent, games = 0, 0.0, 0
        while spent < seconds:
            more, longer = one_game(seed + games)
            decisions, spent, games = decisions + more, spent + longer, games + 1
        return decisions / spent, games / spent

    ways = {"from Python": from_python, "in C++": in_cpp}
    kind = peer.get_type()
    if kind.provides_observation_tensor or kind.provides_information_state_tensor:
        told = "observation" if kind.provides_observation_tensor else "information_state"
        look = methodcaller(f"{told}_tensor", 0)
        ways["from Python, with observations and masks"] = seen_from_python
    return [
        row(f"OpenSpiel {name} {way}", 1, *max(rate(one_game, 1000 * span) for span in range(SPANS)))
        for way, one_game in ways.items()
    ]
