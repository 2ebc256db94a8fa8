"""The rules, trap by trap."""

import numpy as np
import pytest

import kibitz
from kibitz import cards
from kibitz.errors import BadOption
from kibitz.games.cribbage import rules
from kibitz.kernel import kernel


def count(hand, starter, crib=False):
    (turned,) = cards.parse(starter)
    return rules.count(*cards.parse(hand), turned, crib)


@kernel
def count_all(totals):
    """The count of each of the 12,994,800 hands: any four cards, any of the other 48 as the starter."""
    for a in range(49):
        for b in range(a + 1, 50):
            for c in range(b + 1, 51):
                for d in range(c + 1, 52):
                    for starter in range(52):
                        if starter != a and starter != b and starter != c and starter != d:
                            totals[rules.count(a, b, c, d, starter, False)] += 1


def test_exhaustive_distribution():
    totals = np.zeros(30, np.int64)
    count_all(totals)
    assert totals.sum() == 12_994_800
    assert totals[0] == 1_009_008
    assert (totals[24], totals[28], totals[29]) == (3_680, 76, 4)
    assert not totals[[19, 25, 26, 27]].any()
    assert round((totals * np.arange(30)).sum() / totals.sum(), 6) == 4.769152


@pytest.mark.parametrize(
    "hand, starter, crib, points",
    [
        ("5C 5H 5S JD", "5D", False, 29),
        ("5C 5H 5S 5D", "JD", False, 28),  # the starter itself is no nobs
        ("2C 4C 6C 8C", "TH", False, 4),  # a flush of four counts in the hand ...
        ("2C 4C 6C 8C", "TH", True, 0),  # ... but not in the crib ...
        ("2C 4C 6C 8C", "TC", True, 5),  # ... where all five must match
        ("2C 4C 6C 8C", "TC", False, 5),
        ("2C 4C 6C 8H", "TC", False, 0),  # the starter does not complete a flush of four
        ("3C 4D 4H 5S", "5C", False, 16),  # double double run
        ("7C 7D 7H 8S", "9C", False, 21),
        ("QC KD AH 7S", "9C", False, 0),  # no run around the corner
        ("2C 4D 8H JS", "KS", False, 1),
        ("2C 4D 8H JS", "KH", False, 0),
    ],
)
def test_counts(hand, starter, crib, points):
    assert count(hand, starter, crib) == points


@pytest.mark.parametrize(
    "pile, points",
    [
        ("5C", 0),
        ("5C TD", 2),
        ("5C 5D", 2),
        ("5C 5D 5H", 8),  # three alike and fifteen
        ("2C 2D 2H 2S", 12),
        ("5C 4D 5H", 0),  # a pair must lie together
        ("4C 6D 5H", 5),  # a run in any order, and fifteen
        ("4C 6D KH 5H", 0),  # a run must lie together
        ("3C 4D 5H 4S", 0),  # a run must end with the card laid: 4 5 4 is none
        ("7C 8D 9H", 3),
        ("AC 2D 3H 4S 5C", 7),  # five in a row and fifteen
        ("8C 9D 6C 7H AS", 2),
        ("TC JD QH AS", 2),  # 31
        ("6C 7D 8H 9S", 4),
        ("9C 8D 7H 6S", 4),  # 30, a run of four
        ("9C TD JH 2S", 2),
        ("7C 6D 5H 4S 9D", 2),  # 31 without a run
        ("6C 6D 7H 5S 7D", 2),  # 31 and the run of 5 6 7 broken by a pair: 7 5 7 is none
        ("4C 5D 3H 2S AC", 7),
        ("8C 7D 9H 7S", 2),  # 31: 7 9 7 is no run
        ("QC JD TH AC", 2),
        ("AC 4D 5H 6S 7C 8D", 7),  # 31 made by a run of five: both count
    ],
)
def test_play(pile, points):
    laid = np.array(cards.parse(pile), np.int8)
    total = sum(rules.value(c) for c in laid)
    assert rules.peg(laid, 0, len(laid), total) == points


def table(dealer_hand, pone_hand, starter, dealer_points=0, pone_points=0, target=121):
    """A position after the discard, the pone (seat 1) to lead; four cards a hand, the crib filled up."""
    s = np.zeros(1, rules.STATE)[0]
    rules.deal(s, rules.Options(target=target, dealer="first").encoded(), np.uint64(1))
    mine, theirs, turned = cards.parse(dealer_hand), cards.parse(pone_hand), cards.parse(starter)
    rest = [c for c in range(52) if c not in mine + theirs + turned]
    s.cards[0] = sorted(mine) + rest[:2]
    s.cards[1] = sorted(theirs) + rest[2:4]
    s.starter, s.phase, s.to_move = turned[0], rules.PLAYING, 1
    s.points[0], s.points[1] = dealer_points, pone_points
    rules.audit(s)
    return s


