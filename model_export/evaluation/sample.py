"""A sample of the forecasts that the card rests on, kept with it: without a whole evaluation it is seen whether a
program as it is today still forecasts what the card tells of."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from model_export.corpus.splits import is_sampled
from model_export.evaluation import forecasts
from model_export.training.inputs import Corpus
from perfcast.rlm import RegressionModel

#: One in so many programs of the test split, by their names.
_ONE_IN: Final = 20
_LEVELS: Final = (0.1, 0.5, 0.9)
_DIGITS: Final = 3

#: Metric -> program -> its records, in their order -> binary logarithms of the quantiles at `_LEVELS`.
Sample = dict[str, dict[str, list[list[float]]]]
Floats = npt.NDArray[np.float64]


def sample_of(model: RegressionModel, corpus: Corpus, metrics: Sequence[str]) -> Sample:
    """What the model forecasts of the programs that belong to the sample."""
    rows = [row for row in corpus.split("test") if is_sampled(row["program"], _ONE_IN)]
    logs = np.log2(forecasts.quantiles(model, corpus, rows, metrics, _LEVELS)).round(_DIGITS)
    found: Sample = {metric: {} for metric in metrics}
    for of_metric, values in zip(found.values(), logs.tolist(), strict=True):
        for row, value in zip(rows, values, strict=True):
            of_metric.setdefault(row["program"], []).append(value)
    return found


def apart(some: Sample, others: Sample) -> dict[str, Floats]:
    """Metric -> by how many binary orders of magnitude the forecasts of each record differ, those farthest apart.

    Raises:
        ValueError: they are of other metrics, programs or records.
    """
    if _records(some) != _records(others):
        raise ValueError("the samples are of other records")
    return {
        metric: np.array(
            [
                np.max(np.abs(np.subtract(*both)))
                for program, records in programs.items()
                for both in zip(records, others[metric][program], strict=True)
            ]
        )
        for metric, programs in some.items()
    }


def _records(sample: Sample) -> dict[str, dict[str, int]]:
    return {
        metric: {program: len(records) for program, records in programs.items()} for metric, programs in sample.items()
    }


def read_sample(path: Path) -> Sample:
    """Raises OSError or ValueError where there is none."""
    found: Sample = json.loads(path.read_text(encoding="utf-8"))
    return found


def write_sample(path: Path, sample: Sample) -> None:
    """A line for each program."""
    parts = []
    for metric, programs in sample.items():
        lines = [f"{json.dumps(program)}: {json.dumps(records)}" for program, records in programs.items()]
        parts.append(f"{json.dumps(metric)}: {{\n" + ",\n".join(lines) + "\n}")
    path.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")
