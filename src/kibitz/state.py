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

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz import seeds
from kibitz.errors import AmbiguousMove, GameOver, IllegalMove, InvalidMove
from kibitz.game import Game
from kibitz.game import game as find_game
from kibitz.kernel import OVER, UNBOUND, bind
from kibitz.options import GameOptions

if TYPE_CHECKING:
    from kibitz.present.drawn import Drawn


@dataclass(frozen=True)
class Move:
    """A move with its name.

    >>> import kibitz
    >>> move = kibitz.new("yacht", seed=7).parse("keep none")
    >>> move.name, str(move)
    ('keep none', 'keep none')
    """

    code: int
    """The number the kernels know it by; it means the same in every position."""

    name: str
    """The notation, as ``push`` takes it."""

    def __str__(self) -> str:
        return self.name


class State:
    """A game in progress.

    Everything about it follows from the game, its options, the seed and the moves played.

    >>> import kibitz
    >>> s = kibitz.new("yacht", seed=7)
    >>> s.push("keep none")
    >>> s.player, len(s.moves), s.is_over
    (0, 1, False)
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
        self.game, self.options, self.seed = game, options, seeds.checked(seed)
        self.moves = []
        # Every position so far, one row each, so that undo and replay cost nothing.
        self._line = np.zeros(16, game.state)
        self._legal = np.zeros(game.moves, np.int32)
        self._kernels = _kernels(game)
        self._seat, self._count = self._kernels.deal(
            self._line, options.encoded_row(), np.uint64(self.seed), self._legal
        )

    def __repr__(self) -> str:
        return f"<{self.game.name}, {len(self.moves)} moves played>"

    def __str__(self) -> str:
        return self.show()

    def _repr_html_(self) -> str:
        return self.draw()._repr_html_()

    def __reduce__(self) -> tuple:
        return _replayed, (self.game, self.options, self.seed, list(self.moves))

    @property
    def data(self) -> np.record:
        """The whole record, hidden fields included: for tools, never for agents."""
        return self._line[len(self.moves)]

    @property
    def seats(self) -> int:
        """How many play."""
        return self.game.players(self.options)

    @property
    def player(self) -> int:
        """The seat to move, or -1 when the game is over."""
        return self._seat

    @property
    def is_over(self) -> bool:
        return self._seat == OVER

    @property
    def legal_codes(self) -> np.ndarray:
        """The codes of all legal moves, ascending."""
        return self._legal[: self._count].copy()

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

    def view(self, seat: int, number: int | None = None) -> np.record:
        """What one seat may know, as a record with the hidden fields blanked.

        `number` asks about an earlier position, after so many moves.
        """
        if not 0 <= seat < self.seats:
            raise IndexError(f"no seat {seat}; the seats are 0 to {self.seats - 1}")
        views = np.zeros(1, self.game.state)
        self._kernels.see(self._line, len(self.moves) if number is None else number, seat, views)
        return views[0]

    def asked(self, number: int | None = None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The position as its player's agent gets it: one view, its legal moves, their count.

        `number` asks about an earlier position, after so many moves.
        """
        number = len(self.moves) if number is None else number
        views, moves = np.zeros(1, self.game.state), np.zeros((1, self.game.moves), np.int32)
        count = self._kernels.ask(self._line, number, views, moves, np.uint64(seeds.for_players(self.seed, number)))
        return views, moves, np.array([count], np.int64)

    def decisions_of(self, seat: int) -> Iterator[int]:
        """The numbers of the moves a seat has played, first move 0."""
        for number in range(len(self.moves)):
            if self._kernels.seat(self._line, number) == seat:
                yield number

    def move(self, code: int) -> Move:
        """A legal move's code, with its name."""
        return Move(code, self.game.text.name(self.view(max(self.player, 0)), code))

    def show(self, seat: int | None = None) -> str:
        """The table as one seat sees it (by default the one to move)."""
        seat = max(self.player, 0) if seat is None else seat
        return self.game.text.show(self.view(seat), seat)

    def draw(self, seat: int | None = None) -> Drawn:
        """The web table as one seat sees it (by default the one to move), for a notebook."""
        from kibitz.present.drawn import Drawn

        return Drawn(self, seat)

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
            move = self.parse(move)
        code = move.code if isinstance(move, Move) else int(move)
        number = len(self.moves)
        if number + 1 == len(self._line):
            self._line = np.concatenate([self._line, np.zeros_like(self._line)])
        seat, count = self._kernels.push(self._line, number, code, self._legal, self._count)
        if count < 0:
            if self.is_over:
                raise GameOver("the game is over; pop() takes the last move back")
            raise IllegalMove(f"move {code} is not allowed here; {self._examples()}")
        self._seat, self._count = seat, count
        self.moves.append(code)

    def pop(self) -> Move:
        """Take the last move back."""
        if not self.moves:
            raise GameOver("no move has been played, so there is none to take back")
        code = self.moves.pop()
        self._seat, self._count = self._kernels.look(self._line, len(self.moves), self._legal)
        return self.move(code)

    def copy(self) -> State:
        """The same position, to be played on by itself."""
        other = State.__new__(State)
        other.__dict__.update(self.__dict__)
        other.moves, other._line, other._legal = list(self.moves), self._line.copy(), self._legal.copy()
        return other

    def record(self) -> str:
        """The game so far as text; ``kibitz.load`` reads it back."""
        from kibitz.record import write

        return write(self)

    def _examples(self) -> str:
        names = [move.name for move in self.legal]
        return f"legal here: {', '.join(names[:6])}{f' and {len(names) - 6} more' if len(names) > 6 else ''}"


