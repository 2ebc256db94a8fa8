"""Playing to win: the chances are chances, they fit together, and they make a difference where they should."""

import numpy as np
import pytest

import kibitz
from kibitz.games.yacht.rules import CHOICE, FILL, YACHT
from tests.edited import look_again


def end_of(players, totals, dice, rolls=0, box=YACHT):
    """A game in which seat 0 has one box open and the others have none."""
    s = kibitz.new("yacht", seed=1, players=players)
    s.data.boxes[:players, :12] = 0
    for p, points in enumerate(totals):
        s.data.boxes[p, 6:9] = points // 3, points // 3, points - 2 * (points // 3)
    s.data.boxes[0, box] = -1
    s.data.turn, s.data.to_move, s.data.rolls, s.data.dice[:] = 11, 0, rolls, dice
    return look_again(s)


def chances(s, player=None):
    """What each legal move is worth, by name."""
    player = player or kibitz.agent("yacht", "duel", players=s.seats)
    views, moves, counts = s.asked()
    values = player.values(views, moves, counts)[0]
    return {s.move(int(code)).name: float(value) for code, value in zip(moves[0, : counts[0]], values, strict=False)}


@pytest.mark.parametrize(
    ("others", "chance"),
    [((30,), 1), ((51,), 0), ((50,), 1 / 2), ((50, 50), 1 / 3), ((50, 50, 20), 1 / 3), ((50, 60), 0)],
)
def test_a_decided_game_is_worth_its_share(others, chance):
    s = end_of(1 + len(others), (0, *others), [4] * 5)
    assert chances(s) == {"yacht": pytest.approx(chance, abs=1e-6)}


def test_one_roll_for_the_yacht():
    s = end_of(2, (0, 20), [2, 4, 4, 4, 4], rolls=1)
    found = chances(s)
    assert found["keep 4 4 4 4"] == pytest.approx(1 / 6, abs=1e-6)
    assert found["keep 2"] == pytest.approx(1 / 6**4, abs=1e-6)
    assert found["yacht"] == 0


def test_a_keep_is_worth_the_mean_of_what_follows():
    player = kibitz.agent("yacht", "duel", players=3)
    s = kibitz.new("yacht", seed=5, players=3)
    for _ in range(40):
        s.push(player.choose(s))
    while s.data.rolls == 0:
        s.push(player.choose(s))
    views, moves, counts = s.asked()
    values = player.values(views, moves, counts)[0]
    for j in range(counts[0]):
        if moves[0, j] < FILL and int(moves[0, j]).bit_count() == 4:
            thrown, best = next(i for i in range(5) if not int(moves[0, j]) >> (4 - i) & 1), []
            for face in range(1, 7):
                after = s.copy()
                after.data.dice[thrown] = face
                after.data.dice.sort()
                after.data.rolls -= 1
                best.append(max(chances(look_again(after), player).values()))
            assert values[j] == pytest.approx(np.mean(best), abs=1e-9)


@pytest.mark.parametrize(
    ("other", "dice", "optimal", "duel"),
    [
        (25, [3, 4, 5, 5, 5], "keep 4 5 5 5", "keep 5 5 5"),  # 26 is out of reach with the 4
        (22, [3, 5, 5, 5, 5], "keep 5 5 5 5", "choice"),  # 23 wins already, another roll may spoil it
    ],
)
def test_it_takes_a_risk_when_behind_and_none_when_ahead(other, dice, optimal, duel):
    s = end_of(2, (0, other), dice, rolls=1, box=CHOICE)
    s.data.boxes[0, 7:9] = 0
    for name, expected in (("optimal", optimal), ("duel", duel)):
        assert s.move(kibitz.agent("yacht", name, players=2).choose(s)).name == expected


def test_alone_it_plays_as_optimal_does():
    duel, optimal = kibitz.agent("yacht", "duel"), kibitz.agent("yacht", "optimal")
    assert duel.unit == "points"
    s = kibitz.new("yacht", seed=9)
    while not s.is_over:
        views, moves, counts = s.asked()
        assert (duel.values(views, moves, counts) == optimal.values(views, moves, counts)).all()
        s.push(duel.choose(s))


def test_chances_come_true():
    """Over many games, what the player to move expects is what comes of it, if all play for the mean."""
    players = 2
    duel, optimal = (kibitz.agent("yacht", name, players=players) for name in ("duel", "optimal"))
    expected, won = [], []
    for seed in range(60):
        s, mine = kibitz.new("yacht", seed=seed, players=players), []
        while not s.is_over:
            if s.data.rolls == 2 and s.player == 0 and s.data.turn == 6:
                mine.append(max(chances(s, duel).values()))
            s.push(optimal.choose(s))
        share = 0.5 + 0.5 * np.sign(s.scores[0] - s.scores[1])
        expected += mine
        won += [share] * len(mine)
    error = np.std(won) / np.sqrt(len(won))
    assert abs(np.mean(expected) - np.mean(won)) < 4 * error
    assert np.corrcoef(expected, won)[0, 1] > 0.3