def lay(s, text):
    for c in cards.parse(text):
        moves = np.zeros(rules.MOVES, np.int32)
        assert c in moves[: rules.legal(s, moves)], f"{cards.name(c)} is not legal"
        rules.step(s, c)
    return s.points.tolist()


def legal(s):
    moves = np.zeros(rules.MOVES, np.int32)
    return cards.names(moves[: rules.legal(s, moves)])


def test_thirty_one_scores_two_and_no_last_card():
    s = table("KC KD 2H 3H", "JC AD 9S 8S", "6C")
    assert lay(s, "JC KC") == [0, 0]
    assert lay(s, "AD") == [0, 0]
    assert lay(s, "KD") == [2, 0]  # 31
    assert (s.total, s.to_move) == (0, 1)


def test_go_gives_one_and_passes_the_lead():
    s = table("KC KD 5H 7H", "JC TD 9S 8S", "6C")
    assert lay(s, "JC KC TD") == [0, 1]  # 30, nobody has an ace
    assert (s.total, s.to_move) == (0, 0)
    assert legal(s) == "KD 5H 7H"
    assert s.above.tolist() == [1, 1]


def test_player_goes_on_alone_after_a_go():
    s = table("KC QD 9H 8H", "JC 2D AS 3S", "6C")
    lay(s, "JC KC")
    assert lay(s, "3S") == [0, 0]
    assert s.to_move == 0 and legal(s) == "8H"
    assert lay(s, "8H") == [2, 0]  # 31
    s = table("KC QD TH JH", "JC 2D AS 9S", "6C")
    assert lay(s, "JC KC 2D") == [0, 0]
    assert s.to_move == 1 and legal(s) == "AS 9S"  # the dealer said go
    assert lay(s, "AS") == [0, 1]
    assert s.to_move == 0


def test_last_card_gets_one_and_then_the_show():
    s = table("KC QD TH 9H", "JC 2D 4S 9S", "6C")
    assert lay(s, "JC KC 2D 9H") == [2, 0]  # 31
    assert lay(s, "9S TH 4S") == [2, 1]  # 23, and the queen does not fit
    assert (s.played, s.to_move, s.total) == (7, 0, 0)
    s.muggins = 1  # the show waits for the players, so the play's points can be seen alone
    assert lay(s, "QD") == [3, 1]


def test_heels_win_at_once():
    s = kibitz.new("cribbage", seed=0, first=119, second=120, dealer="first")
    seed = 0
    while rules.rank_of(s.data.starter) != rules.JACK:
        seed += 1
        s = kibitz.new("cribbage", seed=seed, first=119, second=120, dealer="first")
    s.push(101)
    s.push(101)
    assert s.is_over and s.scores == [121, 120]


def test_pone_counts_first_and_the_game_stops():
    s = table("5C 5D 5H JS", "3C 3D 9H KS", "5S", dealer_points=91, pone_points=118)
    lay(s, "KS JS 9H")  # 29: one for the pone
    assert s.points.tolist() == [91, 119]
    lay(s, "5C 3D 5D 3C 5H")
    assert rules.player(s) == -1
    # Pone's hand counts; dealer's 28 and the crib are never shown.
    assert s.points[1] == 121 and s.points[0] < 121
    assert (s.shown[rules.DEALER_HAND] == rules.NONE).all() and (s.shown[rules.CRIB] == rules.NONE).all()


def test_points_stop_at_the_target():
    for seed in range(50):
        s = kibitz.new("cribbage", seed=seed, target=31)
        while not s.is_over:
            s.push(int(s.legal_codes[0]))
        assert max(s.scores) == 31 > min(s.scores)


def test_duplicate_deals_do_not_depend_on_the_moves():
    def deals(pick):
        s, seen = kibitz.new("cribbage", seed=11), []
        while not s.is_over:
            if s.data.phase == rules.DISCARDING and s.player != s.data.dealer:
                seen.append(s.data.cards.tolist())
            s.push(int(s.legal_codes[pick]))
        return seen

    first, last = deals(0), deals(-1)
    shared = min(len(first), len(last))
    assert shared > 3 and first[:shared] == last[:shared]


def test_the_lower_cut_deals():
    dealers = []
    for seed in range(200):
        s = kibitz.new("cribbage", seed=seed).data
        low, high = rules.rank_of(s.cut[s.dealer]), rules.rank_of(s.cut[1 - s.dealer])
        assert low < high
        dealers.append(int(s.dealer))
    assert 60 < sum(dealers) < 140


