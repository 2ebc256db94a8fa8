"""kill -9 at any moment: every move whose `play` had returned is there, and the game goes on from it."""

import os
import random
import signal
import time

import kibitz
from kibitz.store import Seat, Store

KILLS = 100  # on each of the two databases


def test_no_acknowledged_move_is_lost(database: str) -> None:
    chance = random.Random(5)
    store = Store(database)
    state = kibitz.new("racko", seed=4)
    id = store.new_game(state, [Seat.computer("random")] * state.seats)
    store.play(id, state, int(state.legal_codes[0]))  # compiles what the children, being copies, then have
    store.close()
    kept, acknowledged_in_all = 1, 0
    for _ in range(KILLS):
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            _play_until_killed(database, id, writing)
        os.close(writing)
        told = b""
        for _ in range(chance.randint(1, 4)):  # at the first it has opened the store and begins to play
            told += os.read(reading, 4)
        time.sleep(chance.random() * 0.01)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        while more := os.read(reading, 65536):
            told += more
        os.close(reading)
        acknowledged = int.from_bytes(told[-4:])
        found = store.load(id)
        store.close()  # a child is forked without open connections
        assert len(found.moves) in (acknowledged, acknowledged + 1)  # one more: kept, but not told yet
        assert found.moves[:kept] == state.moves
        acknowledged_in_all += acknowledged - kept
        state, kept = found, len(found.moves)
    assert acknowledged_in_all > KILLS


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
