"""Imagines the hidden cards, plays each candidate move to the end of the hand, and takes the best.

The other hand is drawn by an estimator. In every second imagined hand the other races for gin as oneself does, in the
others it knocks at its first chance. What the hand's end is worth is the chance to win the game from there. `sims` is
the budget: how many hands are imagined at each decision. Candidates are the moves that `camper` ranks first and not
far apart; the weaker half is dropped twice, as the budget is spent. For a hint every move is played out in the same
hands, and in many.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from kibitz.agent import Agent
from kibitz.game import Game
from kibitz.games.gin import worth
from kibitz.games.gin.advice import discard_details
from kibitz.games.gin.estimators import estimator as find_estimator
from kibitz.games.gin.playout import imagine, play_on
from kibitz.games.gin.rules import MOVES, STATE, step
from kibitz.games.gin.standing import settled, worth_of_a_point
from kibitz.kernel import kernel, mix, record
from kibitz.options import GameOptions, within

WIDTH = 6
"""How many moves are tried when playing; for a hint all are."""
GAP = 8.0
"""Moves that camper ranks so many points below its best are not tried."""
TRUST = 128.0
"""How many playouts camper's opinion of a move is worth."""
HINT_SIMS = 1_000
"""A hint imagines at least so many hands."""

SCRATCH = record(
    [
        ("keys", "f8", (52,)),
        ("prior", "f8", (MOVES,)),
        ("earned", "f8", (MOVES,)),
        ("played", "i8", (MOVES,)),
        ("won", "f8", (2,)),
    ]
)


class Player(Agent):
    """Plays each move out in many imagined hands."""

    called = "Monte Carlo"
    style = "Imagines your cards hundreds of times, and plays each hand out."
    learned = "Nothing learned by heart: it looks ahead at every move."
    unit = "chance to win"

    def __init__(
        self,
        game: Game,
        options: GameOptions,
        sims: Annotated[int, within(1, 1_000_000)] = 64,
        estimator: str = "bayes",
    ) -> None:
        super().__init__(game, options)
        self.sims = sims
        self.estimator = find_estimator(game, estimator)
        self.weights = np.zeros(1, record(worth.FIELDS))
        worth.fill(self.weights, game)

    def act(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        values = np.full(moves.shape, -np.inf)
        chances = np.ascontiguousarray(self.estimator(views), np.float64)
        worlds, scratch = np.zeros(2, STATE), np.zeros(1, SCRATCH)
        search_all(views, moves, counts, chances, self.weights, self.sims, values, worlds, scratch)
        return moves[np.arange(len(moves)), values.argmax(axis=1)]

    def values(self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray) -> np.ndarray:
        return self.sampled(views, moves, counts)[0]

    def sampled(
        self, views: np.ndarray, moves: np.ndarray, counts: np.ndarray, *memory: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """What each move is worth, and the standard error of that: all moves are played out in the same hands."""
        values, errors = np.zeros(moves.shape), np.zeros(moves.shape)
        for i, n in enumerate(counts):
            found = np.zeros((max(self.sims, HINT_SIMS), n))
            own = views[i : i + 1]
            play_all(own, moves[i, :n], self.estimator(own)[0], found, np.zeros(2, STATE), np.zeros(1, SCRATCH))
            values[i, :n], errors[i, :n] = found.mean(axis=0), found.std(axis=0) / np.sqrt(len(found))
        return values, errors

    def details(self, view: np.record, moves: np.ndarray) -> dict[str, np.ndarray]:
        """For each discard the deadwood left, and the chance that the other wants it."""
        return discard_details(view, moves, self.estimator)


@kernel
def play_all(views, moves, chance, results, worlds, scratch):
    """Every move, once in each of as many hands as there are rows."""
    for k in range(len(results)):
        worlds[0] = views[0]
        imagine(worlds[0], int(views[0].to_move), chance, scratch[0].keys, mix(views[0].rng + np.uint64(k)))
        for j in range(len(moves)):
            results[k, j] = tried(worlds, int(moves[j]), k, scratch[0])


@kernel
def tried(worlds, move, k, scratch):
    """The chance to win the game once the hand imagined in `worlds` is played to its end."""
    worlds[1] = worlds[0]
    seat = int(worlds[0].to_move)
    step(worlds[1], move)
    if worlds[1].hand == worlds[0].hand:
        play_on(worlds[1], seat, k % 2 == 1)
    settled(worlds[1], scratch.won)
    return scratch.won[seat]


@kernel
def search_all(views, moves, counts, chances, weights, sims, values, worlds, scratch):
    for i in range(len(views)):
        search(views[i], moves[i], counts[i], chances[i], weights[0], sims, values[i], worlds, scratch[0])


@kernel
def search(v, moves, n, chance, weights, sims, values, worlds, scratch):
    """Where `values` is highest lies the move to play; moves not tried keep what camper says of them."""
    seat = int(v.to_move)
    prior, earned, played = scratch.prior, scratch.earned, scratch.played
    worth.values(v, moves, n, weights, chance, prior)
    for j in range(n):
        values[j], earned[j], played[j] = prior[j], 0.0, 0
    alive, done = min(near(prior, n), WIDTH), 0
    if alive == 1:
        return
    point = worth_of_a_point(v, seat)
    while done < sims:
        bar = nth_largest(values, n, alive)
        until = min(sims, done + (sims + 2) // 3)
        for k in range(done, until):
            worlds[0] = v
            imagine(worlds[0], seat, chance, scratch.keys, mix(v.rng + np.uint64(k)))
            for j in range(n):
                if values[j] >= bar:
                    earned[j] += tried(worlds, int(moves[j]), k, scratch)
                    played[j] += 1
        done = until
        alive = max(2, (alive + 1) // 2)
        blend(n, point, prior, earned, played, values)


@kernel
def blend(n, point, prior, earned, played, values):
    """What was earned in playouts, steadied by camper's opinion as if that were TRUST playouts more."""
    offset, tries = 0.0, 0
    for j in range(n):
        if played[j]:
            offset += earned[j] / played[j] - point * prior[j]
            tries += 1
    offset /= max(tries, 1)
    for j in range(n):
        values[j] = (TRUST * (point * prior[j] + offset) + earned[j]) / (TRUST + played[j])


@kernel
def near(prior, n):
    """How many moves are within GAP of the best."""
    floor, found = nth_largest(prior, n, 1) - GAP, 0
    for j in range(n):
        found += prior[j] >= floor
    return found


@kernel
def nth_largest(values, n, k):
    """The k-th largest of the first `n` values."""
    bar = np.inf
    for _ in range(k):
        highest = -np.inf
        for j in range(n):
            if values[j] < bar and values[j] > highest:
                highest = values[j]
        if highest == -np.inf:
            break
        bar = highest
    return bar