def test_muggins():
    s = kibitz.new("cribbage", seed=2, muggins=True)
    while s.data.phase != rules.SHOWING:
        s.push(int(s.legal_codes[0]))
    pone, dealer = 1 - int(s.data.dealer), int(s.data.dealer)
    before = s.data.points.copy()
    hand = s.data.cards[pone, :4].tolist()
    true = rules.count(*hand, s.data.starter, False)
    assert s.player == pone
    s.push("count 0")
    assert s.data.points[pone] == before[pone]
    assert s.data.points[dealer] == before[dealer] + true
    before = s.data.points.copy()
    true = rules.count(*s.data.cards[dealer, :4].tolist(), s.data.starter, False)
    s.push("29")
    assert s.data.points[dealer] == before[dealer] + true and s.data.points[pone] == before[pone]


def test_options_are_checked():
    with pytest.raises(BadOption):
        kibitz.new("cribbage", first=121)
    with pytest.raises(BadOption):
        kibitz.new("cribbage", dealer="third")


def test_a_view_hides_cards_and_their_places():
    s = kibitz.new("cribbage", seed=4)
    for _ in range(5):
        s.push(int(s.legal_codes[0]))
    v = s.view(0)
    assert (v.cards[1] == rules.NONE).all() and v.laid[1] == 0 and v.rng == 0
    assert (s.view(1).cards[0] == rules.NONE).all()


def some_positions(muggins):
    """Whole games of random play, position by position."""
    chance = np.random.default_rng(5)
    for seed in range(6):
        s = kibitz.new("cribbage", seed=seed, target=61, muggins=muggins)
        while not s.is_over:
            yield s
            s.push(int(chance.choice(s.legal_codes)))


@pytest.mark.parametrize("muggins", [False, True])
def test_reshuffle_decides_anew_what_chance_has_not_decided(muggins):
    starters, changed = set(), 0
    for n, s in enumerate(some_positions(muggins)):
        before, after = s.data.copy(), s.data.copy()
        rules.reshuffle(after, np.uint64(n))
        rules.audit(after)
        assert after.rng != before.rng
        for field in set(rules.STATE.names) - {"rng", "starter"}:
            np.testing.assert_array_equal(after[field], before[field])
        if before.phase == rules.DISCARDING:
            held = set(before.cards.ravel().tolist())
            assert int(after.starter) not in held
            starters.add(int(after.starter))
            changed += after.starter != before.starter
        else:
            assert after.starter == before.starter
    assert len(starters) > 20 and changed > 20


def test_reshuffle_turns_every_starter_equally_often():
    s = kibitz.new("cribbage", seed=1).data
    free = sorted(set(range(52)) - set(s.cards.ravel().tolist()))
    turned = []
    for seed in range(4000):
        rules.reshuffle(s, np.uint64(seed))
        turned.append(int(s.starter))
    counts = [turned.count(card) for card in free]
    assert sum(counts) == 4000 and min(counts) > 60 and max(counts) < 145


@pytest.mark.parametrize("muggins", [False, True])
def test_what_is_hidden_is_what_a_view_leaves_out(muggins):
    """Hidden entries may be anything and the view stays the same; all others are in the view as they are."""
    chance, phases = np.random.default_rng(2), set()
    for s in some_positions(muggins):
        phases.add((int(s.data.phase), int(s.data.counting)))
        for seat in range(2):
            unknown = rules.hidden(s.data, seat)
            other = s.data.copy()
            for field in set(rules.STATE.names) - {"rng"}:
                mask = np.broadcast_to(unknown.get(field, False), np.shape(s.data[field]))
                np.testing.assert_array_equal(np.asarray(s.view(seat)[field])[~mask], np.asarray(s.data[field])[~mask])
                garbage = chance.integers(0, 52, np.shape(s.data[field]))
                other[field] = np.where(mask, garbage, s.data[field])
            seen = np.zeros(1, rules.STATE)[0]
            rules.view(other, seat, seen)
            assert seen == s.view(seat)
    assert len(phases) == (5 if muggins else 2)


def test_action_numbers():
    plain, muggins = rules.actions(rules.Options()), rules.actions(rules.Options(muggins=True))
    assert len(plain) == 67 and len(muggins) == 97 and set(plain) < set(muggins)
    assert (np.diff(muggins) > 0).all() and muggins.dtype == np.int32
    seen = {int(code) for s in some_positions(True) for code in s.legal_codes}
    assert seen == set(muggins.tolist())
