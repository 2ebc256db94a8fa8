"""Weighted strategies: at each place of a game, learn how much to trust each of a few fixed strategies.

A decision is taken at a place with weights w, one per strategy. S[j, k] says how much strategy j wants
choice k, from 0 to 1; the choice of the highest p = wS is taken, or, exploring, another. After the game
the strategies that most wanted the chosen move are rewarded or punished by the final difference C:

    w_j  <-  w_j (1 + c/100),   c = C (1 - d)^(T - t),   C = s (own score - other's score)

for decision t of T, floored above zero, capped at K where wanted, and the weights brought back to a sum of 1.

The loop knows no game. It is bound to a game's kernels and to five more of its own: ``begin`` (deal a
game from a random start), ``place_of`` (-1: not a decision to learn), ``want`` (fill S), ``reply``
(what is played where nothing is learned), ``watch`` (see each move before it is made). ``score`` is also
asked during the game, for how far ahead a player was.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from kibitz.kernel import OVER, UNBOUND, draw, kernel, mix, record, uniform

PATH = 64
"""More decisions than a player ever takes in a game."""

FLOOR = 1e-6
"""No weight falls below this, so that every strategy can come back."""


AT_RANDOM, AS_LISTED, ALL_EQUAL = range(3)
"""Which of equally eager strategies are held responsible: any, the first ones listed (as a plain sort leaves them),
or, beyond the `top`, all that want the choice as much as the last of these."""


@dataclass(frozen=True)
class Settings:
    """How a learner learns."""

    scale: float = 2.0
    """s: what a point of the final difference is worth, in percent."""
    decay: float = 0.1
    """d: how much less each earlier decision counts."""
    explore: float = 0.3
    """The chance of a random choice, before the variance of the weights is taken off."""
    less_variance: bool = False
    """Explore by `explore` - Var(w) instead of always `explore`."""
    explore_by_wish: bool = False
    """Explore with p as the distribution instead of all choices alike."""
    cap: float = 1.0
    """K: no updated weight is more than this before the sum is brought back to 1."""
    forgive: float = 1.0
    """What share of a punishment is carried out."""
    own_share: float = 1.0
    """X: a decision weighs the weights of its own place by X and the sum of its nine neighbours' by 1 - X."""
    top: int = 3
    """How many of the strategies that most wanted the choice are held responsible."""
    ties: int = AT_RANDOM
    relative: bool = False
    """Reward what was gained on the other since the decision, instead of the final difference."""
    literal: bool = False
    """Multiply by c itself, as the formula is printed, instead of by 1 + c/100."""

    def encoded(self) -> np.record:
        encoded = np.zeros(1, SETTINGS)
        for name, value in asdict(self).items():
            encoded[name] = value
        return encoded[0]


SETTINGS = record([(name, "f8") for name in asdict(Settings())])
SCRATCH = record(
    [
        ("rng", "u8"),
        ("places", "i4", (2, PATH)),
        ("blame", "i8", (2, PATH)),  # bit j: strategy j was among those responsible
        ("leads", "f8", (2, PATH)),  # how far ahead the player was at each decision
        ("steps", "i8", (2,)),
        ("now", "f8", (2,)),
    ]
)


@kernel
def blend(weights, shape, place, own_share, mixed):
    """The weights that decide at a place: its own, or a mix with the neighbours on the board."""
    strategies = weights.shape[1]
    for j in range(strategies):
        mixed[j] = own_share * weights[place, j]
    if own_share < 1:
        row, column = place // shape[2] % shape[1], place % shape[2]
        for i in range(max(row - 1, 0), min(row + 2, shape[1])):
            for k in range(max(column - 1, 0), min(column + 2, shape[2])):
                near = place + (i - row) * shape[2] + k - column
                for j in range(strategies):
                    mixed[j] += (1 - own_share) * weights[near, j]
        normalise(mixed)


@kernel
def normalise(w):
    total = 0.0
    for j in range(len(w)):
        total += w[j]
    for j in range(len(w)):
        w[j] /= total


@kernel
def variance(w):
    mean, squares = 0.0, 0.0
    for j in range(len(w)):
        mean += w[j] / len(w)
        squares += w[j] * w[j] / len(w)
    return squares - mean * mean


