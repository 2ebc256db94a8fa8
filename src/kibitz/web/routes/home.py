"""What the first page needs: the games, the player, what was played, the rules."""

from __future__ import annotations

import dataclasses
import logging
from datetime import UTC, date
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from kibitz.errors import BadGame
from kibitz.game import Game, games
from kibitz.game import game as find_game
from kibitz.store import Player, Summary
from kibitz.web.ladder import ladder
from kibitz.web.live import short_title
from kibitz.web.opponents import offered, player_name, told_apart, words_of
from kibitz.web.service import Service, has_players
from kibitz.web.shapes import (
    ChangeMe,
    GameListed,
    GameName,
    GameShown,
    Health,
    HistoryShown,
    LadderRow,
    LadderShown,
    Me,
    Opponent,
    OptionShown,
    RulesShown,
    TallyShown,
)
from kibitz.web.visitor import COOKIE, ServiceHere, Somebody, Visitor, remember

router = APIRouter(prefix="/api", tags=["home"])

log = logging.getLogger("kibitz.web")

FEW = 5
LISTED = 200
"""The most finished games that are listed."""


@router.get("/health")
async def health(service: ServiceHere, request: Request) -> Health:
    """For whoever watches the server: an answer at all means that it runs."""
    return Health(ready=service.ready, tables=len(service.tables), site=request.app.state.has_site)


@router.get("/games")
def list_games() -> list[GameShown]:
    """Every game that is installed and loads; one that does not is left out and named in the log."""
    shown = []
    for name in games():
        try:
            shown.append(_shown(find_game(name)))
        except BadGame as error:
            log.error("%s", error)
    return shown


@router.get("/rules/{game}")
def rules(game: Annotated[GameName, Path()]) -> RulesShown:
    found = find_game(game)
    text = (found.rules.__doc__ or "").strip().partition("\n")[2].strip().replace("``", "`")
    return RulesShown(game=game, title=short_title(found), text=text, options=_options(found))


@router.get("/ladder/{game}")
def show_ladder(game: Annotated[GameName, Path()]) -> LadderShown:
    """The players by strength, as a stored tournament measured it."""
    found = find_game(game)
    rated = ladder(found)
    rows = []
    for spec, row in rated.standings.items():
        words, rating = words_of(found, spec), row["rating"]
        rows.append(
            LadderRow(
                spec=spec, name=words.name, style=words.style, learned=words.learned, level=rated.level(spec),
                rating=rating["value"], low=rating["low"], high=rating["high"], games=row["games"],
            )
        )  # fmt: skip
    return LadderShown(game=game, rows=rows, source=rated.command)


@router.get("/me")
async def me(service: ServiceHere, visitor: Visitor, request: Request, response: Response) -> Me:
    if visitor is not None:
        remember(request, response, request.cookies[COOKIE])  # so that it lasts
    return await _me(service, visitor)


@router.patch("/me")
async def change_me(service: ServiceHere, player: Somebody, sent: ChangeMe, request: Request) -> Me:
    """Give a name, or say whether your games may be used for research."""
    changed = await run_in_threadpool(lambda: service.store.change_player(player, name=sent.name, consent=sent.consent))
    service.forget(request.cookies.get(COOKIE, ""))
    return await _me(service, changed)


@router.get("/history")
async def history(
    service: ServiceHere, visitor: Visitor, game: Annotated[GameName | None, Query()] = None
) -> HistoryShown:
    """Unfinished games, finished ones, and how you stand against each opponent."""
    if visitor is None:
        return HistoryShown(unfinished=[], games=[], tallies=[])
    unfinished = await run_in_threadpool(service.store.unfinished, visitor)
    found = await run_in_threadpool(service.store.history, visitor, game)
    tallies = []
    for tally in found.tallies:
        low, high = tally.interval
        name = tally.opponent if tally.is_person else player_name(find_game(tally.game), tally.opponent)
        tallies.append(
            TallyShown(
                game=tally.game, opponent=name,
                spec=None if tally.is_person else tally.opponent, won=tally.won, drawn=tally.drawn, lost=tally.lost,
                rate=tally.rate, low=low, high=high,
            )
        )  # fmt: skip
    return HistoryShown(
        unfinished=await _unfinished(service, visitor, [u for u in unfinished if game in (None, u.game)]),
        games=[_listed(summary) for summary in found.games[:LISTED]],
        tallies=tallies,
    )


async def _me(service: Service, player: Player | None) -> Me:
    if player is None:
        return Me(known=False, name="", consent=None, drill=0)
    waiting = await run_in_threadpool(service.store.drill.waiting, player.id)
    return Me(known=True, name=player.name, consent=player.consent, drill=waiting)


def _shown(game: Game) -> GameShown:
    table = game.options(**game.table)
    sizes = game.rules.Options.__dataclass_fields__["players"].metadata if has_players(game) else None
    return GameShown(
        name=game.name,
        title=short_title(game),
        options=_options(game),
        opponents=_opponents(game),
        seats=game.players(table),
        least_seats=sizes["low"] if sizes else game.seats,
        most_seats=sizes["high"] if sizes else game.seats,
        drawn=game.is_drawn,
    )


def _opponents(game: Game) -> list[Opponent]:
    found = []
    rated = ladder(game)
    steps = rated.steps()
    for spec in offered(game):
        words = words_of(game, spec)
        found.append(
            Opponent(
                spec=spec, name=words.name, style=words.style, learned=words.learned, rating=rated.rating(spec),
                level=rated.level(spec), step=spec in steps, champion=spec == game.adviser,
            )
        )  # fmt: skip
    order = {spec: place for place, spec in enumerate(rated.standings)}
    return sorted(found, key=lambda one: (order.get(one.spec, len(order)), not one.champion, one.name))


def _options(game: Game) -> list[OptionShown]:
    at_table = game.table
    shown = []
    for field in dataclasses.fields(game.rules.Options):
        meta = field.metadata
        kind = "choice" if "names" in meta else "flag" if meta.get("flag") else "whole"
        shown.append(
            OptionShown(
                name=field.name, kind=kind, help=meta["help"], default=at_table.get(field.name, field.default),
                low=meta.get("low"), high=meta.get("high"), choices=list(meta.get("names", ())),
            )
        )  # fmt: skip
    return shown


async def _unfinished(service: Service, player: Player, found: list[Summary]) -> list[GameListed]:
    """The open games; of the first few, which the page shows large, also whose turn it is."""
    listed = [_listed(summary) for summary in found]
    for one in listed[:FEW]:
        live = await service.tables.get(one.id)
        one.your_turn = live.state.player in live.saved.seats_of(player)
    return listed


def _listed(summary: Summary) -> GameListed:
    scores, won = summary.scores, None
    if scores and len(scores) > 1:
        rest = max(score for seat, score in enumerate(scores) if seat != summary.seat)
        won = None if scores[summary.seat] == rest else scores[summary.seat] > rest
    game = find_game(summary.game)
    daily = None if summary.daily is None else date.fromisoformat(summary.daily)
    named = summary.opponents.items()
    return GameListed(
        id=summary.id, game=summary.game, title=short_title(game), seat=summary.seat,
        opponents=told_apart([name if seat in summary.people else player_name(game, name) for seat, name in named]),
        moves=summary.moves, scores=scores, won=won,
        created=summary.created.replace(tzinfo=UTC), touched=summary.touched.replace(tzinfo=UTC),
        daily=daily, origin=summary.origin, your_turn=None,
    )  # fmt: skip
