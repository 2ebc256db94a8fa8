"""The vector environment on the card: the processor's games. Without a GPU it is simulated, and compiled to PTX."""

import os
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

import kibitz
from kibitz.arena import cuda as card
from kibitz.doors import cuda as door
from kibitz.doors.rules import Rules
from kibitz.errors import NoDevice
from tests.arena.test_cuda import players, sm_90  # noqa: F401 - a fixture
from tests.doors.side_by_side import differs

pytest.importorskip("numba_cuda")
numba_cuda = card.toolkit()
HERE = Path(__file__).parent


def test_the_same_steps_on_a_simulated_card():
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    environment["PYTHONPATH"] = os.pathsep.join([str(HERE.parents[1]), *sys.path])
    words = [sys.executable, str(HERE / "on_a_simulated_card.py")]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False, timeout=300)
    assert done.stdout.strip() == "same", done.stdout + done.stderr[-2000:]


@pytest.mark.parametrize("name", kibitz.games())
def test_a_step_compiles_for_a_gpu(name, sm_90):  # noqa: F811
    game, _, _ = players(name)
    rules = Rules.of(name, opponent=game.policy)
    agents = list(rules.opponents)[:1]
    before, after, _ = door.arrays_for(rules, agents, 2, True, lambda array: array)
    arrays = [*before, np.zeros(2, np.int64), *after, np.zeros(2, np.int64)]
    ptx, _ = numba_cuda.compile_ptx(door.bound(game, (type(agents[0]),)), tuple(map(numba.typeof, arrays)), cc=(9, 0))
    assert ".entry" in ptx


@pytest.mark.skipif(numba_cuda.is_available(), reason="there is a GPU")
def test_where_there_is_no_gpu_one_line_says_so():
    with pytest.raises(NoDevice, match="no GPU that CUDA can use"):
        door.CudaEnvironment("duel", 4)


@pytest.mark.skipif(not numba_cuda.is_available(), reason="there is no GPU")
@pytest.mark.parametrize("name", kibitz.games())
def test_the_card_plays_the_same_games(name):
    game, _, _ = players(name)
    assert differs(name, game.policy, True, 300, 200, "torch") == ""
