"""Agents: who plays. An agent gets views, never states.

The contract is batch first: ``act(views, moves, counts) -> moves``, one row a game. Row `i` is what
the seat to move sees, its legal moves ``moves[i, :counts[i]]``, ascending. An agent is a function of
what it is given:

- chance: ``views[i].rng`` is a fresh seed of the agent's own stream (``kernel.draw(v, n)`` uses it);
- memory: an agent that keeps notes declares a ``memory`` record type and gets a fourth argument, one
  record a row, zeroed at the deal and kept between the turns of the same seat in the same game.

So the same agent object can serve many games, threads and seats at once.

A game's players are the modules in its ``agents/`` folder, each with a class ``Player``; the module
is named as the player is, and modules that begin with an underscore are helpers. ``random`` exists
in every game.
"""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz.errors import BadAgentSpec, NoAdvice, UnknownAgent, suggest
from kibitz.game import Game
from kibitz.game import game as find_game
from kibitz.kernel import draw, kernel
from kibitz.options import GameOptions

if TYPE_CHECKING:
    from kibitz.state import State


class Agent:
    """The base of all players. Override `values`, or `act`, or both."""

    memory: np.dtype | None = None
    """The record type of this agent's notes, if it keeps any."""

    name: str
    """What it is called in tables: its spec, where it was made from one."""

    unit: str = "value"
    """What the numbers of `values` mean: "points", "win probability"."""

    def __init__(self, game: Game, options: GameOptions) -> None:
        self.game, self.options = game, options
        self.name = type(self).__module__.rpartition(".")[2]

    def act(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        """The move chosen in each row: the one of the highest value, the first of equals."""
        values = self.values(views, moves, counts, *memory)
        best = np.where(np.arange(moves.shape[1]) < counts[:, None], values, -np.inf).argmax(axis=1)
        return moves[np.arange(len(moves)), best]

    def values(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        """What each legal move is worth, shaped like `moves`; entries past the count mean nothing."""
        raise NoAdvice(f"{self.name} puts no values on moves; ask another agent")

    def details(self, view: np.record, moves: np.ndarray) -> Mapping[str, np.ndarray]:
        """More columns for a hint, by name: one number a legal move."""
        return {}


class Random(Agent):
    """Plays any legal move, each as likely as the others."""

    def act(self, views, moves, counts, *memory):
        chosen = np.empty(len(views), np.int32)
        choose_any(views, moves, counts, chosen)
        return chosen


@kernel
def choose_any(views, moves, counts, chosen):
    for i in range(len(views)):
        chosen[i] = moves[i, draw(views[i], counts[i])]


def choose(player: Agent, state: State) -> int:
    """The move an agent makes in one game."""
    return int(player.act(*state.asked(), *notes(player, state))[0])


def notes(player: Agent, state: State) -> list[np.ndarray]:
    """What an agent with a memory would have noted by now, had it sat at this seat: one record.

    Empty for an agent without one, so that it can be passed on as it is.
    """
    if player.memory is None:
        return []
    kept = np.zeros(1, player.memory)
    replay = type(state)(state.game, state.options, state.seed)
    for code in state.moves:
        if replay.player == state.player:
            player.act(*replay.asked(), kept)
        replay.push(code)
    return [kept]


def agents(name: str) -> list[str]:
    """The names of a game's players."""
    package = find_game(name).module("agents")
    found = [] if package is None else [m.name for m in pkgutil.iter_modules(package.__path__)]
    return sorted({"random", *(n for n in found if not n.startswith("_"))})


def agent(name: str, spec: str | Agent, /, **options: Any) -> Agent:
    """A player of a game, by its spec: ``"greedy"``, ``"diablo:margin=0.05"``, ``"estimator:lstm"``.

    After the colon come the player's parameters; one without a name is the player's first. `options`
    are the game's, since a player may play differently under other rules.
    """
    game = find_game(name)
    return build(game, game.options(**options), spec)


def build(game: Game, options: GameOptions, spec: str | Agent) -> Agent:
    """The player a spec names, for one rule variant."""
    if isinstance(spec, Agent):
        return spec
    player, _, rest = spec.partition(":")
    known = agents(game.name)
    if player not in known:
        raise UnknownAgent(f"{game.name} has no agent {player!r}; {suggest(player, known)}")
    package = f"{game.package}.agents"
    module = game.module(f"agents.{player}")
    factory = Random if module is None else getattr(module, "Player", None)
    if factory is None:
        raise UnknownAgent(f"{package}.{player} defines no class Player")
    built = factory(game, options, **_parameters(spec, rest, factory))
    built.name = spec
    return built


def parameters(name: str, player: str) -> dict[str, inspect.Parameter]:
    """What may stand after the colon of a player's spec."""
    module = find_game(name).module(f"agents.{player}")
    return _accepted(Random if module is None else module.Player)


def _accepted(factory: Any) -> dict[str, inspect.Parameter]:
    return dict(list(inspect.signature(factory).parameters.items())[2:])


def _parameters(spec: str, rest: str, factory: Any) -> dict[str, Any]:
    accepted = _accepted(factory)
    given: dict[str, Any] = {}
    for position, part in enumerate(filter(None, (p.strip() for p in rest.split(",")))):
        key, equals, value = part.partition("=")
        if not equals:
            if position or not accepted:
                raise BadAgentSpec(f"{spec!r}: cannot read {part!r}; parameters are written name=value")
            key, value = next(iter(accepted)), part
        if key not in accepted:
            raise BadAgentSpec(f"{spec!r}: no parameter {key!r}; {suggest(key, accepted)}")
        given[key] = _convert(spec, key, value, accepted[key].default)
    return given


def _convert(spec: str, key: str, value: str, default: Any) -> Any:
    """A parameter's text as the type of its default."""
    kind = type(default)
    try:
        if kind is bool:
            return {
                "true": True,
                "1": True,
                "yes": True,
                "on": True,
                "false": False,
                "0": False,
                "no": False,
                "off": False,
            }[value.lower()]
        return kind(value) if kind in (int, float) else value
    except (ValueError, KeyError):
        raise BadAgentSpec(f"{spec!r}: {key} is {value!r}; it must be of type {kind.__name__}") from None
