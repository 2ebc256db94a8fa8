"""Golden playthroughs: a game printed step by step, so that any change of the rules shows as a diff.

``python tests/playthrough.py`` writes the missing ones, ``--all`` writes all anew: read the diff.
"""

from __future__ import annotations

import sys
import zlib
from pathlib import Path

import numpy as np

import kibitz
from kibitz.record import fingerprint

FOLDER = Path(__file__).parent / "playthroughs"
SHOWN = 30
"""Decisions printed in full; the rest of the game is folded into a checksum."""


def playthrough(name: str, seed: int = 2026) -> str:
    """A random game with every function's answer at every step."""
    state, rng = kibitz.new(name, seed=seed), np.random.default_rng(seed)
    lines = [f"{name}, version {state.game.version}, {state.options}, seed {seed}", ""]
    folded = 0
    while not state.is_over:
        seat, legal = state.player, state.legal
        move = legal[int(rng.integers(len(legal)))]
        before = [state.view(p) for p in range(state.seats)]
        shown = len(state.moves) < SHOWN
        if shown:
            lines += [f"# decision {len(state.moves)}: seat {seat} to move"]
            for p in range(state.seats):
                lines += [f"seat {p} sees:", *(f"  {line}" for line in state.show(p).splitlines())]
            lines += ["legal: " + ", ".join(f"{m.code}={m.name}" for m in legal), f"plays {move.name}"]
        state.push(move)
        for p in range(state.seats):
            told = state.game.text.tell(before[p], move.code, state.view(p), p)
            if shown:
                lines.append(f"seat {p} is told: {told}")
            folded = zlib.crc32(told.encode(), folded)
        folded = zlib.crc32(fingerprint(state.data).to_bytes(4, "big"), folded)
        if shown:
            lines.append("")
    lines += [f"over after {len(state.moves)} decisions, checksum {folded:08x}", f"scores: {state.scores}"]
    lines += [f"seat 0 sees:\n{state.show(0)}"]
    return "\n".join(line.rstrip() for line in "\n".join(lines).splitlines()) + "\n"


def main() -> None:
    for name in kibitz.games():
        file = FOLDER / f"{name}.txt"
        if "--all" in sys.argv or not file.exists():
            file.write_text(playthrough(name), encoding="utf-8")
            print(f"wrote {file}")


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent / "sixth_game"))
    main()
