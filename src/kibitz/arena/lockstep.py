"""Many games in lockstep: one decision of every game at a time, for players that are asked from Python.

Networks and searchers answer a whole batch at once. The tables are dealt, sorted by who is to move, and
advanced by two compiled loops; in between each agent is asked about all its tables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np

from kibitz.agent import Agent
from kibitz.arena.schedule import Results, Schedule
from kibitz.errors import IllegalMove
from kibitz.game import Game
from kibitz.kernel import OVER, UNBOUND, bind, chance
from kibitz.options import GameOptions

BATCH = 4096

Take = Callable[[int], tuple[int, int]]
"""Asked for at most so many games: the first and the end of the next ones to play; equal when there are no more."""


class Lockstep:
    """A batch of tables. A table whose game has ended takes the next game of the schedule at once."""

    def __init__(
        self,
        game: Game,
        options: GameOptions,
        agents: Sequence[Agent],
        schedule: Schedule,
        batch: int = BATCH,
        results: Results | None = None,
        take: Take | None = None,
        begin: tuple[int, int] = (0, 0),
    ) -> None:
        self.game, self.agents, self.schedule = game, agents, schedule
        batch = min(batch, len(schedule))
        self.results = results or Results.blank(len(schedule), game.seats)
        self.take = take
        self.next = np.array(begin if take else (0, len(schedule)))  # the next game to deal, and where they end
        self.options = options.encoded()
        self.states = np.zeros(batch, game.state)
        self.playing = np.full(batch, -1, np.int64)  # which game is at each table; -1: none
        self.fresh = np.zeros(batch, np.bool_)  # tables dealt anew this tick
        self.plies = np.zeros(batch, np.int64)
        # What each agent is asked this tick: rows 0 to asked[k] of its own buffers.
        shape = (len(agents), batch)
        self.asked = np.zeros(len(agents), np.int64)
        self.tables = np.zeros(shape, np.int64)
        self.seats = np.zeros(shape, np.int64)
        self.views = np.zeros(shape, game.state)
        self.moves = np.zeros((*shape, game.moves), np.int32)
        self.counts = np.zeros(shape, np.int64)
        self.memories = [None if a.memory is None else np.zeros((batch, game.seats), a.memory) for a in agents]
        self._collect, self._advance = loops(game)

    def run(self, watch: np.ndarray) -> None:
        """Play until there are no more games, or `watch` says stop."""
        while not watch["stop"] and self.tick(watch):
            watch["decisions"] += self.asked.sum()

    def tick(self, watch: np.ndarray | None = None) -> bool:
        """Play one decision at every table; False once all games are over."""
        if self.take and self.next[0] == self.next[1]:
            self.next[:] = self.take(max(1, len(self.states) // 4))
        ended, length = self._collect(
            self.states, self.options, self.playing, self.fresh, self.plies, self.next,
            self.schedule.seeds, self.schedule.streams, self.schedule.seating,
            self.results.scores, self.results.decisions, self.results.ended,
            self.asked, self.tables, self.seats, self.views, self.moves, self.counts,
        )  # fmt: skip
        if watch is not None:
            watch["games"] += ended
            watch["of_games"] += length
        if not self.asked.any():
            return self.next[0] < self.next[1]
        for memory in self.memories:
            if memory is not None:
                memory[self.fresh] = np.zeros(1, memory.dtype)
        for k in range(len(self.agents)):
            if self.asked[k]:
                self._ask(k, int(self.asked[k]))
        return True

    def _ask(self, k: int, n: int) -> None:
        agent, tables, seats = self.agents[k], self.tables[k, :n], self.seats[k, :n]
        views, moves, counts = self.views[k, :n], self.moves[k, :n], self.counts[k, :n]
        memory = self.memories[k]
        if memory is None:
            chosen = agent.ask(views, moves, counts)
        else:
            notes = memory[tables, seats]
            chosen = agent.ask(views, moves, counts, notes)
            agent.note(views, chosen, notes)
            memory[tables, seats] = notes
        wrong = self._advance(self.states, tables, moves, counts, chosen)
        if wrong >= 0:
            raise IllegalMove(
                f"{agent.name} chose {chosen[wrong]}, which is not among "
                f"its legal moves {moves[wrong, : counts[wrong]].tolist()}"
            )


@cache
def loops(game: Game) -> tuple[Any, Any]:
    """The two compiled loops, for one game."""
    return bind(_collect, **game.kernels), bind(_advance, **game.kernels)


deal = player = legal = step = view = score = UNBOUND


def _collect(
    states, options, playing, fresh, plies, next_game,
    seeds, streams, seating, scores, decisions, ended,
    asked, tables, seats, views, moves, counts,
):  # fmt: skip
    """Let tables with an ended game take the next one, then sort every table to the agent to move.

    How many games ended, and how many decisions they had.
    """
    asked[:] = 0
    games = length = 0
    for i in range(len(states)):
        s = states[i]
        fresh[i] = False
        seat = OVER if playing[i] < 0 else player(s)
        while seat == OVER:
            if playing[i] >= 0:
                score(s, scores[playing[i]])
                ended[playing[i]] = True
                games += 1
                length += plies[i]
                playing[i] = -1
            if next_game[0] == next_game[1]:
                break
            playing[i] = next_game[0]
            next_game[0] += 1
            deal(s, options, seeds[playing[i]])
            plies[i] = 0
            fresh[i] = True
            seat = player(s)
        if playing[i] < 0:
            continue
        game = playing[i]
        k = seating[game, seat]
        n = asked[k]
        asked[k] += 1
        tables[k, n] = i
        seats[k, n] = seat
        counts[k, n] = legal(s, moves[k, n])
        view(s, seat, views[k, n])
        views[k, n].rng = chance(streams[game], plies[i])
        plies[i] += 1
        decisions[game, seat] += 1
    return games, length


def _advance(states, tables, moves, counts, chosen):
    """Play the chosen moves; the first row whose choice is not legal, or -1."""
    for i in range(len(tables)):
        listed = False
        for j in range(counts[i]):
            if moves[i, j] == chosen[i]:
                listed = True
                break
        if not listed:
            return i
        step(states[tables[i]], chosen[i])
    return -1
