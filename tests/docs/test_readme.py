"""The README's commands, line by line as they are written, in a checkout of their own with nothing kept yet."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

import pytest

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
BLOCK = re.compile(r"```(sh|python)\n(.*?)```", re.DOTALL)

PATIENCE = 6
"""Seconds after which a long command is stopped by Ctrl-C, which it must take well."""

LONG = ("kibitz bench", "kibitz lab run", "kibitz train", "kibitz match", "kibitz tournament")
BOXES = (
    "ones", "twos", "threes", "fours", "fives", "sixes", "choice", "three of a kind", "four of a kind", "full house",
    "small straight", "large straight", "yacht",
)  # fmt: skip
TYPED = {
    "make play UI=terminal": "1\n\nquit\n",
    "kibitz play yacht": "?\nh\nkeep none\nquit\n",
    "kibitz play --resume": "".join(f"{box}\n" for box in BOXES) + "quit\n",
    "kibitz play": "?\nh\nquit\n",
    "kibitz drill": "quit\n",
}
"""What is typed at commands that ask; so there is a game to go on with, and then one to review."""

SAID = {"kibitz review --last": "luck", "kibitz history": "yacht", "kibitz lab list": "yacht.ladder"}
"""What commands must have found by then."""

TRIED = {
    "make test": "make --dry-run test",
    "pip install": "pip install --dry-run --no-deps --no-build-isolation",
    " -e ": " ",
}
"""What would run these tests again or change the environment they run in is tried without doing it."""


def blocks(kind: str) -> list[str]:
    return [text for found, text in BLOCK.findall(README.read_text(encoding="utf-8")) if found == kind]


def commands() -> list[str]:
    lines = [line.partition("  #")[0].strip() for block in blocks("sh") for line in block.splitlines()]
    return [line for line in lines if line]


@pytest.fixture
def checkout(tmp_path) -> Path:
    """A folder as after `git clone` and the first `make`."""
    for entry in ROOT.iterdir():
        if entry.name not in (".git", ".venv", "runs", "dist"):
            (tmp_path / entry.name).symlink_to(entry)
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "bin").symlink_to(Path(sys.executable).parent)
    for stamp in (".play", ".test"):
        (tmp_path / ".venv" / stamp).touch()
    return tmp_path


def begun(command: str, folder: Path, typed: str | None) -> subprocess.Popen:
    if command.startswith(("make test", "pip install")):
        for written, tried in TRIED.items():
            command = command.replace(written, tried)
    path = os.pathsep.join([str(folder / ".venv" / "bin"), os.environ["PATH"]])
    source = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    kept = {"XDG_DATA_HOME": str(folder / "data"), "BROWSER": "true", "COLUMNS": "120"}
    log = (folder / "log").open("w")
    process = subprocess.Popen(
        ["bash", "-ec", command], cwd=folder, env={**os.environ, **kept, "PATH": path, "PYTHONPATH": source},
        stdin=subprocess.PIPE, stdout=log, stderr=subprocess.STDOUT, text=True, start_new_session=True,
        # Where the tests run in the background, Ctrl-C is ignored, and all that they start would ignore it too.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    assert process.stdin is not None
    if typed is not None:
        process.stdin.write(typed)
    process.stdin.close()
    return process


def stopped(process: subprocess.Popen) -> None:
    """Ctrl-C, as at a terminal: to everything that was started."""
    os.killpg(process.pid, signal.SIGINT)
    process.wait(60)


def run(command: str, folder: Path) -> tuple[int, str]:
    typed = next((words for start, words in TYPED.items() if command.startswith(start)), None)
    process = begun(command, folder, typed)
    try:
        if command == "make play":
            answers(folder / "log", process)
            stopped(process)
            return 0, (folder / "log").read_text()
        if not command.startswith(LONG):
            return process.wait(240), (folder / "log").read_text()
        try:
            return process.wait(PATIENCE), (folder / "log").read_text()
        except subprocess.TimeoutExpired:
            stopped(process)
            return 0, (folder / "log").read_text()
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def answers(log: Path, process: subprocess.Popen) -> None:
    """Wait until a browser would get the page from the address that is printed."""
    until = time.monotonic() + 240
    while not (found := re.search(r"http://[\w.:]+", log.read_text())):
        assert process.poll() is None and time.monotonic() < until, log.read_text()
        time.sleep(0.2)
    while b'"ready":true' not in asked(f"{found[0]}/api/health"):
        assert process.poll() is None and time.monotonic() < until, log.read_text()
        time.sleep(0.2)
    assert b"<title>Kibitz</title>" in asked(found[0])


def asked(address: str) -> bytes:
    try:
        with urlopen(address, timeout=20) as answer:
            return answer.read()
    except OSError:
        return b""


@pytest.mark.slow
def test_every_command_runs_as_it_is_written(checkout):
    assert len(commands()) >= 15
    for command in commands():
        code, said = run(command, checkout)
        assert code == 0, f"{command}: {said[-2000:]}"
        assert "Traceback" not in said and SAID.get(command, "") in said, f"{command}: {said[-2000:]}"


def test_the_python_lines_run_as_they_are_written():
    (block,) = blocks("python")
    names: dict = {}
    for line in block.splitlines():
        exec(line, names)
    assert names["s"].game.name == "yacht"
