"""Games at the terminal keep themselves: every move is in the store before the next is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kibitz.coach.review import Decision
from kibitz.errors import KibitzError
from kibitz.present.words import HUMAN
from kibitz.state import State

if TYPE_CHECKING:
    from kibitz.store import SavedGame, Store


class Kept:
    """One game that is kept in a store."""

    def __init__(self, store: Store, id: str) -> None:
        self.store, self.id = store, id

    @classmethod
    def begin(
        cls, store: Store, state: State, seats: Sequence[str], tutor: str = "off", origin: str | None = None
    ) -> Kept:
        """Keep a game from now on."""
        from kibitz.store import Seat

        me = store.local_player()
        sitting = [Seat.person(me) if who == HUMAN else Seat.computer(who) for who in seats]
        return cls(store, store.new_game(state, sitting, tutor=tutor, origin=origin))

    def play(self, state: State, code: int) -> None:
        """Play a move and keep it."""
        self.store.play(self.id, state, code)

    def take_back(self, number: int) -> None:
        """Only the moves before `number` remain."""
        self.store.take_back(self.id, number)

    def change_tutor(self, level: str) -> None:
        """From now on the tutor speaks up at this level."""
        self.store.change_tutor(self.id, level)

    def forget(self) -> None:
        """Keep it no longer."""
        self.store.delete(self.id)

    def practise(self, lessons: Sequence[Decision]) -> int:
        """Put decisions of the local player on the drill's list; how many are new there."""
        me = self.store.local_player()
        return sum(self.store.drill.add(me.id, self.id, lesson.number, lesson.loss) for lesson in lessons)


def open_store(url: str | None) -> Store:
    """The store; an error where it cannot be opened."""
    from kibitz.store import Store

    return Store(url)


def seats_of(saved: SavedGame) -> list[str]:
    """Who sits where, as the command line names them."""
    return [seat.agent or HUMAN for seat in saved.seats]


def unfinished(store: Store, game: str | None) -> SavedGame:
    """The game last played and not over."""
    waiting = [found for found in store.unfinished(store.local_player()) if game in (None, found.game)]
    if not waiting:
        raise KibitzError(f"no {game or 'game'} waits to be resumed; kibitz play begins one")
    return store.game(waiting[0].id)


def last_finished(store: Store, game: str | None = None) -> SavedGame:
    """The game that was last played to its end."""
    over = store.finished(store.local_player(), game)
    if not over:
        raise KibitzError(f"no {game or 'game'} has been finished yet; kibitz play begins one")
    return store.game(over[0].id)
