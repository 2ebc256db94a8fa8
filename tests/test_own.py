"""Players of one's own, in every form, wherever a player is named."""

import json
from functools import partial

import numpy as np
import pytest

import kibitz
from kibitz import own
from kibitz.agent import Agent, agents, build
from kibitz.coach.hint import hint
from kibitz.errors import BadAgentSpec, BadPlayer, IllegalMove, KibitzError, Stopped, UnknownAgent

FILE = '''
"""Players for the tests."""
import numpy as np
from kibitz.agent import Agent, CompiledAgent
from kibitz.kernel import kernel

def lowest(view, moves):
    return moves[0]

class Highest(Agent):
    """Plays the highest code."""
    def __init__(self, game, options, skip: int = 0):
        super().__init__(game, options)
        self.skip = skip
    def values(self, views, moves, counts):
        return moves.astype(float)

@kernel
def first(v, moves, count, memory, params):
    return moves[0]

class Player(CompiledAgent):
    decide = first
'''


@pytest.fixture
def file(tmp_path):
    (tmp_path / "mine.py").write_text(FILE)
    return str(tmp_path / "mine.py")


def lowest(view, moves):
    return moves[0]


class Plain:
    """No Agent, but it has act."""

    def act(self, views, moves, counts):
        return moves[:, 0]


class TakesTooFew:
    def act(self, views):
        return views


class Unable:
    """Has nothing that a player needs."""


def test_every_form_plays_the_same(file):
    forms = [lowest, Plain, Plain(), f"{file}:lowest", f"{file}:Player", file, partial(lowest)]
    results = [kibitz.match("duel", form, "thrifty", pairs=30, seed=3).points for form in forms]
    assert len(set(results)) == 1
    assert kibitz.tournament("duel", [lowest, "random"], games=20).games >= 20


def test_files_take_parameters_and_give_hints(file):
    state = kibitz.new("duel", seed=1)
    agent = kibitz.agent("duel", f"{file}:Highest:skip=3")
    assert (agent.skip, agent.name) == (3, f"{file}:Highest:skip=3")
    assert agent.choose(state) == state.legal_codes[-1]
    assert hint(state, f"{file}:Highest").best.code == state.legal_codes[-1]


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("/nowhere/mine.py:Mine", "there is no file /nowhere/mine.py"),
        ("{file}:Lowest", "did you mean 'lowest'"),
        ("{file}:Highest:skip=many", "skip is 'many'; it must be a whole number"),
        ("{file}:Highest:ski=1", "did you mean 'skip'"),
        ("no.such.module:Mine", "no.such.module does not load"),
    ],
)
def test_wrong_places_are_named(file, spec, message):
    with pytest.raises(BadAgentSpec, match=message):
        kibitz.agent("duel", spec.format(file=file))


def test_a_file_that_breaks_says_how(tmp_path):
    (tmp_path / "broken.py").write_text("1 / 0")
    with pytest.raises(BadAgentSpec, match=r"broken.py does not load: ZeroDivisionError: division by zero"):
        kibitz.agent("duel", str(tmp_path / "broken.py"))


def test_an_edited_file_is_read_again(tmp_path):
    file = tmp_path / "mine.py"
    for code in (0, -1):
        file.write_text(f"def Player(view, moves):\n    return moves[{code}]\n")
        state = kibitz.new("duel", seed=1)
        assert kibitz.agent("duel", str(file)).choose(state) == state.legal_codes[code]


class OfGin(Agent):
    games = ("gin",)


@pytest.mark.parametrize(
    ("player", "error", "message"),
    [
        (OfGin, BadPlayer, "OfGin plays gin, not duel"),
        (17, BadPlayer, "17 is no player"),
        (lambda view: 0, BadPlayer, r"must be a function \(view, moves\) -> move; it takes \(view\)"),
        (TakesTooFew, BadPlayer, r"TakesTooFew must have a method act\(views, moves, counts\); it takes \(views\)"),
        (Unable(), BadPlayer, "an object of class Unable is no player"),
        (lambda view, moves: "five", BadPlayer, "answered 'five'; it must answer with one of the codes"),
        (lambda view, moves: 99, IllegalMove, "chose 99, which is not among its 5 legal moves"),
        (lambda view, moves: 1 / 0, BadPlayer, "failed: ZeroDivisionError"),
    ],
)
def test_what_is_wrong_is_named(player, error, message):
    with pytest.raises(error, match=message):
        kibitz.agent("duel", player).choose(kibitz.new("duel", seed=1))


def test_an_agent_of_another_game_is_refused():
    with pytest.raises(BadPlayer, match="random was made for gin; this is duel"):
        build(kibitz.game("duel"), kibitz.game("duel").options(), kibitz.agent("gin", "random"))


def test_answers_of_the_wrong_shape_are_named():
    class Wrong:
        def act(self, views, moves, counts):
            return moves

    class Fraction:
        def act(self, views, moves, counts):
            return moves[:, 0] / 2

    for player, said in ((Wrong, r"int32 of shape \(\d, 5\)"), (Fraction, r"float64 of shape \(\d,\)")):
        with pytest.raises(Stopped, match=rf"{player.__name__} answered \d rows with {said}"):
            kibitz.match("duel", player, player, pairs=2, workers=1)


def test_invited_players_are_listed(file, monkeypatch):
    monkeypatch.setenv(own.VARIABLE, f"mine={file}:Highest gin.other={file}")
    assert "mine" in agents("duel") and "mine" in agents("gin")
    assert "other" in agents("gin") and "other" not in agents("duel")
    assert kibitz.agent("duel", "mine:skip=2").skip == 2
    with pytest.raises(UnknownAgent):
        kibitz.agent("duel", "other")


def test_entry_points_are_players(tmp_path, monkeypatch):
    (tmp_path / "their_players.py").write_text(FILE)
    info = tmp_path / "their_players-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: their-players\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[kibitz.agents]\nduel.tall = their_players:Highest\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert "tall" in agents("duel") and "tall" not in agents("gin")
    assert type(kibitz.agent("duel", "tall")).__name__ == "Highest"


def test_local_weights_are_not_shadowed(tmp_path, monkeypatch):
    """A file that lies here is meant, though one of the same name is shipped."""
    monkeypatch.chdir(tmp_path)
    kibitz.agent("zsy", "net:weights=net.onnx")
    (tmp_path / "net.onnx").write_bytes(b"nothing")
    with pytest.raises(KibitzError, match=r"net.onnx is no ONNX network"):
        kibitz.agent("zsy", "net:weights=net.onnx")
    kibitz.agent("zsy", "net")  # the shipped one, whatever lies here


def test_the_command_line_takes_them(file, capsys, monkeypatch):
    from kibitz.cli import main

    monkeypatch.setattr("sys.argv", ["kibitz", "match", "duel", f"{file}:lowest", "random", "--pairs", "5", "--json"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 0
    said = json.loads(capsys.readouterr().out)
    assert said["players"] == [f"{file}:lowest", "random"] and said["games"] == 10
    assert np.isfinite(said["win_rate"])
