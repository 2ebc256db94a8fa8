"""Many games of self-play at once, on the CPU or on the card: what a network is shown, what it chose, what came of it.

All that happens at a table is a few kernels over the game's own; on the CPU a loop calls them table by table, on the
card one thread per table does. States never leave the device, and what a network reads and writes are torch tensors
over the same memory. A *tick* is one decision at every table:

    rows = tables.look(t)              # a picture of every legal move at every table, one row each
    tables.choose(t, values, explore)  # the best by what a network says of these rows, now and then any other
    tables.play(t)              # played, and kept as tick t of the window

A *window* is a number of ticks. At its end `credit` says for every decision in it what the network should have said.
"""

from __future__ import annotations

from functools import cache
from typing import Any, cast

import numpy as np
import torch

from kibitz.agent import NOTHING, CompiledAgent, Random, any_move
from kibitz.arena.fused import never
from kibitz.arena.trial import ends_of
from kibitz.arena.turn import forget
from kibitz.game import Game
from kibitz.kernel import OVER, UNBOUND, bind, mix, uniform
from kibitz.kernel import draw as draw_number
from kibitz.learn.on_device import Loops, OnDevice, machine, over_all
from kibitz.options import GameOptions
from kibitz.picture import every_bit, painter

EVERY = -1
"""In `mine`: every seat of the table is the learner's."""


