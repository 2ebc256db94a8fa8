"""The rules against a referee in plain Python, written from the rule book alone."""

from collections import Counter
from itertools import combinations_with_replacement

import numpy as np
import pytest

import kibitz
from kibitz.games.yacht import rules
from kibitz.games.yacht.rules import (
    CHOICE,
    FILL,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    LARGE_STRAIGHT,
    OPEN,
    SMALL_STRAIGHT,
    THREE_OF_A_KIND,
    YACHT,
)  # fmt: skip
from tests.edited import look_again

RULE_SETS = [("nintendo", "free"), ("paper", "free"), ("classic", "free")]
RULE_SETS += [("yahtzee", joker) for joker in ("free", "forced", "none")]


def has_run(dice: list[int], length: int) -> bool:
    return any(set(range(low, low + length)) <= set(dice) for low in range(1, 8 - length))


def book_score(rule_set: str, box: int, dice: list[int], joker: bool = False) -> int:
    """What the book says the dice score in a box."""
    showing = Counter(dice)
    most, kinds = max(showing.values()), sorted(showing.values())
    if box < 6:
        return (box + 1) * showing[box + 1]
    if box == CHOICE:
        return sum(dice)
    if box == YACHT:
        return 50 * (most == 5)
    if box == THREE_OF_A_KIND:
        return sum(dice) * (most >= 3)
    figure_2 = rule_set in ("paper", "classic")
    if box == FOUR_OF_A_KIND:
        counted = 4 * showing.most_common(1)[0][0] if figure_2 else sum(dice)
        return counted * (most >= 4)
    if box == FULL_HOUSE:
        if rule_set == "yahtzee":
            return 25 * (kinds == [2, 3] or joker)
        return sum(dice) * (kinds == [2, 3] or (rule_set == "nintendo" and most == 5))
    if box == SMALL_STRAIGHT:
        if figure_2:
            return 30 * (sorted(dice) == [1, 2, 3, 4, 5])
        return (15 if rule_set == "nintendo" else 30) * (has_run(dice, 4) or joker)
    assert box == LARGE_STRAIGHT
    if figure_2:
        return 30 * (sorted(dice) == [2, 3, 4, 5, 6])
    return (30 if rule_set == "nintendo" else 40) * (has_run(dice, 5) or joker)


class Referee:
    """Follows a game move by move and keeps its own books."""

    def __init__(self, rule_set: str, joker: str, players: int) -> None:
        self.rule_set, self.joker = rule_set, joker
        self.boxes = 13 if rule_set == "yahtzee" else 12
        self.sheets: list[dict[int, int]] = [{} for _ in range(players)]
        self.extra = [0] * players

    def jokers(self, p: int, dice: list[int]) -> bool:
        """Whether the roll is a yahtzee after the first."""
        return self.rule_set == "yahtzee" and self.joker != "none" and len(set(dice)) == 1 and YACHT in self.sheets[p]

    def allowed(self, p: int, dice: list[int]) -> set[int]:
        open_boxes = set(range(self.boxes)) - self.sheets[p].keys()
        if self.joker != "forced" or not self.jokers(p, dice):
            return open_boxes
        own = {dice[0] - 1} & open_boxes
        lower = {box for box in open_boxes if box >= CHOICE}
        return own or lower or open_boxes

    def write(self, p: int, box: int, dice: list[int]) -> None:
        second = self.jokers(p, dice)
        if second and self.sheets[p][YACHT] == 50:
            self.extra[p] += 100
        joker = second and dice[0] - 1 in self.sheets[p]
        self.sheets[p][box] = book_score(self.rule_set, box, dice, joker)

    def total(self, p: int) -> int:
        upper = sum(points for box, points in self.sheets[p].items() if box < 6)
        bonus = 35 if upper >= 63 and self.rule_set != "classic" else 0
        return sum(self.sheets[p].values()) + bonus + self.extra[p]


@pytest.mark.parametrize(("rule_set", "joker"), RULE_SETS)
@pytest.mark.parametrize("players", [1, 3])
def test_a_referee_agrees_on_every_move_and_total(rule_set, joker, players):
    for seed in range(25):
        rng = np.random.default_rng(seed)
        s = kibitz.new("yacht", seed=seed, rules=rule_set, joker=joker, players=players)
        book = Referee(rule_set, joker, players)
        turns = 0
        while not s.is_over:
            p, dice = s.player, s.data.dice.tolist()
            assert p == turns % players
            if s.data.rolls == rules.ROLLS and rng.random() < 0.5:
                # Yahtzees are too rare to wait for: put one on the table.
                s.data.dice[:] = rng.integers(1, 7)
                look_again(s)
                dice = s.data.dice.tolist()
            legal = set(s.legal_codes.tolist())
            assert {code - FILL for code in legal if code >= FILL} == book.allowed(p, dice)
            code = int(rng.choice(sorted(legal)))
            s.push(code)
            if code >= FILL:
                book.write(p, code - FILL, dice)
                turns += 1
                assert [rules.total(s.data, q) for q in range(players)] == [book.total(q) for q in range(players)]
            rules.audit(s.data)
        assert turns == players * book.boxes
        assert s.scores == [book.total(p) for p in range(players)]


