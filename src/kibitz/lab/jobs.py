"""How experiments do their work: seeds for its parts, players on a card, one job after the other, several things
side by side.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from kibitz.agent import build
from kibitz.game import Game
from kibitz.game import game as find_game
from kibitz.lab.experiment import Checkpoint, Step
from kibitz.options import GameOptions
from kibitz.weights import add_tables, label, save_network

Job = TypeVar("Job")
Found = TypeVar("Found")
Steps = Iterator[Step]
DONE = "jobs done"


@dataclass
class Lab:
    """What a run gives its experiment: a seed, a folder for weights, and what it had kept when it was stopped."""

    experiment: str
    """Its id, ``game.name``."""
    seed: int
    folder: Path
    checkpoint: Checkpoint | None = None
    """Where to go on, or None at the start."""
    kept: dict[str, Any] = field(default_factory=dict)
    """What a job leaves for later ones; part of every checkpoint."""

    def __post_init__(self) -> None:
        self.kept |= {name: value for name, value in copied(self.checkpoint or {}).items() if name != DONE}

    @property
    def game(self) -> Game:
        return find_game(self.experiment.partition(".")[0])

    def derived(self, *part: int | str) -> int:
        """The seed of one part, see `derived`."""
        return derived(self.seed, *part)

    def keep(self, **begun: Any) -> dict[str, Any]:
        """What is kept, begun with these at the start."""
        self.kept = {**begun, **self.kept}
        return self.kept

    def in_turn(self, jobs: Iterable[tuple[Any, ...]]) -> Steps:
        """One step per job, which is a function and its arguments; a run can be resumed before any of them."""
        listed = list(jobs)
        for number in range(int((self.checkpoint or {}).get(DONE, 0)), len(listed)):
            work, *arguments = listed[number]
            rows = work(*arguments)
            yield Step(rows, {**copied(self.kept), DONE: number + 1}, (number + 1) / len(listed))

    def save(self, file: str, tables: Mapping[str, np.ndarray], options: Any = "", part: str = "") -> None:
        """Write arrays into a weights file of the run, beside those it has; `part` goes before their names."""
        named = {f"{part}.{name}" if part else name: table for name, table in tables.items()}
        add_tables(self.folder / file, named, label(self.game, options, self.experiment))

    def save_network(self, file: str, module: Any, example: Any, options: Any = "", *, half: bool = False) -> None:
        """Write a torch module as a weights file of the run, with `half` in half precision."""
        save_network(self.folder / file, module, example, label(self.game, options, self.experiment), half)


def derived(seed: int, *part: int | str) -> int:
    """A seed for one part of an experiment, unrelated to those of the others: 63 bits.

    >>> derived(1, "match", 0) == derived(1, "match", 0) != derived(1, "match", 1)
    True
    """
    path = [str(step) if isinstance(step, str) else int(step) for step in (seed, *part)]
    digest = hashlib.blake2b(repr(path).encode(), digest_size=8, person=b"kibitz lab").digest()
    return int.from_bytes(digest, "little") >> 1


def copied(kept: Checkpoint) -> dict[str, Any]:
    """A checkpoint that stays as it is while the work goes on."""
    return {name: part.copy() if isinstance(part, np.ndarray | list) else part for name, part in kept.items()}


def parts(count: int, size: int, first: int = 0) -> list[tuple[int, int]]:
    """So many games, or anything, in parts of a size: where each begins, and how many it has.

    >>> parts(5, 2)
    [(0, 2), (2, 2), (4, 1)]
    """
    return [(start, min(size, first + count - start)) for start in range(first, first + count, size)]


def seated(game: Game, options: GameOptions, spec: str, gpu: bool) -> Any:
    """A player; with `gpu`, where there is a card, its network is on it."""
    player = build(game, options, spec)
    if not gpu:
        return player
    from kibitz.learn import on_torch
    from kibitz.learn.trials import moved

    return moved(player, on_torch.device())


def side_by_side(work: Callable[[Job], Found], items: Sequence[Job], threads: int | None = None) -> list[Found]:
    """Do the same with each item, on all cores or so many threads."""
    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        return list(pool.map(work, items))
