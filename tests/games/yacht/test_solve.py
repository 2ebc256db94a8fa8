"""The exact solution against published values and brute force."""

import itertools
from functools import cache

import numpy as np
import pytest

import kibitz
from kibitz.errors import BadOption
from kibitz.games.yacht import rules
from kibitz.games.yacht.dice import ADD, CHANCE, DICE, KEEPS, LESS, ROLL
from kibitz.games.yacht.solve import best_table

# Published optima of the solitaire games, to ten decimals.
PUBLISHED = {
    ("nintendo", "free"): 191.7743691883,
    ("yahtzee", "free"): 254.5896094820,
    ("yahtzee", "forced"): 254.5877287345,
    ("yahtzee", "none"): 245.8707745141,
}


@pytest.mark.parametrize(("rule_set", "joker"), PUBLISHED)
def test_published_optima(rule_set, joker):
    assert kibitz.solve("yacht", rules=rule_set, joker=joker).value == pytest.approx(
        PUBLISHED[rule_set, joker], abs=1e-9, rel=0
    )


def brute_force(rule_set: int, box: int, upper: int) -> float:
    """The value of a board on which one box is open, by listing every keep and every roll."""

    def worth(dice: tuple[int, ...]) -> int:
        counts = sum(1 << (4 * (die - 1)) for die in dice)
        points = int(rules.box_score(rule_set, box, counts, False))
        return points + int(rules.bonus_of(rule_set, upper + points if box < 6 else upper))

    @cache
    def value(dice: tuple[int, ...], rolls: int) -> float:
        if rolls == 0:
            return worth(dice)
        keeps = {kept for size in range(6) for kept in itertools.combinations(dice, size)}
        return max(mean(kept, rolls - 1) for kept in keeps)

    @cache
    def mean(kept: tuple[int, ...], rolls: int) -> float:
        rolled = itertools.product(range(1, 7), repeat=5 - len(kept))
        return float(np.mean([value(tuple(sorted(kept + dice)), rolls) for dice in rolled]))

    return mean((), 2)


@pytest.mark.parametrize(
    ("box", "upper"), [(rules.CHOICE, 0), (rules.YACHT, 63), (rules.SMALL_STRAIGHT, 10), (4, 45), (4, 50)]
)
def test_the_last_box_by_brute_force(box, upper):
    full = (1 << 12) - 1 - (1 << box)
    solved = kibitz.solve("yacht").table[0, full, upper]
    assert solved == pytest.approx(brute_force(rules.NINTENDO, box, upper), abs=1e-10)


def test_the_distribution_belongs_to_the_value():
    solution = kibitz.solve("yacht", rules="nintendo")
    scores = np.arange(len(solution.distribution))
    assert solution.distribution.sum() == pytest.approx(1, abs=1e-12)
    assert solution.distribution @ scores == pytest.approx(solution.value, abs=1e-9)
    assert solution.deviation == pytest.approx(37.856, abs=5e-4)  # published
    assert sum(solution.means.values()) == pytest.approx(solution.value, abs=1e-9)
    assert solution.distribution.min() >= 0
    assert "191.77436918" in solution.summary()


def test_only_the_game_for_one_is_solved():
    with pytest.raises(BadOption, match="players is 2; only the game for 1 player is solved"):
        kibitz.solve("yacht", players=2)
    assert kibitz.solve("yacht", players=1) is kibitz.solve("yacht")


def test_without_the_bonus_paper_is_classic():
    paper, classic = (kibitz.game("yacht").options(rules=name).encoded() for name in ("paper", "classic"))
    assert np.array_equal(best_table(paper, bonus=False), best_table(classic))


def test_an_upper_total_is_never_worth_less_than_a_smaller_one():
    table = kibitz.solve("yacht").table
    assert (np.diff(table, axis=2) >= -1e-12).all()


def test_keeps_are_numbered_consistently():
    assert CHANCE.sum() == pytest.approx(1)
    for k in range(KEEPS):
        for face in range(6):
            if k < ROLL:
                assert DICE[ADD[k, face]] == tuple(sorted((*DICE[k], face)))
            if k and face in DICE[k]:
                assert ADD[LESS[k, face], face] == k
