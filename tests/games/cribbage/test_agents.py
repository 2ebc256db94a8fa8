"""The players: what they know, what they choose, how strong they are."""

import numpy as np
import pytest

import kibitz
from kibitz import cards
from kibitz.errors import BadAgentSpec, BadWeights
from kibitz.games.cribbage import rules, stats
from kibitz.games.cribbage.weighted import strategies
from kibitz.learn import weighted


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


@pytest.mark.parametrize("name", strategies.NAMES)
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
    assert 0.5 < values.max() < 0.8


def test_weighted_reads_text(tmp_path):
    file = tmp_path / "w.txt"
    weighted.save_text(file, strategies.pure(1))
    view = discard_view("2C 3C 7D 8H 9S KC")
    assert (
        ask(kibitz.agent("cribbage", f"weighted:{file}"), view)[0]
        == ask(kibitz.agent("cribbage", "hand_max_avg"), view)[0]
    )
    file.write_text("1 2 3\n")
    with pytest.raises(BadWeights):
        kibitz.agent("cribbage", f"weighted:{file}")


@pytest.mark.parametrize("name", ["value", "schell"])
@pytest.mark.parametrize("dealer", [True, False])
def test_columns_are_signed_and_add_up(name, dealer):
    agent, view = kibitz.agent("cribbage", name), discard_view("5C 5D 6H 7S 2C 8D", dealer=dealer)
    details = agent.details(view, np.zeros(15, np.int32))
    assert ((details["crib"] > 0) == dealer).all()
    total = ask(agent, view)[1] if name == "schell" else details["points"]
    parts = [column for key, column in details.items() if key != "points"]
    np.testing.assert_allclose(total, np.sum(parts, axis=0))


def test_a_strategy_goes_by_its_own_name():
    named, full = kibitz.agent("cribbage", "hand_max_poss"), kibitz.agent("cribbage", "strategy:hand_max_poss")
    assert named.name == "hand_max_poss" and named.params == full.params
    with pytest.raises(BadAgentSpec, match="it must be one of hand_max_min"):
        kibitz.agent("cribbage", "strategy:best")


def test_parameters_have_bounds():
    for wrong in ("value:hands=0", "value:sure=-1", "value:caution=nan"):
        with pytest.raises(BadAgentSpec):
            kibitz.agent("cribbage", wrong)


def test_a_count_is_worth_a_chance_to_win():
    """Overlooked points go to the other; a count too high costs nothing; the true one is chosen."""
    value, chance, seen = kibitz.agent("cribbage", "value"), np.random.default_rng(5), 0
    for seed in range(6):
        s = kibitz.new("cribbage", seed=seed, muggins=True, first=100, second=95)
        while not s.is_over:
            if s.data.phase == rules.SHOWING:
                chosen, values = ask(value, s.view(s.player))
                true = int(rules.true_count(s.data))
                assert chosen == rules.CLAIM + true
                assert (np.diff(values[: true + 1]) >= 0).all() and np.ptp(values[true:]) < 1e-8
                assert values.min() >= 0 and values.max() <= 1 + 1e-8
                seen += true > 0 and values[0] < values[true] - 0.01
            s.push(int(chance.choice(s.legal_codes)))
    assert seen > 10
