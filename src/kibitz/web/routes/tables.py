"""Tables: make one, look, move, take back, watch, replay, play again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Header, Path, Query, Response
from fastapi.responses import PlainTextResponse, StreamingResponse
from starlette.concurrency import run_in_threadpool

from kibitz import record
from kibitz.store import Player
from kibitz.web.live import LOG, Live
from kibitz.web.service import NOT_YOURS, NotFound, Service
from kibitz.web.shapes import (
    ChangeTable,
    Invitation,
    Joined,
    NewTable,
    PlayMove,
    Position,
    Replay,
    SentRecord,
    Snapshot,
    TableId,
    Undo,
)
from kibitz.web.visitor import ServiceHere, Somebody, Visitor

router = APIRouter(prefix="/api", tags=["tables"])

BREATH = 15.0
"""Seconds after which a silent stream says that it is still there."""

MISSED = 60
"""The most missed moves that are told one by one."""

Id = Annotated[TableId, Path()]
Token = Annotated[str, Path(max_length=80, pattern=r"^[\w-]+$")]


@router.post("/tables", status_code=201)
async def make_a_table(service: ServiceHere, player: Somebody, wanted: NewTable) -> Snapshot:
    return (await service.new_table(player, wanted)).snapshot(player)


@router.get("/tables/{id}")
async def look(
    service: ServiceHere, visitor: Visitor, id: Id, log: Annotated[int, Query(ge=0, le=10_000)] = LOG
) -> Snapshot:
    live = await service.table_of(visitor, id)
    service.drive(live)
    return _sent(live.snapshot(_there(visitor), None, log))


@router.post("/tables/{id}/moves")
async def move(service: ServiceHere, visitor: Visitor, id: Id, sent: PlayMove) -> Snapshot:
    """Play a move. Its number makes a repeated request harmless. With a `warning` in the answer it was not played."""
    return _sent(await service.play(_there(visitor), id, sent))


@router.post("/tables/{id}/undo")
async def undo(service: ServiceHere, visitor: Visitor, id: Id, sent: Undo) -> Snapshot:
    """Back to your last decision."""
    live = await service.table_of(visitor, id)
    return await service.undo(_there(visitor), live, sent.number)


@router.patch("/tables/{id}")
async def change(service: ServiceHere, visitor: Visitor, id: Id, sent: ChangeTable) -> Snapshot:
    """Say when the tutor shall speak up."""
    live = await service.table_of(visitor, id)
    return await service.change(_there(visitor), live, sent.tutor)


@router.get("/tables/{id}/events", response_class=StreamingResponse)
async def events(
    service: ServiceHere,
    visitor: Visitor,
    id: Id,
    after: Annotated[int | None, Query(ge=0, lt=2**31, description="The revision you have.")] = None,
    last_event_id: Annotated[str | None, Header(max_length=20)] = None,
) -> StreamingResponse:
    """Server-sent events: a snapshot (as /tables/{id} gives it) per move, undo or arrival; the id is its revision.

    With `Last-Event-ID` or `after` the stream begins with what was missed, move by move.
    """
    await service.table_of(visitor, id)
    if last_event_id is not None and last_event_id.isdecimal():
        after = int(last_event_id)
    return StreamingResponse(
        _stream(service, _there(visitor), id, after),
        media_type="text/event-stream",
        headers={"X-Accel-Buffering": "no"},  # a reverse proxy must not wait for more
    )


async def _stream(service: Service, player: Player, id: str, after: int | None) -> AsyncIterator[str]:
    with service.hub.watch(id, player.id) as happened:
        yield "retry: 1000\n\n"
        while True:
            live = await service.table_of(player, id)
            service.drive(live)
            for snapshot in _since(live, player, after):
                yield f"id: {snapshot.revision}\ndata: {snapshot.model_dump_json()}\n\n"
                after = snapshot.revision
            try:
                await asyncio.wait_for(happened.wait(), BREATH)
                happened.clear()
            except TimeoutError:
                yield ": still here\n\n"


def _since(live: Live, player: Player, after: int | None) -> list[Snapshot]:
    """What happened at a table since a revision, move by move; with None, what it looks like now."""
    now = len(live.state.moves)
    missed = 1 if after is None else min(live.saved.revision - after, now, MISSED)
    if after is not None and live.saved.revision > after:
        missed = max(missed, 1)
    if live.trouble is not None:
        missed = max(missed, 1)
    # The log of each tells its own move alone, except of the first, which may follow a gap.
    return [live.snapshot(player, number, LOG) for number in range(now - missed + 1, now + 1)] if missed > 0 else []


@router.get("/tables/{id}/at/{number}")
async def position(
    service: ServiceHere,
    visitor: Visitor,
    id: Id,
    number: Annotated[int, Path(ge=0, lt=2**31)],
    seat: Annotated[int | None, Query(ge=0, lt=16)] = None,
) -> Position:
    """A position of a finished game, for everyone who has its address."""
    live = await service.finished(visitor, id)
    if number > len(live.state.moves):
        raise NotFound(f"the game has {len(live.state.moves)} moves")
    where = seat if seat is not None else live.seat_of(visitor) or 0
    if where >= live.state.seats:
        raise NotFound(f"no seat {where}; the seats are 0 to {live.state.seats - 1}")
    return live.position(where, number)


@router.post("/tables/{id}/replay", status_code=201)
async def replay(service: ServiceHere, player: Somebody, id: Id, sent: Replay) -> Snapshot:
    """A new table that goes on from a position of a finished game; the result counts in no tally."""
    live = await service.finished(player, id)
    return (await service.replay(player, live, sent.number, sent.seat)).snapshot(player)


@router.post("/tables/{id}/rematch", status_code=201)
async def rematch(service: ServiceHere, visitor: Visitor, id: Id) -> Snapshot:
    """The same players again, a new deal."""
    live = await service.table_of(visitor, id)
    return (await service.rematch(_there(visitor), live)).snapshot(_there(visitor))


@router.get("/tables/{id}/record", response_class=PlainTextResponse)
async def take_record(service: ServiceHere, visitor: Visitor, id: Id) -> PlainTextResponse:
    """A finished game as text. (Before its end the record would tell every hidden card.)"""
    live = await service.finished(visitor, id)
    seats = [seat.agent or "human" for seat in live.saved.seats]
    text = await run_in_threadpool(record.write, live.state.copy(), [s.replace(",", "") for s in seats])
    named = f'attachment; filename="{live.saved.game}-{id}.txt"'
    return PlainTextResponse(text, headers={"Content-Disposition": named})


@router.post("/records", status_code=201)
async def bring_record(service: ServiceHere, player: Somebody, sent: SentRecord) -> Snapshot:
    """A record becomes a table: to be reviewed, or played on."""
    return (await service.upload(player, sent.text)).snapshot(player)


@router.get("/invites/{token}")
async def invitation(service: ServiceHere, visitor: Visitor, token: Token) -> Invitation:
    """What you are invited to; the seat stays free until you take it."""
    live = await service.invited(visitor, token)
    hosts = [live.names.get(seat.player, "") for seat in live.saved.seats if seat.player is not None]
    return Invitation(game=live.saved.game, host=hosts[0] if hosts else "")


@router.post("/invites/{token}")
async def join(service: ServiceHere, player: Somebody, token: Token) -> Joined:
    """Sit down at the seat you were invited to."""
    return Joined(id=await service.join(player, token))


def _sent(snapshot: Snapshot) -> Any:
    """A snapshot as it goes out: it was checked when it was made, and need not be a second time."""
    return Response(snapshot.model_dump_json(), media_type="application/json")


def _there(visitor: Player | None) -> Player:
    if visitor is None:
        raise NotFound(NOT_YOURS)
    return visitor
