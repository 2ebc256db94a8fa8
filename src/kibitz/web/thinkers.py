"""Where computer players and the coach think: in processes of their own, each question with a time limit.

Play never waits for the coach, nor a hint for a review: there are four lanes, each with its own processes. Players who
take their time, or whom nobody has met yet, think in a lane apart from the quick ones. A process that takes too
long is killed and replaced, so one hard question costs its asker, not the others.
"""

from __future__ import annotations

import itertools
import logging
import multiprocessing
import os
import queue
import signal
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from multiprocessing import forkserver, resource_tracker
from multiprocessing.connection import Connection
from typing import Any

from kibitz.errors import KibitzError
from kibitz.web.thoughts import THOUGHTS, Asked, choose

log = logging.getLogger("kibitz.web")

PLAY, PONDER, COACH, REVIEW = "play", "ponder", "coach", "review"
NICE = {PLAY: 0, PONDER: 2}
"""Play comes first, then those whom somebody waits for; the coach has the rest."""
WAITING = 400
"""The most questions that wait in one lane; more are refused."""

QUICK = 0.1
"""A computer player is quick if one of its last moves took fewer seconds of a processor: on a busy machine all answers
are late, and those who compute little must not queue up behind the others for it."""
SLOW = 2.0
"""Whoever lets others wait so many seconds is not quick, however little it computes."""
LAST = 4
PACES = 1000
"""Of so many players and rules the pace is remembered."""

COMPILING = 180.0
"""Seconds more for a question of a kind that a process has not answered yet: it may have to compile for it, and a
process killed while compiling would have to begin again."""


class TooSlow(KibitzError):
    """The answer took longer than its limit."""


class Busy(KibitzError):
    """Too many questions wait already."""


class Failed(Exception):
    """The thinker broke down: a fault of the program, not of the asker."""


@dataclass(frozen=True)
class Question:
    thought: str
    asked: Asked | None
    arguments: dict[str, Any]
    limit: float
    """Seconds."""
    answer: Future[Any]

    @property
    def kind(self) -> tuple[Any, ...]:
        """Questions of one kind run the same code."""
        return self.thought, self.asked.game if self.asked else None, self.arguments.get("spec")

    @property
    def player(self) -> tuple[Any, ...] | None:
        """Whose move is asked for, and under which rules; None where no move is."""
        spec = self.arguments.get("spec")
        return (spec, self.asked.game, self.asked.options) if spec and self.asked else None


@dataclass(order=True)
class _Turn:
    """Where a question stands in its lane; without one, the end of the lane."""

    later: bool
    number: int
    question: Question | None = field(compare=False)


