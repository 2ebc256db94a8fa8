"""The database as the loop meets it: short questions, and moves that wait for the disk together.

A commit waits for the disk, and each hop to another thread and back costs more than the move itself. So the moves that
come while one commit is on its way are kept by the next, all in one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from starlette.concurrency import run_in_threadpool

from kibitz.errors import NotTheNextMove
from kibitz.store import Step, Store
from kibitz.store.store import GONE_ON

Answer = TypeVar("Answer")

MOST = 64
"""Moves in one commit: the first of them does not wait for an endless queue."""


class Disk:
    """One server process's way to its database."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._thread = ThreadPoolExecutor(1, "kibitz-moves")
        self._waiting: list[tuple[Step, asyncio.Future[bool]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def read(self, question: Callable[..., Answer], *arguments: object) -> Answer:
        """A short question: a file on this machine answers it sooner than a thread could be asked to ask it."""
        if self.store.database.is_file:
            return question(*arguments)
        return await run_in_threadpool(question, *arguments)

    async def keep(self, step: Step) -> None:
        """Commit a move; when this returns, it is kept. NotTheNextMove where somebody was quicker."""
        kept: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((step, kept))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())
        if not await kept:
            raise NotTheNextMove(GONE_ON)

    def close(self) -> None:
        self._thread.shutdown()

    async def _write(self) -> None:
        """One commit after the other, until no move waits."""
        loop = asyncio.get_running_loop()
        while self._waiting:
            batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            try:
                kept = await loop.run_in_executor(self._thread, self.store.keep, [step for step, _ in batch])
            except Exception as error:
                for _, waiting in batch:
                    if not waiting.done():
                        waiting.set_exception(error)
            else:
                for (_, waiting), is_kept in zip(batch, kept):
                    if not waiting.done():  # who waited may be gone
                        waiting.set_result(is_kept)
        self._writing = None
