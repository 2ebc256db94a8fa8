"""The rules against the slow referee, and the cases the rule book names."""

import numpy as np
import pytest

import kibitz
from gin.referee import Referee
from kibitz import cards
from kibitz.errors import BadOption
from kibitz.game import game
from kibitz.games.gin import rules, text
from kibitz.games.gin.choices import least_deadwood as greedy
from kibitz.games.gin.choices import take_what_melds
from kibitz.games.gin.rules import DISCARDING, DRAW, KNOCK, PASS, TAKE
from kibitz.kernel import UNBOUND, bind, draw, mix

GIN = game("gin")
DECISIONS, HANDS = 4_000, 40


deal = player = legal = step = view = may_discard = choose_draw = least_deadwood = UNBOUND


def _play_out(s, v, options, seed, greed, moves, counts, legals, decks):
    """Play one game, each move with a chance of `greed` in 4 as the simple player, and write all of it down."""
    deal(s, options, seed)
    v.rng = mix(seed + np.uint64(1))
    n, hands = 0, 0
    while player(s) >= 0:
        if s.hand > hands:
            decks[hands, :] = s.deck
            hands += 1
        counts[n] = legal(s, legals[n])
        chosen = legals[n, draw(v, counts[n])]
        if draw(v, 4) < greed:
            rng = v.rng
            view(s, player(s), v)
            v.rng = rng
            if s.phase != DISCARDING:
                chosen = choose_draw(v)
            else:
                card, dead = least_deadwood(v, v.hands[v.to_move], may_discard(v))
                chosen = KNOCK + card if dead <= v.limit and draw(v, 3) > 0 else card
        moves[n] = chosen
        step(s, chosen)
        n += 1
    return n


play_out = bind(
    _play_out,
    **GIN.kernels,
    may_discard=rules.may_discard,
    choose_draw=take_what_melds,
    least_deadwood=greedy,
)


OPTIONS = [
    {"hands": 1},
    {"hands": 1, "oklahoma": True},
    {"hands": 3, "target": 30},
    {"hands": 1, "knock": 0, "gin": 20, "big_gin": 50},
    {"hands": 1, "undercut": 10, "knock": 5},
]


def test_ten_thousand_games_through_an_independent_referee():
    s, v = np.zeros(1, GIN.state)[0], np.zeros(1, GIN.state)[0]
    moves, counts = np.zeros(DECISIONS, np.int32), np.zeros(DECISIONS, np.int64)
    legals, decks = np.zeros((DECISIONS, GIN.moves), np.int32), np.zeros((HANDS, 52), np.int8)
    seen = set()
    for seed in range(10_000):
        # One game in twenty is all random; the others see more melds, knocks and undercuts.
        options = GIN.options(**OPTIONS[seed % len(OPTIONS)])
        greed = 0 if seed % 20 == 0 else 3 + (seed % 4 > 0)
        n = play_out(s, v, options.encoded(), np.uint64(seed), greed, moves, counts, legals, decks)
        referee = Referee(options, iter(decks.tolist()).__next__)
        for i in range(n):
            assert referee.legal() == legals[i, : counts[i]].tolist(), (seed, i)
            referee.play(int(moves[i]))
        assert referee.over and referee.scores == s.scores.tolist(), seed
        assert referee.starter == s.starter
        if seed % 20 == 0:
            GIN.audit(s)
        seen.add(int(s.outcome))
    assert seen >= {rules.VOID, rules.KNOCKED, rules.GIN, rules.UNDERCUT}


def test_what_a_seat_sees_and_what_is_dealt_again():
    """No view shows the stock or an undrawn card; a redealt game keeps all that the seat knows."""
    s = kibitz.new("gin", seed=11)
    rng = np.random.default_rng(0)
    for _ in range(300):
        if s.is_over:
            break
        for seat in range(2):
            v = s.view(seat)
            assert (v.deck == -1).all() and v.rng == 0
            assert v.hands[1 - seat] == s.data.known[1 - seat]
            again = np.zeros(1, GIN.state)
            again[0] = v
            GIN.redeal(again[0], seat, np.uint64(5))
            GIN.audit(again[0])
            seen = np.zeros(1, GIN.state)
            GIN.view(again[0], seat, seen[0])
            assert seen[0].tobytes() == v.tobytes()
        s.push(int(rng.choice(s.legal_codes)))


