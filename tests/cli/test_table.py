"""A game at the terminal, as a person meets it."""

import io
import json
import os
import re
import signal
import subprocess
import sys
from typing import ClassVar

import pytest
from rich.console import Console

from kibitz.cli.asking import Asker
from kibitz.present.words import changed, coloured, told
from kibitz.store.history import RESULTS

DUEL = ("play", "duel", "--seed", "4", "--seat", "human", "--seat", "thrifty")
ALL = "\n".join(str(card) for card in list(range(1, 13)) * 5) + "\n"
"""Every card again and again: what is not allowed is refused, so the game ends."""


def own_card() -> str:
    """A card the person may play first in that game."""
    import kibitz

    state = kibitz.new("duel", seed=4)
    while state.player != 0:
        state.push(kibitz.agent("duel", "thrifty").choose(state))
    return state.legal[0].name


def test_every_word_in_any_case(said):
    typed = "help\n?\nMOVES\nHint\nh\nrules\nTutor gentle\ntutor\nsave game.txt\nundo\n99\nfly\nQ\n"
    text = said(*DUEL, typed=typed)
    for expected in (
        "a move, or", "in any case", "to win", "Twelve cards", "The tutor is gentle", "Saved to game.txt",
        "is no move of duel", "nothing to take back", "Goodbye.",
    ):  # fmt: skip
        assert expected in text, expected
    assert "your cards" in said("play", "--load", "game.txt", typed="quit\n")
    assert "best" in said("hint", "game.txt")
    found = json.loads(said("hint", "game.txt", "--agent", "learned", "--json"))
    assert len(found["advice"]) == 5


def test_play_to_the_end_then_review_save_again(said, tmp_path):
    text = said(*DUEL, typed=f"{own_card()}\nundo\n" + ALL + "review\nfly\nsave over.txt\nagain\nquit\n")
    assert "Taken back." in text and "the trick" in text and (tmp_path / "over.txt").exists()
    assert re.search(r"(you: \S+ +win\b)|(thrifty: \S+ +wins)", text)
    assert "the game looked over" in text and "played like" in text and "result less luck" in text
    assert "is none of these" in text and text.count("You play against thrifty.") == 2


