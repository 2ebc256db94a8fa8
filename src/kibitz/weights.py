"""What was learned, as files that say what they are for.

Tables and linear weights are safetensors, networks are ONNX. Each carries the game, the version of the
features it was trained on, the options it was trained under, the experiment and the commit; a mismatch is
refused. Nothing is ever unpickled.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.errors import BadWeights
from kibitz.game import Game

SUFFIXES = (".onnx", ".safetensors")
KEYS = ("game", "version", "options", "experiment", "commit")
ROWS = 1024
"""Given to a network at a time: what lies between its layers then stays in a core's own cache."""


@dataclass(frozen=True)
class Label:
    """What a weights file says of itself."""

    game: str
    version: int
    """Of the features it was trained on, see `features_version`: weights never see the record."""
    options: str
    """The rule variant it was trained under, as text; empty where any will do."""
    experiment: str
    commit: str

    def as_text(self) -> dict[str, str]:
        return {key: str(getattr(self, key)) for key in KEYS}

    @classmethod
    def of(cls, file: str | Path) -> Label:
        """What is written on a file."""
        found = describe(file)
        return cls(found["game"], int(found["version"]), found["options"], found["experiment"], found["commit"])


def label(game: Game, options: Any, experiment: str) -> Label:
    """The label of weights learned now."""
    from kibitz.lab.provenance import commit

    return Label(game.name, features_version(game), str(options), experiment, commit(game.name))


def features_version(game: Game) -> int:
    """``VERSION`` of the game's ``features.py``, raised when a feature changes its meaning; 1 where it says none."""
    return getattr(game.module("features"), "VERSION", 1)


def path(game: Game, name: str) -> Path:
    """Where the weights of a name lie: shipped with the game, or a file; with a slash in it, always a file."""
    folder = Path(str(files(game.package))) / "weights"
    if "/" not in name and (folder / name).is_file():
        return folder / name
    found = Path(name).expanduser()
    if found.suffix in SUFFIXES and found.is_file():
        return found
    shipped = sorted(p.name for p in folder.glob("*.*") if p.suffix != ".py")
    raise BadWeights(f"no weights {name!r} for {game.name}; shipped: {', '.join(shipped) or 'none'}")


def load_tables(
    game: Game, name: str, options: Any = None, *, part: str = "", needs: Mapping[str, Sequence[Any]] | None = None
) -> dict[str, np.ndarray]:
    """The arrays of a safetensors file, once its label and what is in it fit.

    `part` takes those whose names begin with ``part.``, and leaves that out of the names. `needs` says which arrays
    the player reads, for each its kind ("f": decimal, "i": whole numbers) and the length of each side, None where any
    will do: ``{"models": ("f", None, 128, 13)}``.
    """
    file = path(game, name)
    label, tables = _read(file)
    _check(file, game, options, label)
    inside = f"{part}." if part else ""
    found = {key.removeprefix(inside): table for key, table in tables.items() if key.startswith(inside)}
    for key, (kind, *sides) in (needs or {}).items():
        if key not in found:
            held = ", ".join(sorted(tables)[:6]) + (" …" if len(tables) > 6 else "")
            raise BadWeights(f"{file.name} lacks {inside}{key}; it holds {held}")
        table = found[key]
        if len(sides) != table.ndim or any(side not in (None, n) for side, n in zip(sides, table.shape, strict=True)):
            raise BadWeights(f"{file.name}: {inside}{key} is {_shape(table.shape)}, not {_shape(sides)}")
        if table.dtype.kind != kind:
            raise BadWeights(f"{file.name}: {inside}{key} holds {_NUMBERS[table.dtype.kind]}, not {_NUMBERS[kind]}")
    for key, table in found.items():
        if table.dtype.kind == "f" and not np.isfinite(table).all():
            raise BadWeights(f"{file.name}: {inside}{key} holds numbers that are not finite")
    return found


def parts(game: Game, name: str) -> list[str]:
    """The parts of a file, by the first word of its arrays' names: ``["10", "5"]``."""
    return sorted({key.partition(".")[0] for key in _read(path(game, name))[1]})


def save_tables(file: str | Path, tables: Mapping[str, np.ndarray], written: Label) -> None:
    """Write arrays with their label."""
    from safetensors.numpy import save_file

    save_file({k: np.ascontiguousarray(v) for k, v in tables.items()}, str(file), metadata=written.as_text())


def add_tables(file: str | Path, tables: Mapping[str, np.ndarray], written: Label) -> None:
    """Write arrays beside those that a file holds already; its label then names all experiments and commits."""
    if not Path(file).exists():
        save_tables(file, tables, written)
        return
    before, held = _read(Path(file))

    def both(key: str) -> str:
        return ", ".join(sorted({*filter(None, before.get(key, "").split(", ")), getattr(written, key)}))

    save_tables(file, {**held, **tables}, replace(written, experiment=both("experiment"), commit=both("commit")))


_NUMBERS = {"f": "decimal numbers", "i": "whole numbers", "u": "whole numbers above 0", "b": "yes and no"}


def _shape(sides: Sequence[int | None]) -> str:
    return " x ".join("any" if side is None else str(side) for side in sides) or "a single number"


