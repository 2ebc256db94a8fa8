"""Who watches which table, and how they hear that something happened there.

What happens in this process is told at once. What another server process did is seen by asking the database
for the revisions of all watched tables, one short query several times per second.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from starlette.concurrency import run_in_threadpool

from kibitz.errors import KibitzError
from kibitz.store import Store

log = logging.getLogger("kibitz.web")

POLL = 0.4
"""Seconds between two looks at the database."""

AT_ONCE = 500
"""Tables per query."""


class TooManyStreams(KibitzError):
    """One player watches too many tables at once."""


class Hub:
    """The watchers of this process."""

    def __init__(self, store: Store, most: int) -> None:
        self.store, self.most = store, most
        self._watching: dict[str, set[asyncio.Event]] = defaultdict(set)
        self._streams: Counter[int] = Counter()
        self._seen: dict[str, int] = {}

    @contextmanager
    def watch(self, id: str, player: int) -> Iterator[asyncio.Event]:
        """An event that is set whenever something happened at a table."""
        if self._streams[player] >= self.most:
            raise TooManyStreams(f"{self.most} tables are watched already; close one")
        happened = asyncio.Event()
        self._watching[id].add(happened)
        self._streams[player] += 1
        try:
            yield happened
        finally:
            self._watching[id].discard(happened)
            self._streams[player] -= 1
            if not self._streams[player]:
                del self._streams[player]
            if not self._watching[id]:
                del self._watching[id]
                self._seen.pop(id, None)

    def tell(self, id: str) -> None:
        """Something happened at a table."""
        for happened in self._watching.get(id, ()):
            happened.set()

    async def listen(self) -> None:
        """Notice what other processes do, for ever."""
        while True:
            await asyncio.sleep(POLL)
            ids = list(self._watching)
            try:
                for start in range(0, len(ids), AT_ONCE):
                    found = await run_in_threadpool(self.store.revisions, ids[start : start + AT_ONCE])
                    for id, revision in found.items():
                        if self._seen.get(id) != revision and id in self._watching:
                            self._seen[id] = revision
                            self.tell(id)
            except Exception as error:  # the database may be away for a while; the next look may succeed
                log.warning("cannot look for changes: %s", str(error).splitlines()[0])
