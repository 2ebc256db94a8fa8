"""Who asks: a player is a secret in a cookie. No cookie is set before there is something to keep."""

from __future__ import annotations

import secrets
from typing import Annotated

from fastapi import Depends, Request, Response
from starlette.concurrency import run_in_threadpool

from kibitz.store import Player
from kibitz.web.service import Service

COOKIE = "kibitz"
DAYS = 400
"""How long a cookie lasts after the last visit: the longest that browsers keep one."""


async def service(request: Request) -> Service:
    return request.app.state.service  # async, since FastAPI sends what is not to a thread


ServiceHere = Annotated[Service, Depends(service)]


async def visitor(request: Request) -> Player | None:
    """The player whose secret the cookie holds, if any."""
    secret = request.cookies.get(COOKIE)
    if not secret or len(secret) > 100:
        return None
    return await request.app.state.service.player(secret)


Visitor = Annotated[Player | None, Depends(visitor)]


async def player(request: Request, response: Response, service: ServiceHere, known: Visitor) -> Player:
    """The player; a new one, with a new secret, where there was none."""
    if known is not None:
        return known
    secret = secrets.token_urlsafe(32)
    made = await run_in_threadpool(service.store.new_player, "", secret)
    remember(request, response, secret)
    return made


def remember(request: Request, response: Response, secret: str) -> None:
    """Put the secret where only the browser itself reads it."""
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, secret, max_age=DAYS * 86400, httponly=True, samesite="lax", secure=secure)


Somebody = Annotated[Player, Depends(player)]
