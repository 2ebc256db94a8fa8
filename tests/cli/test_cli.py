"""The command line, as a user meets it: every command, and mistakes in one line."""

import json
import os
import re
import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["play", "yatch"], "did you mean 'yacht'"),
        (["match", "duel", "thrifty", "randon"], "did you mean 'random'"),
        (["match", "duel", "thrifty", "random", "--lowst", "on"], "did you mean 'lowest'"),
        (["match", "duel", "thrifty", "random", "stray"], "cannot read 'stray'"),
        (["tournament", "duel", "random"], "at least two players"),
        (["solve", "duel"], "duel has no solver"),
        (["solve", "cribbage", "--foo", "3"], "cribbage has no solver; yacht can be solved"),
        (["solve", "yacht", "--foo", "3"], "no option 'foo'"),
        (["hint", "/nowhere/game.txt"], "cannot read"),
        (["train", "duel", "thrifty"], "nothing to learn"),
        (["lab", "run", "duel.wroth"], "did you mean 'duel.worth'"),
        (["play", "duel", "--seat", "human"], "2 seats and 1 players"),
    ],
)
def test_a_mistake_is_one_line_and_a_failure(kibitz, words, message):
    done = kibitz(*words)
    assert done.code == 1 and done.err.startswith("error: ") and message in done.err
    assert len(done.err.strip().splitlines()) == 1


@pytest.mark.parametrize(
    "words",
    [
        ["match", "duel", "thrifty", "random", "--pairs", "0"],
        ["match", "duel", "thrifty", "random", "--workers", "-1"],
        ["match", "duel", "thrifty", "random", "--seed", "-1"],
        ["match", "duel", "thrifty", "random", "--seed", str(2**64)],
        ["tournament", "duel", "thrifty", "random", "--games", "-5"],
        ["tournament", "duel", "thrifty", "random", "--seed", "-1"],
        ["play", "duel", "--seed", "-1"],
        ["play", "duel", "--seed", str(2**64)],
        ["train", "duel", "learned", "--seed", "-1"],
        ["lab", "run", "duel.worth", "--seed", "-1"],
        ["bench", "duel", "--seconds", "-1"],
        ["bench", "duel", "--speed", "1"],
    ],
)
def test_a_number_out_of_bounds_is_one_line(kibitz, words):
    done = kibitz(*words)
    assert done.code == 2 and done.out == "" and done.err.startswith("error: ")
    assert words[-2] in done.err and len(done.err.strip().splitlines()) == 1


def test_training_without_torch_says_what_brings_it(kibitz, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)  # as if it were not installed
    done = kibitz("train", "yacht", "net")
    assert done.code == 1 and done.err == 'error: this needs torch; pip install "kibitz[train]" brings it\n'


def test_brackets_in_texts_of_users_are_printed_as_they_are(kibitz, tmp_path):
    assert "no game '[/foo]'" in kibitz("games", "[/foo]").err
    (tmp_path / "game.txt").write_text("[/x]")
    assert "the first line is '[/x]'" in kibitz("hint", "game.txt").err
    kibitz("play", "duel", "--seed", "4", "--seat", "human", "--seat", "thrifty", typed="save mine.txt\nquit\n")
    record = (tmp_path / "mine.txt").read_text()
    (tmp_path / "game.txt").write_text(record.replace("seats: human, thrifty", "seats: human, [/bold]"))
    assert "has no agent '[/bold]'" in kibitz("play", "--load", "game.txt").err
    assert "'[/red]' is no move" in kibitz("play", "duel", "--seed", "4", typed="[/red]\nquit\n").out