def test_save_asks_before_it_overwrites_and_knows_home(said, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    text = said(*DUEL, typed="save ~/x\nsave ~/x\nn\nsave ~/x\ny\nsave\nsave nowhere/x\nquit\n")
    assert (tmp_path / "x").exists() and text.count("Saved to ~/x") == 2 and text.count("exists: overwrite it?") == 2
    assert "say where to" in text and "cannot write nowhere/x" in text


def test_two_people_get_a_cover_between_turns(said):
    text = said("play", "duel", "--seed", "4", "--seat", "human", "--seat", "human", typed="\n1\n2\n3\n4\n5\n")
    assert "Pass the screen to player 1" in text or "Pass the screen to player 2" in text
    assert said("play", "duel", "--seed", "4", "--seat", "human", "--seat", "human", typed="q\n").endswith("Goodbye.\n")


def test_a_wrong_name_in_the_menu_asks_again(said):
    text = said("play", typed="yatch\n99\nDUEL\nquit\n")
    assert "did you mean 'yacht'" in text and text.count("Which game?") == 3 and "You play against" in text


def test_the_tutor_warns_and_explains_before_the_move_is_final(said):
    typed = "yacht\nwhy\nn\nyacht\ny\nquit\n"
    text = said("play", "yacht", "--players", "1", "--seed", "7", "--tutor", "strict", typed=typed)
    assert text.count("play it anyway?") == 2 and re.search(r"Keep .*: \d+\.\d points\.", text)
    assert text.count("into yacht") == 1  # the refused move was not played
    typed = "yacht\nkeep all\ny\nquit\n"
    instead = said("play", "yacht", "--players", "1", "--seed", "7", "--tutor", "strict", typed=typed)
    assert "You keep all five dice" in instead and "into yacht" not in instead  # another move is an answer too
    gentle = said("play", "yacht", "--players", "1", "--seed", "7", "--tutor", "gentle", typed="yacht\nn\nquit\n")
    assert "There is something better" in gentle and "costs" not in gentle


def test_the_tutors_level_holds_when_a_game_is_resumed(said):
    words = ("play", "yacht", "--players", "1", "--seed", "7")
    assert "The tutor is off" in said(*words, typed="keep none\ntutor\ntutor strict\nquit\n")
    assert "The tutor is strict" in said("play", "--resume", typed="tutor\nquit\n")
    assert "The tutor is off" in said("play", "--resume", "--tutor", "off", typed="tutor\nquit\n")
    assert "The tutor is off" in said("play", "--resume", typed="tutor\nquit\n")


def test_games_are_kept_resumed_listed_and_exported(said, kibitz, tmp_path):
    assert "No game has been played yet" in said("history")
    assert "waits to be resumed" in kibitz("play", "--resume").err
    said(*DUEL, typed="quit\n")
    assert "waits to be resumed" in kibitz("play", "--resume").err  # nothing was played
    first = said(*DUEL, typed=f"{own_card()}\nq\n")
    assert "kibitz play --resume goes on" in first and "1 unfinished" in said("history")
    said("play", "--resume", "duel", typed="undo\n" + ALL + "quit\n")
    listed = said("history", "duel")
    assert "thrifty" in listed and "95% interval" in listed and "unfinished" not in listed
    listed = ["No finished game is like that" not in said("history", "--result", word) for word in RESULTS]
    assert sum(listed) == 1 and "thrifty" not in said("history", "--against", "nobody")
    assert "no result" in kibitz("history", "--result", "win").err
    refused = kibitz("export", "--parquet", "mine.parquet", typed="n\n")
    assert refused.code == 1 and "nothing was written" in refused.err and not (tmp_path / "mine.parquet").exists()
    assert kibitz("export", "--parquet", "mine.parquet").code == 1  # it is asked once


def test_export_with_consent_is_a_dataset_that_replays(said, tmp_path):
    from kibitz.store.export import read

    said(*DUEL, typed=ALL + "quit\n")
    assert "1 games written" in said("export", "--parquet", "mine.parquet", typed="y\n")
    ((state, seats),) = read(tmp_path / "mine.parquet")
    assert state.is_over and seats == ["person 1", "thrifty"]


def test_review_as_text_json_and_page_and_what_it_leaves_to_drill(said, kibitz, tmp_path):
    assert "say which game" in kibitz("review").err
    typed = "ones\ntwos\nthrees\nfours\nfives\nsixes\nchoice\nfour of a kind\nfull house\nsmall straight\n"
    typed += "large straight\nyacht\nsave solo.txt\nquit\n"
    said("play", "yacht", "--players", "1", "--seed", "7", typed=typed)
    text = said("review", "solo.txt")
    assert "blunder" in text and "played like" in text and "┤" in text and "Best luck" in text
    found = json.loads(said("review", "--last", "--json"))
    assert len(found["decisions"]) == 12 and found["sides"][0]["name"] == "you"
    said("review", "--last", "--html", "page.html")
    page = (tmp_path / "page.html").read_text()
    assert "<svg" in page and "http" not in page and "<link" not in page and page.count("<circle") > 0
    embedded = re.search(r'id="review">(.*?)</script>', page, re.DOTALL)
    assert json.loads(embedded[1])["decisions"] == found["decisions"]
    lessons = said("drill", "yacht", typed="fly\nyacht\nquit\n")
    assert "is no move of yacht" in lessons and "That costs" in lessons and "0 of 1 right" in lessons
    assert "no folder" in kibitz("review", "solo.txt", "--html", "nowhere/page.html").err


def test_quizzes_ask_and_explain(said, kibitz):
    text = said("drill", "cribbage", "--quiz", typed="x\n99\nquit\n")
    assert "How much does it count?" in text and "a number, or quit" in text and "0 of 1 right" in text
    assert "melded best" in said("drill", "gin", "--quiz", typed="q\n")
    assert "cribbage, gin have one" in kibitz("drill", "yacht", "--quiz").err


def test_replay_from_here(said):
    said("play", "yacht", "--players", "1", "--seed", "7", typed="ones\ntwos\nsave some.txt\nquit\n")
    assert "turn 2 of 12" in said("play", "--load", "some.txt", "--from", "1", typed="quit\n")
    assert "turn 3 of 12" in said("play", "--load", "some.txt", typed="quit\n")


def test_a_killed_game_loses_no_move(tmp_path):
    here = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    words = [sys.executable, "-m", "kibitz.cli", "play"]
    with subprocess.Popen(
        [*words, "yacht", "--players", "1", "--seed", "7"],
        env=here,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as game:
        game.stdin.write("ones\n")
        game.stdin.flush()
        seen = ""
        while "into ones" not in seen:
            seen += game.stdout.read(1) or pytest.fail(seen)
        game.send_signal(signal.SIGKILL)
    again = subprocess.run(
        [*words, "--resume"], env=here, input="quit\n", capture_output=True, text=True, timeout=120, check=False
    )
    assert again.returncode == 0 and "turn 2 of 12" in again.stdout


def test_a_store_that_cannot_be_opened_is_told_and_the_game_goes_on(kibitz, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    done = kibitz(*DUEL, typed="quit\n")
    assert done.code == 0 and "This game is not saved" in done.err and "Goodbye." in done.out
    assert kibitz("play", "--resume").code == 1


class Interrupted(Asker):
    """A person who presses Ctrl-C first."""

    def __init__(self, console, answers) -> None:
        super().__init__(console)
        self.answers = iter(answers)

    def ask(self, prompt, words=tuple):
        answer = next(self.answers)
        if answer is None:
            raise KeyboardInterrupt
        self.console.print(f"{prompt}{answer}")
        return answer


def test_ctrl_c_asks(capsys):
    from rich.console import Console

    import kibitz
    from kibitz.cli.table import Table

    console = Console(markup=False)
    state = kibitz.new("duel", seed=4)
    table = Table(state, ["human", "thrifty"], console, asker=Interrupted(console, [None, "n", None, "y"]))
    assert table.play() is False
    text = capsys.readouterr().out
    assert text.count("Leave the game? [y/N]") == 2 and text.endswith("Goodbye.\n")


def test_options_are_shown_only_where_they_were_changed(said):
    assert "rules paper" in said("play", "yacht", "--players", "1", "--rules", "paper", typed="quit\n").splitlines()[0]
    assert "rules" not in said("play", "yacht", "--players", "1", typed="quit\n").splitlines()[0]


def test_no_color_is_honoured_and_red_suits_are_red(monkeypatch):
    def shown() -> str:
        console = Console(force_terminal=True, color_system="standard", markup=False)
        with console.capture() as capture:
            console.print(coloured("5♥ 6♠"))
        return capture.get()

    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[31m5♥\x1b[0m" in shown()
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[31m" not in shown()


@pytest.mark.parametrize(
    ("text", "is_watcher", "expected"),
    [
        ("you throw 5♥", True, "You throw 5♥"),
        ("{who} throws two cards", False, "Kyle throws two cards"),
        ("{who} knocks. {who} shows A♣; {who} wins.", False, "Kyle knocks. Kyle shows A♣; kyle wins."),
        ("takes 5", False, "Kyle: takes 5"),
        ("takes 5", True, "You: takes 5"),
    ],
)
def test_what_happened_is_a_sentence_about_the_mover(text, is_watcher, expected):
    assert told(text, "kyle", is_watcher) == expected


def test_changed_options():
    import kibitz

    racko = kibitz.game("racko")
    assert changed(racko.options(slots=5), racko.options()) == "slots 5, cards 20"


def test_a_long_question_wraps_between_words():
    console = Console(file=io.StringIO(), width=30)

    class Yes(Asker):
        asked: ClassVar[list[str]] = []

        def ask(self, prompt, words=tuple):
            self.asked.append(prompt)
            return "y"

    question = "May your games be written out for research by all who ask?"
    assert Yes(console).confirm(question) and Yes(console).confirm("Leave?")
    assert Yes.asked == ["[y/N] ", "Leave? [y/N] "] and console.file.getvalue().split() == question.split()
