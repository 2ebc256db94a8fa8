"""Commands run in this process, as the installed script does, with what the user types."""

import io
import sys

import pytest

from kibitz.cli import main
from kibitz.cli.app import console, notices


class Done:
    """What a command printed, and how it ended."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def kibitz(monkeypatch, capsys, tmp_path):
    """Run a command."""
    for shown in (console, notices):
        monkeypatch.setattr(shown, "_width", 160)  # whatever the terminal of whoever runs the tests
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)

    def run(*words: str, typed: str = "") -> Done:
        monkeypatch.setattr(sys, "argv", ["kibitz", *words])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = 0
        try:
            main()
        except SystemExit as ended:
            code = int(ended.code or 0)
        return Done(code, *capsys.readouterr())

    return run


@pytest.fixture
def said(kibitz):
    """Run a command that must succeed: what was printed."""

    def run(*words: str, typed: str = "") -> str:
        done = kibitz(*words, typed=typed)
        assert done.code == 0, done.err
        return done.out

    return run
