"""The players: simple move by move against its definition, the others by strength, none by a peek."""

import numpy as np
import pytest

import kibitz
from kibitz import cards
from kibitz.arena.playout import playouts
from kibitz.coach.hint import hint
from kibitz.coach.sampling import deals
from kibitz.coach.watch import watch
from kibitz.game import game
from kibitz.games.gin import rules
from kibitz.games.gin.agents import simple
from kibitz.games.gin.choices import gin_outs
from kibitz.games.gin.lab._positions import positions
from kibitz.games.gin.melds import wanted
from kibitz.games.gin.rules import DISCARDING, KNOCK, TAKE
from kibitz.games.gin.worth import highest
from kibitz.kernel import kernel
from kibitz.learn.calibration import KNOTS

from gin.referee import arrangements, oracle  # isort: skip
from gin.test_rules import HIGH, LOW, arranged  # isort: skip

GIN = game("gin")


def held(mask) -> list[int]:
    return [card for card in range(52) if int(mask) >> card & 1]


def test_simple_is_the_simple_player():
    """Every choice of whole games against the definition; ties are broken in both ways."""
    player, rng = kibitz.agent("gin", "simple"), np.random.default_rng(1)
    s = kibitz.new("gin", seed=8)
    notes, pairs, hand_number, choices = np.zeros((2, 1), simple.NOTES), [set(), set()], 1, 0
    while not s.is_over and choices < 1_000:
        views, moves, counts = s.asked()
        views["rng"] = rng.integers(0, 2**63)
        seat, v = s.player, s.data
        if v.hand != hand_number:
            hand_number, pairs = int(v.hand), [set(), set()]
        move = int(player.act(views, moves, counts, notes[seat])[0])
        player.note(views, np.array([move], np.int32), notes[seat])
        hand = held(v.hands[seat])
        if v.phase != DISCARDING:
            in_meld = any(
                int(v.upcard) in meld for laid in arrangements(frozenset([*hand, int(v.upcard)])) for meld in laid
            )
            assert (move == TAKE) == in_meld
        else:
            drawn = int(v.drawn)
            may = [c for c in hand if not (v.from_pile and c == drawn) and frozenset((c, drawn)) not in pairs[seat]]
            left = {c: oracle([x for x in hand if x != c]) for c in may}
            least = min(left.values())
            assert left[move % KNOCK] == least and (move >= KNOCK) == (least <= 10)
            pairs[seat].add(frozenset((move % KNOCK, drawn)))
        s.push(move)
        choices += 1
    assert choices > 200


def test_simple_breaks_ties_evenly():
    s = kibitz.new("gin", seed=1)
    hand = sum(1 << card for card in cards.parse("AC 2C 3C 5D 6D 7D KC KD QH JS 9S"))
    counts = dict.fromkeys(cards.parse("KC KD QH JS"), 0)
    views = np.zeros(1, GIN.state)
    views[0] = s.view(0)
    views["hands"][0, 0], views["phase"], views["drawn"] = hand, DISCARDING, cards.parse("9S")[0]
    player, moves, ones = kibitz.agent("gin", "simple"), np.zeros((1, GIN.moves), np.int32), np.ones(1, np.int64)
    for seed in range(2_000):
        views["rng"] = seed
        move = player.act(views, moves, ones, np.zeros(1, simple.NOTES))[0]
        counts[int(move)] += 1
    assert min(counts.values()) > 400


def test_simple_against_itself():
    result = kibitz.match("gin", "simple", "simple", pairs=3_000, seed=5, workers=1)
    low, high = result.interval
    assert low < 0.5 < high
    hands = positions(200_000, seed=1)[0]["hand"].astype(int)
    assert abs(hands[:-1][np.diff(hands) < 0].mean() - 10.3) < 0.4


@pytest.mark.parametrize(
    ("player", "least", "pairs"),
    [
        ("camper", 0.68, 400),
        ("knocker", 0.58, 1_000),
        ("montecarlo:sims=8", 0.6, 25),
        ("estimator:bayes", 0.48, 400),
        ("racer", 0.65, 400),
        ("guard", 0.59, 400),
        ("striker", 0.55, 400),
    ],
)
def test_strength_against_simple(player, least, pairs):
    result = kibitz.match("gin", player, "simple", pairs=pairs, seed=31, workers=1)
    assert result.win_rate > least, str(result)


@kernel
def how_it_ended(s, out):
    out[0], out[1] = s.outcome == rules.GIN, s.turn <= 10 and s.outcome != rules.VOID


def test_the_styles_differ():
    """In hands against itself the racer has gin nearly always, the striker seldom, and ends many hands early."""
    options = GIN.options(hands=1)
    dealt = deals(GIN, options, np.arange(2_000, dtype=np.uint64))
    gins, early = {}, {}
    for name in ("racer", "guard", "striker"):
        player = kibitz.agent("gin", name, hands=1)
        ended = playouts(GIN, options, player, dealt, dealt["rng"], 1, worth=how_it_ended)[:, 0]
        gins[name], early[name] = ended.mean(axis=0)
    assert gins["racer"] > 0.8 > gins["guard"] > gins["striker"] + 0.1
    assert early["racer"] < 0.5 * early["guard"] and early["racer"] < 0.5 * early["striker"]


def test_patience_pays_for_the_knocker():
    eager = kibitz.match("gin", "knocker:threshold=0.5", "simple", pairs=400, seed=3, workers=1)
    patient = kibitz.match("gin", "knocker:threshold=0.9,data=1m", "simple", pairs=400, seed=3, workers=1)
    assert patient.win_rate > eager.win_rate


