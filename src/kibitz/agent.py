"""Agents: who plays. An agent gets views, never states.

The contract is batch first: ``act(views, moves, counts) -> moves``, one row per game. Row `i` is what
the seat to move sees, its legal moves ``moves[i, :counts[i]]``, ascending. An agent is a function of
what it is given:

- chance: ``views[i].rng`` is a fresh seed of the agent's own stream (``kernel.draw(v, n)`` uses it);
- memory: an agent that keeps notes declares a ``memory`` record type and gets a fourth argument, one
  record per row, zeroed at the deal and kept between the turns of the same seat in the same game. `act`
  reads it; `note` writes into it the move that was really played.

So the same agent object can serve many games, threads and seats at once.

A `CompiledAgent` is one kernel, ``decide(v, moves, count, memory, params) -> move``, and everything else
follows from it: the batch `act`, whole games without Python (arena/fused.py), playouts, self-play.

A game's players are the modules in its ``agents/`` folder, each with a class ``Player``; the module
is named as the player is, and modules that begin with an underscore are helpers. ``agents/__init__.py``
may give names to players with certain parameters: ``NAMED = {"hand_max_avg": "strategy:hand_max_avg"}``.
``random`` exists in every game.
"""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin, get_type_hints

import numpy as np

from kibitz.errors import BadAgentSpec, BadPlayer, IllegalMove, NoAdvice, UnknownAgent, suggest
from kibitz.game import Game
from kibitz.game import game as find_game
from kibitz.kernel import UNBOUND, best_of, bind, kernel, pick, record
from kibitz.options import GameOptions, read_value

if TYPE_CHECKING:
    from kibitz.state import State

NOTHING = record([("nothing", "i1")])
"""The memory of a player that keeps no notes, and the parameters of one that has none."""


CHANCE = "chance to win"
"""The unit of values that are chances to win the game; a chance of less says of what, "chance to win the round"."""


def is_chance(unit: str) -> bool:
    """Whether values of a unit are chances, of the game or of a part of it.

    >>> is_chance("chance to win the round"), is_chance("points")
    (True, False)
    """
    return unit.startswith(CHANCE)


def spoken_name(spec: str, words: Mapping[str, Any]) -> str:
    """What people call a player: `called` among its class's own words, else its name in a spec, written as a name.

    >>> spoken_name("hand_max_avg", {}), spoken_name("estimator:lstm", {"called": "Card reader"})
    ('Hand max avg', 'Card reader (lstm)')
    """
    player, _, parameters = spec.partition(":")
    name = words.get("called") or player.replace("_", " ").capitalize()
    return f"{name} ({parameters})" if parameters else name


