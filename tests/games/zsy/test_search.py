"""The proof search against plain recursion on small hands."""

import time
from functools import cache

import pytest

import kibitz
from kibitz.games.zsy.search import LOST, UNKNOWN, WON, Search
from tests.edited import look_again

from .test_rules import position


def recursion(s):
    """Whether the seat to move wins, tried out move by move."""

    @cache
    def wins(mine, theirs, top, mover):
        s.data.hands[mover], s.data.hands[1 - mover] = mine, theirs
        s.data.left[mover], s.data.left[1 - mover] = (sum(int(d) for d in oct(h)[2:]) for h in (mine, theirs))
        s.data.top, s.data.to_move = top, mover
        here = s.data.copy()
        for code in look_again(s).legal_codes.tolist():
            s.game.step(s.data, code)
            after = int(s.data.hands[1 - mover]), int(s.data.hands[mover]), int(s.data.top), 1 - mover
            lost = s.data.left[mover] == 0 or not wins(*after)
            for field in here.dtype.names:
                s.data[field] = here[field]
            if lost:
                return True
        return False

    s = s.copy()
    d = s.data
    return wins(int(d.hands[d.to_move]), int(d.hands[1 - d.to_move]), int(d.top), int(d.to_move))


@pytest.mark.parametrize("options", [{}, {"free_pass": False}, {"deck": 36}], ids=str)
def test_proofs_agree_with_recursion(options):
    results = set()
    for seed in range(25):
        s = kibitz.new("zsy", seed=seed, open=True, hand=5, **options)
        found = Search(bits=12).prove(s.data, 1_000_000)
        assert found == (WON if recursion(s) else LOST), f"seed {seed}"
        results.add(found)
    assert results == {WON, LOST}


def test_a_small_table_changes_no_result():
    for seed in range(10):
        s = kibitz.new("zsy", seed=seed, open=True, hand=8)
        assert Search(bits=4).prove(s.data, 10_000_000) == Search(bits=16).prove(s.data, 10_000_000) != UNKNOWN


def test_limits_are_kept_and_said():
    s = kibitz.new("zsy", seed=1, open=True)
    search = Search(bits=12)
    assert search.prove(s.data, 100) == UNKNOWN and search.rest[1] == 100
    assert search.prove(s.data, 10**12, deadline=time.monotonic() - 1) == UNKNOWN


def test_a_full_deal_is_proven():
    s = kibitz.new("zsy", seed=0, open=True)
    proven = [Search().prove(kibitz.new("zsy", seed=seed, open=True).data, 300_000) for seed in range(6)]
    assert any(found != UNKNOWN for found in proven)
    assert s.data.left.tolist() == [18, 18]


def test_deepening_ends_in_the_proof():
    for seed in range(8):
        s = kibitz.new("zsy", seed=seed, open=True, hand=5)
        known = Search(bits=12).prove(s.data, 1_000_000)
        assert Search(bits=12).estimate(s.data, 1_000_000) == (1 if known == WON else -1)


def test_the_player_says_what_it_has_proven():
    agent = kibitz.agent("zsy", "minimax", open=True)
    s = position("3TTA", "55K", open=True)
    views, moves, counts = s.asked()
    values = agent.values(views, moves, counts)[0, : counts[0]]
    proven = agent.details(views[0], moves[0, : counts[0]])["proven"]
    assert proven.all()
    for j, move in enumerate(s.legal):
        s.push(move)
        assert (values[j] == 1) == (not recursion(s))
        s.pop()
    weak = kibitz.agent("zsy", "minimax:nodes=10", open=True)
    full = kibitz.new("zsy", seed=1, open=True)
    views, moves, counts = full.asked()
    assert not weak.details(views[0], moves[0, : counts[0]])["proven"].all()


def test_closed_hands_are_dealt_at_random_from_what_is_unseen():
    """Two games that look the same to the seat are played the same, whatever the other holds."""
    agent = kibitz.agent("zsy", "minimax:nodes=3000,deals=4")
    s, twin = position("3577TTKA", "4569QQ2"), position("3577TTKA", "448JJK2")
    views, moves, counts = s.asked()
    values = agent.values(views, moves, counts)
    assert (agent.values(*twin.asked()) == values).all()
    assert (values >= 0).all() and values[0, : counts[0]].std() > 0
    assert not agent.details(views[0], moves[0, : counts[0]])["proven"].any()


def test_it_wins_what_is_won():
    """From every small deal that is won for the leader, against the best of replies it can find itself."""
    agent = kibitz.agent("zsy", "minimax", open=True, hand=6)
    for seed in range(12):
        s = kibitz.new("zsy", seed=seed, open=True, hand=6)
        winner = s.player if Search(bits=12).prove(s.data, 1_000_000) == WON else 1 - s.player
        while not s.is_over:
            s.push(agent.choose(s))
        assert s.scores[winner] == 1