def test_the_hint_names_what_a_player_asks_for():
    s = kibitz.new("gin", seed=5)
    while s.data.phase != DISCARDING:
        s.push(int(s.legal_codes[-1]))
    advice = hint(s).advice
    assert len(advice) == len(s.legal)
    for line in advice:
        assert set(line.details) == {"deadwood", "other wants it"}
        assert line.details["deadwood"] == oracle([c for c in held(s.data.hands[s.player]) if c != line.move.code % 52])
        assert 0 <= line.details["other wants it"] <= 1 and 0 <= line.value <= 1 and line.error == 0


def test_what_montecarlo_says_of_moves_is_within_its_error():
    """A thousand other imagined hands: values differ by no more than their errors."""
    s, player = kibitz.new("gin", seed=4), kibitz.agent("gin", "montecarlo")
    views, moves, counts = s.asked()
    others = views.copy()
    others["rng"] += np.uint64(1_000_000)
    (one, error), (two, as_sure) = player.sampled(views, moves, counts), player.sampled(others, moves, counts)
    listed = slice(None), slice(int(counts[0]))
    assert (np.abs(one - two)[listed] < 4 * np.hypot(error, as_sure)[listed]).all() and (one != two).any()
    asked = hint(s, "montecarlo")
    assert all(0 < line.error < 0.02 for line in asked.advice) and {a.value for a in asked.advice} <= set(one[0])


def test_corrected_chances_leave_every_choice_as_the_network_makes_it():
    watched = watch(GIN, GIN.options(), kibitz.agent("gin", "simple"), np.arange(4, dtype=np.uint64), 0.5)
    asked = watched.views, watched.moves, watched.counts
    said, plain = kibitz.agent("gin", "net"), kibitz.agent("gin", "net")
    said.curve, plain.curve = np.linspace(-0.6, 0.3, len(KNOTS)), np.zeros(len(KNOTS))
    assert (said.values(*asked) != plain.values(*asked)).any()
    np.testing.assert_array_equal(said.act(*asked), plain.act(*asked))


@pytest.mark.parametrize(
    ("scores", "hands", "certain"),
    [((75, 90), 100, True), ((74, 90), 100, False), ((0, 24), 1, True), ((0, 25), 1, False)],
)
def test_gin_that_wins_the_game_is_certain(scores, hands, certain):
    """By its bonus alone: in the last hand one needs a point more than the other has."""
    s = arranged(LOW, HIGH, "TH", hands=hands)
    s.data.scores[:] = scores
    s.push("take")
    worth = {advice.move.name: advice.value for advice in hint(s).advice}
    assert (worth["knock KS"] == 1.0) == certain and worth["discard KS"] < 1


def test_a_long_game_is_judged_by_its_score_and_played_as_ever():
    """Also where both need more than the network is shown."""

    def asked(target: int, *scores: int):
        s = kibitz.new("gin", seed=4, target=target)
        s.data.scores[:] = scores
        return kibitz.agent("gin", "net", target=target).values(*s.asked())[0, :2]

    level = asked(1000, 0, 0)
    assert asked(1000, 500, 500) == pytest.approx(level) == asked(100, 0, 0)
    rising = [asked(1000, own, 400).max() for own in range(0, 1000, 100)]
    assert (np.diff(rising) > 0).all() and rising[0] < 0.35 and rising[-1] > 0.8
    assert asked(500, 400, 0).max() > 0.85 and asked(500, 0, 400).max() < 0.15
    assert asked(500, 400, 0).argmax() == level.argmax() == asked(500, 0, 400).argmax()


def test_the_last_hand_is_worth_what_decides_it():
    """Whoever is far ahead has as good as won a game that has only this hand left, and not one that goes on."""
    last, first = kibitz.new("gin", seed=4, hands=1), kibitz.new("gin", seed=4)
    for s in (last, first):
        s.data.scores[:] = 60, 0
    assert hint(last).advice[0].value > hint(first).advice[0].value


def test_a_hint_weighs_taking_against_passing():
    """Taking the card that makes a meld raises the chance to win."""
    s = kibitz.new("gin", seed=4)
    assert wanted(int(s.data.hands[0])) >> int(s.data.upcard) & 1
    take, leave = hint(s).advice
    assert take.move.code == TAKE and leave.loss > 0.02


@pytest.mark.parametrize(
    "name",
    [
        "simple",
        "camper",
        "net",
        "montecarlo:sims=2",
        "knocker",
        "knocker:inputs=melds",
        "estimator:bayes",
        "cfr",
        "cfr:looks",
        "racer",
        "striker",
        "guard",
    ],
)
def test_agents_do_not_see_what_a_view_hides(name):
    """The same view of two different deals brings the same move."""
    player, rng = kibitz.agent("gin", name), np.random.default_rng(4)
    s = kibitz.new("gin", seed=6)
    for _ in range(40):
        seat = s.player
        views, moves, counts = s.asked()
        again = np.zeros(1, GIN.state)
        again[0] = s.view(seat)
        GIN.redeal(again[0], seat, np.uint64(99))
        seen = np.zeros(1, GIN.state)
        GIN.view(again[0], seat, seen[0])
        seen["rng"] = views["rng"]
        notes = () if player.memory is None else (np.zeros(1, player.memory),)
        more = () if player.memory is None else (np.zeros(1, player.memory),)
        assert player.act(views.copy(), moves, counts, *notes) == player.act(seen, moves, counts, *more)
        s.push(int(rng.choice([m for m in s.legal_codes if not KNOCK <= m < TAKE])))


def test_camper_counts():
    hand = sum(1 << card for card in cards.parse("AC 2C 3C 5D 6D 7D 9H 9S 9C KS"))
    assert gin_outs(hand, rules.ALL & ~hand) == len(cards.parse("4C 4D 8D 9D"))
    assert highest(hand) == 10 and highest(0) == 0
