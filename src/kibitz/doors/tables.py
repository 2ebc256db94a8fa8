"""Many tables at which one seat is played from outside: the driver behind every environment.

Whoever learns sits at one seat of each table and says the numbers of its actions; opponents play between its
turns. Opponents that are kernels do so inside the compiled loop; others are asked about all tables at once.

What happens at a table follows from its own seed alone: its games are dealt one after the other from one
stream, the opponents' chance comes from another. So a table among thousands plays as it would play alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

import numpy as np

from kibitz import seeds
from kibitz.agent import Agent, Random, any_move, build
from kibitz.arena.lockstep import loops as lockstep_loops
from kibitz.arena.schedule import APART, at_least_one
from kibitz.arena.turn import RANDOM, Turns, are_compiled, take_turn
from kibitz.doors.reward import REWARDS, reward_of
from kibitz.errors import BadOption, IllegalMove
from kibitz.game import Game
from kibitz.game import game as find_game
from kibitz.kernel import OVER, UNBOUND, bind, chance, kernel, mix, pick, record
from kibitz.observation import observer

ENDED, RUNNING, LEARNER = -2, -1, 0
"""What a table waits for: a new game, its opponents, its learner, or (1 and up) an opponent asked from Python."""

ASK = -1
"""Stands for the address of a turn that only Python can take."""

ANY_SEAT = -1

TABLE = record(
    [
        ("deals", "u8"),  # the stream its games are dealt from
        ("players", "u8"),  # the stream the opponents' chance comes from
        ("stream", "u8"),  # that of the present game
        ("game", "i8"),  # how many games it has seen before this one
        ("ply", "i8"),  # decisions made in this game
        ("decided", "i8"),  # decisions made in all its games
        ("seat", "i8"),  # where the learner sits
        ("waits", "i8"),
        ("illegal", "i1"),  # whether the learner's last action could not be played
        ("reward", "f8"),  # of the last action
    ]
)


@dataclass(frozen=True)
class Rules:
    """What is played at every table: the game with its options, against whom, for what."""

    game: Game
    options: Any
    opponents: tuple[Agent, ...]
    """By seat, from the one after the learner's on."""

    seat: int
    """Where the learner sits, or ANY_SEAT: drawn for each game."""

    reward: str

    @classmethod
    def of(
        cls,
        game: str,
        opponent: Any = None,
        *,
        seat: int | None = None,
        reward: str = "win",
        **options: Any,
    ) -> Rules:
        """Rules as an environment's keywords give them.

        `opponent` is a player as everywhere (a spec such as ``"greedy"``, an Agent …), or a list with one for each
        of the other seats; default: random moves, or nobody where one can play alone.
        """
        found = find_game(game)
        several = isinstance(opponent, Sequence) and not isinstance(opponent, str)
        counted = any(field.name == "players" for field in fields(found.rules.Options))
        if opponent is not None and counted and "players" not in options:
            least = 1 + (len(opponent) if several else 1)
            options["players"] = max(least, found.players(found.options(**options)))
        chosen = found.options(**options)
        others = found.players(chosen) - 1
        specs = list(opponent) if several else [opponent or "random"] * others
        if len(specs) != others:
            raise BadOption(
                f"{game}: {len(specs)} opponents for {others} other seats; name one for each, or one for all"
            )
        if seat is not None and not 0 <= seat <= others:
            raise BadOption(f"{game}: no seat {seat}; the seats are 0 to {others}, None draws one for each game")
        if reward not in REWARDS:
            raise BadOption(f"reward is {reward!r}; it must be one of {', '.join(REWARDS)}")
        built = {id(spec): build(found, chosen, spec) for spec in specs}
        return cls(found, chosen, tuple(built[id(spec)] for spec in specs), ANY_SEAT if seat is None else seat, reward)


