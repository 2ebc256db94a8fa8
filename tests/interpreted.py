"""Plays seeded games with raw kernels and prints a checksum of every position and of what its mover observes, as JSON.

Run once compiled and once with NUMBA_DISABLE_JIT=1, it must print the same.
"""

from __future__ import annotations

import json
import sys
import zlib

import numpy as np

import kibitz
from kibitz.kernel import OVER
from kibitz.observation import observer


def checksums(name: str, seed: int, most: int) -> list[int]:
    game = kibitz.game(name)
    rng = np.random.default_rng(seed)
    options = game.options()
    states, views, moves = np.zeros(1, game.state), np.zeros(1, game.state), np.zeros(game.moves, np.int32)
    s, v, scores = states[0], views[0], np.zeros(game.seats)
    game.deal(s, options.encoded(), np.uint64(seed))
    sums = []
    while (seat := int(game.player(s))) != OVER and len(sums) < most:
        n = int(game.legal(s, moves))
        total = zlib.crc32(moves[:n].tobytes(), zlib.crc32(states.tobytes()))
        for p in range(game.players(options)):
            game.view(s, p, v)
            total = zlib.crc32(views.tobytes(), total)
            if p == seat:
                total = zlib.crc32(observer(game)(v, p).tobytes(), total)
        game.redeal(v, game.players(options) - 1, np.uint64(seed + len(sums)))
        sums.append(zlib.crc32(views.tobytes(), total))
        assert 0 <= seat < game.players(options)
        game.step(s, int(moves[rng.integers(n)]))
    if seat == OVER:
        game.score(s, scores)
        sums.append(zlib.crc32(scores.tobytes()))
    return sums


if __name__ == "__main__":
    sys.setrecursionlimit(10_000)
    print(json.dumps({name: [checksums(name, seed, 150) for seed in range(2)] for name in kibitz.games()}))
