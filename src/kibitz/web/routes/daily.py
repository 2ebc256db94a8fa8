"""The daily deal: one per game and day, the same for everyone, against the champion."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.concurrency import run_in_threadpool

from kibitz.game import Game
from kibitz.game import game as find_game
from kibitz.store import Player
from kibitz.store.daily import DailyResult
from kibitz.store.history import SOMEBODY
from kibitz.web.live import short_title
from kibitz.web.opponents import player_name
from kibitz.web.service import Service, today
from kibitz.web.shapes import DailyEntry, DailyShown, GameName, Snapshot
from kibitz.web.visitor import ServiceHere, Somebody, Visitor

router = APIRouter(prefix="/api", tags=["daily"])


@router.get("/daily/{game}")
async def daily(service: ServiceHere, visitor: Visitor, game: Annotated[GameName, Path()]) -> DailyShown:
    """Today's deal: whether you have played it, and once you have, how everyone did."""
    return await _shown(service, visitor, find_game(game))


@router.post("/daily/{game}")
async def play_daily(service: ServiceHere, player: Somebody, game: Annotated[GameName, Path()]) -> Snapshot:
    """Sit down at today's deal, or come back to it."""
    live = await service.daily_table(player, find_game(game), today())
    return live.snapshot(player)


async def _shown(service: Service, visitor: Player | None, game: Game) -> DailyShown:
    day = today()
    over, streak = False, 0
    if visitor is not None:
        begun = await run_in_threadpool(service.store.daily.of, day.isoformat(), game.name, visitor.id)
        if begun is not None:
            live = await service.find(begun.played)
            over = live.state.is_over
            await service.daily_results.settle(live)
        streak = await run_in_threadpool(service.store.daily.streak, game.name, visitor.id, day)
    results = await run_in_threadpool(service.store.daily.results, day.isoformat(), game.name)
    mine = next((entry for entry in results if visitor and entry.player == visitor.id), None)
    return DailyShown(
        day=day,
        game=game.name,
        opponent=player_name(game, game.adviser),
        table=mine.played if mine else None,
        over=over,
        entries=[_entry(entry, visitor) for entry in results if entry.result is not None] if over else [],
        players=len(results),
        streak=streak,
        share=_share(game, mine, streak) if over and mine else None,
    )


def _entry(entry: DailyResult, visitor: Player | None) -> DailyEntry:
    you = visitor is not None and entry.player == visitor.id
    return DailyEntry(name=entry.name or SOMEBODY, you=you, result=entry.result, adjusted=entry.adjusted)


def _share(game: Game, mine: DailyResult, streak: int) -> str | None:
    """One line that says how it went and nothing of the cards."""
    if mine.result is None:
        return None
    words = {1.0: "won", 0.5: "drew", 0.0: "lost"}
    went = words.get(mine.result, f"{mine.result:g} points")
    luck = "" if mine.adjusted is None else f", {mine.adjusted:.0%} without luck"
    days = f", {streak} days in a row" if streak > 1 else ""
    return f"Kibitz, daily {short_title(game)} of {mine.day}: {went}{luck}{days}"
