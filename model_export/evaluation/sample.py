"""A sample of the forecasts that the card rests on, kept with it: without a whole evaluation it is seen whether a
program as it is today still forecasts what the card tells of."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final
from zlib import crc32

import numpy as np

from model_export.evaluation import forecasts
from model_export.training.inputs import Corpus
from perfcast.rlm import RegressionModel

#: One in so many programs of the test split, by their names.
_ONE_IN: Final = 10
_LEVELS: Final = (0.1, 0.5, 0.9)
_DIGITS: Final = 3

#: Program -> metric -> its records, in their order -> binary logarithms of the quantiles at `_LEVELS`.
Sample = dict[str, dict[str, list[list[float]]]]


def sample_of(model: RegressionModel, corpus: Corpus, metrics: Sequence[str]) -> Sample:
    """What the model forecasts of the programs that belong to the sample."""
    rows = [row for row in corpus.split("test") if crc32(row["program"].encode()) % _ONE_IN == 0]
    logs = np.log2(forecasts.quantiles(model, corpus, rows, metrics, _LEVELS)).round(_DIGITS)
    found: Sample = {}
    for place, row in enumerate(rows):
        of_program = found.setdefault(row["program"], {metric: [] for metric in metrics})
        for metric, values in zip(metrics, logs[:, place].tolist(), strict=True):
            of_program[metric].append(values)
    return found


def apart(some: Sample, others: Sample) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """By how many binary orders of magnitude each forecast of one differs from that of the other.

    Raises:
        ValueError: they are of other programs, metrics or records.
    """
    flat = [_flat(one) for one in (some, others)]
    if flat[0].keys() != flat[1].keys():
        raise ValueError(f"of other records: {sorted(flat[0].keys() ^ flat[1].keys())[:3]}")
    return np.array([np.max(np.abs(np.subtract(flat[0][key], flat[1][key]))) for key in flat[0]])


def _flat(sample: Sample) -> Mapping[tuple[str, str, int], Sequence[float]]:
    return {
        (program, metric, number): values
        for program, of_metrics in sample.items()
        for metric, of_records in of_metrics.items()
        for number, values in enumerate(of_records)
    }


def read_sample(path: Path) -> Sample:
    """Raises OSError or ValueError where there is none."""
    found: Sample = json.loads(path.read_text(encoding="utf-8"))
    return found


def write_sample(path: Path, sample: Sample) -> None:
    """A line for each program."""
    lines = [f"{json.dumps(program)}: {json.dumps(of, separators=(',', ':'))}" for program, of in sample.items()]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
