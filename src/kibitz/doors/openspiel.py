"""OpenSpiel: every game as a Python game, options as its parameters.

Importing this file registers them::

    import pyspiel, kibitz.doors.openspiel
    game = pyspiel.load_game("kibitz_gin(target=50)")

A deal is drawn as three chance nodes of 256 outcomes. Returns are by wins, as in reward.py. An observation is what a
seat sees now; an information state is all it has seen and done. As a string that is a hash of the whole course of the
game as the seat knows it; as a tensor, which must have one size, the present observation and those of the seat's
last decisions. `resample_from_infostate` deals anew what a seat cannot know, so OpenSpiel's ISMCTS and other Python
algorithms run. Its C++ bots do not: a Python game cannot pass resampling on to them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from hashlib import blake2b
from typing import Any

import numpy as np
import pyspiel

from kibitz.doors.reward import reward_of
from kibitz.game import Game, games
from kibitz.game import game as find_game
from kibitz.kernel import OVER, UNBOUND, bind
from kibitz.observation import observer
from kibitz.options import GameOptions

CHANCE_NODES, OUTCOMES = 3, 256
LONGEST = 1_000_000
"""More moves than any game has."""

MOST_POINTS = 10_000.0
"""More than anybody scores alone."""

EARLIER = 3
"""Own decisions before the present one that the tensor of an information state shows."""


def name_of(game: str) -> str:
    """What a game is called in OpenSpiel."""
    return f"kibitz_{game}"


def _type_of(game: Game) -> pyspiel.GameType:
    defaults = {f.name: f.default for f in fields(game.rules.Options)}
    seats = [f.metadata for f in fields(game.rules.Options) if f.name == "players"]
    least, most = (seats[0]["low"], seats[0]["high"]) if seats else (game.seats, game.seats)
    return pyspiel.GameType(
        short_name=name_of(game.name),
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM if least == 1 else pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=least,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=defaults,
    )


class OpenSpielGame(pyspiel.Game):
    """A game with its options; each game has a class of its own, as OpenSpiel keeps the class itself."""

    kind: pyspiel.GameType
    game: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.options: GameOptions = self.game.options(**(params or {}))
        self.seats = self.game.players(self.options)
        self.actions = self.game.actions(self.options)
        alone = self.seats == 1
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.actions),
            max_chance_outcomes=OUTCOMES,
            num_players=self.seats,
            min_utility=0.0 if alone else -1.0,
            max_utility=MOST_POINTS if alone else 1.0,
            utility_sum=None if self.kind.utility == pyspiel.GameType.Utility.GENERAL_SUM else 0.0,
            max_game_length=LONGEST,
        )
        super().__init__(self.kind, info, params or {})

    def new_initial_state(self) -> OpenSpielState:
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> OpenSpielObserver:
        recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Recollection(self.game) if recalls else OpenSpielObserver(self.game)


class OpenSpielState(pyspiel.State):
    """A game in progress."""

    def __init__(self, table: OpenSpielGame) -> None:
        super().__init__(table)
        self.game, self.options, self.actions, self.seats = table.game, table.options, table.actions, table.seats
        self.drawn: list[int] = []
        self.rows = np.zeros(1, self.game.state)
        self.moves = np.zeros(self.game.moves, np.int32)
        self.course = [b""] * self.seats
        """By seat, a hash of all it has seen and done."""
        self.earlier = np.zeros((self.seats, EARLIER), self.game.state)
        """By seat, what it saw when it last decided, the latest first."""
        self.decided = [0] * self.seats
        """By seat, how many of these there are."""

    def current_player(self) -> int:
        if len(self.drawn) < CHANCE_NODES:
            return pyspiel.PlayerId.CHANCE
        seat = int(self.game.player(self.rows[0]))
        return pyspiel.PlayerId.TERMINAL if seat == OVER else seat

    def is_terminal(self) -> bool:
        return self.current_player() == pyspiel.PlayerId.TERMINAL

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]

    def _legal_actions(self, player: int) -> list[int]:
        count = int(self.game.legal(self.rows[0], self.moves))
        return self.game.numbers(self.options, self.moves[:count]).tolist()

    def _apply_action(self, action: int) -> None:
        if len(self.drawn) == CHANCE_NODES:
            seat = self.current_player()
            self.earlier[seat, 1:] = self.earlier[seat, :-1]
            self.earlier[seat, 0] = self.view(seat)
            self.decided[seat] = min(EARLIER, self.decided[seat] + 1)
            self.course[seat] += action.to_bytes(4, "little")
            self.game.step(self.rows[0], self.actions[action])
            self._see()
            return
        self.drawn.append(action)
        if len(self.drawn) == CHANCE_NODES:
            self.game.deal(self.rows[0], self.options.encoded(), np.uint64(int.from_bytes(bytes(self.drawn), "big")))
            self._see()

    def _see(self) -> None:
        """All seats look at what has happened."""
        views = np.zeros(self.seats, self.game.state)
        _all_views(self.game)(self.rows, views)
        self.course = [
            blake2b(course + view.tobytes(), digest_size=16).digest()
            for course, view in zip(self.course, views, strict=True)
        ]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self.game.text.name(self.view(player), int(self.actions[action]))

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self.seats
        scores = np.zeros(self.game.seats)
        self.game.score(self.rows[0], scores)
        return [float(reward_of(scores, self.seats, seat, True)) for seat in range(self.seats)]

    def view(self, seat: int) -> np.record:
        """What a seat may know."""
        views = np.zeros(1, self.game.state)
        self.game.view(self.rows[0], seat, views[0])
        return views[0]

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> OpenSpielState:
        """The same position as far as a seat knows it; the rest is drawn at random.

        What the others saw before is forgotten, since it was of cards they no longer hold.
        """
        other = self.clone()
        other.rows[0] = self.view(player_id)
        self.game.redeal(other.rows[0], player_id, np.uint64(int(probability_sampler() * 2**53)))
        other.course = [b""] * self.seats
        other._see()
        other.course[player_id] = self.course[player_id]
        other.decided = [self.decided[seat] if seat == player_id else 0 for seat in range(self.seats)]
        return other

    def __str__(self) -> str:
        if len(self.drawn) < CHANCE_NODES:
            return f"deal {self.drawn}"
        seat = max(int(self.game.player(self.rows[0])), 0)
        return self.game.text.show(self.view(seat), seat)


class OpenSpielObserver:
    """Observations as OpenSpiel's algorithms ask for them."""

    def __init__(self, game: Game) -> None:
        self.observer = observer(game)
        self.tensor = np.zeros(self.observer.spec.size, np.float32)
        self.dict = self.observer.spec.split(self.tensor)

    def set_from(self, state: OpenSpielState, player: int) -> None:
        self.tensor[:] = 0
        if len(state.drawn) == CHANCE_NODES:
            self.tensor[:] = self.observer(state.view(player), player)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        if len(state.drawn) < CHANCE_NODES:
            return ""
        return f"{player}:{state.view(player).tobytes().hex()}"