class Tables(OnDevice):
    """Games that go on side by side; a new one is dealt where one ends.

    A compiled player may sit at them: as `opponent` it has all seats but one at each table. As `teacher` it has none,
    but can be followed: see `follow`. With `by_hand` a lesson ends with each hand of a longer game and not with the
    game, by the chance to win that the score is worth (the game's ``standing.py``).
    """

    def __init__(
        self, game: Game, options: GameOptions, tables: int, window: int, seed: int,
        device: str = "cpu", opponent: CompiledAgent | None = None, teacher: CompiledAgent | None = None,
        margin: float = 0.0, by_hand: bool = False,
    ) -> None:  # fmt: skip
        other: Any = opponent or teacher or Random(game, options)
        super().__init__(device, _loops(game, cast(Any, type(other)), opponent is not None, by_hand, machine(device)))
        self.game, self.options, self.tables, self.window = game, options, tables, window
        self.seats = game.players(options)
        self.painter = painter(game)
        mine = np.full(tables, EVERY) if opponent is None else np.arange(tables) % self.seats
        # Where one seat is the learner's, neighbouring tables have the same deal with the seats changed.
        deals = np.arange(tables) // (1 if opponent is None else self.seats)
        notes = NOTHING if other.memory is None else other.memory
        for name, array in {
            "states": np.zeros(tables, game.state),
            "views": np.zeros(tables, game.state),
            "options": options.encoded_row(),
            "seeds": np.array([seed], np.uint64) * np.uint64(1_000_003) + deals.astype(np.uint64),
            "mine": mine.astype(np.int64),
            "exact": np.full(tables, EVERY, np.int64),
            "streams": np.random.default_rng(seed).integers(1 << 62, size=tables, dtype=np.uint64),
            "notes": np.zeros((tables, game.seats), notes),
            "blank": np.zeros(1, notes),
            "params": other.params,
            "points": np.zeros((tables, game.seats)),
            "ahead": np.zeros((tables, game.seats), np.float32),
            "is_known": np.zeros((tables, game.seats), np.int8),
        }.items():
            self._put(name, array)
        self.arrays["margin"] = np.float32(margin)
        self.arrays["seats"] = self.seats
        for name, shape, kind in (
            ("moves", (tables, game.moves), torch.int32), ("counts", (tables,), torch.int64),
            ("starts", (tables,), torch.int64), ("ends", (tables,), torch.int64),
            ("movers", (window, tables), torch.int8), ("chosen", (tables,), torch.int64),
            ("bests", (window, tables), torch.float32), ("explored", (window, tables), torch.int8),
            ("rewards", (window, tables, game.seats), torch.float32), ("over", (window, tables), torch.int8),
            ("targets", (window, tables), torch.float32), ("usable", (window, tables), torch.bool),
        ):  # fmt: skip
            self._share(name, torch.zeros(shape, dtype=kind, device=device))
        self.pictures = torch.zeros((window, tables, self.painter.size), dtype=torch.int8, device=device)
        self.whole_size = every_bit(game)[0]
        self._make_room(tables)
        self._run("open", tables)

    def look(self, t: int) -> torch.Tensor:
        """Pictures of every legal move at every table, one table after the other; who moves is kept as tick `t`.

        They are drawn where those of the tick before were: who wants to keep them makes a copy.
        """
        self._run("look", self.tables, t=t)
        counts, starts, ends = (self.tensors[name] for name in ("counts", "starts", "ends"))
        torch.sub(torch.cumsum(counts, 0, out=ends), counts, out=starts)
        rows = int(ends[-1])  # for this the program waits for the card
        if rows > len(self._room["drawn"]):
            self._make_room(rows + rows // 4)
        self.rows, self.table_of = self._room["drawn"][:rows], self._room["table_of"][:rows]
        self.rows.zero_()
        self._run("number", self.tables)
        self._run("draw", rows)
        return self.rows

    def _make_room(self, rows: int) -> None:
        """Room for so many pictures, kept from tick to tick: to ask for it each time costs more than to fill it."""
        self._room = {}  # gives back what there was
        self._room = {
            "drawn": torch.zeros((rows, self.painter.size), dtype=torch.int8, device=self.device),
            "table_of": torch.zeros(rows, dtype=torch.int64, device=self.device),
        }
        for name, tensor in self._room.items():
            self._share(name, tensor)

    def keep_exact(self, seats: np.ndarray) -> None:
        """Name one seat per table, or `EVERY` for none, for whom nothing but the best is ever chosen."""
        self._put("exact", seats.astype(np.int64))

    def witness(self) -> torch.Tensor:
        """Every position as nobody at the table sees it, all cards open, one row per table: for critics alone."""
        self._share("whole", torch.zeros((self.tables, self.whole_size), dtype=torch.int8, device=self.device))
        self._run("witness", self.tables)
        return self.tensors["whole"]

    def imagine(self, worlds: int, seed: int) -> Tables:
        """Tables at which every move that was just looked at is chosen, to be played in so many `worlds` each.

        A world is what the seat to move cannot see, dealt anew; the moves of one position are tried in the same ones.
        """
        count = len(self.rows) * worlds
        made = Tables(self.game, self.options, count, 1, seed, self.device)
        for name in ("views", "moves", "starts", "table_of"):
            made.arrays[f"seen_{name}"] = self.arrays[name]
        for name in ("starts", "chosen"):
            torch.arange(count, out=made.tensors[name])
        made._run("imagine", count, worlds=worlds, salt=np.uint64(seed))
        return made

    def choose(self, t: int, values: torch.Tensor, explore: float) -> None:
        """Choose a move at every table: the one of the highest value, and with the chance `explore` any."""
        self._share("values", values)
        self._run("choose", self.tables, t=t, explore=explore)

    def follow(self, t: int, values: torch.Tensor, explore: float) -> None:
        """Choose as the teacher does, and with the chance `explore` any move: so one learns what these are worth."""
        self._share("values", values)
        self._run("follow", self.tables, t=t, explore=explore)

    def play(self, t: int, kept: bool = True) -> None:
        """Play what was chosen; its picture is `kept` as tick `t` of the window."""
        if kept:
            torch.index_select(self.rows, 0, self.tensors["chosen"], out=self.pictures[t])
        self._run("play", self.tables, t=t)

    def credit(self, trust: float) -> None:
        """What each decision of the window should have been worth, where that is known: `targets` and `usable`.

        The result of its game counts `trust` to the power of the own decisions until then; the rest is what the
        network said at these. At a decision that was explored the result says nothing about the best move, so there
        the network's own word counts alone.
        """
        self._run("credit", self.tables, trust=trust)


@cache
def _looking(game: Game, machine: str) -> Loops:
    """The kernels over all tables by name, for the CPU or the card, and the arrays each needs: whoever sits there."""
    bound = {**_needed(game), "picture": painter(game).kernel, "whole_picture": every_bit(game)[1]}
    bodies = (_look, _number, _draw, _witness, _imagine, _choose, _credit)
    return over_all([bind(body, **bound) for body in bodies], machine)


@cache
def _loops(game: Game, other: Any, is_seated: bool, by_hand: bool, machine: str) -> Loops:
    """All of them, with those that know who sits there."""
    bound = {
        **_needed(game),
        "decide": other.decide,
        "remember": forget if other.remember is UNBOUND else other.remember,
        "looks": other.decide is not any_move,
        **(ends_of(game) if by_hand else {"until": never, "worth": game.score}),
    }
    # A teacher is never waited for, and to compile it once is enough.
    waiting = bound if is_seated else {**bound, "decide": any_move, "remember": forget, "looks": False}
    bound["wait"] = bind(_wait, **waiting)
    bound["deal_next"] = bind(_deal_next, **bound)
    own = over_all([bind(body, **bound) for body in (_open, _follow, _play)], machine)
    return {**_looking(game, machine), **own}


def _needed(game: Game) -> dict[str, Any]:
    names = ("deal", "player", "legal", "step", "view", "score", "redeal")
    return {name: kernel for name, kernel in game.kernels.items() if name in names}


# --- at one table ---------------------------------------------------------------------------------

deal = player = legal = step = view = score = redeal = picture = whole_picture = UNBOUND
decide = remember = looks = wait = deal_next = until = worth = UNBOUND


def _open(i, states, views, options, seeds, mine, streams, notes, blank, params, moves):
    """The first game of a table."""
    deal_next(i, states, views, options, seeds, mine, streams, notes, blank, params, moves)


def _deal_next(i, states, views, options, seeds, mine, streams, notes, blank, params, moves):
    """A new game, in which it is the learner's turn."""
    s = states[i]
    over = True
    while over:
        seeds[i] = mix(seeds[i])
        deal(s, options[0], seeds[i])
        for seat in range(notes.shape[1]):
            notes[i, seat] = blank[0]
        wait(i, states, views, mine, streams, notes, params, moves)
        over = player(s) == OVER


def _wait(i, states, views, mine, streams, notes, params, moves):
    """Let the others play until it is the learner's turn or the game is over; whether a lesson ended on the way."""
    s, v = states[i], views[i]
    seat, settled = player(s), False
    while mine[i] != EVERY and seat != OVER and seat != mine[i]:
        count = legal(s, moves[i])
        if looks:
            view(s, seat, v)
        streams[i] += np.uint64(1)
        v.rng = mix(streams[i])
        move = decide(v, moves[i], count, notes[i, seat], params[0])
        remember(v, move, notes[i, seat], params[0])
        step(s, move)
        seat = player(s)
        settled = settled or until(s, v)
    return settled


def _look(i, t, states, views, moves, counts, movers):
    """What the seat to move sees, and its legal moves."""
    s = states[i]
    counts[i] = legal(s, moves[i])
    movers[t, i] = player(s)
    view(s, player(s), views[i])


def _number(i, counts, starts, table_of):
    """Whose table each row belongs to."""
    for row in range(starts[i], starts[i] + counts[i]):
        table_of[row] = i


def _draw(i, views, moves, starts, table_of, drawn):
    """The picture of one move of one table."""
    table = table_of[i]
    picture(views[table], player(views[table]), moves[table, i - starts[table]], drawn[i])


def _witness(i, states, whole):
    """A position with all cards open."""
    whole_picture(states[i], player(states[i]), 0, whole[i])


def _imagine(i, worlds, salt, states, moves, seen_views, seen_moves, seen_starts, seen_table_of):
    """One move of one position, chosen in one world that fits what its seat sees."""
    row = i // worlds
    table = seen_table_of[row]
    states[i] = seen_views[table]
    redeal(states[i], player(states[i]), mix(salt + np.uint64(table * worlds + i % worlds)))
    moves[i, 0] = seen_moves[table, row - seen_starts[table]]


def _choose(i, t, explore, views, counts, starts, values, movers, exact, streams, chosen, bests, explored):
    """The row of the best move, or now and then of any."""
    first, best = starts[i], 0
    for j in range(1, counts[i]):
        if values[first + j] > values[first + best]:
            best = j
    bests[t, i] = values[first + best]
    explored[t, i] = 0
    v = views[i]
    streams[i] += np.uint64(1)
    v.rng = mix(streams[i])
    if uniform(v) < explore and movers[t, i] != exact[i]:
        other = draw_number(v, counts[i])
        explored[t, i] = other != best
        best = other
    chosen[i] = first + best


def _follow(
    i, t, explore, views, moves, counts, starts, values, movers, streams, notes, params, chosen, bests, explored
):
    """The row of the teacher's move, or now and then of any."""
    v, seat, first, place = views[i], movers[t, i], starts[i], 0
    streams[i] += np.uint64(1)
    v.rng = mix(streams[i])
    move = decide(v, moves[i], counts[i], notes[i, seat], params[0])
    remember(v, move, notes[i, seat], params[0])
    while moves[i, place] != move:
        place += 1
    bests[t, i] = values[first + place]
    explored[t, i] = 0
    v.rng = mix(v.rng)
    if uniform(v) < explore:
        other = draw_number(v, counts[i])
        explored[t, i] = other != place
        place = other
    chosen[i] = first + place


def _play(
    i, t, states, views, options, seeds, mine, streams, notes, blank, params, moves, starts, chosen, points, rewards,
    over, margin, seats,
):  # fmt: skip
    """Play the chosen move and let the others answer; where the game ends, its rewards, and a new one."""
    s = states[i]
    step(s, moves[i, chosen[i] - starts[i]])
    settled = until(s, views[i])
    settled = wait(i, states, views, mine, streams, notes, params, moves) or settled
    over[t, i] = settled or player(s) == OVER
    if settled:
        worth(s, points[i])
        for seat in range(seats):
            rewards[t, i, seat] = points[i, seat]
    elif over[t, i]:
        score(s, points[i])
        for seat in range(seats):
            most, ties = points[i, (seat + 1) % seats], 1
            for other in range(seats):
                if other != seat:
                    most = max(most, points[i, other])
            for other in range(seats):
                ties += other != seat and points[i, other] == points[i, seat]
            ahead = points[i, seat] - most
            if margin > 0:
                rewards[t, i, seat] = min(max(0.5 + ahead / (2 * margin), 0.0), 1.0)
            else:
                rewards[t, i, seat] = 1.0 if ahead > 0 else (1.0 / ties if ahead == 0 else 0.0)
    if player(s) == OVER:
        deal_next(i, states, views, options, seeds, mine, streams, notes, blank, params, moves)


def _credit(i, trust, movers, bests, explored, rewards, over, targets, usable, ahead, is_known, seats):
    """From the last decision of the window back to the first: what each should have been worth."""
    for seat in range(seats):
        is_known[i, seat] = 0
    for back in range(len(movers)):
        t = len(movers) - 1 - back
        if over[t, i]:
            for seat in range(seats):
                ahead[i, seat], is_known[i, seat] = rewards[t, i, seat], 1
        seat = movers[t, i]
        usable[t, i] = is_known[i, seat] != 0
        targets[t, i] = ahead[i, seat]
        if is_known[i, seat] and not explored[t, i]:
            ahead[i, seat] = (1 - trust) * bests[t, i] + trust * ahead[i, seat]
        else:
            ahead[i, seat], is_known[i, seat] = bests[t, i], 1
