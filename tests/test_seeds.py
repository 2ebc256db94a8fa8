"""Seeds: what is refused, and what players can learn of them."""

from itertools import pairwise

import numpy as np
import pytest

import kibitz
from kibitz import seeds
from kibitz.errors import BadSeed
from kibitz.kernel import mix


@pytest.mark.parametrize("wrong", [-1, 2**64, 1.5, "7", None, True])
def test_what_is_no_seed_is_refused_in_one_line(wrong):
    with pytest.raises(BadSeed, match=r"it must be a whole number from 0 to 2\*\*64 - 1"):
        seeds.checked(wrong)
    if wrong is not None:
        with pytest.raises(BadSeed):
            kibitz.new("yacht", seed=wrong)


def test_a_game_without_a_seed_gets_one_that_cannot_be_tried_out():
    found = {kibitz.new("yacht").seed for _ in range(50)}
    assert len(found) == 50 and max(found) > 2**58 and max(found) < 2**63


def unmix(z: int) -> int:
    """The number that `mix` scrambled: splitmix64 backwards."""
    mask = 2**64 - 1
    z ^= (z >> 31) ^ (z >> 62)
    z = z * pow(0x94D049BB133111EB, -1, 2**64) & mask
    z ^= (z >> 27) ^ (z >> 54)
    z = z * pow(0xBF58476D1CE4E5B9, -1, 2**64) & mask
    z ^= (z >> 30) ^ (z >> 60)
    return (z - 0x9E3779B97F4A7C15) & mask


@pytest.mark.parametrize("mixed", [1, 2, 3, 4])
def test_a_players_chance_does_not_lead_back_to_the_seed(mixed):
    """`mix` can be undone, so nothing that it alone makes of the seed and some constant may reach a player.

    Undone as often as it was done, such numbers would be as near to each other as their seeds are.
    """
    assert unmix(int(mix(np.uint64(123)))) == 123
    told = [int(kibitz.new("yacht", seed=seed).asked()[0]["rng"][0]) for seed in range(200)]
    for _ in range(mixed):
        told = [unmix(number) for number in told]
    assert min(abs(a - b) for a, b in pairwise(told)) > 2**32, "neighbouring seeds can be tried out"
    assert min((a ^ b).bit_count() for a, b in pairwise(told)) > 8


def test_players_chance_differs_by_game_and_by_place():
    found = {seeds.for_players(seed, place) for seed in range(100) for place in range(100)}
    assert len(found) == 10_000
