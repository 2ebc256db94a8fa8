"""The sixth game of docs/adding-a-game.md is installed for the tests, as a third party would ship it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings

from tests.once import made_once

ROOT = Path(__file__).parents[1]

# Every worker of the tests has one core: the threads of numerical libraries would only wait for each other, which
# made tests of networks forty times as slow. Set before anything imports them.
for library in ("OMP", "OPENBLAS", "MKL"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")

SIXTH_GAME = str(Path(__file__).parent / "sixth_game")
sys.path.insert(0, SIXTH_GAME)
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [SIXTH_GAME, os.environ.get("PYTHONPATH")]))

# Where others wait for the result, examples are the same every time; at home they are new ones.
settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")

collect_ignore = ["sixth_game"]


@pytest.fixture
def committed(monkeypatch):
    """Runs are made by committed code, whatever the working tree looks like."""
    for module in ("run", "results"):
        monkeypatch.setattr(f"kibitz.lab.{module}.commit", lambda game: "0123456789ab")


@pytest.fixture
def ctrl_c():
    """Ctrl-C reaches this process; one that was started in the background of a script is deaf to it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        pytest.skip("Ctrl-C is switched off here: run the tests in the foreground")


@pytest.fixture(scope="session")
def site(tmp_path_factory) -> Path:
    """The built site; a warning of its builder fails."""

    def build(folder: Path) -> None:
        words = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going", "docs", str(folder)]
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

    return made_once(tmp_path_factory, "site", build)
