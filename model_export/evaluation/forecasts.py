"""The model's forecasts of held-out records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from tqdm import tqdm

from perfcast.rlm import Prompt, Reading, RegressionModel
from perfcast.workload import Workload, parse

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Program:
    """What is asked about one program.

    Attributes:
        text: its normal form.
        places: of its records among all.
        rows: its records, with program, workload and device.
        workloads: those of the records.
    """

    text: str
    places: Sequence[int]
    rows: Sequence[Mapping[str, Any]]
    workloads: Sequence[Workload]


def readings(
    model: RegressionModel, texts: Mapping[str, str], rows: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[Program, Reading]]:
    """Every program of the records, read once; meanwhile the trial runs of the next are made in another process.

    Args:
        texts: program -> normal form.
        rows: records, with program, workload and device.
    """
    programs = _programs(texts, rows)
    parts = zip(programs, [*programs[1:], None], strict=True)
    for program, upcoming in tqdm(parts, total=len(programs), desc="forecasting", mininterval=5):
        if upcoming is not None:
            model.expect(upcoming.text, upcoming.workloads)
        yield program, model.read(program.text)


def answers(
    model: RegressionModel, program: Program, reading: Reading, metrics: Sequence[str], levels: Sequence[float]
) -> Floats:
    """Quantiles of the program's records: [metrics, its records, levels]."""
    asked = list(zip(program.workloads, program.rows, strict=True))
    prompts = [Prompt(workload, row["device"], metric) for metric in metrics for workload, row in asked]
    return model.quantiles(reading, prompts, levels).reshape(len(metrics), len(asked), len(levels))


def quantiles(
    model: RegressionModel,
    texts: Mapping[str, str],
    rows: Sequence[Mapping[str, Any]],
    metrics: Sequence[str],
    levels: Sequence[float],
) -> Floats:
    """Quantiles of every record, each program read once: [metrics, records, levels]. Arguments as of `readings`."""
    found = np.empty((len(metrics), len(rows), len(levels)))
    for program, reading in readings(model, texts, rows):
        found[:, program.places] = answers(model, program, reading, metrics, levels)
    return found


def _programs(texts: Mapping[str, str], rows: Sequence[Mapping[str, Any]]) -> list[Program]:
    places: dict[str, list[int]] = {}
    for index, row in enumerate(rows):
        places.setdefault(row["program"], []).append(index)
    return [
        Program(texts[name], own, [rows[i] for i in own], [parse(rows[i]["workload"]) for i in own])
        for name, own in places.items()
    ]
