"""A question that takes too long costs its asker, not the others."""

import multiprocessing
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import forkserver
from pathlib import Path

import pytest

import kibitz
from kibitz.errors import KibitzError
from kibitz.web import thoughts
from kibitz.web.thinkers import COACH, PLAY, PONDER, REVIEW, Thinkers, TooSlow
from kibitz.web.thoughts import Asked


@contextmanager
def nobody_thinks() -> Iterator[None]:
    """Every thinker stands still, so that none can be quick enough by luck."""
    for child in multiprocessing.active_children():
        os.kill(child.pid or 0, signal.SIGSTOP)
    yield
    for child in multiprocessing.active_children():
        os.kill(child.pid or 0, signal.SIGCONT)


def test_a_slow_thinker_is_replaced() -> None:
    thinkers = Thinkers({PLAY: 1, COACH: 1, REVIEW: 0})
    asked = Asked.of(kibitz.new("duel", seed=1))
    try:
        choice = thinkers.ask(PLAY, thoughts.choose, asked, limit=60, spec="random").result(240)
        assert choice in kibitz.new("duel", seed=1).legal_codes
        with nobody_thinks(), pytest.raises(TooSlow):
            thinkers.ask(PLAY, thoughts.choose, asked, limit=0.1, spec="random").result(60)
        again = [thinkers.ask(PLAY, thoughts.choose, asked, limit=60, spec="random") for _ in range(3)]
        assert [answer.result(120) for answer in again] == [choice] * 3
        with pytest.raises(KibitzError, match="no agent"):
            thinkers.ask(COACH, thoughts.can_play, asked, limit=60, specs=["nobody"]).result(120)
    finally:
        thinkers.close()


PATIENT = """
import time
from pathlib import Path

def wait(view, moves):
    while not Path({go!r}).exists():
        time.sleep(0.01)
    return moves[0]
"""


def test_a_player_who_takes_its_time_holds_up_nobody_else(tmp_path: Path) -> None:
    """A player who is asked for the first time, or was slow the last time, thinks in a lane of its own."""
    go = tmp_path / "go"
    (tmp_path / "patient.py").write_text(PATIENT.format(go=str(go)))
    patient = f"{tmp_path / 'patient.py'}:wait"
    state = kibitz.new("duel", seed=1)
    asked, first = Asked.of(state), int(state.legal_codes[0])
    thinkers = Thinkers({PLAY: 1, PONDER: 1})
    try:
        assert thinkers.lane_of(asked, "random") == PONDER, "nobody knows yet how quick it is"
        begun = thinkers.ask_player(asked, "random", limit=60).result(240)
        while thinkers.lane_of(asked, "random") == PONDER:  # the first answers load or compile
            thinkers.ask_player(asked, "random", limit=60).result(240)
        slow = [thinkers.ask_player(asked, patient, limit=60) for _ in range(2)]
        for _ in range(2):
            assert thinkers.ask_player(asked, "random", limit=60).result(60) == begun
        assert not any(answer.done() for answer in slow)
        go.touch()
        assert [answer.result(60) for answer in slow] == [first, first]
    finally:
        go.touch()
        thinkers.close()


def test_a_thinker_knows_a_game_again_after_undo() -> None:
    state = kibitz.new("yacht", seed=5, players=1)
    for _ in range(6):
        state.push(int(state.legal_codes[0]))
    for number in (6, 2, 4, 0, 6):
        assert Asked.of(state, number).state().moves == state.moves[:number]


def test_ctrl_c_does_not_reach_the_process_from_which_thinkers_come() -> None:
    """It would die while it still loads, and whoever waits for it would get an error."""
    thinkers = Thinkers({PLAY: 1})
    try:
        status = Path(f"/proc/{forkserver._forkserver._forkserver_pid}/status").read_text()
        blocked = next(line.split()[1] for line in status.splitlines() if line.startswith("SigBlk"))
        assert int(blocked, 16) >> (signal.SIGINT - 1) & 1
    finally:
        thinkers.close()