def test_a_game_that_does_not_load_is_named_and_the_others_go_on(kibitz, tmp_path, monkeypatch):
    (tmp_path / "broken_game").mkdir()
    (tmp_path / "broken_game" / "__init__.py").write_text("")
    (tmp_path / "broken_game" / "rules.py").write_text("1 / 0")
    (tmp_path / "broken_game-1.dist-info").mkdir()
    (tmp_path / "broken_game-1.dist-info" / "METADATA").write_text("Name: broken_game\nVersion: 1\n")
    (tmp_path / "broken_game-1.dist-info" / "entry_points.txt").write_text("[kibitz.games]\nbroken = broken_game\n")
    monkeypatch.syspath_prepend(tmp_path)
    listed = kibitz("games")
    assert listed.code == 0 and "game broken does not load: ZeroDivisionError" in listed.out
    assert "players: learned, random, rollout, thrifty" in listed.out
    done = kibitz("play", "broken")
    assert done.code == 1 and done.err.startswith("error: game broken does not load: ZeroDivisionError")
    assert "Which game?" in kibitz("play").out


def test_a_terminal_without_suits_gets_letters():
    words = [sys.executable, "-m", "kibitz.cli", "play", "gin", "--seed", "1"]
    here = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(words, capture_output=True, env=here, input=b"hint simple\nquit\n", check=False, timeout=300)
    assert done.returncode == 0 and done.stderr == b"" and done.stdout.isascii()
    assert re.search(rb"you +[2-9TJQKA][cdhs] ", done.stdout)


def test_bench_looks_for_the_folder_before_measuring(kibitz):
    done = kibitz("bench", "duel", "--json", "nowhere/bench.json")
    assert done.code == 1 and "there is no folder nowhere" in done.err


