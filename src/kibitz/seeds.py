"""Seeds: where chance begins, and what may be told of it.

A game follows from its options, its seed and its moves, so whoever knows the seed knows every hidden
card. A seed given by hand is small and can be guessed; one that nobody gave has 63 random bits. Players
get chance of their own, made from the seed by a keyed one-way hash: nothing they see leads back to it.
"""

from __future__ import annotations

import hashlib
import operator
import secrets

from kibitz.errors import BadSeed

LIMIT = 2**64


def fresh() -> int:
    """A seed that cannot be guessed."""
    return secrets.randbits(63)


def checked(seed: object) -> int:
    """A whole number from 0 to 2**64 - 1, or an error that says so."""
    try:
        number = operator.index(seed)  # type: ignore[arg-type]  # whatever is not a whole number is refused here
    except TypeError:
        number = -1
    if isinstance(seed, bool) or not 0 <= number < LIMIT:
        raise BadSeed(f"the seed is {seed!r}; it must be a whole number from 0 to 2**64 - 1")
    return number


def for_players(seed: int, *place: int) -> int:
    """64 bits of chance for players, at one place of what the seed deals (a game, a move number).

    >>> for_players(7, 0) == for_players(7, 0) != for_players(7, 1)
    True
    """
    words = b"".join(number.to_bytes(8, "little") for number in place)
    key = seed.to_bytes(8, "little")
    return int.from_bytes(hashlib.blake2b(words, digest_size=8, key=key, person=b"kibitz players").digest(), "little")
