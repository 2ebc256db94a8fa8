"""The players: what they know, what they choose, how strong they are."""

import numpy as np
import pytest

import kibitz
from kibitz import cards
from kibitz.errors import BadWeights
from kibitz.game import game
from kibitz.games.cribbage import pegging, rules, search, stats
from kibitz.games.cribbage.agents import _strategies
from kibitz.games.cribbage.agents._player import expected_reply
from kibitz.learn import weighted
from kibitz.weights import label

CRIBBAGE = game("cribbage")


def discard_view(hand, own=0, other=0, dealer=True):
    s, v = np.zeros(1, rules.STATE)[0], np.zeros(1, rules.STATE)[0]
    options = rules.Options(first=own, second=other, dealer="first" if dealer else "second")
    rules.deal(s, options.encoded(), np.uint64(0))
    s.cards[0] = sorted(cards.parse(hand))
    s.to_move = 0
    rules.view(s, 0, v)
    return v


def ask(agent, view):
    moves = np.zeros((1, rules.MOVES), np.int32)
    counts = np.array([rules.legal(view, moves[0])])
    views = np.array([view], rules.STATE)
    chosen = agent.act(views.copy(), moves, counts)[0]
    return int(chosen), agent.values(views.copy(), moves, counts)[0, : counts[0]]


def thrown(view, move):
    return set(cards.names(view.cards[0][list(divmod(move - rules.DISCARD, 10))]).split())


def test_ladder():
    r = kibitz.match("cribbage", "greedy", "random", pairs=300, seed=5, workers=1)
    assert r.win_rate > 0.96
    r = kibitz.match("cribbage", "schell", "greedy", pairs=600, seed=5, workers=1)
    assert 0.59 < r.win_rate < 0.71


def test_value_beats_schell():
    r = kibitz.match("cribbage", "value:hands=16", "schell", pairs=400, seed=6, workers=1)
    assert r.interval[0] > 0.5


def test_muggins_costs_them_nothing():
    plain = kibitz.match("cribbage", "greedy", "schell", pairs=20, seed=3, workers=1)
    muggins = kibitz.match("cribbage", "greedy", "schell", pairs=20, seed=3, workers=1, muggins=True)
    assert plain.points == muggins.points


@pytest.mark.parametrize("name", _strategies.NAMES)
def test_each_strategy_takes_its_own_best(name):
    agent = kibitz.agent("cribbage", name)
    column = {"hand_max_min": "low", "hand_max_avg": "average", "hand_max_med": "median", "hand_max_poss": "high"}
    rng = np.random.default_rng(4)
    for _ in range(20):
        hand = cards.names(rng.choice(52, 6, replace=False))
        view = discard_view(hand)
        move, values = ask(agent, view)
        assert values.min() >= 0 and values.max() == 1
        keeps = stats.keeps_of(view.cards[0])
        if name in column:
            wanted = keeps[column[name]]
        elif name == "crib_min_avg":
            wanted = -keeps["crib"]
        else:
            continue
        i, j = divmod(move - rules.DISCARD, 10)
        chosen = next(k for k in range(15) if keeps[k].thrown.tolist() == [view.cards[0][i], view.cards[0][j]])
        assert wanted[chosen] == pytest.approx(wanted.max())


def test_greedy_pegger_breaks_ties_with_the_higher_card():
    s = kibitz.new("cribbage", seed=1).data
    s.cards[0], s.cards[1] = cards.parse("2C 4C 9C KC AH 2H"), cards.parse("3D 5D 6D 7D 8D 9D")
    s.starter, s.phase, s.to_move, s.dealer = cards.parse("QS")[0], rules.PLAYING, 0, 1
    assert cards.name(pegging.greedy_card(s)) == "KC"
    s.pile[0], s.by[0], s.played, s.total = cards.parse("6D")[0], 1, 1, 6
    assert cards.name(pegging.greedy_card(s)) == "9C"  # fifteen


def test_expected_reply_against_enumeration():
    """One card of the other, uniform: the mean of its points is what the kernel says."""
    v = np.zeros(1, rules.STATE)[0]
    v.pile[:2], v.played, v.total = cards.parse("7C 6D"), 2, 13
    full = sum(4 << 4 * rank for rank in range(13))
    gains = [search.peg(np.array([6, 5, rank], np.int8), 0, 3, 13 + rules.value(rank)) for rank in range(13)]
    assert expected_reply(v, full, 13, 1, 0) == pytest.approx(np.mean(gains))


