"""Every experiment, tiny: it reports, and a run cut off goes on to the same numbers."""

from __future__ import annotations

import copy
import dataclasses
import math

import numpy as np
import pytest

import kibitz
from kibitz.games.racko.inputs import widths
from kibitz.games.racko.lab._lessons import stretched
from kibitz.lab import experiment, experiments

TINY = {
    "baltar_models": {"models": 1, "games": 30, "judged_on": 5, "pairs": 5, "kept_from": 0.0},
    "bootstrap_self_play": {
        "random_games": 30, "epochs": 2, "deep_epochs": 2, "games": 6, "judged_every": 2, "pairs": 3,
        "tournament": 24, "limit": 60,
    },
    "casandra_imitation": {"recorded": 10, "epochs": 1, "rounds": 1, "games": 6, "pairs": 3, "limit": 40},
    "council_votes": {"racks": (5,), "diablos": 2, "games": 10, "pairs": 4},
    "diablo_features": {"racks": (5,), "games": 40, "chunk": 10, "pairs": 3},
    "diablo_five": {"games": 60, "deep_games": 60, "chunk": 30, "pairs": 5},
    "diablo_inputs": {"games": 20, "bare_games": 2, "limit": 20, "pairs": 3},
    "diablo_learning": {"games": 20, "deep_games": 20, "chunk": 10, "pairs": 3},
    "diablo_margin": {"racks": (5,), "games": 8, "part": 4, "epochs": 2, "kyle_pairs": 2, "pairs": 1},
    "diablo_start": {"starts": 2, "games": 12, "patience": 4, "limit": 30, "turns": 60},
    "rack_sizes": {
        "racks": (4, 3), "models": 1, "epochs": 1, "games": 6, "recorded": 10, "judged_on": 1, "pairs": 1, "limit": 40,
    },
    "three_players": {"games": 12, "parts": 2, "trained": 20, "chunk": 10, "limit": 60},
}  # fmt: skip


def plain(rows) -> list[dict]:
    """Rows with numbers that are not numbers made comparable."""
    return [{k: "none" if isinstance(v, float) and math.isnan(v) else v for k, v in row.items()} for row in rows]


def test_all_are_here():
    assert {e.partition(".")[2] for e in experiments() if e.startswith("racko.")} == set(TINY)


@pytest.mark.parametrize("name", sorted(TINY))
def test_a_resumed_run_equals_an_unbroken_one(name, tmp_path):
    chosen = experiment(f"racko.{name}")
    config = dataclasses.replace(chosen.config("quick"), **TINY[name])
    rows, saved = [], []
    for step in chosen.run(config, 3, None, tmp_path):
        rows += step.rows
        saved.append((copy.deepcopy(dict(step.checkpoint)), len(rows)))
    assert step.done == 1.0
    checkpoint, measured = saved[(len(saved) - 1) // 2]
    again = rows[:measured]
    if len(saved) > 1:
        for step in chosen.run(config, 3, checkpoint, tmp_path):
            again += step.rows
    assert plain(again) == plain(rows)
    report = chosen.report(rows, config)
    assert report.findings and report.summary


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
