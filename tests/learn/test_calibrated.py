"""A network whose chances are corrected."""

import numpy as np

import kibitz
from kibitz.agent import build
from kibitz.game import game
from kibitz.learn.calibration import KNOTS


def test_a_correction_changes_chances_and_no_move():
    state = kibitz.new("zsy", seed=5)
    views, moves, counts = state.asked()
    deep = build(state.game, state.options, "deep")
    pictures = deep.painter(views, moves, counts)
    deep.curve = np.zeros(len(KNOTS))
    found = deep.worth(pictures)
    deep.curve = np.full(len(KNOTS), -1.0)
    said = deep.worth(pictures)
    assert (said < found).all()
    np.testing.assert_array_equal(np.argsort(said), np.argsort(found))


def test_only_the_network_that_is_shipped_is_corrected(tmp_path):
    zsy = game("zsy")
    copy = tmp_path / "deep.onnx"
    copy.write_bytes((zsy.folder / "weights" / "deep.onnx").read_bytes())
    assert not build(zsy, zsy.options(), f"deep:weights={copy}").curve.any()