def _read(file: Path) -> tuple[dict[str, str], dict[str, np.ndarray]]:
    """The label of a safetensors file, and its arrays."""
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(file, framework="numpy") as opened:
            return opened.metadata() or {}, {key: opened.get_tensor(key) for key in opened.keys()}  # noqa: SIM118
    except SafetensorError as error:
        raise BadWeights(f"{file.name} is no safetensors file: {error}") from error


class Network:
    """An ONNX network, run on one thread so that results do not depend on the machine."""

    def __init__(
        self, game: Game, name: str, options: Any = None, *, takes: Sequence[int] = (), gives: int = 0
    ) -> None:
        """The network of a file; `takes` are the sides of one input and `gives` how many numbers answer it."""
        import onnxruntime

        file = path(game, name)
        settings = onnxruntime.SessionOptions()
        settings.intra_op_num_threads = settings.inter_op_num_threads = 1
        settings.log_severity_level = 3
        try:
            self.session = onnxruntime.InferenceSession(str(file), settings, providers=["CPUExecutionProvider"])
        except Exception as error:  # onnxruntime raises a class of its own for each kind of damage
            raise BadWeights(f"{file.name} is no ONNX network: {error}") from error
        _check(file, game, options, self.session.get_modelmeta().custom_metadata_map)
        self.inputs = [i.name for i in self.session.get_inputs()]
        if takes:
            self._try(file, tuple(takes), gives)

    def _try(self, file: Path, takes: tuple[int, ...], gives: int) -> None:
        """Refuse a network of another shape, or one that answers with what is no number."""
        inputs, outputs = self.session.get_inputs(), self.session.get_outputs()
        shapes = [tuple(side.shape[1:]) for side in (*inputs, *outputs)]
        if shapes != [takes, (gives,)]:
            found = " and ".join(_shape(shape) for shape in shapes)
            raise BadWeights(f"{file.name} takes and gives {found}; {_shape(takes)} and {gives} are needed")
        kind = {"tensor(uint8)": np.uint8, "tensor(int8)": np.int8}.get(inputs[0].type, np.float32)
        if not np.isfinite(self(np.ones((1, *takes), kind))).all():
            raise BadWeights(f"{file.name} holds numbers that are not finite")

    def __call__(self, *inputs: np.ndarray) -> np.ndarray:
        """The network's first output for a batch."""
        given = dict(zip(self.inputs, inputs, strict=True))
        found = [
            self.session.run(None, {name: rows[first : first + ROWS] for name, rows in given.items()})[0]
            for first in range(0, max(1, len(inputs[0])), ROWS)
        ]
        return found[0] if len(found) == 1 else np.concatenate(found)


def save_network(file: str | Path, module: Any, example: Any, written: Label, half: bool = False) -> None:
    """Export a torch module as ONNX with its label; the batch size stays free.

    With `half` its numbers are kept in half precision, in half the space, and widened once when it is loaded.
    """
    import onnx
    import torch

    examples = example if isinstance(example, tuple) else (example,)
    names = [f"input{i}" for i in range(len(examples))]
    axes = {name: {0: "batch"} for name in [*names, "output"]}
    module.eval()
    torch.onnx.export(
        module, examples, str(file), input_names=names, output_names=["output"], dynamic_axes=axes, dynamo=False
    )
    model = onnx.load(str(file))
    if half:
        _halve(model.graph)
    onnx.helper.set_model_props(model, written.as_text())
    onnx.save(model, str(file))


def _halve(graph: Any) -> None:
    """Keep a graph's single-precision numbers in half precision, each widened before it is used."""
    import onnx

    for kept in graph.initializer:
        if kept.data_type == onnx.TensorProto.FLOAT:
            name, narrow = kept.name, onnx.numpy_helper.to_array(kept).astype(np.float16)
            kept.CopyFrom(onnx.numpy_helper.from_array(narrow, f"{name}.half"))
            widened = onnx.helper.make_node("Cast", [f"{name}.half"], [name], to=onnx.TensorProto.FLOAT)
            graph.node.insert(0, widened)


def _check(file: Path, game: Game, options: Any, found: Mapping[str, str]) -> None:
    missing = [key for key in KEYS if key not in found]
    if missing:
        raise BadWeights(f"{file.name} does not say its {missing[0]}; it was not written by kibitz")
    if found["game"] != game.name:
        raise BadWeights(f"{file.name} is for {found['game']}, not for {game.name}")
    version = features_version(game)
    if found["version"] != str(version):
        raise BadWeights(f"{file.name} is for version {found['version']} of the features of {game.name}, not {version}")
    if options is not None and found["options"] and found["options"] != str(options):
        raise BadWeights(f"{file.name} was trained for {found['options']}; this game has {options}")


def describe(file: str | Path) -> dict[str, str]:
    """A weights file's label, unchecked."""
    if str(file).endswith(".onnx"):
        import onnx

        return {p.key: p.value for p in onnx.load(str(file)).metadata_props}
    from safetensors import safe_open

    with safe_open(str(file), framework="numpy") as opened:
        return json.loads(json.dumps(opened.metadata() or {}))
