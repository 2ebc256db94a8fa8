"""One step of a table: the learner's action, the opponents' answers, what the learner then sees.

It is written once, for the processor (tables.py) and for a GPU (cuda.py): they differ in how an opponent is asked
for its move, which is bound as `reply`, and in who takes which tables.

What happens at a table follows from its own seed alone: its games are dealt one after the other from one
stream, the opponents' chance comes from another. So a table among thousands plays as it would play alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kibitz import seeds
from kibitz.arena.schedule import APART
from kibitz.doors.reward import reward_of
from kibitz.game import Game
from kibitz.kernel import OVER, UNBOUND, bind, chance, kernel, mix, pick, record
from kibitz.observation import observer

ENDED, RUNNING, LEARNER = -2, -1, 0
"""What a table waits for: a new game, its opponents, its learner, or (1 and up) an opponent asked from Python."""

ANY_SEAT = -1

SCATTER = np.uint64(0x9E3779B97F4A7C15)
"""An odd number without pattern: times it, codes that are alike come to lie apart."""

TABLE = record(
    [
        ("deals", "u8"),  # the stream its games are dealt from
        ("players", "u8"),  # the stream the opponents' chance comes from
        ("stream", "u8"),  # that of the present game
        ("game", "i8"),  # how many games it has seen before this one
        ("ply", "i8"),  # decisions made in this game
        ("decided", "i8"),  # decisions made in all its games
        ("seat", "i8"),  # where the learner sits
        ("waits", "i1"),
        ("asked", "i1"),  # whether the learner has been asked in this game
    ]
)


def seed(tables: np.ndarray, numbers: Sequence[int]) -> None:
    """Give every table a seed: its games and its opponents' chance follow from it."""
    for i, number in enumerate(numbers):
        checked = seeds.checked(number)
        tables["deals"][i] = seeds.for_players(checked, 0)
        tables["players"][i] = seeds.for_players(checked, 1)
    tables["game"] = -1


def numbers_by_code(actions: np.ndarray) -> np.ndarray:
    """A table of action numbers for `number_of`: by move code, where codes are small; else by a hash of it."""
    if actions[-1] <= 0xFFFF:
        numbers = np.zeros(int(actions[-1]) + 1, np.int32)
        numbers[actions] = np.arange(len(actions))
        return numbers
    numbers = np.full(1 << (4 * len(actions) - 1).bit_length(), -1, np.int32)
    for number, code in enumerate(actions):
        place = first_place(code, len(numbers))
        while numbers[place] >= 0:
            place = (place + 1) & (len(numbers) - 1)
        numbers[place] = number
    return numbers


def advance_with(game: Game, **opponents: Any) -> Any:
    """The step for one game, bound to kernels `asks`, `reply` and `clear` that speak for its opponents."""
    kernels = {**game.kernels, "observe": observer(game).kernel, **opponents}
    loops = {"begin": bind(_begin, **kernels), "look": bind(_look, **kernels)}
    return bind(_advance, **loops, **kernels)


deal = player = legal = step = view = score = observe = begin = look = UNBOUND
asks = reply = clear = UNBOUND
"""Whether an opponent must be asked from Python; what one plays; empty notes for a new game."""


def _advance(
    first, last, apart, begins, tables, states, views, moves, counts, chosen, options, seats, seat, for_wins, same_step,
    actions, numbers, opponents, scores, seen, masks, rewards, over, illegal, final, wrong,
):  # fmt: skip
    """Advance every `apart`-th table until it waits; how many then wait for an opponent that only Python can ask.

    Where `begins`, the learner's action is played, or a new game dealt where the last has ended; else tables go on
    that were asked about. With `same_step` a new game is dealt in the step in which one ends, and `final` gets what was
    seen at its end. An opponent's illegal move ends it all: `wrong` says whose and which.
    """
    asked = 0
    for i in range(first, last, apart):
        t, s = tables[i], states[i]
        if begins:
            rewards[i], over[i], illegal[i] = 0.0, False, False
            if t.waits == ENDED:
                begin(i, t, s, options, seats, seat, opponents)
            elif is_listed(chosen[i], actions, moves[i], counts[i]):
                step(s, actions[chosen[i]])
                t.ply += 1
                t.decided += 1
                t.waits = RUNNING
            else:
                illegal[i] = True
        elif t.waits != RUNNING:
            continue
        while t.waits == RUNNING:
            mover = player(s)
            if mover == t.seat:
                t.waits, t.asked = LEARNER, 1
                continue
            if mover == OVER:
                if t.asked:
                    score(s, scores[i])
                    rewards[i] = reward_of(scores[i], seats, t.seat, for_wins)
                    over[i] = True
                    if same_step:
                        look(i, i + 1, 1, tables, states, views, moves, counts, actions, numbers, final, masks)
                if t.asked and not same_step:
                    t.waits = ENDED
                else:
                    begin(i, t, s, options, seats, seat, opponents)
                continue
            who = mover - t.seat - 1
            if who < 0:  # around the table: a remainder would be a division
                who += seats
            if asks(opponents, who):
                t.waits = 1 + who
                asked += 1
            else:
                count = legal(s, moves[i])
                move = reply(opponents, who, i, mover, seats, states, views, moves, count, chance(t.stream, t.ply))
                listed = False
                for j in range(count):
                    listed |= moves[i, j] == move
                if not listed:
                    wrong[0], wrong[1] = 1 + who, move
                    return 0
                step(s, move)
                t.ply += 1
                t.decided += 1
    if asked == 0:
        look(first, last, apart, tables, states, views, moves, counts, actions, numbers, seen, masks)
    return asked


def _look(first, last, apart, tables, states, views, moves, counts, actions, numbers, seen, masks):
    """What the learner sees at every `apart`-th table, and which actions it has.

    A loop of its own: inside the one above the compiler does not see that these loops run on many numbers at once.
    """
    for i in range(first, last, apart):
        t, s, v = tables[i], states[i], views[i % len(views)]
        view(s, t.seat, v)
        observe(v, t.seat, seen[i])
        mask = masks[i]
        mask[:] = t.waits != LEARNER  # where nothing is played, everything is allowed
        if t.waits == LEARNER:
            counts[i] = legal(s, moves[i])
            for j in range(counts[i]):
                mask[number_of(moves[i, j], actions, numbers)] = 1


def _begin(i, t, s, options, seats, seat, opponents):
    """Deal the next game of a table."""
    t.game += 1
    t.stream = t.players + np.uint64(t.game) * APART
    t.ply, t.waits, t.asked = 0, RUNNING, 0
    t.seat = pick(mix(t.stream), seats) if seat == ANY_SEAT else seat
    deal(s, options[0], chance(t.deals, t.game))
    clear(opponents, i, seats)


@kernel
def is_listed(number, actions, moves, count):
    """Whether an action is one of the moves that were listed."""
    if number < 0 or number >= len(actions):
        return False
    found = False
    for j in range(count):
        found |= moves[j] == actions[number]
    return found


@kernel
def number_of(code, actions, numbers):
    """The action number of a move, by the table that `numbers_by_code` made."""
    if actions[len(actions) - 1] < len(numbers):
        return np.int64(numbers[code])
    place = first_place(code, len(numbers))
    while actions[numbers[place]] != code:
        place = (place + 1) & (len(numbers) - 1)
    return np.int64(numbers[place])


@kernel
def first_place(code, size):
    """Where in a table of so many places, a power of 2, a code is looked for first."""
    return np.int64((np.uint64(code) * SCATTER) >> np.uint64(40)) & (size - 1)