def test_redeal_puts_every_unseen_card_anywhere():
    v = kibitz.new("gin", seed=4).view(0)
    held = np.zeros(52)
    for seed in range(3_000):
        again = np.zeros(1, GIN.state)
        again[0] = v
        GIN.redeal(again[0], 0, np.uint64(seed))
        held += [int(again[0].hands[1]) >> card & 1 for card in range(52)]
    unseen = np.array([int(rules.unseen(v, 0)) >> card & 1 for card in range(52)], bool)
    assert (held[~unseen] == 0).all() and unseen.sum() == 41
    assert abs(held[unseen] / 3_000 - 10 / 41).max() < 0.04


def positions(seed: int, decisions: int = 300, **options):
    """A game of random moves, position by position."""
    s, rng = kibitz.new("gin", seed=seed, **options), np.random.default_rng(seed)
    for _ in range(decisions):
        if s.is_over:
            break
        yield s
        s.push(int(rng.choice(s.legal_codes)))


def test_reshuffle_decides_anew_what_chance_has_not_decided():
    """The stock changes its order and nothing else; every seat sees what it saw; the next hand is another one."""
    moved = set()
    for s in positions(3):
        again = np.zeros(1, GIN.state)
        again[0] = s.data
        GIN.rules.reshuffle(again[0], np.uint64(8))
        GIN.audit(again[0])
        at = int(s.data.next)
        assert again[0].deck[:at].tolist() == s.data.deck[:at].tolist()
        assert sorted(again[0].deck[at:]) == sorted(s.data.deck[at:])
        moved.update(np.flatnonzero(again[0].deck != s.data.deck).tolist())
        for field in GIN.state.names:
            assert field in ("rng", "deck") or np.array_equal(again[0][field], s.data[field]), field
        for seat in range(2):
            seen = np.zeros(1, GIN.state)
            GIN.view(again[0], seat, seen[0])
            assert seen[0].tobytes() == s.view(seat).tobytes()
        assert again[0].rng != s.data.rng
    assert moved == set(range(21, 52))


def test_reshuffle_draws_each_card_of_the_stock_evenly():
    s = kibitz.new("gin", seed=9).data
    came = np.zeros(52)
    for seed in range(6_200):
        again = np.zeros(1, GIN.state)
        again[0] = s
        GIN.rules.reshuffle(again[0], np.uint64(seed))
        came[again[0].deck[21]] += 1
    stock = np.isin(np.arange(52), s.deck[21:])
    assert (came[~stock] == 0).all() and abs(came[stock] - 200).max() < 71  # 5 deviations


def test_what_is_hidden_is_all_that_a_view_leaves_out():
    """Where nothing is hidden the view is the state; whatever is hidden may be anything and shows nowhere."""
    rng = np.random.default_rng(2)
    drawn = 0
    for s in positions(5, big_gin=50):
        for seat in range(2):
            hidden = rules.hidden(s.data, seat)
            v, other = s.view(seat), np.zeros(1, GIN.state)
            other[0] = s.data
            for field in GIN.state.names:
                if field == "rng" or hidden.get(field) is True:
                    other[0][field] = rng.integers(0, 50, np.shape(v[field]))
                elif field in hidden:
                    assert np.array_equal(v[field] & ~hidden[field], s.data[field] & ~hidden[field]), field
                    other[0][field] = s.data[field] ^ (hidden[field] & rng.integers(0, 1 << 52))
                else:
                    assert np.array_equal(v[field], s.data[field]), field
            drawn += "drawn" in hidden
            seen = np.zeros(1, GIN.state)
            GIN.view(other[0], seat, seen[0])
            assert seen[0].tobytes() == v.tobytes()
    assert drawn > 10


def test_actions_are_all_moves_that_occur():
    for options in ({}, {"big_gin": 50}):
        numbers = rules.actions(GIN.options(**options))
        assert numbers.dtype == np.int32 and (np.diff(numbers) > 0).all()
        assert [text.name(None, code) for code in numbers][-1] == ("big gin" if options else "pass")
        for s in positions(7, **options):
            assert set(s.legal_codes.tolist()) <= set(numbers.tolist())


