"""What the server does for its visitors, apart from HTTP: make tables, play at them, let the computer move."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import hmac
import logging
import secrets
import time
from collections import OrderedDict
from concurrent.futures import Future
from datetime import UTC, date, datetime
from typing import Any

from starlette.concurrency import run_in_threadpool

from kibitz.coach.review import Review
from kibitz.errors import KibitzError, NotTheNextMove
from kibitz.game import Game, games
from kibitz.game import game as find_game
from kibitz.state import State, new
from kibitz.store import Player, Seat, Store
from kibitz.store.store import GONE_ON, RECORD
from kibitz.web import thoughts
from kibitz.web.daily_results import DailyResults
from kibitz.web.disk import Disk
from kibitz.web.hub import Hub
from kibitz.web.live import Live, Tables
from kibitz.web.opponents import offered, player_name
from kibitz.web.safety import VISITORS, Limits
from kibitz.web.shapes import NewTable, PlayMove, Snapshot, Warning
from kibitz.web.thinkers import COACH, PLAY, PONDER, REVIEW, Failed, Thinkers, TooSlow
from kibitz.web.thoughts import Asked

log = logging.getLogger("kibitz.web")

YOU, PERSON, HERE = "you", "person", "here"
REVIEWS = 500
"""So many reviews are remembered."""

REMEMBERED = 5.0
"""Seconds for which a player is not looked up again."""

NOT_YOURS = "there is no such table, or you do not sit at it"
NO_INVITATION = "this invitation was used already, or is not a real one"

ID_LENGTH = 16
"""Of a table's id; an invite is the id and then the seat's own secret."""


class NotAllowed(KibitzError):
    """Asked by someone who may not, or at the wrong time."""


class NotFound(KibitzError):
    """There is no such thing, or it is none of the asker's business."""


