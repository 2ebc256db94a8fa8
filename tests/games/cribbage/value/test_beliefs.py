"""What the other player may hold."""

import numpy as np

import kibitz
from kibitz import cards
from kibitz.games.cribbage import rules
from kibitz.games.cribbage.agents.value import ROOM
from kibitz.games.cribbage.value.beliefs import list_rests


def test_belief_keeps_to_what_was_seen():
    """Whatever hand the search gives the other player must be possible: unseen cards, no card it should have played."""
    value = kibitz.agent("cribbage", "value")
    room, rng = np.zeros(1, ROOM)[0], np.random.default_rng(8)
    checked = 0
    for seed in range(12):
        s = kibitz.new("cribbage", seed=seed)
        while not s.is_over and len(s.moves) < 40:
            if s.data.phase == rules.PLAYING and s.data.left[1 - s.player] > 0:
                me, view = s.player, s.view(s.player)
                n = list_rests(value.params[0], room, view)
                true = s.data.cards[1 - me, :4][[not s.data.laid[1 - me] >> i & 1 for i in range(4)]] % 13
                listed = [sorted(int(rest) >> 4 * i & 15 for i in range(len(true))) for rest in room.rests[:n]]
                assert sorted(true.tolist()) in listed
                assert all(rules.value(rest[0]) > view.above[1 - me] for rest in listed)
                assert len({tuple(rest) for rest in listed}) == n
                assert (np.diff(room.weights[:n]) >= 0).all()
                checked += 1
            s.push(int(rng.choice(s.legal_codes)))
    assert checked > 50


def test_belief_reads_the_play():
    """Who could have paired a seven and did not has hardly another one."""
    value = kibitz.agent("cribbage", "value")
    s = kibitz.new("cribbage", seed=1).data
    s.cards[0], s.cards[1] = cards.parse("2C 7C 8C KC AH 2H"), cards.parse("3D 5D 9D TD 8D 9S")
    s.starter, s.phase, s.to_move, s.dealer = cards.parse("QS")[0], rules.PLAYING, 0, 1
    s.left[:] = 4
    for card in cards.parse("7C TD"):
        rules.lay(s, card)
    view = np.zeros(1, rules.STATE)[0]
    rules.view(s, 0, view)
    share, room = {}, np.zeros(1, ROOM)[0]
    for sure in (0.0, 0.5):
        value.params["sure"] = sure
        n = list_rests(value.params[0], room, view)
        weights = np.diff(room.weights[:n], prepend=0.0) / room.weights[n - 1]
        holds_seven = [any(int(rest) >> 4 * i & 15 == 6 for i in range(3)) for rest in room.rests[:n]]
        share[sure] = weights[holds_seven].sum()
    assert share[0.5] < share[0.0] / 2
