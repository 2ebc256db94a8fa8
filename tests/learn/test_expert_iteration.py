"""Expert iteration: playouts say what moves come to, and the network learns it."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

import kibitz  # noqa: E402
from kibitz.learn import expert_iteration  # noqa: E402
from kibitz.learn.judge import judged, played_out  # noqa: E402
from kibitz.learn.self_play_settings import ExpertSettings  # noqa: E402

SMALL = ExpertSettings(windows=24, tables=24, window=12, width=32, layers=2, batch=32, rate=3e-3, anew=4, worlds=4)


def learner_of(seed: int = 1, windows: int = 0, hand: int = 6) -> expert_iteration.Learner:
    game = kibitz.game("zsy")
    learner = expert_iteration.Learner(game, game.options(hand=hand), SMALL, seed)
    for _ in range(windows):
        learner.learn()
    return learner


def test_it_learns_and_counts_what_it_imagines():
    learner = learner_of(windows=SMALL.windows)
    before = learner_of(seed=2)
    won = [judged(one.game, one.options, one.mean, "random", 150, 9, "cpu").mean() for one in (learner, before)]
    assert won[0] > 0.5 and won[0] > won[1] + 0.2
    assert learner.imagined > 10 * SMALL.windows * SMALL.window * SMALL.tables
    assert learner.decisions == learner.imagined + SMALL.windows * SMALL.window * SMALL.tables


def test_a_resumed_run_goes_on_to_the_bit():
    whole, half = learner_of(windows=8), learner_of(windows=4)
    resumed = learner_of()
    resumed.restore({name: np.array(value) for name, value in half.checkpoint().items()})
    for _ in range(4):
        resumed.learn()
    assert resumed.decisions == whole.decisions
    for name, tensor in whole.mean.state_dict().items():
        assert torch.equal(tensor, resumed.mean.state_dict()[name])


def test_worlds_fit_what_the_seat_sees_and_a_last_card_wins_in_all_of_them():
    learner = learner_of(hand=1)  # whoever leads plays the last card at once
    tables = learner._seated()
    tables.look(0)
    game, worlds = learner.game, tables.imagine(3, 7)
    seen = np.zeros(1, game.state)
    for i, state in enumerate(worlds.arrays["states"]):
        table = int(tables.table_of[i // 3])
        view = tables.arrays["views"][table]
        game.view(state, game.player(view), seen[0])
        seen["rng"] = view["rng"]
        assert seen[0].tobytes() == view.tobytes()
    results, decisions = played_out(learner.net, worlds)
    seats = tables.movers[0].long()[tables.table_of].repeat_interleave(3)
    assert decisions == len(results) and (results.gather(1, seats[:, None]) == 1).all()