class Service:
    """One server process."""

    def __init__(self, store: Store, limits: Limits | None = None) -> None:
        self.store, self.limits = store, limits or Limits()
        self.disk = Disk(store)
        self.tables = Tables(self.disk)
        self.thinkers = Thinkers()
        self.hub = Hub(store, self.limits.streams)
        self.daily_results = DailyResults(store.daily, self.review)
        self._key = bytes.fromhex(store.setting("key", secrets.token_hex(32)))
        self.ready = False
        self._known: dict[str, tuple[Player, float]] = {}
        self._driven: set[str] = set()
        self._reviews: OrderedDict[str, asyncio.Future[Review]] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    async def warm_up(self) -> None:
        """Load or compile what every table needs, so that the first visitor does not wait for it."""
        for name in games():
            try:
                state = await self.tables.load(name)
                asked, limit = Asked.of(state), self.limits.player_seconds
                await self.think(PLAY, thoughts.choose, asked, limit, later=True, spec="random")
                # The coach compiles the champion; where new players think it is then soon loaded, and nobody waits.
                await self.think(COACH, thoughts.advise, asked, self.limits.coach_seconds, later=True)
                await self.think(PONDER, thoughts.choose, asked, limit, later=True, spec=state.game.adviser)
            except (KibitzError, Failed) as error:
                log.error("%s is not ready: %s", name, str(error).strip().splitlines()[-1])
        # What is loaded by now stays. A collection that looked through all of it would stop every table for a tenth
        # of a second, now and then.
        gc.collect()
        gc.freeze()
        self.ready = True

    def close(self) -> None:
        self.thinkers.close()
        self.disk.close()
        self.store.close()

    async def player(self, secret: str) -> Player | None:
        """Who knows this secret. Remembered for a moment: one visit is many requests."""
        known, until = self._known.get(secret, (None, 0.0))
        if time.monotonic() < until:
            return known
        found = await self.disk.read(self.store.player, secret)
        if found is not None:
            self._known[secret] = (found, time.monotonic() + REMEMBERED)
            while len(self._known) > VISITORS:
                self._known.pop(next(iter(self._known)))
        return found

    def forget(self, secret: str) -> None:
        """Something about a player has changed."""
        self._known.pop(secret, None)

    # Tables

    async def new_table(self, player: Player, wanted: NewTable) -> Live:
        """A new game, dealt from a seed that nobody can guess."""
        game = find_game(wanted.game)
        await self.tables.load(game.name)
        options = {**game.table, **wanted.options}
        if wanted.seats is not None and has_players(game):
            options["players"] = len(wanted.seats)
        state = new(game.name, **options)
        names = wanted.seats or [YOU, *[game.adviser] * (state.seats - 1)]
        if len(names) != state.seats:
            raise NotAllowed(f"this game has {state.seats} seats, and {len(names)} were named")
        if names.count(YOU) != 1:
            raise NotAllowed('exactly one seat must be "you"')
        await self._check_computers(state, names)
        seats = [self._seat(player, name) for name in names]
        return await self._keep(player, state, seats, tutor=wanted.tutor)

    async def daily_table(self, player: Player, game: Game, day: date) -> Live:
        """The deal of a day against the champion: one try per player."""
        begun = await run_in_threadpool(self.store.daily.of, day.isoformat(), game.name, player.id)
        if begun is not None:
            return await self.find(begun.played)
        await self.tables.load(game.name)
        options = game.table
        if has_players(game):
            options["players"] = 2
        state = State(game, game.options(**options), self.secret_number(f"daily {game.name} {day.isoformat()}"))
        seats = [Seat.person(player), *[Seat.computer(game.adviser)] * (state.seats - 1)]
        live = await self._keep(player, state, seats, daily=day.isoformat())
        if not await run_in_threadpool(self.store.daily.begin, day.isoformat(), game.name, player.id, live.saved.id):
            await run_in_threadpool(self.store.delete, live.saved.id)  # the same player was quicker in another window
            return await self.daily_table(player, game, day)
        return live

    async def invited(self, player: Player | None, token: str) -> Live:
        """The table an invite is for, as long as its seat is free."""
        live = await self.find(token[:ID_LENGTH])
        secrets_left = [seat.invite.encode() for seat in live.saved.seats if seat.invite is not None]
        if not live.saved.seats_of(player) and not any(
            hmac.compare_digest(secret, token[ID_LENGTH:].encode()) for secret in secrets_left
        ):
            raise NotAllowed(NO_INVITATION)
        return live

    async def join(self, player: Player, token: str) -> str:
        """Take the seat an invite is for; the id of its table."""
        id, secret = token[:ID_LENGTH], token[ID_LENGTH:]
        live = await self.find(id)
        if live.saved.seats_of(player):
            return id
        seat = await run_in_threadpool(self.store.sit_down, id, secret, player)
        if seat is None:
            raise NotAllowed(NO_INVITATION)
        self.hub.tell(id)
        return id

    async def replay(self, player: Player, live: Live, number: int, seat: int | None) -> Live:
        """A new table from a position of a game that is over."""
        if not live.state.is_over:
            raise NotAllowed("a game can be replayed from a position once it is over")
        if number > len(live.state.moves):
            raise NotAllowed(f"the game has {len(live.state.moves)} moves; name a number up to that")
        old = live.saved
        state = old.opening()
        for code in live.state.moves[:number]:
            state.push(code)
        if state.is_over:
            raise NotAllowed("the game is over there; choose an earlier position")
        mine = old.seats_of(player)
        where = seat if seat is not None else mine[0] if mine else 0
        if where >= state.seats:
            raise NotAllowed(f"no seat {where}; the seats are 0 to {state.seats - 1}")
        others = [s.agent or state.game.adviser for s in old.seats]
        seats = [Seat.person(player) if n == where else Seat.computer(others[n]) for n in range(state.seats)]
        return await self._keep(player, state, seats, tutor=old.tutor, origin=old.id)

    async def rematch(self, player: Player, live: Live) -> Live:
        """The same players and rules, a new deal, everyone one seat on."""
        if not live.state.is_over:
            raise NotAllowed("this game is not over yet")
        old = live.saved
        state = new(old.game, **old.options)
        seats = [Seat(seat.player, seat.agent) for seat in old.seats]
        return await self._keep(player, state, seats[-1:] + seats[:-1], tutor=old.tutor)

    async def upload(self, player: Player, text: str) -> Live:
        """A record as a table of one's own; what is not over can be played on against the computer."""
        read = await self.think(COACH, thoughts.read_record, None, self.limits.coach_seconds, text=text)
        await self.tables.load(read.game)
        state = read.state()
        seats = [Seat.person(player), *[Seat.computer(state.game.adviser)] * (state.seats - 1)]
        return await self._keep(player, state.copy(), seats, origin=RECORD)

    async def find(self, id: str) -> Live:
        """A table; NotFound where there is none."""
        try:
            return await self.tables.get(id)
        except LookupError:
            raise NotFound("there is no such table") from None

    async def table_of(self, player: Player | None, id: str) -> Live:
        """A table this player sits at; for others it does not exist."""
        live = await self.find(id)
        if live.seat_of(player) is None:
            raise NotFound(NOT_YOURS)
        return live

    async def finished(self, player: Player | None, id: str) -> Live:
        """A table that is over, which everyone who has its address may see."""
        live = await self.find(id)
        if not live.state.is_over:
            await self.table_of(player, id)
            raise NotAllowed("the game is not over yet")
        return live

    # Play

    async def play(self, player: Player, id: str, sent: PlayMove) -> Snapshot:
        """Play a person's move: the table after it, or the tutor's warning and the table as it was."""
        live = await self.table_of(player, id)
        code = self._read_move(player, live, sent)
        if code is not None and live.saved.tutor != "off" and not sent.anyway:
            warning = await self._tutor(live, sent.number, code)
            if warning is not None:
                return live.snapshot(player).model_copy(update={"warning": warning})
        try:
            await self._play(player, live, sent)
        except NotTheNextMove:
            # Something happened meanwhile. If it was this very move, sent twice at once, it is played; else it may be
            # played still, or this says what is wrong.
            live = await self.table_of(player, id)
            await self._play(player, live, sent)
        snapshot = live.snapshot(player)
        self.drive(live)
        await self.daily_results.settle(live)
        return snapshot

    async def undo(self, player: Player, live: Live, number: int) -> Snapshot:
        """Back to this player's last decision."""
        if not live.can_undo(player):
            raise NotAllowed("no move can be taken back here")
        if number != len(live.state.moves):
            raise NotTheNextMove(GONE_ON)
        id, back_to, revision = live.saved.id, live.undo_to(player), live.saved.revision
        await run_in_threadpool(lambda: self.store.take_back(id, back_to, revision=revision))
        live = await self.find(id)
        self.hub.tell(id)
        self.drive(live)
        return live.snapshot(player)

    async def change(self, player: Player, live: Live, tutor: str) -> Snapshot:
        """Let the tutor speak up at another level."""
        await run_in_threadpool(self.store.change_tutor, live.saved.id, tutor)
        live = await self.find(live.saved.id)
        self.hub.tell(live.saved.id)
        return live.snapshot(player)

    def drive(self, live: Live) -> None:
        """Let the computer move where it is its turn; the moves arrive as events."""
        id = live.saved.id
        if live.agent_to_move is not None and id not in self._driven:
            self._driven.add(id)
            self._start(self._drive(live))

    async def think(self, lane: str, thought: Any, asked: Asked | None, limit: float, **arguments: Any) -> Any:
        """Put a question to a thinker and wait for the answer."""
        answer: Future[Any] = self.thinkers.ask(lane, thought, asked, limit=limit, **arguments)
        return await asyncio.wrap_future(answer)

    async def review(self, live: Live) -> Review:
        """A finished game looked over; each once, however many ask."""
        id = live.saved.id
        asking = self._reviews.get(id)
        if asking is None:
            limit = self.limits.review_seconds
            job = self.think(REVIEW, thoughts.look_over, Asked.of(live.state), limit)
            asking = self._reviews[id] = asyncio.ensure_future(job)
            while len(self._reviews) > REVIEWS:
                self._reviews.popitem(last=False)
        try:
            return await asyncio.shield(asking)
        except (KibitzError, Failed):
            self._reviews.pop(id, None)  # the next who asks may have more luck
            raise

    def secret_number(self, what: str) -> int:
        """63 bits for a purpose: always the same on this database, and known to nobody beforehand."""
        return int.from_bytes(hmac.digest(self._key, what.encode(), hashlib.sha256)[:8], "big") >> 1

    def _read_move(self, player: Player, live: Live, sent: PlayMove) -> int | None:
        """The code of a move that may be played now; None where it was played already."""
        state, mine = live.state, live.saved.seats_of(player)
        if sent.number < len(state.moves):
            if live.movers[sent.number] in mine and sent.move in live.names_of(sent.number):
                return None
            raise NotTheNextMove(f"move {sent.number} was played already; the next is {len(state.moves)}")
        if sent.number > len(state.moves):
            raise NotTheNextMove(f"the next move is number {len(state.moves)}, not {sent.number}")
        if state.is_over:
            raise NotAllowed("the game is over")
        if state.player not in mine:
            raise NotAllowed("it is not your turn")
        if isinstance(sent.move, str):
            return state.parse(sent.move).code
        if sent.move not in state.legal_codes:
            raise NotAllowed("this move is not allowed here")
        return sent.move

    async def _play(self, player: Player, live: Live, sent: PlayMove) -> None:
        code = self._read_move(player, live, sent)
        if code is not None:
            await self._commit(live, code)

    async def _commit(self, live: Live, code: int) -> None:
        """Play a move that is legal at the table as it stands; NotTheNextMove where something happened meanwhile."""
        step = live.step(code)
        await self.disk.keep(step)
        live.played(step)
        self.hub.tell(live.saved.id)

    async def _drive(self, live: Live) -> None:
        """The computer moves until a person is to move."""
        id = live.saved.id
        try:
            while True:
                spec, asked, revision = live.agent_to_move, Asked.of(live.state), live.saved.revision
                if spec is None:
                    return
                try:
                    limit = self.limits.player_seconds
                    code = await asyncio.wrap_future(self.thinkers.ask_player(asked, spec, limit=limit))
                    if live.saved.revision != revision:
                        raise NotTheNextMove(GONE_ON)
                    await self._commit(live, code)
                    await self.daily_results.settle(live)
                except NotTheNextMove:
                    live = await self.tables.get(id)  # an undo, or another process, was quicker
                except (KibitzError, Failed) as error:
                    log.error("%s cannot move at table %s: %s", spec, id, str(error).strip().splitlines()[-1])
                    why = "thinks too long" if isinstance(error, TooSlow) else "cannot move"
                    live.trouble = f"{player_name(live.state.game, spec)} {why}. Look again, or take your move back."
                    self.hub.tell(id)
                    return
        finally:
            self._driven.discard(id)

    async def _tutor(self, live: Live, number: int, code: int) -> Warning | None:
        """What the tutor says before a costly move; silent where it cannot tell in time."""
        try:
            asked = Asked.of(live.state, number)
            warned = await self.think(COACH, thoughts.warn, asked, 3.0, code=code, level=live.saved.tutor)
        except (KibitzError, Failed):
            return None
        return None if warned is None else Warning(**warned)

    async def _check_computers(self, state: State, names: list[str]) -> None:
        computers = sorted({name for name in names if name not in (YOU, PERSON, HERE)})
        known = offered(state.game)
        for name in computers:
            if name not in known:
                raise NotAllowed(f"{state.game.name} has no player {name!r}; there are {', '.join(known)}")
        if computers:
            asked = Asked.of(state)
            await self.think(PONDER, thoughts.can_play, asked, self.limits.player_seconds, specs=computers)

    @staticmethod
    def _seat(player: Player, name: str) -> Seat:
        if name in (YOU, HERE):
            return Seat.person(player)
        return Seat.invited() if name == PERSON else Seat.computer(name)

    async def _keep(self, player: Player, state: State, seats: list[Seat], **more: Any) -> Live:
        if await run_in_threadpool(self.store.open_games, player) >= self.limits.open_games:
            most = self.limits.open_games
            raise NotAllowed(f"{most} games of yours are not finished; finish one before you begin another")
        id = await run_in_threadpool(lambda: self.store.new_game(state, seats, **more))
        live = await self.find(id)
        self.drive(live)
        return live

    def _start(self, job: Any) -> None:
        task = asyncio.get_running_loop().create_task(job)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def today() -> date:
    """Days change at midnight UTC, everywhere at once."""
    return datetime.now(UTC).date()


def has_players(game: Game) -> bool:
    """Whether the number of seats is an option of the game."""
    return "players" in game.rules.Options.__dataclass_fields__
