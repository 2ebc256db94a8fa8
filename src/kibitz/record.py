"""A whole game as text: game, options, seed, moves. It replays to the bit.

::

    kibitz 1
    game: yacht 2
    options: players=1 rules=nintendo
    seed: 7
    seats: human
    check: 0c7d1a44

    keep none
    yacht

The check is a hash of the last position's record, so a damaged file does not pass for another game.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import IO

import numpy as np

from kibitz.errors import BadRecord, KibitzError
from kibitz.game import game as find_game
from kibitz.state import State

FORMAT = "kibitz 1"


def write(state: State, seats: Sequence[str] = ()) -> str:
    """The record of a game; `seats` says who sat where."""
    replay = State(state.game, state.options, state.seed)
    names = []
    for code in state.moves:
        names.append(replay.move(code).name)
        replay.push(code)
    head = [
        FORMAT,
        f"game: {state.game.name} {state.game.version}",
        f"options: {state.options}",
        f"seed: {state.seed}",
        *([f"seats: {', '.join(seats)}"] if seats else []),
        f"check: {_check(state)}",
    ]
    return "\n".join([*head, "", *names]) + "\n"


def read(text: str) -> State:
    """The game a record holds, replayed."""
    head, _, body = text.replace("\r\n", "\n").partition("\n\n")
    first, *lines = head.splitlines() or [""]
    if first.strip() != FORMAT:
        raise BadRecord(f"the first line is {first[:40]!r}; a record of this version begins {FORMAT!r}")
    fields = {}
    for number, line in enumerate(lines, 2):
        key, colon, value = line.partition(":")
        if not colon:
            raise BadRecord(f"line {number} is {line[:40]!r}; it must be of the form 'key: value'")
        fields[key.strip()] = value.strip()
    missing = {"game", "options", "seed", "check"} - fields.keys()
    if missing:
        raise BadRecord(f"the record has no line {sorted(missing)[0]!r}")
    state = _opening(fields)
    for number, line in enumerate(body.splitlines(), len(lines) + 3):
        if line.strip():
            try:
                state.push(line)
            except KibitzError as error:
                raise BadRecord(f"line {number} does not replay: {error}") from error
    if _check(state) != fields["check"]:
        raise BadRecord(f"the moves lead to check {_check(state)}, the record says {fields['check']}; it is damaged")
    return state


def seats_of(text: str) -> list[str]:
    """Who sat where, as the record says; empty where it does not."""
    found = re.search(r"^seats: (.*)$", text, re.MULTILINE)
    return [name.strip() for name in found[1].split(",")] if found else []


def save(state: State, path: str | Path, seats: Sequence[str] = ()) -> None:
    """Write a game to a file.

    >>> import kibitz, tempfile
    >>> file = Path(tempfile.mkdtemp(), "game.txt")
    >>> kibitz.save(kibitz.new("yacht", seed=7), file)
    >>> kibitz.load(file)
    <yacht, 0 moves played>
    """
    Path(path).write_text(write(state, seats), encoding="utf-8")


def load(source: str | Path | IO) -> State:
    """Read a game: from a file by its path, from an open file, or from the text itself, which has several lines.

    >>> import kibitz
    >>> str(load(kibitz.new("yacht", seed=7).record())) == str(kibitz.new("yacht", seed=7))
    True
    """
    if isinstance(source, str) and "\n" in source:
        return read(source)
    name = getattr(source, "name", "the file") if hasattr(source, "read") else source
    try:
        text = source.read() if hasattr(source, "read") else Path(source).read_bytes()
        return read(text.decode() if isinstance(text, bytes) else text)
    except OSError as error:
        raise BadRecord(f"cannot read {name}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadRecord(f"{name} is no text file, so no record") from error


def _opening(fields: dict[str, str]) -> State:
    name, _, version = fields["game"].partition(" ")
    try:
        game = find_game(name)
        options = dict(pair.partition("=")[::2] for pair in fields["options"].split())
        chosen = game.options(**options)
    except KibitzError as error:
        raise BadRecord(str(error)) from error
    if version != str(game.version):
        raise BadRecord(f"the record is of {name} version {version}; this is version {game.version}")
    if not re.fullmatch(r"\d{1,20}", fields["seed"]) or int(fields["seed"]) >= 2**64:
        raise BadRecord(f"the seed is {fields['seed']!r}; it must be a whole number below 2**64")
    return State(game, chosen, int(fields["seed"]))


def fingerprint(data: np.ndarray | np.record) -> int:
    """A hash of a position, field by field: bytes between the fields mean nothing."""
    total = 0
    for name in data.dtype.names or ():
        total = zlib.crc32(data[name].tobytes(), total)
    return total


def _check(state: State) -> str:
    return f"{fingerprint(state.data):08x}"