class Tables:
    """Tables of one kind, each with a learner."""

    def __init__(self, rules: Rules, count: int) -> None:
        at_least_one("the number of environments", count)
        game, players = rules.game, rules.game.players(rules.options)
        self.rules, self.count, self.seats = rules, count, players
        self.actions = game.actions(rules.options)
        self.spec = observer(game).spec
        self.tables, self.states = np.zeros(count, TABLE), np.zeros(count, game.state)
        self.scores = np.zeros((count, game.seats))
        self._numbers = _numbers(self.actions)
        self._legal, self._counts = np.zeros((count, game.moves), np.int32), np.zeros(count, np.int64)
        self._spare, self._moves = np.zeros(1, game.state), np.zeros(game.moves, np.int32)
        self._options, self._wrong = rules.options.encoded_row(), np.zeros(2, np.int64)
        compiled = are_compiled(rules.opponents)
        turns = Turns(game, rules.opponents if compiled and rules.opponents else [Random(game, rules.options)])  # type: ignore[arg-type]
        self._turns = turns  # what the addresses point to must not go away
        self._addresses = turns.addresses if compiled else np.full(len(rules.opponents), ASK, np.intp)
        self._notes = turns.notebook(count * players)
        self._memories = [
            np.zeros(count, agent.memory) if agent.memory is not None and not compiled else None
            for agent in rules.opponents
        ]
        self._every = np.ones(count, np.bool_)
        self._loops = _loops(game)
        self._advance = lockstep_loops(game)[1]
        self.seed(range(count))

    def seed(self, numbers: Sequence[int]) -> None:
        """Give every table a seed: its games and its opponents' chance follow from it."""
        for i, number in enumerate(numbers):
            checked = seeds.checked(number)
            self.tables["deals"][i] = seeds.for_players(checked, 0)
            self.tables["players"][i] = seeds.for_players(checked, 1)
        self.tables["game"] = -1
        self.tables["waits"] = ENDED

    @property
    def over(self) -> np.ndarray:
        """Where the game has ended, and a new one can be dealt."""
        return self.tables["waits"] == ENDED

    def deal(self, rows: np.ndarray) -> None:
        """Begin the next game where `rows` says so; one that ends before the learner is asked is passed over."""
        while rows.any():
            self._loops.deal(
                rows, self.tables, self.states, self._options, self._notes, self.seats, self.rules.seat
            )  # fmt: skip
            for memory in self._memories:
                if memory is not None:
                    memory[rows] = np.zeros(1, memory.dtype)
            self._run_on()
            rows = rows & self.over

    def act(self, chosen: np.ndarray) -> None:
        """Play the learner's actions, and on until it is asked again or the game is over.

        An action that is not legal changes nothing and is marked; where the game is over, actions are ignored.
        """
        self._loops.act(
            self.tables, self.states, np.ascontiguousarray(chosen, np.int64), self.actions, self._legal, self._counts
        )
        self._run_on()

    def look(self, rows: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
        """What the learner sees at each table, and which actions it has: fresh arrays, (observations, masks).

        Where the game is over every action is allowed, since none is played. Where `rows` says no, all is 0.
        """
        make = np.empty if rows is None else np.zeros
        seen = make((self.count, self.spec.size), np.float32)
        masks = make((self.count, len(self.actions)), np.int8)
        self._loops.look(
            self._every if rows is None else rows,
            self.tables,
            self.states,
            self._spare,
            self._legal,
            self._counts,
            self.actions,
            self._numbers,
            seen,
            masks,
        )
        return seen, masks

    def view(self, row: int) -> tuple[np.record, int]:
        """The learner's view of one table, and its seat."""
        seat = int(self.tables["seat"][row])
        view = np.zeros(1, self.rules.game.state)
        self.rules.game.view(self.states[row], seat, view[0])
        return view[0], seat

    def _run_on(self) -> None:
        """Let opponents play until every table waits for its learner or for a new game."""
        while True:
            asked = self._loops.run_on(
                self.tables, self.states, self._spare, self._moves, self._addresses, self._turns.params,
                self._notes, self.seats, self.rules.reward == "win", self.scores, self._wrong,
            )  # fmt: skip
            if self._wrong[0]:
                name, move = self.rules.opponents[self._wrong[0] - 1].name, self._wrong[1]
                raise IllegalMove(f"{name} chose {move}, which is not among its legal moves")
            if not asked:
                return
            for number in range(len(self.rules.opponents)):
                rows = np.flatnonzero(self.tables["waits"] == 1 + number)
                if len(rows):
                    self._ask(number, rows)

    def _ask(self, number: int, rows: np.ndarray) -> None:
        agent, game, memory = self.rules.opponents[number], self.rules.game, self._memories[number]
        views = np.zeros(len(rows), game.state)
        moves, counts = np.zeros((len(rows), game.moves), np.int32), np.zeros(len(rows), np.int64)
        self._loops.ask(rows, self.tables, self.states, views, moves, counts)
        if memory is None:
            chosen = agent.ask(views, moves, counts)
        else:
            notes = memory[rows]
            chosen = agent.ask(views, moves, counts, notes)
            agent.note(views, chosen, notes)
            memory[rows] = notes
        wrong = self._advance(self.states, rows, moves, counts, chosen)
        if wrong >= 0:
            raise IllegalMove(f"{agent.name} chose {chosen[wrong]}, which is not among its legal moves")
        self.tables["waits"][rows] = RUNNING
        self.tables["ply"][rows] += 1
        self.tables["decided"][rows] += 1


def _numbers(actions: np.ndarray) -> np.ndarray:
    """The action number by move code, where codes are small; else nothing."""
    if actions[-1] > 0xFFFF:
        return np.zeros(0, np.int64)
    numbers = np.zeros(int(actions[-1]) + 1, np.int64)
    numbers[actions] = np.arange(len(actions))
    return numbers


# --- the loops ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Loops:
    deal: Any
    act: Any
    run_on: Any
    look: Any
    ask: Any


@cache
def _loops(game: Game) -> _Loops:
    kernels = {**game.kernels, "observe": observer(game).kernel}
    return _Loops(*(bind(loop, **kernels) for loop in (_deal, _act, _run_on, _look, _ask)))


deal = player = legal = step = view = score = observe = UNBOUND


def _deal(rows, tables, states, options, notes, seats, seat):
    for i in range(len(tables)):
        if not rows[i]:
            continue
        t = tables[i]
        t.game += 1
        t.stream = t.players + np.uint64(t.game) * APART
        t.ply = 0
        t.seat = pick(mix(t.stream), seats) if seat == ANY_SEAT else seat
        t.waits, t.illegal, t.reward = RUNNING, 0, 0.0
        deal(states[i], options[0], chance(t.deals, t.game))
        for p in range(seats):
            notes[i * seats + p, :] = 0


def _act(tables, states, chosen, actions, moves, counts):
    for i in range(len(tables)):
        t = tables[i]
        t.reward = 0.0
        t.illegal = 0
        if t.waits != LEARNER:
            continue
        t.illegal = 1
        if 0 <= chosen[i] < len(actions):
            code = actions[chosen[i]]
            for j in range(counts[i]):
                if moves[i, j] == code:
                    t.illegal = 0
        if t.illegal == 0:
            step(states[i], actions[chosen[i]])
            t.ply += 1
            t.decided += 1
            t.waits = RUNNING


def _run_on(tables, states, spare, moves, turns, params, notes, seats, for_wins, scores, wrong):
    """Play on at every table that is running; how many then wait for an opponent that only Python can ask."""
    asked = 0
    v = spare[0]
    for i in range(len(tables)):
        t, s = tables[i], states[i]
        while t.waits == RUNNING:
            seat = player(s)
            if seat == OVER:
                score(s, scores[i])
                t.reward = reward_of(scores[i], seats, t.seat, for_wins)
                t.waits = ENDED
            elif seat == t.seat:
                t.waits = LEARNER
            else:
                who = (seat - t.seat - 1) % seats
                if turns[who] == ASK:
                    t.waits = 1 + who
                    asked += 1
                    break
                count = legal(s, moves)
                own_chance = chance(t.stream, t.ply)
                if turns[who] == RANDOM:
                    v.rng = own_chance
                    move = any_move(v, moves, count, v, v)
                else:
                    state = states.ctypes.data + i * states.itemsize
                    noted = notes.ctypes.data + (i * seats + seat) * notes.shape[1]
                    move = take_turn(
                        turns[who], state, spare.ctypes.data, moves.ctypes.data, noted, params[who],
                        seat, count, own_chance,
                    )  # fmt: skip
                    listed = False
                    for j in range(count):
                        listed |= moves[j] == move
                    if not listed:
                        wrong[0], wrong[1] = 1 + who, move
                        return 0
                step(s, move)
                t.ply += 1
                t.decided += 1
    return asked


def _look(rows, tables, states, spare, moves, counts, actions, numbers, seen, masks):
    v = spare[0]
    for i in range(len(tables)):
        if not rows[i]:
            continue
        t, s = tables[i], states[i]
        view(s, t.seat, v)
        observe(v, t.seat, seen[i])
        mask = masks[i]
        mask[:] = t.waits != LEARNER
        if t.waits != LEARNER:
            continue
        counts[i] = legal(s, moves[i])
        for j in range(counts[i]):
            mask[number_of(moves[i, j], actions, numbers)] = 1


@kernel
def number_of(code, actions, numbers):
    """The action number of a move, by table or by halving."""
    if len(numbers) > 0:
        return numbers[code]
    low, high = 0, len(actions) - 1
    while low < high:
        middle = (low + high) // 2
        if actions[middle] < code:
            low = middle + 1
        else:
            high = middle
    return low


def _ask(rows, tables, states, views, moves, counts):
    for k in range(len(rows)):
        i = rows[k]
        t, s = tables[i], states[i]
        counts[k] = legal(s, moves[k])
        view(s, player(s), views[k])
        views[k].rng = chance(t.stream, t.ply)
