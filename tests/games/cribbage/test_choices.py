"""What each player chooses in many positions stays as it is: ``choices.txt`` has a line per player.

A player that is meant to choose otherwise gets a new line: the failing test prints it.
"""

from pathlib import Path

import numpy as np
import pytest

import kibitz
from kibitz.agent import EVERYWHERE
from kibitz.games.cribbage import rules

FILE = Path(__file__).with_name("choices.txt")
EXPECTED = dict(line.split(maxsplit=1) for line in FILE.read_text().splitlines())


@pytest.fixture(scope="module")
def positions():
    """Of random play from random scores, one game in four with muggins."""
    views, moves, counts = [], [], []
    for seed in range(8):
        chance = np.random.default_rng(seed)
        first, second = chance.integers(0, 115, 2).tolist()
        s = kibitz.new("cribbage", seed=seed, first=first, second=second, muggins=seed % 4 == 3)
        while not s.is_over and len(s.moves) < 40:
            view, legal, count = s.asked()
            view["rng"] = chance.integers(0, 2**63)
            views.append(view)
            moves.append(legal)
            counts.append(count)
            s.push(int(chance.choice(s.legal_codes)))
    return np.concatenate(views), np.concatenate(moves), np.concatenate(counts)


def test_every_player_is_there():
    # `net` is left out: what a network chooses is for whoever teaches it anew.
    assert set(EXPECTED) == set(kibitz.agents("cribbage")) - {*EVERYWHERE, "strategy", "net"}


@pytest.mark.parametrize("name", EXPECTED)
def test_choices(name, positions):
    views, moves, counts = positions
    assert set(views["phase"]) == {rules.DISCARDING, rules.PLAYING, rules.SHOWING}
    chosen = kibitz.agent("cribbage", name).act(views.copy(), moves, counts)
    line = " ".join(map(str, chosen.tolist()))
    assert line == EXPECTED[name], f"in choices.txt: {name} {line}"
