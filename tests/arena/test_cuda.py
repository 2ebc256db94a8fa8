"""The GPU's loop: the same games as the CPU's. Without a GPU it is simulated, and compiled to PTX."""

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import kibitz
from kibitz.agent import NOTHING, Agent, CompiledAgent, Random
from kibitz.arena import cuda as card
from kibitz.arena.drive import play
from kibitz.arena.schedule import duplicates
from kibitz.errors import BadAgentSpec, NoDevice

pytest.importorskip("numba_cuda")
numba_cuda = card.toolkit()
HERE = Path(__file__).parent


def players(name):
    """A game for two, and all its players that are kernels."""
    game = kibitz.game(name)
    chosen = {"players": 2} if hasattr(game.rules.Options, "players") else {}
    found = [kibitz.agent(name, player, **chosen) for player in kibitz.agents(name)]
    return game, game.options(**chosen), [agent for agent in found if isinstance(agent, CompiledAgent)]


def test_the_plumbing_on_a_simulated_card():
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    environment["PYTHONPATH"] = os.pathsep.join([str(HERE.parents[1]), *sys.path])
    words = [sys.executable, str(HERE / "on_a_simulated_card.py")]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False, timeout=300)
    assert done.stdout.strip() == "same", done.stderr[-2000:]


@pytest.fixture
def sm_90(monkeypatch):
    """As if there were a GPU to compile for."""

    class Device:
        compute_capability = (9, 0)

    for module in ("numba.cuda.dispatcher", "numba.cuda.api", "numba.cuda.compiler"):
        if hasattr(sys.modules.get(module), "get_current_device"):
            monkeypatch.setattr(f"{module}.get_current_device", Device)


@pytest.mark.parametrize("name", kibitz.games())
def test_rules_and_players_compile_for_a_gpu(name, sm_90):
    game, options, agents = players(name)
    kinds = {type(agent): agent for agent in agents}
    todo = list(kinds.values())
    while todo:
        some, todo = todo[: card.KINDS], todo[card.KINDS :]
        loop = card.bound(game, 2, True, [type(agent) for agent in some])
        filled = [*some, *[some[0]] * (card.KINDS - len(some))]
        # Not optimised, which takes longer than all else: the steps of tests/doors/test_cuda.py are.
        ptx, _ = numba_cuda.compile_ptx(loop, _types(game, options, filled), cc=(9, 0), opt=False)
        assert ".entry" in ptx


def test_notes_lie_in_local_memory_aligned_or_in_the_cards_main_memory(sm_90):
    game, options, agents = players("zsy")
    agent = max(agents, key=lambda agent: 0 if agent.memory is None else agent.memory.itemsize)
    local = {}
    for is_near in (True, False):
        loop = card.bound(game, 2, is_near, [type(agent)])
        ptx, _ = numba_cuda.compile_ptx(loop, _types(game, options, [agent] * card.KINDS), cc=(9, 0))
        local[is_near] = int(re.search(r"__local_depot\d+\[(\d+)\]", ptx).group(1))
        if is_near:  # the notes come last
            assert max(int(start) for start in re.findall(r"add\.u64\s+%rd\d+, %SPL, (\d+);", ptx)) % 16 == 0
    assert local[True] - local[False] >= 2 * agent.memory.itemsize


def test_a_product_and_a_sum_round_twice_as_on_the_cpu(sm_90):
    import numba

    def loop(numbers):
        numbers[0] = numbers[1] * numbers[2] + numbers[3]

    ptx, _ = card.toolkit().compile_ptx(loop, (numba.float64[::1],), cc=(9, 0))
    assert "mul.rn.f64" in ptx and "fma" not in ptx


def _types(game, options, agents):
    import numba

    notes = [NOTHING if agent.memory is None else agent.memory for agent in agents]
    arrays = [
        1, options.encoded_row(),
        np.zeros(1, np.uint64), np.zeros(1, np.uint64), np.zeros((1, 2), np.int64),
        *(agent.params for agent in agents), *(np.zeros(1, kind) for kind in notes),
        *(np.zeros((1, game.seats), kind) for kind in notes), np.zeros(1, np.int32),
        np.zeros((1, game.seats)), np.zeros((1, game.seats), np.int32), np.zeros(1, np.bool_), np.zeros(3, np.int64),
    ]  # fmt: skip
    return tuple(numba.typeof(array) for array in arrays)


@pytest.mark.skipif(numba_cuda.is_available(), reason="there is a GPU")
def test_where_there_is_no_gpu_one_line_says_so():
    game, options, agents = players("duel")
    with pytest.raises(NoDevice, match="no GPU that CUDA can use"):
        play(game, options, agents, duplicates(0, 2, 1, [(0, 0)]), device="gpu")


@pytest.mark.skipif(not numba_cuda.is_available(), reason="there is no GPU")
@pytest.mark.parametrize("name", kibitz.games())
def test_the_card_plays_the_same_games(name):
    game, options, agents = players(name)
    for agent in agents:
        schedule = duplicates(0, 100, 3, [(0, 1), (1, 0)])
        pair = [agent, Random(game, options)]
        on_card, here = play(game, options, pair, schedule, device="gpu"), play(game, options, pair, schedule)
        assert (on_card.scores == here.scores).all() and (on_card.decisions == here.decisions).all(), agent.name
    with pytest.raises(BadAgentSpec, match="no compiled player"):
        play(game, options, [Agent(game, options)], schedule, device="gpu")
