"""What a researcher meets in Python: names, tables, pickles, notebooks, completion."""

import copy
import doctest
import importlib
import io
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import kibitz
from kibitz import fields
from kibitz.errors import BadRecord

ROOT = Path(__file__).parents[1]


def test_dir_lists_what_there_is_and_nothing_else():
    listed = [name for name in dir(kibitz) if not name.startswith("__")]
    assert listed == sorted(kibitz.__all__)
    assert all(getattr(kibitz, name) is not None for name in listed)


@pytest.mark.parametrize("name", ["game", "games", "agent"])
def test_functions_and_modules_of_one_name_do_not_hide_each_other(name):
    module = importlib.import_module(f"kibitz.{name}")
    assert getattr(kibitz, name) is module and callable(module)
    assert kibitz.game("yacht") is kibitz.game.game("yacht")
    assert "yacht" in kibitz.games() and kibitz.games.__path__
    assert isinstance(kibitz.agent("yacht", "random"), kibitz.agent.Agent)


def test_a_game_loads_from_a_path_a_file_or_text(tmp_path):
    state = kibitz.new("gin", seed=4)
    state.push(state.legal[0])
    file = tmp_path / "game.txt"
    kibitz.save(state, file)
    with file.open() as opened, file.open("rb") as raw:
        sources = [file, str(file), opened, raw, state.record(), io.StringIO(state.record())]
        for source in sources:
            assert kibitz.load(source).record() == state.record()
    with pytest.raises(BadRecord, match=r"cannot read nowhere\.txt: No such file"):
        kibitz.load("nowhere.txt")


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda thing: pickle.loads(pickle.dumps(thing))])
@pytest.mark.parametrize("name", kibitz.games())
def test_states_and_agents_travel(name, copied):
    state = kibitz.new(name, seed=9)
    for _ in range(5):
        state.push(state.legal[-1])
    other = copied(state)
    assert other.record() == state.record() and other.player == state.player
    other.push(other.legal[0])
    assert len(other.moves) == len(state.moves) + 1
    for spec in {"random", kibitz.game(name).policy}:
        agent = kibitz.agent(name, spec)
        assert copied(agent).choose(state) == agent.choose(state) and copied(agent).name == spec


def test_results_show_themselves():
    state = kibitz.new("yacht", seed=1)
    match = kibitz.match("duel", "thrifty", "random", pairs=10)
    table = kibitz.tournament("duel", ["thrifty", "random"], games=20)
    hint = kibitz.hint(kibitz.new("duel", seed=1), "thrifty")
    for thing, said in ((match, "thrifty"), (table, "rating"), (hint, "loses")):
        assert said in str(thing) == repr(thing)
        assert said in thing._repr_html_() and "<script" not in thing._repr_html_()
        assert repr(pickle.loads(pickle.dumps(thing))) == repr(thing)
        assert copy.deepcopy(thing).__class__ is thing.__class__
    assert "asked" in kibitz.agent("yacht", "random")._repr_html_()
    assert state.show().splitlines()[0][:10] in state._repr_html_()


@pytest.mark.parametrize("name", kibitz.__all__)
def test_every_public_name_has_an_example_that_runs(name):
    thing = getattr(kibitz, name)
    examples = doctest.DocTestFinder(recurse=False).find(getattr(thing, "__wrapped__", thing), name, globs={})
    assert [example for test in examples for example in test.examples]
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    for test in examples:
        test.globs.update(vars(sys.modules[getattr(thing, "__wrapped__", thing).__module__]))
        assert runner.run(test).failed == 0


@pytest.mark.parametrize("name", kibitz.games())
def test_every_field_of_a_view_is_documented(name):
    game = kibitz.game(name)
    found = fields.fields(game)
    assert [f.name for f in found] == list(game.state.names)
    assert not [f.name for f in found if not f.about]


def run(*words: str, **environment: str) -> str:
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), **environment}
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, env=env, check=False).stdout


def test_python_m_kibitz_and_its_version():
    assert run("-m", "kibitz", "--version").strip() == f"kibitz {kibitz.__version__}"


SHELLS = {
    "bash": lambda line: {"COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))},
    "zsh": lambda line: {"_TYPER_COMPLETE_ARGS": line},
    "fish": lambda line: {"_TYPER_COMPLETE_ARGS": line, "_TYPER_COMPLETE_FISH_ACTION": "get-args"},
}


@pytest.mark.parametrize("shell", SHELLS)
def test_completion(shell):
    start = "import sys; sys.argv = ['kibitz']; from kibitz.cli import main; main()"
    line, found = ("kibitz tour", "tournament") if shell == "zsh" else ("kibitz match yac", "yacht")
    assert found in run("-c", start, _KIBITZ_COMPLETE=f"complete_{shell}", **SHELLS[shell](line))
