"""What every request must pass, and what every answer carries: sizes, rates, where it comes from, headers."""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send


@dataclass(frozen=True)
class Limits:
    """What one visitor may use up."""

    requests_per_second: float = 30
    burst: float = 4
    """Requests at once, in seconds' worth of the rate."""
    body: int = 256 * 1024
    """Bytes of a request."""
    open_games: int = 100
    """Unfinished games per player."""
    streams: int = 16
    """Tables one player may watch at once."""
    coach_seconds: float = 20
    """The longest the coach may think about one question."""
    review_seconds: float = 120
    """The longest a review of a whole game may take."""
    player_seconds: float = 20
    """The longest a computer player may think about one move."""


HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",  # an invite's address is a secret
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

_SAFE = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
_NOT_KEPT = (b"cache-control", b"no-store")

READING = ("GET", "HEAD", "OPTIONS")
VISITORS = 10_000
"""So many addresses are remembered for the rate; the ones not seen for longest are forgotten."""


class Safety:
    """An ASGI layer around the app."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self.app, self.limits = app, limits
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", ()), *_SAFE]
                message["headers"] = [*headers, _NOT_KEPT] if scope["path"].startswith("/api/") else headers
            await send(message)

        headers = Headers(scope=scope)
        if scope["path"].startswith("/api/") and not self._in_time(scope):
            await _refuse(send_safely, 429, "too many requests; wait a second")
        elif scope["method"] not in READING and not _same_origin(headers):
            await _refuse(send_safely, 403, "this request comes from another site")
        else:
            await self._limited(scope, receive, send_safely, headers)

    async def _limited(self, scope: Scope, receive: Receive, send: Send, headers: Headers) -> None:
        """Read the body here, so that it never grows beyond its bound."""
        if scope["method"] in READING:
            await self.app(scope, receive, send)
            return
        body, more = b"", True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > self.limits.body:
                await _refuse(send, 413, f"the request is too long; the most is {self.limits.body} bytes")
                return
        whole: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive_again() -> Message:
            return whole.pop() if whole else await receive()

        await self.app(scope, receive_again, send)

    def _in_time(self, scope: Scope) -> bool:
        """A bucket per address that fills with time and empties with requests."""
        address, now = (scope.get("client") or ("",))[0], time.monotonic()
        rate = self.limits.requests_per_second
        most = rate * self.limits.burst
        left, seen = self._left.pop(address, (most, now))
        left = min(most, left + (now - seen) * rate)
        allowed = left >= 1
        self._left[address] = (left - 1 if allowed else left, now)
        if len(self._left) > VISITORS:
            self._left.popitem(last=False)
        return allowed


def _same_origin(headers: Headers) -> bool:
    """Browsers name the page a request comes from; what names none is no browser, with no cookie to misuse."""
    origin = headers.get("origin")
    if origin is not None:
        return urlsplit(origin).netloc == headers.get("host") and origin != "null"
    return headers.get("sec-fetch-site", "none") in ("same-origin", "none")


async def _refuse(send: Send, status: int, reason: str) -> None:
    body = json.dumps({"error": reason}).encode()
    headers: Any = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
