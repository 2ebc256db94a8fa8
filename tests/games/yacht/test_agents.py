"""The players that calculate."""

import numpy as np
import pytest

import kibitz
from kibitz.agent import build
from kibitz.arena.drive import play
from kibitz.arena.match import duplicates
from kibitz.errors import BadWeights
from kibitz.games.yacht.lab.ladder import Judged
from tests.edited import look_again

GAME = kibitz.game("yacht")


def scores(spec: str, games: int, **options) -> np.ndarray:
    chosen = GAME.options(**options)
    agents = [build(GAME, chosen, spec)]
    return play(GAME, chosen, agents, duplicates(0, games, 5, [(0,)]), workers=1).scores[:, 0]


# Expected scores under the nintendo rules: the exact ones of docs/yacht.md; random play has none.
EXPECTED = {"greedy": 163.7866, "blind": 182.6759, "optimal": 191.7744}


@pytest.mark.parametrize("player", EXPECTED)
def test_the_simulated_mean_is_the_expected_one(player):
    won = scores(player, 3000)
    assert abs(won.mean() - EXPECTED[player]) < 4 * won.std() / np.sqrt(len(won))


@pytest.mark.parametrize(("rule_set", "joker"), [("paper", "free"), ("yahtzee", "forced"), ("yahtzee", "free")])
def test_optimal_play_brings_what_the_solver_says(rule_set, joker):
    won = scores("optimal", 1000, rules=rule_set, joker=joker)
    solved = kibitz.solve("yacht", rules=rule_set, joker=joker).value
    assert abs(won.mean() - solved) < 4 * won.std() / np.sqrt(len(won))


def test_optimal_beats_greedy_in_a_match():
    result = kibitz.match("yacht", "optimal", "greedy", pairs=300, seed=3, workers=1)
    assert result.interval[0] > 0.5
    assert result.margin[0] > 0


@pytest.mark.parametrize("options", [{}, {"rules": "yahtzee", "joker": "forced"}, {"rules": "paper", "players": 2}])
def test_values_are_consistent_from_move_to_move(options):
    """What a keep is worth is the mean of what the best move is worth after it."""
    player = kibitz.agent("yacht", "optimal", **options)
    s = kibitz.new("yacht", seed=11, **options)
    for _ in range(25):
        s.push(player.choose(s))
    while s.data.rolls == 0:
        s.push(player.choose(s))
    views, moves, counts = s.asked()
    values = player.values(views, moves, counts)[0]
    # Keep four dice, whichever fall where: six equally likely outcomes.
    kept = [j for j in range(counts[0]) if moves[0, j] < 32 and int(moves[0, j]).bit_count() == 4]
    for j in kept:
        after = np.repeat(views, 6)
        thrown = next(i for i in range(5) if not int(moves[0, j]) >> (4 - i) & 1)
        after["dice"][:, thrown] = range(1, 7)
        after["dice"].sort(axis=1)
        after["rolls"] -= 1
        listed = np.zeros((6, GAME.moves), np.int32)
        n = np.array([GAME.legal(after[i], listed[i]) for i in range(6)])
        best = [player.values(after, listed, n)[i, : n[i]].max() for i in range(6)]
        assert values[j] == pytest.approx(np.mean(best), abs=1e-9)


def test_a_finished_roll_is_written_at_once():
    s = kibitz.new("yacht", seed=2)
    s.data.dice[:] = 6
    look_again(s)
    player = kibitz.agent("yacht", "optimal")
    assert s.move(player.choose(s)).name == "yacht"


def test_the_network_loses_little_against_the_exact_solution():
    """Its loss a game is 0.35 points (docs/yacht.md); a player blind to the bonus loses nine."""
    options = GAME.options()
    judged = Judged(build(GAME, options, "net"), build(GAME, options, "optimal"))
    play(GAME, options, [judged], duplicates(0, 300, 6, [(0,)]), workers=1)
    assert judged.lost / 300 < 0.6
    assert judged.lost >= 0


def test_the_papers_learner_plays_well_above_chance():
    """It scores about 162 (docs/yacht.md), random play 39, with a deviation of 33 a game."""
    assert scores("dqn", 200).mean() > 150


@pytest.mark.parametrize("player", ["net", "dqn"])
def test_a_network_is_refused_under_rules_it_did_not_learn(player):
    with pytest.raises(BadWeights, match=r"net-yahtzee-turns|trained for rules=nintendo"):
        kibitz.agent("yacht", player, rules="yahtzee", joker="forced")
    kibitz.agent("yacht", player, players=3)
