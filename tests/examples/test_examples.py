"""Every example runs, at a tiny size."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import kibitz

ROOT = Path(__file__).parents[2]


def run(name: str, *words: str, folder: Path) -> str:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])}
    command = [sys.executable, ROOT / "examples" / name, *words]
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


@pytest.mark.slow
def test_maskable_ppo(tmp_path):
    pytest.importorskip("sb3_contrib")
    said = run("maskable_ppo.py", "--steps", "512", "--tables", "4", "--pairs", "10", folder=tmp_path)
    assert "20 games" in said and (tmp_path / "mine.onnx").is_file()


@pytest.mark.slow
def test_ppo(tmp_path):
    said = run(
        "ppo.py", "--game", "duel", "--opponent", "thrifty", "--steps", "4096", "--tables", "16", folder=tmp_path
    )
    assert "update 4:" in said and "play with kibitz.doors.policy:Policy:ppo.onnx" in said
    player = kibitz.agent("duel", f"kibitz.doors.policy:Policy:{tmp_path / 'ppo.onnx'}")
    state = kibitz.new("duel", seed=1)
    assert player.choose(state) in state.legal_codes
    assert kibitz.match("duel", player, "random", pairs=20).games == 40


def test_ismcts(tmp_path):
    pytest.importorskip("pyspiel")
    said = run("openspiel_ismcts.py", "--hands", "1", "--simulations", "2", folder=tmp_path)
    assert "ISMCTS against random moves" in said


def test_player():
    file = ROOT / "examples" / "player.py"
    results = [kibitz.match("gin", f"{file}:{form}", "random", pairs=5, target=20) for form in ("knocks", "Quick")]
    assert results[0].points == results[1].points
    assert kibitz.match("gin", f"{file}:Batch", "random", pairs=5, target=20).games == 10


@pytest.mark.slow
def test_the_notebook(tmp_path):
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    notebook = nbformat.read(ROOT / "examples" / "yacht.ipynb", as_version=4)
    done = nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    outputs = [output for cell in done.cells if cell.cell_type == "code" for output in cell.outputs]
    shown = [data for output in outputs for data in output.get("data", {})]
    assert "image/png" in shown and shown.count("text/html") >= 3
    assert f"{kibitz.solve('yacht').value:.10f}" in str(outputs)
