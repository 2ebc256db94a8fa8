"""What the experiments train with: networks of one rack, stretched to another."""

from __future__ import annotations

import numpy as np
import pytest

import kibitz
from kibitz.games.racko.inputs import widths
from kibitz.games.racko.lab._lessons import stretched


@pytest.mark.parametrize("slots", [4, 5, 6])
def test_a_stretched_network_says_much_the_same_of_the_same_rack(slots):
    """An evenly spread rack looks alike on any number of slots; on five nothing changes at all."""
    player = kibitz.agent("racko", "bootstrap", slots=5)
    drawing, playing = stretched(player, slots)

    def rack(size, width):
        inputs = np.zeros((1, width), "f4")
        inputs[0, :size] = np.linspace(-0.8, 0.8, size)
        inputs[0, size] = 0.3
        if width > size + 1:
            inputs[0, size + 1 :: 2], inputs[0, size + 2 :: 2] = (
                np.linspace(0.1, 0.9, size),
                np.linspace(0.9, 0.1, size),
            )
        return inputs

    for before, after, five, wide in zip(
        (player.drawing, player.playing), (drawing, playing), widths("paper", 5), widths("paper", slots), strict=True
    ):
        assert after.layers[0][0].shape[0] == wide
        old, new = before(rack(5, five))[0], after(rack(slots, wide))[0]
        assert abs(old[0] - new[0]) < 0.15  # to take, or to discard
        if slots == 5:
            assert np.allclose(old, new, atol=1e-6)
    assert playing.layers[-1][0].shape[1] == slots + 1
