"""How long a newcomer waits: from import to the first move, in a process of its own.

Once with no compiled code on disk, once with what that left there. Beside the seconds on the clock stands the
processor's time, which another program that runs meanwhile changes little.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from typing import Any

from kibitz.game import Game

FIRST_MOVE = """
import json, sys, time
begun = time.perf_counter()
import kibitz
state = kibitz.new(sys.argv[1], seed=1)
state.push(int(state.legal_codes[0]))
spent = time.perf_counter() - begun, time.process_time()
state.show(), state.legal
kibitz.agent(sys.argv[1], kibitz.game(sys.argv[1]).policy).choose(state)
print(json.dumps([*spent, time.perf_counter() - begun, time.process_time()]))
"""
"""Prints seconds and processor seconds to the first move, and until the table was shown and answered."""


def start(game: Game, seconds: float) -> list[dict[str, Any]]:
    """The first compilation of a game, and its start once compiled."""
    with tempfile.TemporaryDirectory() as folder:
        return [{"cache": cache, **_first_move(game, folder)} for cache in ("empty", "full")]


def _first_move(game: Game, folder: str) -> dict[str, float]:
    told = subprocess.run(
        [sys.executable, "-c", FIRST_MOVE, game.name],
        env={**os.environ, "XDG_CACHE_HOME": folder}, stdout=subprocess.PIPE, check=True, text=True,
    )  # fmt: skip
    names = ("seconds", "cpu_seconds", "answered_seconds", "answered_cpu_seconds")
    return dict(zip(names, json.loads(told.stdout), strict=True))
