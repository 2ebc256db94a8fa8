"""Regret minimisation on Kuhn poker, whose value is known: -1/18 for the first player."""

from types import SimpleNamespace

import numpy as np
import pytest

from kibitz.kernel import OVER, kernel, mix, record
from kibitz.learn import cfr

STATE = record([("rng", "u8"), ("cards", "i1", (2,)), ("played", "i1"), ("history", "i1")])
PASS, BET = 0, 1


@kernel
def deal(s, o, seed):
    s.rng = seed
    pick = int(mix(seed) % np.uint64(6))
    s.cards[0] = pick // 2
    s.cards[1] = (pick // 2 + 1 + pick % 2) % 3
    s.played = s.history = 0


@kernel
def player(s):
    """Pass-pass, bet-anything and pass-bet-anything end the game."""
    h, n = int(s.history), int(s.played)
    over = n == 3 or (n == 2 and h != 1)
    return OVER if over else n % 2


@kernel
def step(s, move):
    s.history = 2 * s.history + move
    s.played += 1


@kernel
def score(s, out):
    """Antes of one, bets of one."""
    h, n = int(s.history), int(s.played)
    stake = 1
    winner = 0 if s.cards[0] > s.cards[1] else 1
    if n == 2 and h == 2:  # bet, pass
        winner = 0
    elif n == 3 and h == 2:  # pass, bet, pass
        winner = 1
    elif h == 3:  # a bet was called
        stake = 2
    out[winner], out[1 - winner] = stake, -stake


@kernel
def infoset(s, seat, code):
    """The card, and what was played: nothing, a pass, a bet, a pass and a bet."""
    played = int(s.played)
    return 4 * int(s.cards[seat]) + (3 if played == 2 else played + int(s.history))


@kernel
def actions(s, seat, moves):
    moves[0], moves[1] = PASS, BET
    return 2


KUHN = SimpleNamespace(
    kernels={"deal": deal, "player": player, "step": step, "score": score}, state=STATE, moves=2, seats=2
)
OPTIONS = SimpleNamespace(encoded=lambda: np.zeros(1, record([("none", "i8")]))[0])


SITTING = cfr.CREWS * cfr.SITTING


def learned(iterations: int, every: bool = False, pieces: int = 1) -> np.ndarray:
    loop = cfr.trainer.__wrapped__(KUHN, infoset, actions)
    table = cfr.Regrets(12, 2)
    each = iterations // pieces
    for first in range(0, iterations, each):
        cfr.train(
            loop, KUHN, OPTIONS, table, (np.zeros(1),),
            first=first, iterations=each, depth=2, scale=1.0, seed=7, every=every,
        )  # fmt: skip
    return table.policy()


def value(policy: np.ndarray) -> tuple[float, float]:
    """The first player's value of a policy, and how much both could gain by best replies."""

    def node(cards, history, answers):
        """The first player's expectation; `answers` fixes some information sets to one action."""
        n = len(history)
        if n == 3 or (n == 2 and history != (0, 1)):
            s = np.zeros(1, STATE)[0]
            s.cards[:], s.played = cards, n
            s.history = int("".join(map(str, history)), 2)
            out = np.zeros(2)
            score(s, out)
            return out[0]
        s = np.zeros(1, STATE)[0]
        s.cards[:], s.played = cards, n
        s.history = int("".join(map(str, history)) or "0", 2)
        info = infoset(s, n % 2, None)
        odds = answers.get(info, policy[info])
        return sum(odds[a] * node(cards, (*history, a), answers) for a in (0, 1))

    deals = [(a, b) for a in range(3) for b in range(3) if a != b]

    def mean(answers):
        return np.mean([node(cards, (), answers) for cards in deals])

    even = mean({})
    first, second = [0, 3, 4, 7, 8, 11], [1, 2, 5, 6, 9, 10]

    def best(infos, sign):
        pure = np.eye(2)
        found = -np.inf
        for choice in range(2 ** len(infos)):
            answers = {info: pure[choice >> i & 1] for i, info in enumerate(infos)}
            found = max(found, sign * mean(answers))
        return found

    return float(even), float(best(first, 1) - even + best(second, -1) + even)


@pytest.mark.parametrize("every", [False, True])
def test_kuhn_poker_is_solved(every):
    game_value, exploitable = value(learned(25 * SITTING, every))
    assert game_value == pytest.approx(-1 / 18, abs=0.01)
    assert 0 <= exploitable < 0.03


def test_more_iterations_are_closer():
    assert value(learned(200))[1] > 2 * value(learned(400_000))[1]


def test_pieces_of_whole_sittings_make_the_same_whole():
    assert (learned(3 * SITTING) == learned(3 * SITTING, pieces=3)).all()


def test_the_number_of_cores_changes_nothing(monkeypatch):
    many = learned(2 * SITTING)
    monkeypatch.setattr(cfr.os, "cpu_count", lambda: 1)
    assert (learned(2 * SITTING) == many).all()
