"""Moves wait for the disk together."""

import asyncio
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

import kibitz
from kibitz.errors import BadStore, NotTheNextMove
from kibitz.store import Seat, Step, Store
from kibitz.web.disk import Disk


class SlowStore(Store):
    """Commits when it is let go, and notes how many moves each commit keeps."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.go, self.commits, self.broken = threading.Event(), list[int](), False

    def keep(self, steps: Sequence[Step]) -> list[bool]:
        assert self.go.wait(60)
        self.commits.append(len(steps))
        if self.broken:
            raise BadStore("the disk is full")
        return super().keep(steps)


@pytest.fixture
def store(tmp_path: Path) -> SlowStore:
    return SlowStore(f"sqlite:///{tmp_path / 'kibitz.db'}")


def new_games(store: Store, count: int) -> list[str]:
    state = kibitz.new("yacht", seed=3, players=1)
    return [store.new_game(state, [Seat.computer("random")]) for _ in range(count)]


def first_move(id: str) -> Step:
    return Step(id, 0, int(kibitz.new("yacht", seed=3, players=1).legal_codes[0]), 0, revision=0)


async def begun(job: asyncio.Future[None], disk: Disk) -> asyncio.Future[None]:
    """The job, once its commit is on its way."""
    while disk._writing is None or disk._waiting:
        await asyncio.sleep(0.001)
    return job


def test_moves_that_come_during_a_commit_are_kept_by_the_next(store: SlowStore) -> None:
    async def play() -> None:
        disk = Disk(store)
        ids = new_games(store, 6)
        first = await begun(asyncio.ensure_future(disk.keep(first_move(ids[0]))), disk)
        rest = [asyncio.ensure_future(disk.keep(first_move(id))) for id in ids[1:]]
        twice = asyncio.ensure_future(disk.keep(first_move(ids[1])))
        await asyncio.sleep(0.01)
        assert not any(job.done() for job in (first, *rest, twice)), "nothing is answered before it is kept"
        store.go.set()
        await asyncio.gather(first, *rest)
        with pytest.raises(NotTheNextMove):
            await twice
        assert store.commits == [1, 6]
        assert all(len(store.codes(id)) == 1 for id in ids)
        disk.close()

    asyncio.run(play())


def test_moves_that_could_not_be_kept_are_not_acknowledged(store: SlowStore) -> None:
    async def play() -> None:
        disk = Disk(store)
        ids = new_games(store, 3)
        store.broken = True
        store.go.set()
        failed = await asyncio.gather(*(disk.keep(first_move(id)) for id in ids), return_exceptions=True)
        assert [type(error) for error in failed] == [BadStore] * 3
        store.broken = False
        await asyncio.gather(*(disk.keep(first_move(id)) for id in ids))
        assert all(len(store.codes(id)) == 1 for id in ids)
        disk.close()

    asyncio.run(play())
