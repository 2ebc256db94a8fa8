"""kill -9 at any moment: every move whose `play` had returned is there, and the game goes on from it."""

import os
import random
import signal
import time
from dataclasses import dataclass

import kibitz
from kibitz.store import Seat, Store

KILLS = 100  # on each of the two databases
TABLES = 2
"""Games that are played at the same time, each by a process of its own."""


@dataclass
class Child:
    """A process that plays one game until it is killed."""

    process: int
    told: int
    """Where it tells the number of kept moves after each."""

    def killed(self, chance: random.Random) -> int:
        """Kill it at some moment after its first words; the number of moves it told of last."""
        words = b""
        for _ in range(chance.randint(1, 4)):  # at the first it has opened the store and begins to play
            words += os.read(self.told, 4)
        time.sleep(chance.random() * 0.01)
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        while more := os.read(self.told, 65536):
            words += more
        os.close(self.told)
        return int.from_bytes(words[-4:])


def test_no_acknowledged_move_is_lost(database: str) -> None:
    chance = random.Random(5)
    store = Store(database)
    games = {}
    for seed in range(TABLES):
        state = kibitz.new("racko", seed=seed)
        id = store.new_game(state, [Seat.computer("random")] * state.seats)
        store.play(id, state, int(state.legal_codes[0]))  # compiles what the children, being copies, then have
        games[id] = state
    store.close()
    acknowledged_in_all = 0
    for _ in range(KILLS // TABLES):
        children = {id: start(database, id) for id in games}
        told = {id: child.killed(chance) for id, child in children.items()}
        for id, acknowledged in told.items():
            kept, found = games[id].moves, store.load(id)
            assert len(found.moves) in (acknowledged, acknowledged + 1)  # one more: kept, but not told yet
            assert found.moves[: len(kept)] == kept
            acknowledged_in_all += acknowledged - len(kept)
            games[id] = found
        store.close()  # a child is forked without open connections
    assert acknowledged_in_all > KILLS


def start(database: str, id: str) -> Child:
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(reading)
        _play_until_killed(database, id, writing)
    os.close(writing)
    return Child(process, reading)


def _play_until_killed(database: str, id: str, told: int) -> None:
    """Random moves for ever; the number of kept moves is told after each."""
    try:
        store = Store(database)
        state = store.load(id)
        chance = random.Random(len(state.moves))
        os.write(told, len(state.moves).to_bytes(4))
        while True:
            store.play(id, state, int(chance.choice(state.legal_codes)))
            os.write(told, len(state.moves).to_bytes(4))
    finally:
        os._exit(1)