class Thinkers:
    """The processes, and the questions that wait for them."""

    def __init__(self, lanes: Mapping[str, int] | None = None) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["kibitz.web.thoughts"])
        _start_forkserver()
        self._lanes: dict[str, queue.PriorityQueue[_Turn]] = {}
        self._count = itertools.count()
        self._threads = []
        self._pace: OrderedDict[tuple[Any, ...], tuple[float, ...]] = OrderedDict()
        """What each player's last moves took, in seconds."""
        for lane, count in (lanes or {PLAY: 1, PONDER: 1, COACH: 1, REVIEW: 1}).items():
            self._lanes[lane] = queue.PriorityQueue()
            for _ in range(count):
                process = _Process(context, nice=NICE.get(lane, 5))
                thread = threading.Thread(target=self._serve, args=(self._lanes[lane], process), daemon=True)
                thread.start()
                self._threads.append((self._lanes[lane], thread))

    def ask(
        self,
        lane: str,
        thought: Callable[..., Any],
        asked: Asked | None,
        *,
        limit: float,
        later: bool = False,
        **arguments: Any,
    ) -> Future[Any]:
        """Put a question; `thought` is a function of thoughts.py. With `later`, after all that others ask."""
        answer: Future[Any] = Future()
        if self._lanes[lane].qsize() >= WAITING:
            answer.set_exception(Busy("too many questions wait already; try again in a moment"))
        else:
            question = Question(thought.__name__, asked, arguments, limit, answer)
            self._lanes[lane].put(_Turn(later, next(self._count), question))
        return answer

    def ask_player(self, asked: Asked, spec: str, *, limit: float) -> Future[Any]:
        """The move of a computer player."""
        return self.ask(self.lane_of(asked, spec), choose, asked, limit=limit, spec=spec)

    def lane_of(self, asked: Asked, spec: str) -> str:
        """Where a computer player thinks: who is known to be quick does not wait for the others."""
        return PLAY if min(self._pace.get((spec, asked.game, asked.options), (QUICK,))) < QUICK else PONDER

    def close(self) -> None:
        """Let the processes go."""
        for lane, _ in self._threads:
            lane.put(_Turn(True, next(self._count), None))
        for _, thread in self._threads:
            thread.join(5)

    def _serve(self, lane: queue.PriorityQueue[_Turn], process: _Process) -> None:
        process.start()
        while (question := lane.get().question) is not None:
            if not question.answer.set_running_or_notify_cancel():
                continue
            begun = time.monotonic()
            try:
                answer, computed = process.ask(question)
            except (KibitzError, Failed) as error:
                self._note_pace(question, question.limit)
                question.answer.set_exception(error)
            else:
                took = time.monotonic() - begun
                self._note_pace(question, computed if took < SLOW else took)
                question.answer.set_result(answer)
        process.stop()

    def _note_pace(self, question: Question, seconds: float) -> None:
        if question.player is not None:
            self._pace[question.player] = (*self._pace.get(question.player, ()), seconds)[-LAST:]
            while len(self._pace) > PACES:
                self._pace.popitem(last=False)


class _Process:
    """One process, started again whenever it was killed."""

    def __init__(self, context: Any, nice: int) -> None:
        self.context, self.nice = context, nice
        self.process: Any = None
        self.pipe: Connection
        self.practised: set[tuple[Any, ...]] = set()
        """The kinds of question that need no compiling any more; what was compiled once is kept on disk."""

    def start(self) -> None:
        self.pipe, theirs = self.context.Pipe()
        self.process = self.context.Process(target=_think, args=(theirs, self.nice), daemon=True)
        self.process.start()
        theirs.close()

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.pipe.close()
            self.process = None

    def ask(self, question: Question) -> tuple[Any, float]:
        """The answer, and the seconds of a processor that it took."""
        if self.process is None:
            self.start()
        try:
            self.pipe.send((question.thought, question.asked, question.arguments))
            if not self.pipe.poll(question.limit + (0 if question.kind in self.practised else COMPILING)):
                self.stop()
                raise TooSlow(f"no answer within {question.limit:g} seconds")
            kind, answer, computed = self.pipe.recv()
        except (EOFError, OSError) as error:
            self.stop()
            log.error("a thinker died at %s", question.thought)
            raise Failed("the thinker died") from error
        if kind == "refused":
            raise answer
        if kind == "failed":
            log.error("a thinker failed at %s: %s", question.thought, answer)
            raise Failed(answer)
        self.practised.add(question.kind)
        return answer, computed


def _start_forkserver() -> None:
    """The process from which thinkers come, deaf to Ctrl-C from its first moment on: it ends with the server, and one
    that was interrupted while it still loads would leave everybody who waits for it with an error."""
    resource_tracker.ensure_running()  # the forkserver starts it first, and that lets Ctrl-C through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _think(pipe: Connection, nice: int) -> None:
    """A thinker's life: it ends with the server, whose end of the pipe then closes."""
    import traceback

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(nice)
    while True:
        try:
            thought, asked, arguments = pipe.recv()
        except EOFError:
            return
        begun = time.process_time()
        try:
            answer = ("answered", THOUGHTS[thought](asked, **arguments))
        except KibitzError as error:
            answer = ("refused", error)
        except Exception:
            answer = ("failed", traceback.format_exc())
        pipe.send((*answer, time.process_time() - begun))
