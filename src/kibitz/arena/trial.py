"""Moves tried in worlds that fit a view: the same worlds and the same luck for every move.

What a seat cannot see is dealt anew. Where a game can say how likely a world is after what the other was seen to do
(``belief.py`` with a kernel ``likely(s, seat)``), each world is drawn by that from several redeals. A world is
then played on by a policy: to the end, to where the game's ``standing.py`` knows the chances, or so many
decisions (`plies`) far, where a judge says what the position is worth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np

from kibitz.agent import Agent, Random
from kibitz.arena.fused import ENDLESS, to_the_end
from kibitz.arena.turn import Turns, are_compiled
from kibitz.arena.watch import WATCH
from kibitz.game import Game
from kibitz.kernel import OVER, UNBOUND, bind, chance, kernel, mix, uniform
from kibitz.options import GameOptions

Judge = Callable[[np.ndarray, np.ndarray], np.ndarray]
"""Whole positions that are not over, and the chance of each -> what they are worth, by position and seat."""

AT_ONCE = 1024
"""Positions that a network is given at a time."""


class Trial:
    """How moves are tried: by whom they are played out, how far, and who judges then."""

    def __init__(
        self, game: Game, options: GameOptions, policy: Agent, judge: Judge | None = None, plies: int = 0,
        redeals: int = 1, others: Agent | None = None,
    ) -> None:  # fmt: skip
        """`others` play the other seats' moves, where they are known to play otherwise than the `policy`."""
        self.game, self.options, self.seats = game, options, game.players(options)
        self.players = [policy] if others is None else [policy, others]
        self.judge, self.plies, self.redeals = judge, plies, redeals
        self.compiled = are_compiled(self.players)
        self.turns = Turns(game, self.players if self.compiled else [Random(game, options)])  # type: ignore[arg-type]  # asked

    def results(
        self, views: np.ndarray, rows: np.ndarray, moves: np.ndarray, first: int, last: int
    ) -> np.ndarray:  # fmt: skip
        """What each move came to for the seat to move, by move and world, in the worlds from `first` to `last`.

        A move is one of the view whose row stands beside it; `rows` ascend.
        """
        starts = np.searchsorted(rows, np.arange(len(views) + 1))
        found = [
            self._of_one(views[i : i + 1], moves[starts[i] : starts[i + 1]], first, last)
            for i in np.unique(rows).tolist()
        ]
        return np.concatenate(found)

    def _of_one(self, views: np.ndarray, moves: np.ndarray, first: int, last: int) -> np.ndarray:
        game, worlds = self.game, last - first
        seat = int(game.player(views[0]))
        found = np.zeros((len(moves), worlds))
        going = np.zeros((len(moves), worlds), np.bool_)
        after = np.zeros((len(moves), worlds) if not self.compiled or self.plies else (1, 1), game.state)
        streams = np.zeros(worlds, np.uint64)
        seated = np.array([int(p != seat and len(self.players) > 1) for p in range(self.seats)], np.int64)
        _loop(game)(
            views, seat, moves, first, last, self.redeals, self.compiled, self.plies or ENDLESS,
            np.zeros(5, game.state), np.zeros(game.moves, np.int32), seated, self.turns.addresses, self.turns.params,
            self.turns.sizes, self.turns.notebook(game.seats), np.zeros(game.seats, np.int32), np.zeros(1, WATCH),
            np.zeros(2, np.int64), np.zeros(self.seats), found, going, after, streams,
        )  # fmt: skip
        if going.any():
            rows = np.flatnonzero(going.ravel())
            luck = np.tile(streams, len(moves))[rows]
            found.ravel()[rows] = self._play_on(after.ravel()[rows], luck, seat, seated)
        return found

    def _play_on(self, states: np.ndarray, streams: np.ndarray, seat: int, seated: np.ndarray) -> np.ndarray:
        """What positions that a kernel did not finish are worth to a seat."""
        worth = np.zeros(len(states))
        for start in range(0, len(states), AT_ONCE):
            some = slice(start, start + AT_ONCE)
            worth[some] = self._batch(states[some], streams[some], seat, seated)
        return worth

    def _batch(self, states: np.ndarray, streams: np.ndarray, seat: int, seated: np.ndarray) -> np.ndarray:
        game, advance, begun = self.game, _steps(self.game)[1], states.copy()
        for number in range(0 if self.compiled else self.plies or ENDLESS):
            movers, views, moves, counts = looks(game, states, streams, number)
            live = np.flatnonzero(ended(game, states, self.seats, begun)[1])
            if not len(live):
                break
            for k, player in enumerate(self.players):
                rows = live[seated[movers[live]] == k]
                if len(rows):
                    chosen = player.ask(views[rows], moves[rows], counts[rows])
                    advance(states, rows, chosen)
        worth, going = ended(game, states, self.seats, begun)
        if going.any():
            assert self.judge is not None
            worth[going] = self.judge(states[going], streams[going])
        return worth[:, seat]