def test_every_roll_scores_as_the_book_says():
    for dice in map(list, combinations_with_replacement(range(1, 7), 5)):
        packed = sum(1 << (4 * (die - 1)) for die in dice)
        for number, rule_set in enumerate(("nintendo", "paper", "classic", "yahtzee")):
            for box in range(rules.boxes_of(number)):
                assert rules.box_score(number, box, packed, False) == book_score(rule_set, box, dice)


@pytest.mark.parametrize(
    ("dice", "keeps"), [([1, 2, 3, 4, 5], 32), ([3, 3, 3, 3, 3], 6), ([1, 1, 2, 2, 2], 12), ([2, 4, 4, 6, 6], 18)]
)
def test_each_keep_has_one_code(dice, keeps):
    s = kibitz.new("yacht", seed=1)
    s.data.dice[:] = dice
    look_again(s)
    names = [move.name for move in s.legal if move.code < FILL]
    assert len(names) == len(set(names)) == keeps


def test_kept_dice_stay_and_no_dice_are_rolled_after_the_second_time():
    s = kibitz.new("yacht", seed=3)
    s.data.dice[:] = [1, 2, 4, 5, 6]
    look_again(s)
    kept = s.data.dice[[0, 3]].tolist()
    s.push(0b10010)
    assert not Counter(kept) - Counter(s.data.dice.tolist())
    s.push("keep all")
    assert all(code >= FILL for code in s.legal_codes)


def test_dice_are_fair():
    """Each face of each die, over 20,000 first rolls: a chi-squared test that would fail once in a million."""
    o, s = kibitz.game("yacht").options().encoded(), np.zeros(1, rules.STATE)
    counts = np.zeros(6)
    for seed in range(20_000):
        rules.deal(s[0], o, np.uint64(seed))
        counts += np.bincount(s[0].dice - 1, minlength=6)
    expected = counts.sum() / 6
    assert ((counts - expected) ** 2 / expected).sum() < 35.9


def test_seeds_share_no_dice():
    """First rolls of two turns, over neighbouring seeds and turns: correlations of unrelated rolls stay below 4/√n."""
    o, s = kibitz.game("yacht").options().encoded(), np.zeros(1, rules.STATE)
    pips = np.zeros((2000, 2))
    for seed in range(len(pips)):
        rules.deal(s[0], o, np.uint64(seed))
        pips[seed, 0] = s[0].dice.sum()
        rules.step(s[0], FILL + CHOICE)
        pips[seed, 1] = s[0].dice.sum()
    first, second = pips.T
    for apart in (1, 2, 4, 8, 16, 32, 64):
        for later in (first[apart:], second[apart:]):
            for earlier in (first[:-apart], second[:-apart]):
                assert abs(np.corrcoef(earlier, later)[0, 1]) < 4 / np.sqrt(len(earlier)), f"seeds {apart} apart"


def test_the_forced_joker_wants_its_upper_box_then_a_lower_one():
    s = kibitz.new("yacht", rules="yahtzee", joker="forced", seed=1)
    s.data.dice[:] = 4
    s.data.rolls = 0
    s.data.boxes[0, YACHT] = 0
    assert [move.name for move in look_again(s).legal] == ["fours"]
    s.data.boxes[0, 3] = 12
    assert all(code >= FILL + CHOICE for code in look_again(s).legal_codes)
    s.data.boxes[0, CHOICE:] = 0
    assert [move.name for move in look_again(s).legal] == ["ones", "twos", "threes", "fives", "sixes"]
    assert (s.data.boxes[0] == OPEN).sum() == 5


@pytest.mark.parametrize(("rule_set", "number"), [("nintendo", 44), ("yahtzee", 45)])
def test_actions_are_the_keeps_and_the_boxes(rule_set, number):
    assert rules.actions(kibitz.game("yacht").options(rules=rule_set)).tolist() == list(range(number))


def test_a_reshuffle_changes_the_dice_to_come_and_nothing_else():
    s = kibitz.new("yacht", seed=3, players=2)
    s.push("keep none")
    seen, rolled = s.view(0).tobytes(), set()
    for seed in range(50):
        again = s.copy()
        rules.reshuffle(again.data, np.uint64(seed))
        assert again.view(0).tobytes() == seen
        again.push("keep none")
        rolled.add(tuple(again.data.dice.tolist()))
    assert len(rolled) > 30, "fifty rolls of five dice are mostly different"