def test_belief_keeps_to_what_was_seen():
    """Whatever hand the search gives the other player must be possible: unseen cards, no card it should have played."""
    outlook = kibitz.agent("cribbage", "value").outlook
    room, rng = search.room(64), np.random.default_rng(8)
    checked = 0
    for seed in range(12):
        s = kibitz.new("cribbage", seed=seed)
        while not s.is_over and len(s.moves) < 40:
            if s.data.phase == rules.PLAYING and s.data.left[1 - s.player] > 0:
                me, view = s.player, s.view(s.player)
                n = search.list_rests(outlook, room, view, me)
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
    outlook = kibitz.agent("cribbage", "value").outlook
    s = kibitz.new("cribbage", seed=1).data
    s.cards[0], s.cards[1] = cards.parse("2C 7C 8C KC AH 2H"), cards.parse("3D 5D 9D TD 8D 9S")
    s.starter, s.phase, s.to_move, s.dealer = cards.parse("QS")[0], rules.PLAYING, 0, 1
    s.left[:] = 4
    for card in cards.parse("7C TD"):
        rules.lay(s, card)
    view = np.zeros(1, rules.STATE)[0]
    rules.view(s, 0, view)
    share = {}
    for sure in (0.0, 0.5):
        room = search.room(64, sure)
        n = search.list_rests(outlook, room, view, 0)
        weights = np.diff(room.weights[:n], prepend=0.0) / room.weights[n - 1]
        holds_seven = [any(int(rest) >> 4 * i & 15 == 6 for i in range(3)) for rest in room.rests[:n]]
        share[sure] = weights[holds_seven].sum()
    assert share[0.5] < share[0.0] / 2


def test_value_knows_the_end_of_the_game():
    agent = kibitz.agent("cribbage", "value")
    _, values = ask(agent, discard_view("5C 5D 5H JS TC KD", own=119, other=90, dealer=False))
    assert 0.95 < values.max() <= 1
    behind = ask(agent, discard_view("5C 5D 5H JS TC KD", own=90, other=120, dealer=True))[1]
    assert behind.max() < 0.2


def test_value_keeps_the_obvious_hand():
    agent = kibitz.agent("cribbage", "value")
    view = discard_view("5C 5D 5H JS 2C 8D", dealer=True)
    move, values = ask(agent, view)
    assert thrown(view, move) == {"2C", "8D"}
    details = agent.details(view, np.zeros(15, np.int32))
    assert set(details) == {"hand", "crib", "pegging"} and all(len(column) == 15 for column in details.values())
    assert 0.5 < values.max() < 0.8


def test_win_probabilities_make_sense():
    win = kibitz.agent("cribbage", "value").outlook["win"]
    assert 0.55 < win[0, 0] < 0.57
    assert (np.diff(win.astype(float), axis=0) > -0.02).all() and (np.diff(win.astype(float), axis=1) < 0.02).all()
    assert win.min() >= 0 and win.max() <= 1


def test_records_add_up_and_are_shared(tmp_path):
    first, second = pegging.first_records(2000, 1), pegging.first_records(3000, 2)
    assert first.times.sum() == 4000 and first.gained.sum() == 4000
    points = (first.gained * np.arange(pegging.MOST)).sum()
    assert points == first.given.sum()  # what one gains the other gives
    file, written = tmp_path / "records.safetensors", label(CRIBBAGE, "", "test")
    pegging.contribute(CRIBBAGE, file, first, written)
    shared = pegging.contribute(CRIBBAGE, file, second, written)
    assert shared.times.sum() == 10_000
    again = pegging.load(CRIBBAGE, str(file))
    np.testing.assert_array_equal(again["gained"], first["gained"] + second["gained"])


def test_records_agree_with_the_rules():
    """Points pegged in a game of greedy players, taken down card by card, against the board."""
    s, r = kibitz.new("cribbage", seed=5), pegging.empty()
    s.push(101)
    s.push(101)
    start = s.data.points.copy()
    while s.data.phase == rules.PLAYING and s.data.left.sum() > 1:
        card = int(pegging.greedy_card(s.data))
        pegging.note(r, s.data, card)
        s.push(card)
        assert (s.data.points - start).tolist() == r.pegged.tolist()


def test_weighted_reads_text(tmp_path):
    file = tmp_path / "w.txt"
    weighted.save_text(file, _strategies.pure(1))
    view = discard_view("2C 3C 7D 8H 9S KC")
    assert (
        ask(kibitz.agent("cribbage", f"weighted:{file}"), view)[0]
        == ask(kibitz.agent("cribbage", "hand_max_avg"), view)[0]
    )
    file.write_text("1 2 3\n")
    with pytest.raises(BadWeights):
        kibitz.agent("cribbage", f"weighted:{file}")
