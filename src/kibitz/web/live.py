"""Tables in progress: the kept game replayed and held in memory, and what each seat may be told of it.

The database is the truth. Every request compares revisions and catches up, so several server processes may
serve one table. Within a process tables belong to the loop: no other thread touches them, and they need no locks.
Only `Live.snapshot` and `Live.position` make what leaves the server, and both start from a seat's view.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from datetime import date

import numpy as np
from starlette.concurrency import run_in_threadpool

from kibitz.game import Game
from kibitz.game import game as find_game
from kibitz.present.drawn import plain, recalled
from kibitz.state import State, new
from kibitz.store import Player, SavedGame, Step
from kibitz.store.history import SOMEBODY
from kibitz.web.disk import Disk
from kibitz.web.opponents import level_name, player_name, told_apart
from kibitz.web.shapes import LogEntry, MoveShown, Position, Result, SeatShown, Snapshot

HELD = 4096
"""So many tables are held in memory; one that was dropped is replayed when it is asked for."""

LOG = 30
"""How many of the last moves a snapshot tells."""


class Live:
    """One table."""

    def __init__(self, saved: SavedGame, state: State) -> None:
        self.saved, self.state = saved, state
        self.names: dict[int, str] = {}
        self.trouble: str | None = None
        """Why the computer player to move does not."""
        self._told: dict[int, list[LogEntry]] = {}
        self.movers = [0] * len(state.moves)
        for seat in range(state.seats):
            for number in state.decisions_of(seat):
                self.movers[number] = seat

    @property
    def agent_to_move(self) -> str | None:
        """The spec of the computer player whose turn it is."""
        return None if self.state.is_over else self.saved.seats[self.state.player].agent

    def seat_of(self, player: Player | None, number: int | None = None) -> int | None:
        """The seat through which a player looks; at a shared screen the one to move."""
        mine = self.saved.seats_of(player)
        if not mine:
            return None
        to_move = self.to_move(len(self.state.moves) if number is None else number)
        return to_move if to_move in mine else mine[0]

    def to_move(self, number: int) -> int | None:
        """Whose turn it was after so many moves; None where the game was over."""
        seat = self.movers[number] if number < len(self.movers) else self.state.player
        return None if seat < 0 else seat

    def can_undo(self, player: Player) -> bool:
        """A move may be taken back where no other person sees it, and the result is no daily one."""
        people = {seat.player for seat in self.saved.seats if seat.agent is None}
        mine = set(self.saved.seats_of(player))
        return (
            people == {player.id}
            and self.saved.daily is None
            and not self.state.is_over
            and any(mover in mine for mover in self.movers)
        )

    def undo_to(self, player: Player) -> int:
        """The number of the last move this player chose."""
        mine = set(self.saved.seats_of(player))
        return max(number for number, mover in enumerate(self.movers) if mover in mine)

    def snapshot(self, player: Player, number: int | None = None, log: int = LOG) -> Snapshot:
        """The table as a player may see it, now or after an earlier number of moves."""
        now = len(self.state.moves)
        number = now if number is None else number
        seat = self.seat_of(player, number)
        assert seat is not None, "only who sits here gets a snapshot"
        view, to_move, is_last = self.state.view(seat, number), self.to_move(number), number == now
        over = to_move is None
        saved, game = self.saved, self.state.game
        mine = saved.seats_of(player)
        moves = self.state.legal_codes.tolist() if is_last and to_move == seat else []
        scores = self.state.scores if over else None
        return Snapshot(
            id=saved.id,
            game=saved.game,
            title=short_title(game),
            options=saved.options,
            seat=seat,
            seats=self.seats(player),
            number=number,
            revision=saved.revision - (now - number),
            to_move=to_move,
            over=over,
            scores=scores,
            result=self.result(seat) if over else None,
            now=self._now(view, seat, to_move),
            view=plain(view),
            recalled=recalled(self.state, seat, number),
            moves=[MoveShown(code=code, name=game.text.name(view, code)) for code in moves],
            log=self.told(seat, number)[max(0, number - log) :],
            shown=self._shown(view, seat),
            can_undo=is_last and self.can_undo(player),
            tutor=saved.tutor,
            daily=None if saved.daily is None else date.fromisoformat(saved.daily),
            origin=saved.origin,
            invite=next((saved.id + other.invite for other in saved.seats if other.invite), None),
            shared_screen=len(mine) > 1,
            trouble=self.trouble if is_last else None,
        )

    def position(self, seat: int, number: int) -> Position:
        """One position of a game that is over."""
        assert self.state.is_over, "positions are shown once the game is over"
        view, to_move = self.state.view(seat, number), self.to_move(number)
        played = None
        if number < len(self.state.moves) and to_move is not None:
            code = self.state.moves[number]
            played = MoveShown(code=code, name=self.state.game.text.name(self.state.view(to_move, number), code))
        return Position(
            number=number,
            seat=seat,
            to_move=to_move,
            view=plain(view),
            recalled=recalled(self.state, seat, number),
            shown=self._shown(view, seat),
            played=played,
            text=self.told(seat, number)[-1].text if number else "",
        )

    def names_of(self, number: int) -> tuple[int, str]:
        """What the move of that number is called: its code and its notation."""
        code, view = self.state.moves[number], self.state.view(self.movers[number], number)
        return code, self.state.game.text.name(view, code)

    def told(self, seat: int, number: int) -> list[LogEntry]:
        """What every move looked like from one seat, up to a number of moves."""
        entries = self._told.setdefault(seat, [])
        for n in range(len(entries), number):
            before, after = self.state.view(seat, n), self.state.view(seat, n + 1)
            code, mover = self.state.moves[n], self.movers[n]
            text = self.state.game.text.tell(before, code, after, seat)
            entries.append(LogEntry(number=n, seat=mover, code=code if mover == seat else None, text=text))
        return entries[:number]

    def seats(self, player: Player | None) -> list[SeatShown]:
        """Who sits where."""
        shown = []
        game = self.state.game
        computers = iter(told_apart([player_name(game, seat.agent) for seat in self.saved.seats if seat.agent]))
        for seat in self.saved.seats:
            if seat.agent is not None:
                name, level = next(computers), level_name(game, seat.agent)
                shown.append(SeatShown(name=name, level=level, kind="computer", you=False, spec=seat.agent))
            else:
                you = player is not None and seat.player == player.id
                name = self.names.get(seat.player or 0) or ("You" if you else SOMEBODY)
                shown.append(SeatShown(name=name, kind="person" if seat.player else "open", you=you, spec=None))
        return shown

    def step(self, code: int) -> Step:
        """A move as the store keeps it. Nobody sees it here before it is kept and has been `played`."""
        state, number, seat = self.state, len(self.state.moves), self.state.player
        state.push(code)
        scores = state.scores if state.is_over else None
        state.pop()
        return Step(self.saved.id, number, code, seat, scores, self.saved.revision)

    def played(self, step: Step) -> None:
        """A step was kept: play it here as well, where that has not happened by catching up."""
        if self.saved.revision == step.revision:
            self.push(step.code)
            self.saved = replace(self.saved, moves=self.saved.moves + 1, revision=self.saved.revision + 1)

    def push(self, code: int) -> None:
        """Play a move that is kept already."""
        mover = self.state.player
        self.state.push(code)
        self.movers.append(mover)
        self.trouble = None

    def catch_up(self, saved: SavedGame, codes: list[int], names: dict[int, str]) -> None:
        """Come to where the database is."""
        same = 0
        while same < min(len(codes), len(self.state.moves)) and codes[same] == self.state.moves[same]:
            same += 1
        self._cut(same)
        for code in codes[same:]:
            self.push(code)
        self.saved, self.names = saved, names

    def _cut(self, number: int) -> None:
        """Forget the moves from a number on."""
        while len(self.state.moves) > number:
            self.state.pop()
        del self.movers[number:]
        for entries in self._told.values():
            del entries[number:]

    def _shown(self, view: np.record, seat: int) -> str:
        game = self.state.game
        return "" if game.is_drawn else game.text.show(view, seat)

    def _now(self, view: np.record, seat: int, to_move: int | None) -> str:
        say = getattr(self.state.game.text, "now", None)
        if say is not None:
            return str(say(view, seat))
        if to_move is None:
            return "The game is over."
        if to_move == seat:
            return "Your turn."
        return f"{self.seats(None)[to_move].name} is to move."

    def result(self, seat: int) -> Result:
        """How a finished game ended, in words to one seat."""
        scores = self.state.scores
        if len(scores) == 1:
            return Result(winners=[], text=f"{scores[0]:g} points.")
        best = max(scores)
        winners = [number for number, score in enumerate(scores) if score == best]
        standing = " to ".join(f"{score:g}" for score in sorted(scores, reverse=True))
        if len(winners) > 1:
            return Result(winners=winners, text=f"A draw, {standing}.")
        who = "You win" if winners[0] == seat else f"{self.seats(None)[winners[0]].name} wins"
        return Result(winners=winners, text=f"{who}, {standing}.")


class Tables:
    """The tables held in memory."""

    def __init__(self, disk: Disk) -> None:
        self.disk, self.store = disk, disk.store
        self._held: OrderedDict[str, Live] = OrderedDict()
        self._openings: dict[str, State] = {}

    def __len__(self) -> int:
        return len(self._held)

    async def load(self, game: str) -> State:
        """Load or compile what every table of a game needs, away from the loop, which nobody shall wait for.

        Returns some first position of it.
        """
        if game not in self._openings:
            self._openings[game] = await run_in_threadpool(_first_position, game)
        return self._openings[game]

    async def get(self, id: str) -> Live:
        """A table as the database has it now."""
        live = self._held.get(id)
        if live is not None:
            self._held.move_to_end(id)
            revision = await self.disk.read(self.store.revision, id)
            if revision is not None and revision <= live.saved.revision:
                return live
        saved, codes, names = await self.disk.read(self._kept, id)
        await self.load(saved.game)
        live = self._held.get(id)
        if live is not None and saved.revision <= live.saved.revision:
            return live  # another request was quicker
        live = live or Live(saved, saved.opening())
        live.catch_up(saved, codes, names)
        self._held[id] = live
        while len(self._held) > HELD:
            self._held.popitem(last=False)
        return live

    def _kept(self, id: str) -> tuple[SavedGame, list[int], dict[int, str]]:
        """A game, its moves, and the names of its people."""
        saved = self.store.game(id)
        people = [seat.player for seat in saved.seats if seat.player is not None]
        names = {id: player.name for id, player in self.store.players(people).items()}
        return saved, self.store.codes(id)[: saved.moves], names


def _first_position(name: str) -> State:
    game = find_game(name)
    state = new(name, seed=0, **game.table)
    state.push(int(state.legal_codes[0]))
    state.view(0)
    list(state.decisions_of(0))
    state.pop()
    return state


def short_title(game: Game) -> str:
    """The game's name without what follows the colon of its title."""
    return game.title.partition(":")[0]
