"""PettingZoo's own tests, on every game with every number of seats."""

import warnings

import numpy as np
import pytest
from pettingzoo.env_registry.registration import make
from pettingzoo.test import api_test, render_test, seed_test

import kibitz
from kibitz.doors.pettingzoo import Table, env

SEATS = {"yacht": [1, 2, 3, 4], "racko": [2, 3, 4]}
CASES = [(name, {"players": n}) for name, counts in SEATS.items() for n in counts]
CASES += [(name, {}) for name in kibitz.games() if name not in SEATS]


@pytest.mark.parametrize(("name", "options"), CASES)
def test_the_suite_of_pettingzoo(name, options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(name, **options), num_cycles=60, verbose_progress=False)
        seed_test(lambda: env(name, **options), num_cycles=20)


def test_rendering():
    render_test(lambda render_mode: env("gin", render_mode=render_mode), custom_tests={"ansi": lambda r: "stock" in r})


def test_it_stands_in_the_registry():
    table = make("aec", "kibitz/Yacht-v0", players=3)
    table.reset(seed=1)
    assert table.agents == ["seat_0", "seat_1", "seat_2"]


def test_every_seat_is_paid_and_an_illegal_action_is_marked():
    table = Table("cribbage", target=31)
    table.reset(seed=3)
    illegal = int(np.flatnonzero(table.observe(table.agent_selection)["action_mask"] == 0)[0])
    first = table.agent_selection
    table.step(illegal)
    assert table.infos[first] == {"illegal": True} and table.agent_selection == first
    random = np.random.default_rng(0)
    while not any(table.terminations.values()):
        table.step(int(random.choice(np.flatnonzero(table.observe(table.agent_selection)["action_mask"]))))
    assert sorted(table.rewards.values()) == [-1.0, 1.0]
    assert table.rewards[f"seat_{int(np.argmax(table.table.scores))}"] == 1.0
