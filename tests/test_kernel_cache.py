"""The compile cache: never stale, never in the way, and it does not grow for ever."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import kibitz
from kibitz.kernel_cache import DAY, LIFE, fingerprint

RULES = """
from kibitz.kernel import kernel
from helper import f
from table import VALUE
@kernel
def g():
    return 10 * f() + VALUE
"""
HELPER = "from kibitz.kernel import kernel\n@kernel\ndef f():\n    return {}\n"
ASK = "import rules; print(rules.g())"


class Package:
    """A small package of kernels, edited between processes that ask it for a number."""

    def __init__(self, folder: Path) -> None:
        self.code, self.cache = folder / "edited", folder / "cache"
        self.code.mkdir()
        self.write("rules", RULES)
        self.write("helper", HELPER.format(1))
        self.write("table", "VALUE = 2\n")

    def write(self, module: str, text: str) -> None:
        (self.code / f"{module}.py").write_text(text)

    def ask(self, code: str = ASK) -> tuple[int, list[str]]:
        """The number, and what was said on stderr."""
        path = os.pathsep.join([str(self.code), *sys.path])
        environment = {**os.environ, "XDG_CACHE_HOME": str(self.cache), "PYTHONPATH": path}
        done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return int(done.stdout), done.stderr.splitlines()

    @property
    def files(self) -> list[Path]:
        return sorted(self.cache.rglob("g-*.nbc"))


@pytest.fixture
def package(tmp_path: Path) -> Package:
    return Package(tmp_path)


def test_an_edit_in_a_file_that_is_called_is_noticed(package):
    assert package.ask() == (12, [])
    package.write("helper", HELPER.format(7))
    assert package.ask() == (72, [])
    assert len(package.files) == 2


def test_an_edit_in_a_file_of_constants_is_noticed(package):
    assert package.ask() == (12, [])
    package.write("table", "VALUE = 5\n")
    assert package.ask() == (15, [])


def test_nothing_is_compiled_again_where_no_value_changed(package):
    package.ask()
    package.write("rules", "# a comment\n" + RULES)
    package.write("table", "VALUE = 1 + 1\n")
    (package.code.parent / "rules.py").write_text("a game of its own in the folder above: kernel\n")
    assert package.ask() == (12, [])
    assert len(package.files) == 1


def test_where_nothing_can_be_written_rules_are_fresh_and_one_line_says_so(package):
    package.cache.write_text("a file where a folder is needed")
    value, said = package.ask()
    package.write("helper", HELPER.format(7))
    assert (value, package.ask()[0]) == (12, 72)
    assert len(said) == 1 and said[0].startswith("kibitz: compiled code is not kept")
    assert not list(package.code.rglob("*.nb?"))


def test_a_cache_that_can_only_be_read_is_read(package):
    package.ask()
    refuse = (
        "import pathlib, kibitz.kernel\n"
        "def refuse(*_, **__): raise OSError(30, 'Read-only file system')\n"
        "pathlib.Path.write_bytes = refuse\n"
    )
    assert package.ask(refuse + ASK) == (12, [])
    package.write("helper", HELPER.format(7))
    value, said = package.ask(refuse + ASK)
    assert value == 72 and len(said) == 1 and "Read-only file system" in said[0]


def test_a_full_disk_is_survived(package):
    fill = (
        "import pathlib, kibitz.kernel\n"
        "write = pathlib.Path.write_bytes\n"
        "def half(path, data):\n"
        "    write(path, data[:len(data) // 2])\n"
        "    raise OSError(28, 'No space left on device')\n"
        "pathlib.Path.write_bytes = half\n"
    )
    value, said = package.ask(fill + ASK)
    assert value == 12 and len(said) == 1 and "No space left on device" in said[0]
    assert not [file for file in package.cache.rglob("*") if file.is_file()]


def test_a_damaged_file_is_compiled_again(package):
    package.ask()
    whole = package.files[0].read_bytes()
    package.files[0].write_bytes(whole[: len(whole) // 2])
    assert package.ask() == (12, [])
    assert package.ask() == (12, []) and len(package.files[0].read_bytes()) >= len(whole) // 2 + 1


def test_what_nobody_loads_is_removed_and_what_is_loaded_stays(package):
    package.ask()
    other, long_ago = package.cache / "kibitz" / "another version", time.time() - (LIFE + 1) * DAY
    (other / "in use").mkdir(parents=True)
    unused, used = other / "g.nbi", other / "in use" / "g.nbc"
    for file in (unused, used):
        file.write_text("x")
    os.utime(unused, (long_ago, long_ago))
    os.utime(package.files[0], (long_ago, long_ago))
    package.ask()  # loads: its own file is young again, and nothing is written, so nothing removed
    assert package.files[0].stat().st_mtime > time.time() - DAY and unused.exists()
    package.write("table", "VALUE = 5\n")
    package.ask()
    assert len(package.files) == 2 and used.exists() and not unused.exists()


@pytest.mark.parametrize("name", kibitz.games())
def test_every_rule_can_be_cached(name):
    for rule in kibitz.game(name).kernels.values():
        assert fingerprint(getattr(rule, "py_func", rule))
