"""Many games at once: the same games as one by one, and what each decision should have been worth."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

import kibitz  # noqa: E402
from kibitz.agent import CompiledAgent  # noqa: E402
from kibitz.kernel import kernel  # noqa: E402
from kibitz.learn.self_play import Tables  # noqa: E402
from kibitz.state import State  # noqa: E402


@kernel
def last_of(v, moves, count, memory, params):
    return moves[count - 1]


class Last(CompiledAgent):
    """Plays the last of its moves."""

    decide = last_of


def by_number(tables, rows):
    """A network that likes the first move best: values that fall from row to row."""
    return -torch.arange(len(rows), dtype=torch.float32)


def test_the_games_are_those_that_a_state_plays():
    game = kibitz.game("zsy")
    options = game.options(hand=4)
    tables = Tables(game, options, 6, 4, 11)
    seeds = tables.arrays["seeds"].copy()
    states = [State(game, options, int(seed)) for seed in seeds]
    for _ in range(40):
        rows = tables.look(0)
        assert len(rows) == sum(len(state.legal_codes) for state in states)
        tables.choose(0, by_number(tables, rows), 0.0)
        tables.play(0)
        for i, state in enumerate(states):
            assert tables.movers[0, i] == state.player
            state.push(state.legal_codes[0])
            assert bool(tables.over[0, i]) == state.is_over
            if state.is_over:
                won = [1.0 if points > 0 else 0.0 for points in state.scores]
                assert tables.rewards[0, i].tolist() == won
                states[i] = State(game, options, int(tables.arrays["seeds"][i]))


def test_an_opponent_has_the_other_seats_and_neighbours_have_the_same_deal():
    game = kibitz.game("zsy")
    options = game.options(hand=4, lead="seat0")
    tables = Tables(game, options, 8, 1, 3, opponent=Last(game, options))
    assert (tables.arrays["seeds"][::2] == tables.arrays["seeds"][1::2]).all()
    for _ in range(30):
        rows = tables.look(0)
        assert tables.movers[0].tolist() == [0, 1] * 4
        tables.choose(0, by_number(tables, rows), 0.0)
        tables.play(0)


def test_a_teacher_is_followed():
    game = kibitz.game("zsy")
    options = game.options(hand=5)
    tables = Tables(game, options, 8, 1, 3, teacher=Last(game, options))
    for _ in range(10):
        rows = tables.look(0)
        tables.follow(0, by_number(tables, rows), 0.0)
        assert (tables.chosen == tables.starts + tables.counts - 1).all()
        tables.play(0)


def test_now_and_then_any_move_is_played():
    game = kibitz.game("zsy")
    tables = Tables(game, game.options(), 2000, 1, 3)
    rows = tables.look(0)
    tables.choose(0, by_number(tables, rows), 0.3)
    others = (tables.chosen != tables.starts).float().mean()
    expected = 0.3 * (1 - (1 / tables.counts).mean())
    assert abs(float(others - expected)) < 0.04
    assert ((tables.chosen != tables.starts) == (tables.explored[0] != 0)).all()


@pytest.mark.parametrize("trust", [0.0, 0.6, 1.0])
def test_credit_is_what_plain_python_makes_of_it(trust):
    game, window, count = kibitz.game("zsy"), 24, 16
    tables = Tables(game, game.options(hand=6), count, window, 8)
    for t in range(window):
        rows = tables.look(t)
        tables.choose(t, torch.rand(len(rows)), 0.2)
        tables.play(t)
    tables.credit(trust)
    for i in range(count):
        for t in range(window):
            target = expected(tables, i, t, trust)
            assert bool(tables.usable[t, i]) == (target is not None)
            if target is not None:
                assert tables.targets[t, i].item() == pytest.approx(target, abs=1e-5)


def expected(tables, i, t, trust):
    """What decision `t` of table `i` should have been worth, or None where the window ends before that is known."""
    seat = tables.movers[t, i]
    for later in range(t, tables.window):
        if later > t and tables.movers[later, i] == seat:
            best = tables.bests[later, i].item()
            ahead = expected(tables, i, later, trust)
            if ahead is None or tables.explored[later, i]:
                return best
            return (1 - trust) * best + trust * ahead
        if tables.over[later, i]:
            return tables.rewards[later, i, seat].item()
    return None


def test_a_margin_makes_points_count():
    game = kibitz.game("gin")
    options = game.options(hands=1)
    tables = Tables(game, options, 64, 1, 5, teacher=kibitz.agent("gin", "simple", hands=1), margin=50.0)
    seen = set()
    for _ in range(60):
        rows = tables.look(0)
        tables.follow(0, torch.zeros(len(rows)), 0.0)
        tables.play(0)
        for i in torch.nonzero(tables.over[0]).flatten():
            points = tables.arrays["points"][i]
            ahead = float(points[0] - points[1])
            assert tables.rewards[0, i, 0].item() == pytest.approx(min(max(0.5 + ahead / 100, 0), 1))
            seen.add(ahead)
    assert len(seen) > 5 and np.std(list(seen)) > 5


@pytest.mark.parametrize("place", ["teacher", "opponent"])
def test_by_hand_a_lesson_is_worth_the_chance_that_the_score_gives(place):
    """A hand ends, its score is worth a chance, and the same game goes on; only a game that is won makes way."""
    from kibitz.games.gin.standing import starter_wins

    game = kibitz.game("gin")
    options = game.options(target=50)
    simple, ends, lasts = kibitz.agent("gin", "simple", target=50), 0, 0
    tables = Tables(game, options, 24, 1, 7, by_hand=True, **{place: simple})
    for _ in range(700):
        rows = tables.look(0)
        before = tables.arrays["states"].copy()
        tables.follow(0, by_number(tables, rows), 0.0)
        tables.play(0)
        after = tables.arrays["states"]
        for i in np.nonzero(tables.over[0].numpy())[0]:
            won = tables.rewards[0, i].tolist()
            assert won[0] + won[1] == pytest.approx(1.0)
            if after[i]["hand"] == before[i]["hand"] + 1:
                starter, needs = int(after[i]["starter"]), 50 - after[i]["scores"].astype(int)
                assert won[starter] == pytest.approx(starter_wins(needs[starter], needs[1 - starter]))
                ends += 1
            else:
                assert after[i]["hand"] == 1 and sorted(won) == [0.0, 1.0]
                lasts += 1
    assert ends > 20 and lasts > 5
