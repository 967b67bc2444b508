"""What the fitting of the prior leaves: its graphs and names, and the guesses for the records that it was fitted to."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import lightgbm
import numpy as np
import numpy.typing as npt
import onnxmltools
import pyarrow as pa
import pyarrow.parquet as pq
from onnxmltools.convert.common.data_types import FloatTensorType

from perfcast.prior import METRICS, Prior
from perfcast.prior.trees import NAMES_FILE, graph_file
from perfcast.workload import parse

Floats = npt.NDArray[np.float64]

#: In the folder of a run.
FOLDER = "prior"
GUESSES = "guesses.parquet"
#: The newest that the converter of the trees knows.
_OPSET = 15


def write_graph(folder: Path, metric: str, model: lightgbm.LGBMRegressor) -> None:
    """The trees of one metric as an ONNX graph: ``features`` [rows, features] -> log2 of the cost, [rows, 1]."""
    inputs = [("features", FloatTensorType([None, model.n_features_in_]))]
    graph = onnxmltools.convert_lightgbm(model, initial_types=inputs, target_opset=_OPSET, zipmap=False)
    (folder / graph_file(metric)).write_bytes(graph.SerializeToString())


def write_names(folder: Path, names: Sequence[str]) -> None:
    """The names that features look at."""
    (folder / NAMES_FILE).write_text(json.dumps({"names": list(names)}, indent=0) + "\n")


def write_guesses(folder: Path, rows: Sequence[Mapping[str, Any]], guesses: Floats) -> None:
    """Guesses of records: [records, METRICS], in the metrics' units."""
    columns = {"program": [row["program"] for row in rows], "workload": [row["workload"] for row in rows]}
    pq.write_table(pa.table(columns | dict(zip(METRICS, guesses.T, strict=True))), folder / GUESSES)


def read_guesses(folder: Path) -> dict[tuple[str, str], tuple[float, ...]]:
    """(program, workload) -> guesses in the order of `METRICS`."""
    table = pq.read_table(folder / GUESSES)
    columns = [table[metric].to_pylist() for metric in METRICS]
    keys = zip(table["program"].to_pylist(), table["workload"].to_pylist(), strict=True)
    return dict(zip(keys, zip(*columns, strict=True), strict=True))


def unseen_guesses(
    folder: Path, texts: Mapping[str, str], rows: Sequence[Mapping[str, Any]]
) -> dict[tuple[str, str], tuple[float, ...]]:
    """Guesses of training records by trees that have not seen their problem: out of fold, or later than the trees."""
    known = read_guesses(folder)
    later = [row for row in rows if (row["program"], row["workload"]) not in known]
    return known | guessed(Prior(folder), texts, later)


def guessed(
    prior: Prior, texts: Mapping[str, str], rows: Sequence[Mapping[str, Any]]
) -> dict[tuple[str, str], tuple[float, ...]]:
    """As `read_guesses`, of records that the trees were not fitted to."""
    workloads: dict[str, list[str]] = {}
    for row in rows:
        workloads.setdefault(row["program"], []).append(row["workload"])
    found = {}
    for program, asked in workloads.items():
        costs = prior.costs(prior.read(texts[program]), [parse(workload) for workload in asked])
        for workload, guess in zip(asked, costs.tolist(), strict=True):
            found[program, workload] = tuple(guess)
    return found