def walk(
    game: Game, options: GameOptions, players: Sequence[Agent], seeds: np.ndarray
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Games from these seeds, one decision of each at a time: the positions that are not over, and who is to move.

    Every second game has the first two players in exchanged seats, and so on round the table. Players keep no notes.
    """
    n, seats = len(seeds), game.players(options)
    advance = _steps(game)[1]
    states = np.zeros(n, game.state)
    bind(_deal_all, deal=game.deal)(options.encoded_row(), seeds, states)
    seated = (np.arange(n)[:, None] + np.arange(seats)) % len(players)
    for number in range(ENDLESS):
        movers, views, moves, counts = looks(game, states, seeds, number)
        live = np.flatnonzero(movers != OVER)
        if not len(live):
            return
        yield states[live], movers[live]
        who = seated[live, movers[live]]
        for k, player in enumerate(players):
            rows = live[who == k]
            if len(rows):
                advance(states, rows, player.ask(views[rows], moves[rows], counts[rows]))


def judged_by(game: Game, player: Agent) -> Judge:
    """A judge of positions of two players: what the player to move would think of its best move."""

    def judge(states: np.ndarray, streams: np.ndarray) -> np.ndarray:
        movers, views, moves, counts = looks(game, states, streams)
        values = player.values(views, moves, counts)
        best = np.where(np.arange(moves.shape[1]) < counts[:, None], values, -np.inf).max(axis=1)
        worth = np.repeat(1 - best[:, None], 2, axis=1)
        worth[np.arange(len(states)), movers] = best
        return worth

    return judge


def ended(game: Game, states: np.ndarray, seats: int, begun: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
    """What positions that have ended came to, by position and seat; and which have not.

    In a game of several hands, one that had `begun` ends with the hand.
    """
    worth, going = np.zeros((len(states), seats)), np.zeros(len(states), np.bool_)
    _steps(game)[2](states, states if begun is None else begun, worth, going)
    return worth, going


def stepped(game: Game, states: np.ndarray, chosen: np.ndarray) -> np.ndarray:
    """The positions after these moves; the given ones stay as they are."""
    after = states.copy()
    _steps(game)[1](after, np.arange(len(after)), chosen)
    return after


def looks(
    game: Game, states: np.ndarray, streams: np.ndarray, number: int = 0
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """The seat to move in each position (or OVER), its view, its legal moves and how many they are."""
    n = len(states)
    movers, views = np.zeros(n, np.int64), np.zeros(n, game.state)
    moves, counts = np.zeros((n, game.moves), np.int32), np.zeros(n, np.int64)
    _steps(game)[0](states, streams, number, movers, views, moves, counts)
    return movers, views, moves, counts


@cache
def _loop(game: Game) -> Any:
    ends = ends_of(game)
    return bind(_try_in_worlds, step=game.step, imagine=imagined(game), play_on=to_the_end(game, ends["until"]), **ends)


@cache
def imagined(game: Game) -> Any:
    """The kernel that deals what a seat cannot see."""
    belief: Any = game.module("belief")
    return bind(_imagine, redeal=game.redeal, likely=belief.likely if belief else equally)


@cache
def ends_of(game: Game) -> dict[str, Any]:
    """Where a playout may stop, and what it came to: what a game of several hands says of a score between two."""
    standing: Any = game.module("standing")
    if standing is None:
        return {"until": is_over(game), "worth": bind(_won, score=game.score)}
    return {"until": standing.between, "worth": standing.settled}


@cache
def is_over(game: Game) -> Any:
    return bind(_is_over, player=game.player)


@cache
def _steps(game: Game) -> tuple[Any, Any, Any]:
    return bind(_ask, **game.kernels), bind(_advance, step=game.step), bind(_ended, **ends_of(game))


@kernel
def equally(s, seat):
    return 1.0


deal = player = redeal = step = score = legal = view = play_on = until = worth = likely = imagine = UNBOUND


def _try_in_worlds(
    views, seat, candidates, first, last, redeals, plays, plies,
    states, moves, seated, turns, params, sizes, notes, decisions, watch, wrong, scores,
    found, going, after, streams,
):  # fmt: skip
    """Step each candidate in the worlds from `first` to `last`, play on, and say what it came to or how it stands."""
    for world in range(first, last):
        seed = mix(views[0].rng + np.uint64(world))
        imagine(views, seat, seed, redeals, states)
        streams[world - first] = mix(seed)
        for k in range(len(candidates)):
            states[0] = states[3]
            step(states[0], candidates[k])
            if plays:
                states[2] = states[3]
                stream = streams[world - first]
                play_on(states, moves, stream, seated, turns, params, sizes, notes, decisions, watch, wrong, plies)
            if until(states[0], states[3]):
                worth(states[0], scores)
                found[k, world - first] = scores[seat]
            else:
                going[k, world - first] = True
                after[k, world - first] = states[0]


def _imagine(views, seat, seed, redeals, states):
    """Into ``states[3]`` a world, drawn from several by how likely each is."""
    states[1].rng = seed
    total = 0.0
    for _ in range(redeals):
        states[4] = views[0]
        redeal(states[4], seat, mix(states[1].rng))
        weight = likely(states[4], seat) if redeals > 1 else 1.0
        total += weight
        if uniform(states[1]) * total <= weight:
            states[3] = states[4]


def _ask(states, streams, number, movers, views, moves, counts):
    for i in range(len(states)):
        movers[i] = player(states[i])
        if movers[i] != OVER:
            counts[i] = legal(states[i], moves[i])
            view(states[i], movers[i], views[i])
            views[i].rng = chance(streams[i], number)


def _deal_all(options, seeds, states):
    for i in range(len(seeds)):
        deal(states[i], options[0], seeds[i])


def _advance(states, rows, chosen):
    for i in range(len(rows)):
        step(states[rows[i]], chosen[i])


def _ended(states, begun, found, going):
    for i in range(len(states)):
        going[i] = not until(states[i], begun[i])
        if not going[i]:
            worth(states[i], found[i])


def _is_over(s, begun):
    return player(s) == OVER


def _won(s, out):
    """A win, shared between those who tie; alone, the points."""
    score(s, out)
    most, level = out[0], 0
    if len(out) == 1:
        return
    for p in range(len(out)):
        most = max(most, out[p])
    for p in range(len(out)):
        level += out[p] == most
    for p in range(len(out)):
        out[p] = 1.0 / level if out[p] == most else 0.0
