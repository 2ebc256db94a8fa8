"""The rules against a referee in plain Python, and case by case."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import kibitz
from kibitz.errors import BadOption
from kibitz.games.racko import rules
from kibitz.games.racko.rules import CHOOSE, DISCARD, DRAW, SEATS, SHOWN, SLOTS, TAKE
from tests.games.racko.referee import Referee


def racks_of(s) -> list[list[int]]:
    return s.racks.reshape(SEATS, SLOTS)[: s.players, : s.slots].tolist()


@pytest.mark.parametrize("reuse", ["reshuffle", "turn"])
@pytest.mark.parametrize("shape", [(2, 3, 7), (2, 4, 12), (3, 4, 20), (4, 3, 18), (2, 5, 30)])
def test_games_follow_the_referee(reuse, shape):
    players, slots, cards = shape
    for seed in range(6):
        state = kibitz.new("racko", seed=seed, players=players, slots=slots, cards=cards, reuse=reuse, limit=40)
        rng, s = np.random.default_rng(seed), state.data
        pile = s.pile[: s.piled].tolist()
        referee = Referee(racks_of(s), pile, int(s.discards[0]), reuse)
        while not state.is_over:
            names = [move.name for move in state.legal]
            assert sorted(names) == sorted(referee.legal())
            move = names[rng.integers(len(names))]
            state.push(move)
            s = state.data
            referee.play(move, s.pile[: s.piled].tolist())
            assert racks_of(s) == referee.racks
            assert s.discards[: s.discarded].tolist() == referee.discards
            assert s.pile[: s.piled].tolist() == referee.pile
        drawn = referee.winner is None
        assert state.scores == ([0] * players if drawn else referee.points())
        assert not drawn or s.turns == 40 * players


def test_decks():
    options = kibitz.game("racko").options
    assert [options(players=p).cards for p in (2, 3, 4)] == [40, 50, 60]
    assert options(players=3, slots=5).cards == 25
    assert options(slots=4, cards=9).cards == 9
    with pytest.raises(BadOption, match="need 21 to 60"):
        options(slots=10, players=2, cards=20)


def test_every_deal_is_as_likely_as_another():
    """Each card comes to the first slot, and to the discard pile, equally often."""
    game = kibitz.game("racko")
    s, options = np.zeros(1, game.state)[0], game.options(slots=3).encoded()
    first, opened, deals = Counter(), Counter(), 12_000
    for seed in range(deals):
        game.deal(s, options, np.uint64(seed))
        first[int(s.racks[0])] += 1
        opened[int(s.discards[0])] += 1
    for counts in (first, opened):
        chi2 = sum((counts[c] - deals / 12) ** 2 / (deals / 12) for c in range(1, 13))
        assert chi2 < 31.3  # 11 degrees of freedom: exceeded once in a thousand


def position(rack: list[int], held: int = 0, **options) -> kibitz.State:
    """A game in which seat 0 has this rack, and holds a card it has drawn."""
    state = kibitz.new("racko", seed=1, slots=len(rack), **options)
    s = state.data
    wanted = [*rack, held] if held else rack
    rest = [card for card in range(1, s.cards + 1) if card not in wanted]
    for p in range(s.players):
        for i in range(s.slots):
            s.racks[SLOTS * p + i] = rack[i] if p == 0 else rest.pop(0)
    s.discards[0] = rest.pop(0)
    pile = [*rest, held] if held else rest
    s.pile[:] = 0
    s.piled = len(pile)
    s.pile[: s.piled] = pile
    rules.audit(s)
    if held:
        state.push("draw")
    return state


def test_a_rack_in_order_wins_and_counts():
    state = position([2, 9, 11, 5, 20], held=15)
    state.push("slot 4")
    assert state.is_over and state.scores == [50, 25]  # the other rack is in order as well, too late


def test_the_losers_count_up_to_the_first_descent():
    state = position([2, 9, 11, 5, 20], held=15)
    state.data.racks[SLOTS : SLOTS + 5] = state.data.racks[SLOTS : SLOTS + 5][[0, 1, 3, 2, 4]]
    state.push("slot 4")
    assert state.scores == [50, 15]


def test_runs_bring_a_bonus():
    for rack, bonus in [
        ([1, 2, 3, 9, 11], 50),
        ([5, 6, 7, 8, 11], 100),
        ([5, 6, 7, 8, 9], 200),
        ([1, 2, 5, 6, 9], 0),
    ]:
        state = position([*rack[:4], 20], held=rack[4], bonus=True)
        state.push("slot 5")
        assert state.scores[0] == 50 + bonus
    state = position([1, 2, 3, 7, 8, 9, 10, 11, 12, 30], held=40, bonus=True)
    state.push("slot 10")
    assert state.scores[0] == 75 + 50 + 400


def test_a_rack_dealt_in_order_wins_at_the_end_of_a_turn():
    state = position([2, 9, 11, 15, 20])
    assert not state.is_over
    state.push("draw")
    state.push("discard")
    assert state.is_over and state.scores[0] == 50


def test_a_match_goes_on_to_its_target():
    state = kibitz.new("racko", seed=5, slots=3, target=200)
    rng, starts = np.random.default_rng(1), []
    while not state.is_over:
        if state.data.turns == 0 and state.data.phase == CHOOSE:
            starts.append(state.player)
        assert max(state.data.points) < 200
        legal = state.legal_codes
        state.push(int(legal[rng.integers(len(legal))]))
    assert max(state.scores) >= 200
    assert starts == [i % 2 for i in range(len(starts))] and len(starts) > 2


def test_the_least_deck_cannot_be_drawn_from():
    state = kibitz.new("racko", seed=2, slots=3, cards=7)
    assert [move.name for move in state.legal] == ["take"]
    state.push("take")
    state.push("slot 1")
    assert state.is_over or [move.name for move in state.legal] == ["take"]


def test_a_view_shows_what_was_taken_openly_and_nothing_else():
    state = kibitz.new("racko", seed=9)
    top = int(state.data.discards[0])
    for move in ("take", "slot 4", "draw"):
        state.push(move)
    v = state.view(1)
    assert v.racks[3] == top and v.shown[3] == SHOWN
    assert np.count_nonzero(v.racks[:SLOTS]) == 1
    assert not v.pile.any() and v.held == state.data.held
    hidden = state.view(0)
    assert hidden.held == 0 and not hidden.racks[SLOTS:].any()


def test_a_turned_pile_is_known_to_all():
    state = kibitz.new("racko", seed=3, slots=3, cards=9, reuse="turn")
    while not state.data.reused:
        state.push("draw")
        if not state.data.reused:
            state.push("discard")
    assert state.view(0).held == state.view(1).held == state.data.held
    assert state.view(0).pile.tolist() == state.data.pile.tolist()


def test_a_redeal_remembers_which_shuffle_a_card_came_from():
    """After a reshuffle a card dealt at first can be none that was discarded since."""
    state = kibitz.new("racko", seed=11, slots=4, cards=12)
    game = state.game
    while not state.data.reused:
        state.push("draw")
        if not state.data.reused:
            state.push("discard")
    state.push("discard")
    seat = state.player
    other = 1 - seat
    hidden = set(racks_of(state.data)[other])
    for seed in range(50):
        views = np.zeros(1, game.state)
        views[0] = state.view(seat)
        game.redeal(views[0], seat, np.uint64(seed))
        assert set(racks_of(views[0])[other]) == hidden  # nothing was exchanged, so these four it must be


def test_redeals_are_uniform():
    state = kibitz.new("racko", seed=4, slots=3, cards=10)
    seen, deals = Counter(), 6000
    unknown = [c for c in range(1, 11) if c not in (*racks_of(state.data)[0], int(state.data.discards[0]))]
    views = np.zeros(1, state.game.state)
    for seed in range(deals):
        views[0] = state.view(0)
        state.game.redeal(views[0], 0, np.uint64(seed))
        seen[int(views[0].racks[SLOTS])] += 1
    assert set(seen) == set(unknown)
    chi2 = sum((seen[c] - deals / 6) ** 2 / (deals / 6) for c in unknown)
    assert chi2 < 20.5  # 5 degrees of freedom, once in a thousand


@pytest.mark.parametrize("reuse", ["reshuffle", "turn"])
def test_a_reshuffle_decides_anew_what_chance_has_not_decided(reuse):
    game = kibitz.game("racko")
    for seed in range(20):
        state = kibitz.new("racko", seed=seed, slots=4, cards=12, players=2, reuse=reuse, limit=30, target=100)
        rng = np.random.default_rng(seed)
        orders = 0
        for _ in range(60):
            if state.is_over:
                break
            state.push(int(rng.choice(state.legal_codes)))
            before, after = np.zeros(1, game.state), np.zeros(1, game.state)
            before[0] = after[0] = state.data
            rules.reshuffle(after[0], np.uint64(7))
            rules.audit(after[0])
            assert after["rng"] != before["rng"]
            changed = [name for name in game.state.names if not np.array_equal(after[name], before[name])]
            assert set(changed) <= {"rng", "pile"}
            assert sorted(after[0].pile) == sorted(before[0].pile)
            if rules.pile_is_open(before[0]):
                assert changed == ["rng"]
            orders += "pile" in changed
            for seat in range(2):
                views = np.zeros(2, game.state)
                game.view(before[0], seat, views[0])
                game.view(after[0], seat, views[1])
                assert views[0].tobytes() == views[1].tobytes()
        assert orders


def test_a_reshuffle_puts_every_card_on_top_equally_often():
    state = kibitz.new("racko", seed=4, slots=3, cards=13)
    s, tops, times = state.data, Counter(), 6000
    pile = s.pile[: s.piled].tolist()
    for seed in range(times):
        rules.reshuffle(s, np.uint64(seed))
        tops[int(s.pile[s.piled - 1])] += 1
    assert set(tops) == set(pile)
    assert sum((tops[c] - times / 6) ** 2 / (times / 6) for c in pile) < 20.5  # 5 degrees of freedom


def test_after_a_reshuffle_later_shuffles_and_deals_are_others():
    def next_pile(seed: int) -> tuple:
        state = kibitz.new("racko", seed=1, slots=3, cards=11)
        while state.data.piled:
            state.push("draw")
            state.push("discard")
        rules.reshuffle(state.data, np.uint64(seed))
        state.push("draw")
        return int(state.data.held), *state.data.pile[: state.data.piled].tolist()

    def next_deal(seed: int) -> tuple:
        state = position([2, 9, 11, 5, 20], held=15, target=500)
        rules.reshuffle(state.data, np.uint64(seed))
        state.push("slot 4")
        assert state.data.rounds == 1
        return tuple(state.data.racks.tolist())

    assert len({next_pile(seed) for seed in range(60)}) > 15  # of 24 orders
    assert len({next_deal(seed) for seed in range(20)}) == 20


@pytest.mark.parametrize("table", [{}, {"slots": 4, "players": 3, "reuse": "turn"}, {"slots": 3, "cards": 7}])
def test_what_is_hidden_is_what_a_view_leaves_out(table):
    """Whatever is not named is in the view as it is; what is named can be anything, and the view stays the same."""
    game, rng = kibitz.game("racko"), np.random.default_rng(2)
    for seed in range(5):
        state = kibitz.new("racko", seed=seed, limit=40, **table)
        while not state.is_over and len(state.moves) < 120:
            state.push(int(rng.choice(state.legal_codes)))
            for seat in range(state.seats):
                unknown = rules.hidden(state.data, seat)
                seen, data = state.view(seat), np.zeros(1, game.state)
                data[0] = state.data
                for name in game.state.names:
                    mask = np.asarray(unknown.get(name, name == "rng"))
                    assert np.array_equal(np.where(mask, 0, state.data[name]), np.where(mask, 0, seen[name])), name
                    data[name] = np.where(mask, rng.integers(1, 60, data[name].shape), data[name])
                views = np.zeros(1, game.state)
                game.view(data[0], seat, views[0])
                assert views[0].tobytes() == seen.tobytes()
                if not state.is_over:
                    others = [p for p in range(state.seats) if p != seat]
                    hidden = unknown.get("racks", np.zeros(SEATS * SLOTS, bool)).reshape(SEATS, SLOTS)
                    shown = state.data.shown.reshape(SEATS, SLOTS)[others, : state.data.slots] == SHOWN
                    assert np.array_equal(hidden[others, : state.data.slots], ~shown)
                    assert not hidden[seat].any() and not hidden[:, state.data.slots :].any()


def test_every_move_has_its_number():
    options = kibitz.game("racko").options
    assert rules.actions(options()).tolist() == [*range(11), 11, 12]
    assert rules.actions(options(slots=4)).tolist() == [0, 1, 2, 3, 4, 11, 12]
    assert rules.actions(options(slots=3, cards=7)).tolist() == [1, 2, 3, 11]
    for table in ({"slots": 5, "target": 100}, {"slots": 3, "cards": 7}, {"slots": 3, "cards": 8}):
        codes, met = rules.actions(options(**table)), set()
        assert codes.dtype == np.int32
        for seed in range(20):
            state, rng = kibitz.new("racko", seed=seed, limit=30, **table), np.random.default_rng(seed)
            while not state.is_over and len(state.moves) < 300:
                met |= set(state.legal_codes.tolist())
                state.push(int(rng.choice(state.legal_codes)))
        assert met == set(codes.tolist())


def test_codes():
    assert (DISCARD, TAKE, DRAW) == (0, 11, 12)
