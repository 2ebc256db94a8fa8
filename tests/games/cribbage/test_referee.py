"""Cribbage once more, slowly: written from the rule book alone, with lists and sets, to judge the compiled rules.

It shares no code with the package. Cards are (rank, suit) pairs, ranks 1 to 13.
"""

from functools import cache
from itertools import combinations, pairwise

import numpy as np

from kibitz.game import game
from kibitz.games.cribbage import rules
from kibitz.kernel import OVER, draw, kernel, record

GAMES = 10_000


def card(number):
    return number % 13 + 1, "CDHS"[number // 13]


def number(c):
    return 13 * "CDHS".index(c[1]) + c[0] - 1


def worth(c):
    return min(c[0], 10)


@cache
def count_ranks(ranks):
    """Every fifteen, pair and run of five ranks, set by set."""
    points = 0
    for size in range(2, 6):
        for chosen in combinations(ranks, size):
            points += 2 * (sum(min(rank, 10) for rank in chosen) == 15)
            points += 2 * (size == 2 and chosen[0] == chosen[1])
    for size in (5, 4, 3):
        runs = [c for c in combinations(ranks, size) if all(b - a == 1 for a, b in pairwise(c))]
        if runs:
            return points + len(runs) * size
    return points


def count_show(hand, starter, crib):
    five = [*hand, starter]
    points = count_ranks(tuple(sorted(c[0] for c in five)))
    if len({c[1] for c in five}) == 1:
        points += 5
    elif not crib and len({c[1] for c in hand}) == 1:
        points += 4
    if (11, starter[1]) in hand:
        points += 1
    return points


def count_play(pile):
    """The points of the last card laid on the present pile."""
    points = 0
    if sum(map(worth, pile)) in (15, 31):
        points += 2
    for size in (4, 3, 2):
        if len(pile) >= size and len({c[0] for c in pile[-size:]}) == 1:
            points += {2: 2, 3: 6, 4: 12}[size]
            break
    for size in range(len(pile), 2, -1):
        ranks = sorted(c[0] for c in pile[-size:])
        if ranks == list(range(ranks[0], ranks[0] + size)):
            points += size
            break
    return points


class Won(Exception):
    pass


class Referee:
    """Follows one game. It is told each round's cards and each move, and keeps the points itself."""

    def __init__(self, dealer, target=121, points=(0, 0)):
        self.dealer, self.target, self.points = dealer, target, list(points)

    def peg(self, seat, n):
        self.points[seat] = min(self.points[seat] + n, self.target)
        if self.points[seat] == self.target:
            raise Won

    def play_round(self, hands, starter):
        """A generator: yields the seat to move and its legal answers; gets the answer sent.

        In the discard the answers are pairs of cards, in the play single cards.
        """
        pone, dealer = 1 - self.dealer, self.dealer
        crib, kept = [], {}
        for seat in (pone, dealer):
            thrown = yield seat, list(combinations(hands[seat], 2))
            crib += thrown
            kept[seat] = [c for c in hands[seat] if c not in thrown]
        if starter[0] == 11:
            self.peg(dealer, 2)
        left = {seat: list(kept[seat]) for seat in (0, 1)}
        turn = pone
        while left[0] or left[1]:
            pile, last, passed = [], None, set()
            while len(passed) < 2:
                may = [c for c in left[turn] if sum(map(worth, pile)) + worth(c) <= 31]
                if not may:
                    passed.add(turn)
                    turn = 1 - turn
                    continue
                chosen = yield turn, may
                left[turn].remove(chosen)
                pile.append(chosen)
                last = turn
                self.peg(turn, count_play(pile))
                if sum(map(worth, pile)) == 31:
                    break
                turn = 1 - turn
            if sum(map(worth, pile)) != 31:
                self.peg(last, 1)
            turn = 1 - last
        self.peg(pone, count_show(kept[pone], starter, False))
        self.peg(dealer, count_show(kept[dealer], starter, False))
        self.peg(dealer, count_show(crib, starter, True))
        self.dealer = pone


LOG = record([("seat", "i1"), ("move", "i4"), ("legal", "i8"), ("points", "i2", (2,)), ("cards", "i1", (13,))])
"""One decision: who, what, the cards that were legal (bit n: card n), the points after it, and the cards dealt."""


@kernel
def play_at_random(s, chance, options, seed, moves, log):
    rules.deal(s, options, seed)
    n = 0
    while rules.player(s) != OVER:
        line = log[n]
        line.seat = rules.player(s)
        count = rules.legal(s, moves)
        line.legal = 0
        if s.phase == rules.PLAYING:
            for i in range(count):
                line.legal |= 1 << moves[i]
        line.move = moves[draw(chance, count)]
        for i in range(12):
            line.cards[i] = s.cards[i // 6, i % 6]
        line.cards[12] = s.starter
        rules.step(s, line.move)
        line.points[0], line.points[1] = s.points[0], s.points[1]
        n += 1
    return n


def follow(first_dealer, log, target=121, points=(0, 0)):
    """Replay a game's log through the referee; it must agree at every step and end where the log ends."""
    referee = Referee(first_dealer, target, points)
    columns = [log[name].tolist() for name in LOG.names]  # plain lists: fields of records are slow to read
    lines = [dict(zip(LOG.names, line, strict=True)) for line in zip(*columns, strict=True)]
    at = 0
    try:
        while True:
            dealt = [card(c) for c in lines[at]["cards"]]
            table = referee.play_round((dealt[:6], dealt[6:12]), dealt[12])
            seat, may = next(table)
            try:
                while True:
                    line = lines[at]
                    assert line["seat"] == seat
                    if line["move"] >= rules.DISCARD:
                        i, j = divmod(line["move"] - rules.DISCARD, 10)
                        answer = dealt[6 * seat + i], dealt[6 * seat + j]
                        assert answer in may
                    else:
                        answer = card(line["move"])
                        assert line["legal"] == sum(1 << number(c) for c in may)
                    at += 1
                    seat, may = table.send(answer)
                    assert lines[at - 1]["points"] == referee.points
            except StopIteration:
                assert lines[at - 1]["points"] == referee.points
    except Won:
        assert lines[at - 1]["points"] == referee.points
    return at


def test_random_games_replay_through_the_referee():
    cribbage = game("cribbage")
    s, chance = np.zeros(1, cribbage.state)[0], np.zeros(1, cribbage.state)[0]
    chance.rng = 5
    moves, log = np.zeros(cribbage.moves, np.int32), np.zeros(400, LOG)
    early_ends = 0
    for seed in range(GAMES):
        # Every tenth game starts near its end, where the order of events matters most.
        close = seed % 10 == 0
        start = (100 + seed // 10 % 21, 100 + seed // 210 % 21) if close else (0, 0)
        first = ("first", "second")[seed % 2]
        options = cribbage.options(first=start[0], second=start[1], dealer=first).encoded()
        n = play_at_random(s, chance, options, np.uint64(seed), moves, log)
        assert follow(seed % 2, log[:n], points=start) == n
        early_ends += n % 10 != 0
    assert early_ends > 0


def test_the_referee_notices_a_wrong_log():
    cribbage = game("cribbage")
    s, chance = np.zeros(1, cribbage.state)[0], np.zeros(1, cribbage.state)[0]
    moves, log = np.zeros(cribbage.moves, np.int32), np.zeros(400, LOG)
    n = play_at_random(s, chance, cribbage.options(dealer="first").encoded(), np.uint64(1), moves, log)
    log[n // 2].points[0] += 1
    try:
        follow(0, log[:n])
    except AssertionError:
        return
    raise AssertionError("a wrong score went unnoticed")
