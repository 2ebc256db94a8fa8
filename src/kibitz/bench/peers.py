"""Random play of the same game in OpenSpiel, driven from Python and by its own C++ loop."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from operator import methodcaller
from typing import Any

import numpy as np

from kibitz.bench.row import SPANS, Stopwatch, best
from kibitz.errors import NotInstalled
from kibitz.game import Game

SAME = 0.05
"""Seconds of processor time in a span."""

ENDLESS = 1 << 62


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

    def from_python(watch: Stopwatch, seed: int) -> int:
        chance, state, decisions = random.Random(seed), peer.new_initial_state(), 0
        with watch:
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, odds = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(chance.choices(actions, odds)[0])
                else:
                    state.apply_action(chance.choice(state.legal_actions()))
                    decisions += 1
        return decisions

    def seen_from_python(watch: Stopwatch, seed: int) -> int:
        """The same, where the first seat learns: it gets its observation and its mask whenever it is to move."""
        chance, state, decisions = random.Random(seed), peer.new_initial_state(), 0
        with watch:
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
        return decisions

    def in_cpp(watch: Stopwatch, seed: int) -> int:
        state = peer.new_initial_state()
        with watch:
            pyspiel.evaluate_bots(state, bots, seed)
        return sum(played.player >= 0 for played in state.full_history())

    def spans(way: str, one_game: Callable[[Stopwatch, int], int]) -> Iterator[dict[str, Any]]:
        """The same games again and again: so few must not be quicker by their luck."""
        worked, deals = 0.0, ENDLESS
        while worked < SPANS * seconds:
            watch, decisions, games = Stopwatch(), 0, 0
            while games < deals and (deals < ENDLESS or watch.worked < SAME):
                decisions += one_game(watch, games)
                games += 1
            deals, worked = games, worked + watch.worked
            yield watch.row(f"OpenSpiel {name} {way}", 1, decisions, games)

    ways = {"from Python": from_python, "in C++": in_cpp}
    kind = peer.get_type()
    if kind.provides_observation_tensor or kind.provides_information_state_tensor:
        told = "observation" if kind.provides_observation_tensor else "information_state"
        look = methodcaller(f"{told}_tensor", 0)
        ways["from Python, with observations and masks"] = seen_from_python
    return [best(spans(way, one_game)) for way, one_game in ways.items()]
