"""Weights carry a label, and the wrong ones are refused."""

from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest

import kibitz
from kibitz.errors import BadWeights
from kibitz.weights import (
    KEYS,
    Label,
    Network,
    add_tables,
    describe,
    label,
    load_tables,
    parts,
    save_network,
    save_tables,
)

DUEL, YACHT = kibitz.game("duel"), kibitz.game("yacht")


@pytest.fixture
def tables(tmp_path):
    file = tmp_path / "table.safetensors"
    save_tables(file, {"worth": np.arange(12.0)}, label(DUEL, DUEL.options(), "duel.worth"))
    return file


@pytest.fixture
def network(tmp_path):
    torch = pytest.importorskip("torch")
    file, module = tmp_path / "net.onnx", torch.nn.Linear(3, 2)
    save_network(file, module, torch.zeros(1, 3), label(DUEL, "", "duel.worth"))
    return file, module


def test_tables_round_trip(tables):
    assert (load_tables(DUEL, str(tables), DUEL.options())["worth"] == np.arange(12.0)).all()
    assert set(describe(tables)) == set(KEYS) and describe(tables)["experiment"] == "duel.worth"


def test_a_file_that_happens_to_lie_about_does_not_stand_in_for_shipped_weights(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("worth.safetensors", "own.safetensors"):
        save_tables(name, {"worth": np.full(12, 99.0)}, label(DUEL, "", "duel.worth"))
    assert not (load_tables(DUEL, "worth.safetensors")["worth"] == 99).any()
    for meant in ("./worth.safetensors", "own.safetensors"):
        assert (load_tables(DUEL, meant)["worth"] == 99).all()


def test_networks_round_trip_with_any_batch(network):
    import torch

    file, module = network
    net = Network(DUEL, str(file))
    for n in (1, 7):
        x = np.random.default_rng(n).random((n, 3), np.float32)
        assert np.allclose(net(x), module(torch.from_numpy(x)).detach().numpy(), atol=1e-6)
    assert describe(file)["game"] == "duel"


def test_another_game_features_or_rule_set_is_refused(tables, network, monkeypatch):
    with pytest.raises(BadWeights, match="is for duel, not for yacht"):
        load_tables(YACHT, str(tables))
    with pytest.raises(BadWeights, match="is for duel, not for yacht"):
        Network(YACHT, str(network[0]))
    with pytest.raises(BadWeights, match="trained for lowest=false; this game has lowest=true"):
        load_tables(DUEL, str(tables), DUEL.options(lowest=True))
    monkeypatch.setattr(DUEL, "version", DUEL.version + 1)
    load_tables(DUEL, str(tables))  # weights never see the record, so a new one is no reason to refuse them
    monkeypatch.setattr(DUEL, "module", lambda name: SimpleNamespace(VERSION=2))
    with pytest.raises(BadWeights, match="version 1 of the features of duel, not 2"):
        load_tables(DUEL, str(tables))


def test_missing_damaged_and_foreign_files(tmp_path):
    with pytest.raises(BadWeights, match=r"shipped: worth\.safetensors"):
        load_tables(DUEL, "wroth.safetensors")
    for name, load in (("a.safetensors", load_tables), ("a.onnx", Network)):
        (tmp_path / name).write_bytes(b"rubbish" * 10)
        with pytest.raises(BadWeights, match="is no"):
            load(DUEL, str(tmp_path / name))
    from safetensors.numpy import save_file

    save_file({"x": np.zeros(1)}, tmp_path / "b.safetensors")
    with pytest.raises(BadWeights, match="does not say its game"):
        load_tables(DUEL, str(tmp_path / "b.safetensors"))


def test_arrays_that_do_not_fit_the_player_are_refused(tmp_path):
    file = tmp_path / "parts.safetensors"
    tables = {"5.models": np.zeros((2, 3)), "5.sizes": np.arange(3), "10.models": np.array([1.0, np.nan])}
    save_tables(file, tables, label(DUEL, "", "duel.worth"))
    load = partial(load_tables, DUEL, str(file))
    assert parts(DUEL, str(file)) == ["10", "5"]
    found = load(part="5", needs={"models": ("f", None, 3), "sizes": ("i", None)})
    assert set(found) == {"models", "sizes"}
    for part, needs, message in (
        ("5", {"shares": ("f", None)}, r"lacks 5.shares; it holds 10.models, 5.models, 5.sizes"),
        ("4", {"models": ("f", None, 3)}, r"lacks 4.models"),
        ("5", {"models": ("f", None, 4)}, r"5.models is 2 x 3, not any x 4"),
        ("5", {"models": ("f", 6)}, r"5.models is 2 x 3, not 6"),
        ("5", {"sizes": ("f", None)}, r"5.sizes holds whole numbers, not decimal numbers"),
        ("10", {"models": ("f", None)}, r"10.models holds numbers that are not finite"),
    ):
        with pytest.raises(BadWeights, match=message):
            load(part=part, needs=needs)


def test_parts_are_added_to_a_file(tmp_path):
    file = tmp_path / "parts.safetensors"
    add_tables(file, {"5.worth": np.zeros(2)}, Label("duel", 1, "", "duel.worth", "aa"))
    add_tables(file, {"6.worth": np.ones(2)}, Label("duel", 1, "", "duel.more", "bb"))
    add_tables(file, {"5.worth": np.full(2, 5.0)}, Label("duel", 1, "", "duel.worth", "cc"))
    assert load_tables(DUEL, str(file), part="5")["worth"].tolist() == [5, 5]
    assert load_tables(DUEL, str(file), part="6")["worth"].tolist() == [1, 1]
    assert describe(file)["experiment"] == "duel.more, duel.worth" and describe(file)["commit"] == "aa, bb, cc"