class Agent:
    """The base of all players. Override `values`, or `act`, or both.

    >>> import kibitz
    >>> class First(kibitz.Agent):
    ...     def act(self, views, moves, counts):
    ...         return moves[:, 0]
    >>> state = kibitz.new("gin", seed=1)
    >>> First(state.game, state.options).choose(state) == state.legal[0].code
    True
    """

    memory: np.dtype | None = None
    """The record type of this agent's notes, if it keeps any."""

    name: str
    """What it is called in tables: its spec, where it was made from one."""

    spec: str | None = None
    """The text it was made from, where it was: enough to make it again elsewhere."""

    unit: str = "value"
    """What the numbers of `values` mean: "points", "chance to win", "chance to win the round"."""

    mixes: bool = False
    """Whether it draws its move by chance, and `values` are these chances."""

    called: str = ""
    """What people call it at a table, where its name in a spec says little."""

    style: str = ""
    """How it plays, in one short sentence for the people who choose an opponent."""

    learned: str = ""
    """How it came to play so, as shortly."""

    def __init__(self, game: Game, options: GameOptions) -> None:
        self.game, self.options = game, options
        self.name = type(self).__module__.rpartition(".")[2]

    def __repr__(self) -> str:
        return f"<{self.game.name} player {self.name}>"

    def _repr_html_(self) -> str:
        from kibitz.present.shown import agent_table, as_html

        return as_html(agent_table(self))

    def __reduce_ex__(self, protocol: Any) -> Any:
        """One that was made from a spec is made from it again: its networks and tables do not travel."""
        if self.spec is None:
            return super().__reduce_ex__(protocol)
        return build, (self.game, self.options, self.spec)

    def act(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        """The move chosen in each row: the one of the highest value, the first of equals."""
        chosen = np.empty(len(moves), np.int32)
        values = np.ascontiguousarray(self.values(views, moves, counts, *memory), np.float64)
        _choose_best(values, moves, counts, chosen)
        return chosen

    def note(self, views: np.ndarray, chosen: np.ndarray, memory: np.ndarray) -> None:
        """Write into the notes what was played in each row; `views` are those it was decided on."""

    def values(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        """What each legal move is worth, shaped like `moves`; entries past the count mean nothing."""
        raise NoAdvice(f"{self.name} puts no values on moves; ask another agent")

    def details(self, view: np.record, moves: np.ndarray) -> Mapping[str, np.ndarray]:
        """More columns for a hint, by name: one number per legal move."""
        return {}

    def ask(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        """What `act` answers, once it has the right form: one move code per row."""
        chosen = np.asarray(self.act(views, moves, counts, *memory))
        if chosen.shape != counts.shape or chosen.dtype.kind not in "iu":
            raise BadPlayer(
                f"{self.name} answered {len(counts)} rows with {chosen.dtype} of shape {chosen.shape}; "
                f"act must give one move code per row: whole numbers of shape {counts.shape}"
            )
        return np.ascontiguousarray(chosen, np.int32)

    def choose(self, state: State) -> int:
        """The code of the move it makes in one game."""
        code = int(self.ask(*state.asked(), *self.notes(state))[0])
        if code not in state.legal_codes:
            raise IllegalMove(f"{self.name} chose {code}, which is not among its legal moves")
        return code

    def notes(self, state: State) -> list[np.ndarray]:
        """What it would have noted by now, had it sat at the seat to move: one record.

        Empty for an agent without a memory, so that it can be passed on as it is.
        """
        if self.memory is None:
            return []
        kept = np.zeros(1, self.memory)
        for number in state.decisions_of(state.player):
            views, _, _ = state.asked(number)
            self.note(views, np.array(state.moves[number : number + 1], np.int32), kept)
        return [kept]


@kernel
def _choose_best(values, moves, counts, chosen):
    """The move of the highest value in each row: a kernel, since NumPy would keep other threads waiting meanwhile."""
    for i in range(len(moves)):
        chosen[i] = moves[i, best_of(values[i], counts[i])]


class CompiledAgent(Agent):
    """A player that is one kernel.

    >>> import kibitz
    >>> isinstance(kibitz.agent("gin", "simple"), kibitz.CompiledAgent)
    True
    """

    decide: Any = UNBOUND
    """``decide(v, moves, count, memory, params) -> move``: a legal move; `memory` and `params` are one record each.

    It may write to fields of its memory that begin with ``scratch``, as working space, and to no others.
    """

    judge: Any = UNBOUND
    """``judge(v, moves, count, memory, params, values)``: what each move is worth to the mover, for `values`.

    A player that only judges plays the first of its best moves; its memory then has a field ``scratch_values``.
    """

    remember: Any = UNBOUND
    """``remember(v, move, memory, params)``: write down what was played. Left out by a player without notes."""

    params: np.ndarray = np.zeros(1, NOTHING)
    """What it plays with (margins, tables, weights): an array of one record."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "judge" in vars(cls) and "decide" not in vars(cls):
            cls.decide = bind(_play_best, judge=cls.judge)

    def act(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        chosen = np.empty(len(views), np.int32)
        kept = memory[0] if memory else np.zeros(len(views), NOTHING if self.memory is None else self.memory)
        own: Any = type(self)
        _loops(own)[0](views, moves, counts, kept, self.params, chosen)
        return chosen

    def note(self, views: np.ndarray, chosen: np.ndarray, memory: np.ndarray) -> None:
        own: Any = type(self)
        loop = _loops(own)[1]
        if loop is not None:
            loop(views, chosen, memory, self.params)

    def values(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        own: Any = type(self)
        if own.judge is UNBOUND:
            return super().values(views, moves, counts, *memory)
        found = np.zeros(moves.shape)
        kept = memory[0].copy() if memory else np.zeros(1, NOTHING if self.memory is None else self.memory)
        _judging(own.judge)(views, moves, counts, kept, self.params, found)
        return found


@cache
def _loops(player: type[CompiledAgent]) -> tuple[Any, Any]:
    """`act` and `note` over a batch, compiled for one player."""
    act = bind(_act, decide=player.decide)
    return act, None if player.remember is UNBOUND else bind(_note, remember=player.remember)


@cache
def _judging(judge: Any) -> Any:
    return bind(_judge, judge=judge)


decide = judge = remember = UNBOUND


def _play_best(v, moves, count, memory, params):
    judge(v, moves, count, memory, params, memory.scratch_values)
    return moves[best_of(memory.scratch_values, count)]


def _judge(views, moves, counts, memory, params, values):
    for i in range(len(views)):
        judge(views[i], moves[i], counts[i], memory[i % len(memory)], params[0], values[i])


def _act(views, moves, counts, memory, params, chosen):
    for i in range(len(views)):
        chosen[i] = decide(views[i], moves[i], counts[i], memory[i], params[0])


def _note(views, chosen, memory, params):
    for i in range(len(views)):
        remember(views[i], chosen[i], memory[i], params[0])


@kernel
def any_move(v, moves, count, memory, params):
    return moves[pick(v.rng, count)]


class Random(CompiledAgent):
    """Plays any legal move, each as likely as the others."""

    style = "Plays any legal move."
    learned = "Knows the rules, nothing more."
    decide = any_move


EVERYWHERE = {"random": "kibitz.agent:Random", "rollout": "kibitz.rollout:Rollout"}
"""Players that every game has, unless it has one of its own of that name."""


def agents(name: str) -> list[str]:
    """The names of a game's players.

    >>> import kibitz
    >>> {"random", "optimal"} <= set(kibitz.agents("yacht"))
    True
    """
    game = find_game(name)
    package = game.module("agents")
    found = [] if package is None else [m.name for m in pkgutil.iter_modules(package.__path__)]
    return sorted({*EVERYWHERE, *invited(name), *named_players(game), *(n for n in found if not n.startswith("_"))})


def invited(game: str) -> Mapping[str, str]:
    """Players of others that this installation knows: see own.py."""
    from kibitz import own

    return own.invited(game)


def named_players(game: Game) -> Mapping[str, str]:
    """Names that stand for a player with certain parameters, and the specs they stand for."""
    return getattr(game.module("agents"), "NAMED", {})


def agent(name: str, spec: Any, /, **options: Any) -> Agent:
    """A player of a game, by its spec: ``"greedy"``, ``"diablo:margin=0.05"``, ``"estimator:lstm"``.

    After the colon come the player's parameters; one without a name is the player's first. `options`
    are the game's, since a player may play differently under other rules. A player of one's own, as a file, a class
    or a function, is as good as a spec: see own.py.

    >>> import kibitz
    >>> state = kibitz.new("yacht", seed=7)
    >>> kibitz.agent("yacht", "greedy").choose(state) in state.legal_codes
    True
    """
    game = find_game(name)
    return build(game, game.options(**options), spec)


def build(game: Game, options: GameOptions, spec: Any) -> Agent:
    """The player a spec names, or whatever else is a player, for one rule variant."""
    from kibitz import own

    if not isinstance(spec, str):
        return own.seat(game, options, spec)
    factory, rest = _factory(game, spec)
    built = own.seat(game, options, factory, **_parameters(spec, rest, factory))
    built.name = built.spec = spec
    return built


def _factory(game: Game, spec: str) -> tuple[Any, str]:
    """What a spec's player is made by, and the parameters it names."""
    from kibitz import own

    place = own.split(spec)
    if place is not None:
        return own.load(spec), place[2]
    player, _, rest = spec.partition(":")
    known = agents(game.name)
    if player not in known:
        raise UnknownAgent(f"{game.name} has no agent {player!r}; {suggest(player, known)}")
    full, _, more = named_players(game).get(player, player).partition(":")
    return class_of(game, full), ",".join(filter(None, (more, rest)))


def parameters(name: str, player: str) -> dict[str, inspect.Parameter]:
    """What may stand after the colon of a player's spec."""
    game = find_game(name)
    return _accepted(class_of(game, named_players(game).get(player, player).partition(":")[0]))


def about(game: Game, player: str) -> str:
    """What a player says of itself."""
    player = named_players(game).get(player, player).partition(":")[0]
    module = game.module(f"agents.{player}")
    return (module.__doc__ if module else class_of(game, player).__doc__) or ""


def class_of(game: Game, player: str) -> Any:
    """The class of a game's player, or of one that every game has."""
    module = game.module(f"agents.{player}")
    if module is None and player not in EVERYWHERE:
        from kibitz import own

        return own.load(invited(game.name)[player])
    if module is None:
        home, _, name = EVERYWHERE[player].partition(":")
        return getattr(import_module(home), name)
    if not hasattr(module, "Player"):
        raise UnknownAgent(f"{module.__name__} defines no class Player")
    return module.Player


def _accepted(factory: Any) -> dict[str, inspect.Parameter]:
    """The parameters of a player's class; the first two of an Agent's are the game and its options."""
    if not isinstance(factory, type):
        return {}
    return dict(list(inspect.signature(factory).parameters.items())[2 if issubclass(factory, Agent) else 0 :])


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
        try:
            given[key] = read_value(value, type(accepted[key].default), _bounds(factory, key))
        except ValueError as error:
            raise BadAgentSpec(f"{spec!r}: {key} is {value!r}; it must be {error}") from None
        if key == "weights" and "/" not in value and Path(value).is_file():
            given[key] = f"./{value}"  # a file that lies here is meant, whatever is shipped under the same name
    return given


def _bounds(factory: Any, key: str) -> Mapping[str, Any]:
    """What `within` or `among` says beside a parameter: ``margin: Annotated[float, within(0, 1)]``."""
    hint = get_type_hints(factory.__init__, include_extras=True).get(key)
    return get_args(hint)[1] if get_origin(hint) is Annotated else {}
