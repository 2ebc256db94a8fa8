"""Deep Monte Carlo: it learns, goes on where it was stopped, and ships what it learned."""

from dataclasses import replace

import numpy as np
import pytest

torch = pytest.importorskip("torch")

import kibitz  # noqa: E402
from kibitz.errors import BadAgentSpec  # noqa: E402
from kibitz.learn import dmc, judge  # noqa: E402
from kibitz.learn.self_play_settings import Settings  # noqa: E402
from kibitz.picture import NetworkJudge, PicturePlayer  # noqa: E402
from kibitz.weights import label  # noqa: E402

SMALL = Settings(windows=24, tables=192, window=12, width=32, layers=2, batch=256, rate=3e-3, anew=6)


@pytest.fixture(scope="module")
def learned():
    """A network that has played ZSY with six cards against itself for some seconds."""
    game = kibitz.game("zsy")
    learner = dmc.Learner(game, game.options(hand=6), SMALL, 1)
    losses = [learner.learn() for _ in range(SMALL.windows)]
    return learner, losses


def test_it_learns(learned):
    learner, losses = learned
    assert np.mean(losses[-4:]) < np.mean(losses[:4]) - 0.05
    won = judge.judged(learner.game, learner.options, learner.mean, "random", 150, 9, "cpu")
    untaught = dmc.Learner(learner.game, learner.options, SMALL, 2)
    before = judge.judged(learner.game, learner.options, untaught.mean, "random", 150, 9, "cpu")
    assert won.shape == (150,) and won.mean() > 0.65 and won.mean() > before.mean() + 0.1


def test_a_resumed_run_goes_on_to_the_bit(learned):
    learner, _ = learned
    again = dmc.Learner(learner.game, learner.options, SMALL, 1)
    for _ in range(SMALL.windows // 2):
        again.learn()
    resumed = dmc.Learner(learner.game, learner.options, SMALL, 1)
    resumed.restore({name: np.array(value) for name, value in again.checkpoint().items()})
    for _ in range(SMALL.windows // 2):
        resumed.learn()
    for name, tensor in learner.mean.state_dict().items():
        assert torch.equal(tensor, resumed.mean.state_dict()[name])


def test_what_is_shipped_says_what_was_learned(learned, tmp_path):
    learner, _ = learned
    file = tmp_path / "net.onnx"
    judge.export(learner.mean, file, label(learner.game, "", "test"))
    state = kibitz.new("zsy", seed=3, hand=6)
    views, moves, counts = state.asked()
    player = PicturePlayer(learner.game, learner.options, NetworkJudge(learner.game, str(file)))
    said = player.values(views, moves, counts)[0, : counts[0]]
    rows = torch.from_numpy(player.painter(views, moves, counts))
    np.testing.assert_allclose(said, judge.worth(learner.mean, rows), atol=2e-3)  # kept in half precision


def test_against_a_player_of_its_own_it_learns_to_beat_that_player():
    game = kibitz.game("zsy")
    options = game.options(hand=3)
    learner = dmc.Learner(game, options, SMALL, 1, opponent=kibitz.agent("zsy", "greedy", hand=3))
    before = judge.judged(game, options, learner.mean, "greedy", 200, 5, "cpu").mean()
    for _ in range(SMALL.windows):
        learner.learn()
    assert judge.judged(game, options, learner.mean, "greedy", 200, 5, "cpu").mean() > before + 0.1
    with pytest.raises(BadAgentSpec, match="no compiled player"):
        judge.judged(game, options, learner.mean, "net", 2, 5, "cpu")


def test_a_rival_plays_as_it_does_while_the_learner_tries_other_moves(learned):
    """The rival likes what comes last in the picture's order; only the learner's own seat ever plays otherwise."""
    game, options = learned[0].game, learned[0].options
    rival = PicturePlayer(game, options, lambda pictures: np.arange(len(pictures), dtype=np.float32))
    learner = dmc.Learner(game, options, replace(SMALL, explore=1.0), 1, opponent=rival)
    learner.learn()
    tables = learner.tables
    theirs = tables.movers == learner.seat_of_past
    assert theirs.any() and (~theirs).any()
    assert not tables.explored[theirs].any() and tables.explored[~theirs].any()
    assert not tables.usable[theirs].any(), "what the rival did is no lesson"


def test_the_clock_may_end_the_course():
    learner = dmc.Learner(kibitz.game("zsy"), kibitz.game("zsy").options(hand=6), replace(SMALL, minutes=0.5), 1)
    learner.windows = SMALL.windows // 4
    assert learner.done == 0.25
    learner.spent = 15.0
    assert learner.done == 0.5
    learner.spent = 40.0
    assert learner.done == 1.0
    resumed = dmc.Learner(learner.game, learner.options, replace(SMALL, minutes=0.5), 1)
    learner.learn()
    resumed.restore({name: np.array(value) for name, value in learner.checkpoint().items()})
    assert (resumed.windows, resumed.spent) == (SMALL.windows // 4 + 1, 40.0)
    assert not any(name.startswith(("net.", "adam.", "past.")) for name in learner.checkpoint()), (
        "nothing to go on with"
    )
    for name, tensor in learner.mean.state_dict().items():
        assert torch.equal(tensor, resumed.mean.state_dict()[name])


def test_it_spars_with_others_at_tables_of_their_own():
    game = kibitz.game("zsy")
    options = game.options(hand=4)
    settings = replace(SMALL, sparring=0.5)
    partners = [kibitz.agent("zsy", name, hand=4) for name in ("greedy", "random")]
    learner = dmc.Learner(game, options, settings, 1, partners=partners)
    learner.learn()
    assert [tables.tables for tables in learner.ring] == [48, 48]
    assert learner.decisions == SMALL.window * (SMALL.tables + 96)
    seats = {seat for tables in learner.ring for seat in tables.movers.unique().tolist()}
    assert seats == {0, 1} and all((tables.movers[0] == tables.movers[-1]).all() for tables in learner.ring)
    steps = sum(int(tables.usable.sum()) for tables in (learner.tables, *learner.ring)) / SMALL.batch
    assert learner.steps == np.ceil(steps)