class Recollection(OpenSpielObserver):
    """Information states: the course of the game as one seat knows it."""

    def __init__(self, game: Game) -> None:
        self.observer = observer(game)
        size = self.observer.spec.size
        self.tensor = np.zeros((1 + EARLIER) * size, np.float32)
        self.dict = {
            f"{part}, {ago} decisions ago" if ago else part: piece
            for ago, frame in enumerate(self.tensor.reshape(1 + EARLIER, size))
            for part, piece in self.observer.spec.split(frame).items()
        }

    def set_from(self, state: OpenSpielState, player: int) -> None:
        frames = self.tensor.reshape(1 + EARLIER, -1)
        frames[:] = 0
        if len(state.drawn) == CHANCE_NODES:
            earlier = state.earlier[player, : state.decided[player]]
            views = np.concatenate([np.array([state.view(player)]), earlier])
            self.observer.batch(views, np.full(len(views), player), frames[: len(views)])

    def string_from(self, state: OpenSpielState, player: int) -> str:
        return f"{player}:{state.course[player].hex()}"


@cache
def _all_views(game: Game) -> Any:
    return bind(_look_around, view=game.view)


view = UNBOUND


def _look_around(rows, views):
    for seat in range(len(views)):
        view(rows[0], seat, views[seat])


def register() -> None:
    """Make all installed games known to OpenSpiel."""
    known = set(pyspiel.registered_names())
    for name in games():
        if name_of(name) not in known:
            game = find_game(name)
            kind = _type_of(game)
            pyspiel.register_game(kind, type(f"{name.title()}Game", (OpenSpielGame,), {"kind": kind, "game": game}))


register()