def _replayed(game: Game, options: GameOptions, seed: int, moves: list[int]) -> State:
    """A state as it comes out of a pickle or a deep copy: its moves played again."""
    state = State(game, options, seed)
    for code in moves:
        state.push(code)
    return state


def new(name: str, /, *, seed: int | None = None, **options: Any) -> State:
    """A new game, dealt from `seed` (by default one that cannot be guessed).

    >>> import kibitz
    >>> kibitz.new("racko", seed=1, players=3, slots=5)
    <racko, 0 moves played>
    """
    found = find_game(name)
    return State(found, found.options(**options), seeds.fresh() if seed is None else seed)


# --- the kernels of one game, over (line, number) -------------------------------------------------
#
# A compiled function that is handed one np.record from Python takes 5 to 8 µs to unpack it; an array
# and an index take 0.3.


@dataclass(frozen=True)
class _Kernels:
    deal: Any
    look: Any
    push: Any
    seat: Any
    see: Any
    ask: Any


@cache
def _kernels(game: Game) -> _Kernels:
    loops = (_deal, _look, _push, _seat, _see, _ask)
    return _Kernels(*(bind(loop, **game.kernels) for loop in loops))


deal = player = legal = step = view = UNBOUND


def _deal(line, options, seed, moves):
    deal(line[0], options[0], seed)
    seat = player(line[0])
    return seat, 0 if seat == OVER else legal(line[0], moves)


def _look(line, number, moves):
    """The seat to move and how many moves it has, which are written to `moves`."""
    seat = player(line[number])
    return seat, 0 if seat == OVER else legal(line[number], moves)


def _push(line, number, code, moves, count):
    """The next position, from the legal `moves` of this one; the count is -1 where the move is none of them."""
    for i in range(count):
        if moves[i] == code:
            line[number + 1] = line[number]
            step(line[number + 1], moves[i])
            seat = player(line[number + 1])
            return seat, 0 if seat == OVER else legal(line[number + 1], moves)
    return OVER, -1


def _seat(line, number):
    return player(line[number])


def _see(line, number, seat, views):
    view(line[number], seat, views[0])


def _ask(line, number, views, moves, chance):
    count = legal(line[number], moves[0])
    view(line[number], player(line[number]), views[0])
    views[0].rng = chance
    return count