def arranged(hand: str, other: str, upcard: str, **options):
    """A game where seat 0 has these cards and is to draw; the rest of the deck in order."""
    s = kibitz.new("gin", seed=1, **options)
    table = s.data
    chosen = [cards.parse(hand), cards.parse(other), cards.parse(upcard)]
    rest = [card for card in range(52) if card not in [*chosen[0], *chosen[1], *chosen[2]]]
    table.deck[:] = chosen[0] + chosen[1] + chosen[2] + rest
    for p in range(2):
        table.hands[p] = sum(1 << card for card in chosen[p])
    table.upcard, table.pile = chosen[2][0], 1 << chosen[2][0]
    if s.options.oklahoma:
        table.limit = 0 if rules.value(chosen[2][0]) == 1 else rules.value(chosen[2][0])
    return s


LOW = "AC 2C 3C 4D 5D 6D 7H 8H 9H KS"
HIGH = "KC QC JD TD 9S 7S 5C 3S 2D 2H"


def test_gin_scores_the_bonus_and_no_layoffs():
    s = arranged(LOW, "4C 7D 9C KD KH QC JS 8S 6S 5S", "TH", hands=1)
    s.push("take")
    s.push("knock KS")
    assert s.scores == [25 + 4 + 7 + 9 + 10 + 10 + 10 + 10 + 8 + 6 + 5, 0]


def test_a_knock_scores_the_difference_after_layoffs():
    s = arranged("AC 2C 3C 4D 5D 6D 7H 8H QS 9H", "4C 7D TH KD KH QC JS 8S 6S 3H", "2S", hands=1)
    s.push("take")
    s.push("knock QS")  # 2 left; the other lays off 4C, 7D and TH
    assert s.scores == [10 + 10 + 10 + 10 + 8 + 6 + 3 - 2, 0]


def test_equal_deadwood_is_an_undercut():
    s = arranged("AC 2C 3C 4D 5D 6D 7H 8H 9H KS", "KC KD KH TC TD TS 4H 4S 4C 2H", "2S", hands=1)
    s.push("take")
    s.push("knock KS")
    assert s.scores == [0, 25]


def test_the_upcard_taken_may_not_go_back_at_once():
    s = arranged(LOW, HIGH, "QS")
    s.push("take")
    assert cards.parse("QS")[0] not in s.legal_codes and KNOCK + cards.parse("QS")[0] not in s.legal_codes
    with pytest.raises(kibitz.errors.IllegalMove):
        s.push("discard QS")


def test_the_first_upcard_goes_round_once():
    s = arranged(LOW, HIGH, "QS")
    assert s.player == 0 and s.legal_codes.tolist() == [TAKE, PASS]
    s.push("pass")
    assert s.player == 1 and s.legal_codes.tolist() == [TAKE, PASS]
    s.push("pass")
    assert s.player == 0 and not s.data.from_pile and s.data.drawn == s.data.deck[21]
    s.push("discard KS")
    assert s.player == 1 and s.legal_codes.tolist() == [TAKE, DRAW]
    assert s.data.declined[0, cards.parse("QS")[0]] == 1 and s.data.declined[1, cards.parse("QS")[0]] == 2


def test_oklahoma_ace_means_gin_only():
    s = arranged("2C 3C 4C 4D 5D 6D 7H 8H TS 9H", HIGH.replace("3S", "AD"), "AS", oklahoma=True)
    s.push("take")
    assert s.data.limit == 0 and max(s.legal_codes) < KNOCK


def test_big_gin_needs_no_discard():
    s = arranged("AC 2C 3C 4D 5D 6D 7H 8H 9H TH", HIGH, "JH", big_gin=50, hands=1)
    s.push("take")
    s.push("big gin")
    assert s.scores[0] > 50


def test_a_void_hand_keeps_the_starter():
    s = kibitz.new("gin", seed=2)
    rng = np.random.default_rng(1)
    while s.data.hand == 1:
        s.push(int(rng.choice([m for m in s.legal_codes if not KNOCK <= m < TAKE])))
    assert s.data.outcome == rules.VOID and s.data.starter == 0 and s.data.scores.tolist() == [0, 0]


def test_oklahoma_and_a_knock_limit_exclude_each_other():
    with pytest.raises(BadOption, match="oklahoma"):
        kibitz.new("gin", oklahoma=True, knock=5)