def test_the_installed_command_prints_no_traceback():
    words = [sys.executable, "-m", "kibitz.cli", "play", "yatch"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 1 and done.stdout == "" and done.stderr.startswith("error: no game 'yatch'")


def test_games(said):
    assert "players: learned, random, rollout, thrifty" in said("games")
    text = said("games", "duel")
    assert (
        "--lowest" in text and "on, off" in text and "weights=worth.safetensors" in text and "leads its highest" in text
    )


def test_agents_alone_play_a_whole_game(said):
    assert "wins" in said("play", "duel", "--seed", "4", "--seat", "random", "--seat", "thrifty")


def test_no_input_is_no_traceback(said):
    text = said("play")
    assert "Which game?" in text and "Goodbye." in text


def test_match_and_tournament(said):
    text = said("match", "duel", "thrifty", "random", "--pairs", "200", "--seed", "3")
    assert "400 games in 200 duplicate pairs" in text
    result = json.loads(said("match", "duel", "thrifty", "random", "--pairs", "200", "--seed", "3", "--json"))
    assert f"{result['win_rate']:.2%}" in text and result["games"] == 400
    assert "sequential test" in said("match", "duel", "thrifty", "random", "--sprt")
    text = said("tournament", "duel", "thrifty", "random", "learned", "--games", "300", "--lowest", "on")
    assert "300 games, every deal in every seating" in text and "learned" in text


@pytest.mark.usefixtures("committed")
def test_published_matches_stand_on_the_page_with_their_command(said, tmp_path):
    words = ["match", "duel", "thrifty", "random", "--pairs", "50", "--lowest", "on", "--publish"]
    first = json.loads(said(*words, "--seed", "3", "--json"))
    said(*words, "--seed", "3")  # the same again replaces the first
    said(*words, "--seed", "4")
    said("tournament", "duel", "thrifty", "random", "--games", "100", "--publish")
    kept = json.loads((tmp_path / "results" / "duel" / "matches.json").read_text())
    command = "kibitz match duel thrifty random --pairs 50 --seed 3 --lowest on"
    assert len(kept) == 3 and kept[command]["win_rate"] == first["win_rate"]
    said("lab", "report")
    page = (tmp_path / "docs" / "results.md").read_text()
    low, high = first["interval"]
    assert f"| `{command}` | thrifty | {first['win_rate']:.2%} [{low:.2%}, {high:.2%}] | 100 |" in page
    assert "| `kibitz tournament duel thrifty random --games 100 --seed 0` |" in page
    assert json.loads(said(*command.split()[1:], "--json"))["win_rate"] == first["win_rate"]


@pytest.mark.usefixtures("committed")
def test_lab_and_train(said, tmp_path):
    assert "duel.worth" in said("lab", "list")
    text = said("lab", "run", "duel.worth", "--seed", "2", "--set", "games=40", "--publish")
    assert "the 12 takes" in text and "published to results/duel/worth" in text
    (folder,) = (tmp_path / "runs" / "duel.worth").iterdir()
    assert "the 12 takes" in said("lab", "run", "duel.worth", "--folder", str(folder))
    assert "wrote docs/results.md" in said("lab", "report")
    assert "the 12 takes" in (tmp_path / "docs" / "results.md").read_text()
    text = said("train", "duel", "learned", "--out", "mine.safetensors")
    assert "learned:weights=./mine.safetensors" in text
    done = said("match", "duel", "learned:weights=./mine.safetensors", "random", "--pairs", "50")
    assert "100 games" in done


def test_an_unreachable_cluster_is_one_line(kibitz, monkeypatch):
    monkeypatch.setattr("kibitz.arena.cluster.PATIENCE", 1)
    done = kibitz("match", "duel", "random", "random", "--pairs", "5", "--cluster", "tcp://127.0.0.1:9")
    assert done.code == 1 and "no scheduler answers at tcp://127.0.0.1:9" in done.err


def test_json_names_what_was_played(said):
    found = json.loads(said("tournament", "duel", "random", "thrifty", "--games", "40", "--seed", "7", "--json"))
    assert (found["game"], found["players"], found["seed"], found["options"]) == ("duel", ["random", "thrifty"], 7, {})
    assert found["commit"] and len(found["beats"]) == 2
    found = json.loads(said("match", "duel", "random", "thrifty", "--pairs", "20", "--lowest", "--json"))
    assert found["players"] == ["random", "thrifty"] and found["options"] == {"lowest": True} and found["commit"]


def test_bench(said, tmp_path):
    file = tmp_path / "bench.json"
    text = said("bench", "duel", "--seconds", "0.02", "--json", str(file))
    assert "decisions/s" in text and "kibitz State" in text
    measured = json.loads(file.read_text())
    assert {"commit", "by", "workers"} <= measured["speed"][0].keys() and measured["numba"] and measured["machine"]
    assert {row["kind"] for row in measured["speed"]} == {"random", "player", "arena", "state"}
    assert all(row["decisions_per_second"] > row["games_per_second"] > 0 for row in measured["speed"])
    empty, full = measured["start"]
    assert (empty["cache"], full["cache"]) == ("empty", "full") and full["cpu_seconds"] < empty["cpu_seconds"]
    assert measured["figures"]["duel"] == {"cards": "12"}
    measured["speed"][0]["decisions_per_second"] *= 1000
    file.write_text(json.dumps(measured))
    compared = said("bench", "duel", "--seconds", "0.02", "--only", "random", "--compare", str(file))
    assert "slower" in compared and "State" not in compared


def test_bench_refuses_what_it_cannot_measure(kibitz, tmp_path):
    assert "nothing to measure is called 'speed'" in kibitz("bench", "duel", "--only", "speed").err
    (tmp_path / "other.json").write_text("{}")
    assert "holds no figures" in kibitz("bench", "duel", "--compare", str(tmp_path / "other.json")).err


def test_playing_matching_and_hinting_need_no_torch():
    code = (
        "import sys, kibitz; from kibitz.coach.hint import hint; import kibitz.cli, kibitz.cli.table\n"
        "for name in kibitz.games():\n"
        "    kibitz.match(name, 'random', 'random', pairs=1)\n"
        "    hint(kibitz.new(name, seed=1))\n"
        "    for player in kibitz.agents(name): kibitz.agent(name, player)\n"
        "assert 'torch' not in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--lowest", "on"], "has its own options"),
        (["duel", "--lowest", "on"], "has its own options"),
        (["--seed", "3"], "has its own seed"),
        (["gin"], "is a game of duel, not of gin"),
    ],
)
def test_what_a_saved_game_would_ignore_is_an_error(kibitz, tmp_path, words, message):
    from kibitz import new, save

    save(new("duel", seed=1), tmp_path / "game.txt")
    done = kibitz("play", "--load", str(tmp_path / "game.txt"), *words)
    assert done.code == 1 and message in done.err
