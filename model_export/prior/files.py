"""What the fitting of the prior leaves: its graphs and names, and the guesses for the records that it was fitted to."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import lightgbm
import numpy as np
import numpy.typing as npt
import onnx
import onnxmltools
import pyarrow as pa
import pyarrow.parquet as pq
from onnxmltools.convert.common.data_types import FloatTensorType

from model_export.prior.compact import compact
from model_export.prior.trials import recalled
from model_export.training.inputs import KeptTrials
from perfcast.prior import Guess, KernelFeatures, Prior, SourceFeatures
from perfcast.prior.functions import NAMES_FILE
from perfcast.source.locations.place import Place
from perfcast.trees import graph_file
from perfcast.workload import parse

Floats = npt.NDArray[np.float64]

#: In the folder of a run.
FOLDER = "prior"
GUESSES = "guesses.parquet"
KERNEL_GUESSES = "kernel_guesses.parquet"
Key = tuple[str, str, str]
_KEY = ("program", "workload", "device")
#: Behind the name of a metric: of its doubts.
_DOUBT = "_doubt"
#: The newest that the converter of the trees knows.
_OPSET = 15


def converted(model: lightgbm.LGBMRegressor) -> onnx.ModelProto:
    """The trees as LightGBM's converter writes them: ``features`` [rows, features] -> [rows, 1]."""
    inputs = [("features", FloatTensorType([None, model.n_features_in_]))]
    return onnxmltools.convert_lightgbm(model, initial_types=inputs, target_opset=_OPSET, zipmap=False)


def write_graph(
    folder: Path, metric: str, model: lightgbm.LGBMRegressor, *, estimated: bool = False, doubt: bool = False
) -> None:
    """The trees of one metric as an ONNX graph: ``features`` [rows, features] -> binary logarithms, [rows, 1].

    Args:
        estimated, doubt: as of `perfcast.trees.graph_file`.
    """
    file = folder / graph_file(metric, estimated=estimated, doubt=doubt)
    file.write_bytes(compact(converted(model)).SerializeToString())


def write_fold_graphs(
    folder: Path, metric: str, models: Sequence[lightgbm.LGBMRegressor], *, doubt: bool = False
) -> None:
    """As `write_graph`, of trees that were fitted without a fold: one folder each, see `fold_folder`."""
    for number, model in enumerate(models):
        inside = fold_folder(folder, number)
        inside.mkdir(parents=True, exist_ok=True)
        write_graph(inside, metric, model, doubt=doubt)


def fold_folder(folder: Path, number: int) -> Path:
    """Of the trees that were fitted without the records of this fold, in the folder of the trees."""
    return folder / f"without_fold_{number}"


def write_names(folder: Path, names: Sequence[str]) -> None:
    """The names that features look at."""
    (folder / NAMES_FILE).write_text(json.dumps({"names": list(names)}, indent=0) + "\n")


def write_guesses(
    path: Path,
    rows: Sequence[Mapping[str, Any]],
    metrics: Sequence[str],
    costs: Floats,
    doubts: Floats | None = None,
) -> None:
    """Guesses of records, as `perfcast.prior.Guess`.

    Args:
        costs, doubts: [records, metrics].
    """
    columns = {column: [row[column] for row in rows] for column in _KEY}
    named = dict(zip(metrics, costs.T, strict=True))
    if doubts is not None:
        named |= {metric + _DOUBT: of_metric for metric, of_metric in zip(metrics, doubts.T, strict=True)}
    pq.write_table(pa.table(columns | named), path)


def read_guesses(path: Path) -> dict[Key, dict[str, Guess]]:
    """(program, workload, device) -> guesses by metric."""
    table = pq.read_table(path)
    metrics = [name for name in table.column_names if name not in _KEY and not name.endswith(_DOUBT)]
    found = {}
    for row in table.to_pylist():
        guesses = {metric: Guess(row[metric], row.get(metric + _DOUBT, math.nan)) for metric in metrics}
        found[key_of(row)] = guesses
    return found


def unseen_guesses(
    path: Path,
    prior: Prior,
    texts: Mapping[str, str],
    rows: Sequence[Mapping[str, Any]],
    places: Mapping[str, Place] | None = None,
) -> dict[Key, dict[str, Guess]]:
    """Guesses of training records by trees that have not seen their problem: out of fold, or later than the trees.

    Args:
        path: of the guesses out of fold.
        prior: the trees.
        places: program -> where it lies, where that is known.
    """
    known = read_guesses(path)
    later = [row for row in rows if key_of(row) not in known]
    return known | guessed(prior, texts, later, places)


def guessed(
    prior: Prior,
    texts: Mapping[str, str],
    rows: Sequence[Mapping[str, Any]],
    places: Mapping[str, Place] | None = None,
    trials: KeptTrials | None = None,
) -> dict[Key, dict[str, Guess]]:
    """As `read_guesses`, of records that the trees were not fitted to.

    Args:
        places: program -> where it lies, where that is known.
        trials: trial runs that need not be made again.
    """
    places, trials = places or {}, trials or {}
    by_program: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        by_program.setdefault(row["program"], []).append(row)
    found = {}
    for program, asked in by_program.items():
        source = recalled(prior.read(texts[program], places.get(program)), program, trials)
        found.update(guessed_of(prior, source, asked))
    return found


def guessed_of(
    prior: Prior, source: SourceFeatures | KernelFeatures, rows: Sequence[Mapping[str, Any]]
) -> dict[Key, dict[str, Guess]]:
    """As `guessed`, of the records of one program, which the prior has read."""
    by_device: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        by_device.setdefault(row["device"], []).append(row)
    found = {}
    for device, asked in by_device.items():
        guesses = prior.guesses(source, [parse(row["workload"]) for row in asked], device)
        found.update({key_of(row): guess for row, guess in zip(asked, guesses, strict=True)})
    return found


def key_of(row: Mapping[str, Any]) -> Key:
    """By which the guesses of a record are found."""
    return row["program"], row["workload"], row["device"]
