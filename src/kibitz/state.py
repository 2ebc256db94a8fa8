"""One game in progress, friendly: look, move, take back.

>>> import kibitz
>>> s = kibitz.new("yacht", seed=7)
>>> s.push("keep none")
>>> s.pop().name
'keep none'
>>> s.push("fly")
Traceback (most recent call last):
...
kibitz.errors.InvalidMove: 'fly' is no move of yacht; ...
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.errors import AmbiguousMove, GameOver, IllegalMove, InvalidMove
from kibitz.game import Game
from kibitz.game import game as find_game
from kibitz.kernel import OVER, mix
from kibitz.options import GameOptions


@dataclass(frozen=True)
class Move:
    """A move with its name."""

    code: int
    """The number the kernels know it by; it means the same in every position."""

    name: str
    """The notation, as ``push`` takes it."""

    def __str__(self) -> str:
        return self.name


class State:
    """A game in progress.

    Everything about it follows from the game, its options, the seed and the moves played.
    """

    game: Game
    """The game that is played."""

    options: GameOptions
    """The rule variant."""

    seed: int
    """What the deck and the dice were drawn from."""

    moves: list[int]
    """The codes of the moves played so far."""

    def __init__(self, game: Game, options: GameOptions, seed: int) -> None:
        self.game, self.options, self.seed = game, options, seed
        self.moves = []
        self._now = np.zeros(1, game.state)
        self._past: list[np.ndarray] = []
        game.deal(self._now[0], options.encoded(), np.uint64(seed))

    def __repr__(self) -> str:
        return f"<{self.game.name}, seed {self.seed}, {len(self.moves)} moves played>"

    @property
    def data(self) -> np.record:
        """The whole record, hidden fields included: for tools, never for agents."""
        return self._now[0]

    @property
    def seats(self) -> int:
        """How many play."""
        return self.game.players(self.options)

    @property
    def player(self) -> int:
        """The seat to move, or -1 when the game is over."""
        return int(self.game.player(self.data))

    @property
    def is_over(self) -> bool:
        return self.player == OVER

    @property
    def legal_codes(self) -> np.ndarray:
        """The codes of all legal moves, ascending."""
        codes = np.zeros(self.game.moves, np.int32)
        return codes[: 0 if self.is_over else self.game.legal(self.data, codes)]

    @property
    def legal(self) -> list[Move]:
        """All legal moves."""
        return [self.move(int(code)) for code in self.legal_codes]

    @property
    def scores(self) -> list[float]:
        """The result for each seat once the game is over."""
        if not self.is_over:
            raise GameOver("the game is not over yet, so there are no scores; play on until is_over")
        out = np.zeros(self.game.seats)
        self.game.score(self.data, out)
        return [float(score) for score in out[: self.seats]]

    def view(self, seat: int) -> np.record:
        """What one seat may know, as a record with the hidden fields blanked."""
        if not 0 <= seat < self.seats:
            raise IndexError(f"no seat {seat}; the seats are 0 to {self.seats - 1}")
        return self._seen(seat)[0]

    def asked(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The position as its player's agent gets it: one view, its legal moves, their count."""
        views, moves = self._seen(self.player), np.zeros((1, self.game.moves), np.int32)
        codes = self.legal_codes
        moves[0, : len(codes)] = codes
        # The agent's own chance: fixed by the game so far, and of no use to guess the game's.
        views["rng"] = mix(np.uint64(secret_of(self.seed)) + np.uint64(len(self.moves)))
        return views, moves, np.array([len(codes)], np.int64)

    def move(self, code: int) -> Move:
        """A legal move's code, with its name."""
        return Move(code, self.game.text.name(self.view(max(self.player, 0)), code))

    def show(self, seat: int | None = None) -> str:
        """The table as one seat sees it (the one to move, unless told)."""
        seat = max(self.player, 0) if seat is None else seat
        return self.game.text.show(self.view(seat), seat)

    def parse(self, text: str) -> Move:
        """The legal move a text names."""
        if self.is_over:
            raise GameOver("the game is over; pop() takes the last move back")
        candidates = self.game.text.read(self.view(self.player), text.strip())
        if not candidates:
            raise InvalidMove(f"{text!r} is no move of {self.game.name}; {self._examples()}")
        legal = set(self.legal_codes.tolist())
        fitting = sorted(set(candidates) & legal)
        if not fitting:
            raise IllegalMove(f"{text!r} is not allowed here; {self._examples()}")
        if len(fitting) > 1:
            names = ", ".join(self.move(code).name for code in fitting[:6])
            raise AmbiguousMove(f"{text!r} could mean {len(fitting)} moves: {names}; say which")
        return self.move(fitting[0])

    def push(self, move: str | int | Move) -> None:
        """Play a move, given as notation, code or Move."""
        if isinstance(move, str):
            code = self.parse(move).code
        else:
            code = move.code if isinstance(move, Move) else int(move)
            if self.is_over:
                raise GameOver("the game is over; pop() takes the last move back")
            if code not in self.legal_codes:
                raise IllegalMove(f"move {code} is not allowed here; {self._examples()}")
        self._past.append(self._now.copy())
        self.game.step(self.data, code)
        self.moves.append(code)

    def pop(self) -> Move:
        """Take the last move back."""
        if not self._past:
            raise GameOver("no move has been played, so there is none to take back")
        self._now = self._past.pop()
        return self.move(self.moves.pop())

    def copy(self) -> State:
        """The same position, to be played on by itself."""
        other = State.__new__(State)
        other.game, other.options, other.seed = self.game, self.options, self.seed
        other.moves, other._now = list(self.moves), self._now.copy()
        other._past = [past.copy() for past in self._past]
        return other

    def record(self) -> str:
        """The game so far as text; ``kibitz.load`` reads it back."""
        from kibitz.record import write

        return write(self)

    def _seen(self, seat: int) -> np.ndarray:
        views = np.zeros(1, self.game.state)
        self.game.view(self.data, seat, views[0])
        return views

    def _examples(self) -> str:
        names = [move.name for move in self.legal]
        return f"legal here: {', '.join(names[:6])}{f' and {len(names) - 6} more' if len(names) > 6 else ''}"


def secret_of(seed: int) -> int:
    """A seed for the agents, from which the game's own cannot be worked out."""
    return int(np.random.SeedSequence([seed, 0x6B6962]).generate_state(1, np.uint64)[0])


def new(name: str, /, *, seed: int | None = None, **options: Any) -> State:
    """A new game, dealt from `seed` (a fresh one if none is given)."""
    found = find_game(name)
    return State(found, found.options(**options), secrets.randbits(32) if seed is None else seed)