@kernel
def choose(w, wants, n, o, x, greedy):
    """The choice taken: the one of the highest p = wS, or now and then another."""
    best, most, total = 0, -1.0, 0.0
    for k in range(n):
        wish = 0.0
        for j in range(len(w)):
            wish += w[j] * wants[j, k]
        total += wish
        if wish > most:
            best, most = k, wish
    if greedy:
        return best
    rate = o.explore - variance(w) if o.less_variance else o.explore
    if uniform(x) >= rate:
        return best
    if o.explore_by_wish:
        point = uniform(x) * total
        for k in range(n):
            for j in range(len(w)):
                point -= w[j] * wants[j, k]
            if point < 0:
                return k
        return n - 1
    return np.int64(draw(x, n))


@kernel
def responsible(wants, k, top, ties_by, x):
    """The `top` strategies that most wanted choice `k`, as bits; of equals as `ties_by` says."""
    chosen, least = 0, 0.0
    strategies = wants.shape[0]
    for _ in range(int(top)):
        best, most, ties = -1, -1.0, 0
        for j in range(strategies):
            if (chosen >> j) & 1 == 0:
                if wants[j, k] > most:
                    best, most, ties = j, wants[j, k], 1
                elif wants[j, k] == most and ties_by != AS_LISTED:
                    ties += 1
                    if uniform(x) * ties < 1:
                        best = j
        chosen |= 1 << best
        least = most
    if ties_by == ALL_EQUAL:
        for j in range(strategies):
            if wants[j, k] == least:
                chosen |= 1 << j
    return chosen


@kernel
def update(weights, x, side, difference, o):
    """Reward or punish every decision of one player by how the game ended."""
    share = 1.0
    for t in range(x.steps[side] - 1, -1, -1):
        w = weights[x.places[side, t]]
        c = share * o.scale * (difference - o.relative * x.leads[side, t])
        if c < 0:
            c *= o.forgive
        factor = c if o.literal else 1 + c / 100
        for j in range(len(w)):
            if (x.blame[side, t] >> j) & 1:
                w[j] = min(max(w[j] * factor, FLOOR), o.cap)
        normalise(w)
        share *= 1 - o.decay


begin = player = legal = step = view = score = place_of = want = reply = watch = UNBOUND


def loop(first, seed, weights, shape, learns, settings, greedy, context, s, v, x, moves, wants, mixed, differences):
    """Play games between two sets of weights, learn after each, and write down who won by how much.

    The game of number `first` + g depends on that number, the seed and the weights alone.
    """
    for g in range(len(differences)):
        game_seed = mix(seed + np.uint64(first + g))
        begin(s, game_seed, greedy)
        x.rng = mix(game_seed + np.uint64(1))
        x.steps[0] = x.steps[1] = 0
        while player(s) != OVER:
            p = player(s)
            n = legal(s, moves)
            view(s, p, v)
            place = place_of(v)
            if place < 0:
                move = reply(s)
            else:
                want(context, v, wants)
                blend(weights[p], shape, place, settings.own_share, mixed)
                k = choose(mixed, wants, n, settings, x, greedy)
                move = moves[k]
                t = min(x.steps[p], PATH - 1)
                x.places[p, t] = place
                score(s, x.now)
                x.leads[p, t] = x.now[p] - x.now[1 - p]
                x.blame[p, t] = responsible(wants, k, settings.top, settings.ties, x) if learns[p] else 0
                x.steps[p] = t + 1
            watch(context, s, move)
            step(s, move)
        score(s, mixed)
        difference = mixed[0] - mixed[1]
        differences[g] = difference
        for p in range(2):
            if learns[p]:
                update(weights[p], x, p, difference if p == 0 else -difference, settings)


def save_text(file: str | Path, weights: np.ndarray) -> None:
    """Weights as text, one place per line."""
    np.savetxt(file, weights, fmt="%.9g")


def load_text(file: str | Path) -> np.ndarray:
    """Weights from text, each line brought to a sum of 1."""
    weights = np.loadtxt(file, ndmin=2)
    if not np.isfinite(weights).all() or (weights < 0).any() or (weights.sum(axis=1) <= 0).any():
        raise ValueError(f"{file}: weights must be numbers from 0 up, not all 0 in a line")
    return weights / weights.sum(axis=1, keepdims=True)
