"""What came of a daily deal: noted when the game is over, and once more when its luck is known."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import numpy as np
from starlette.concurrency import run_in_threadpool

from kibitz.coach.judge import outcomes
from kibitz.coach.review import Review
from kibitz.errors import KibitzError
from kibitz.store.daily import Daily
from kibitz.web.live import Live
from kibitz.web.thinkers import Failed

log = logging.getLogger("kibitz.web")


class DailyResults:
    """The results that this server process notes."""

    def __init__(self, kept: Daily, review: Callable[[Live], Awaitable[Review]]) -> None:
        self.kept, self.review = kept, review
        self._noted: dict[str, asyncio.Future[None]] = {}
        self._adjusting: set[asyncio.Task[None]] = set()

    async def settle(self, live: Live) -> None:
        """Note the result of a daily deal that is over; the luck is taken off as soon as it is known."""
        id = live.saved.id
        if live.saved.daily is None or not live.state.is_over:
            return
        if id not in self._noted:
            self._noted[id] = asyncio.ensure_future(self._note(live))
        await asyncio.shield(self._noted[id])  # whoever asks meanwhile finds the result noted too

    async def _note(self, live: Live) -> None:
        id = live.saved.id
        seat = next(number for number, sitting in enumerate(live.saved.seats) if sitting.player is not None)
        result = float(outcomes(np.array([live.state.scores]))[0, seat])
        try:
            await run_in_threadpool(self.kept.finish, id, result, None)
        except BaseException:
            self._noted.pop(id, None)
            raise
        adjusting = asyncio.create_task(self._take_luck_off(live, seat, result))
        self._adjusting.add(adjusting)
        adjusting.add_done_callback(self._adjusting.discard)

    async def _take_luck_off(self, live: Live, seat: int, result: float) -> None:
        id = live.saved.id
        try:
            adjusted = (await self.review(live)).sides[seat].adjusted
            await run_in_threadpool(self.kept.finish, id, result, adjusted)
        except (KibitzError, Failed) as error:
            self._noted.pop(id, None)  # asked again when somebody looks
            log.error("no luck-adjusted result for %s: %s", id, str(error).strip().splitlines()[-1])
