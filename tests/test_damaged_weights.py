"""Files with the right label and something wrong inside are refused by every player that reads them."""

import sys
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file

import kibitz
from kibitz import weights
from kibitz.agent import agents
from kibitz.errors import BadAgentSpec, BadWeights
from kibitz.weights import Label, save_network, save_tables

OTHER_KIND = {"f": np.int64, "i": np.float64, "u": np.float64}


def damaged(file: Path, folder: Path) -> dict[str, Path]:
    """Copies of a weights file with the right label and something wrong inside, by what is wrong."""
    found = {}
    if file.suffix == ".onnx":
        import onnx
        import torch

        model = onnx.load(str(file))
        for tensor in model.graph.initializer:
            array = onnx.numpy_helper.to_array(tensor)
            if array.dtype.kind == "f":
                tensor.CopyFrom(onnx.numpy_helper.from_array(np.full_like(array, np.nan), tensor.name))
        found = {wrong: folder / f"{wrong}-{file.name}" for wrong in ("NaN", "shape")}
        onnx.save(model, str(found["NaN"]))
        save_network(found["shape"], torch.nn.Linear(3, 1), torch.zeros(1, 3), Label.of(file))
        return found
    whole = load_file(file)
    tables = {
        "names": {f"other {name}": table for name, table in whole.items()},
        # Each shorter by another length: a list and its index that are both shorter may be whole.
        "shape": {name: whole[name][..., : -1 - k] for k, name in enumerate(sorted(whole))},
        "kind": {name: table.astype(OTHER_KIND[table.dtype.kind]) for name, table in whole.items()},
    }
    if any(table.dtype.kind == "f" for table in whole.values()):
        tables["NaN"] = {n: np.full_like(t, np.nan) if t.dtype.kind == "f" else t for n, t in whole.items()}
    for wrong, kept in tables.items():
        found[wrong] = folder / f"{wrong}-{file.name}"
        save_tables(found[wrong], kept, Label.of(file))
    return found


def forget() -> None:
    """What games keep of files they have read is read anew."""
    for name, module in list(sys.modules.items()):
        if name.startswith("kibitz.games."):
            for value in vars(module).values():
                if hasattr(value, "cache_clear") and getattr(value, "__module__", "") == name:
                    value.cache_clear()


@pytest.mark.parametrize("name", ["cribbage", "gin", "racko", "yacht", "zsy"])
def test_damaged_weights_are_refused_by_every_player(name, tmp_path, monkeypatch):
    """Every file that a player reads when it is made, damaged in every way: one line that says so."""
    real = weights.path
    read: dict[str, Path] = {}
    for spec in [*agents(name), *(f"estimator:{kind}" for kind in ("dense", "lstm") if name == "gin")]:
        kibitz.agent(name, spec)  # what its modules read for themselves is read now
        forget()
        read.clear()
        with monkeypatch.context() as patch:
            patch.setattr(weights, "path", lambda game, file: read.setdefault(file, real(game, file)))
            kibitz.agent(name, spec)
        for file, shipped in dict(read).items():
            for wrong, copy in damaged(shipped, tmp_path).items():
                forget()
                with monkeypatch.context() as patch:
                    patch.setattr(weights, "path", lambda g, f, file=file, copy=copy: copy if f == file else real(g, f))
                    with pytest.raises((BadWeights, BadAgentSpec)):
                        kibitz.agent(name, spec)
                        pytest.fail(f"{spec} takes {shipped.name} though its {wrong} is wrong")
    forget()
