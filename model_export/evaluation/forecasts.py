"""The model's forecasts of held-out records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
from tqdm import tqdm

from model_export.evaluation.uncalibrated import Uncalibrated
from model_export.prior.trials import recalled
from model_export.training.inputs import Corpus, KeptTrials
from perfcast.prior import METRICS
from perfcast.rlm import Prompt, Reading, RegressionModel
from perfcast.source.locations.place import Place
from perfcast.workload import Workload, parse

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Program:
    """What is asked about one program.

    Attributes:
        key: its name in the records.
        text: its normal form.
        places: of its records among all.
        rows: its records, with program, workload and device.
        workloads: those of the records.
        place: of its file, where that is known.
    """

    key: str
    text: str
    places: Sequence[int]
    rows: Sequence[Mapping[str, Any]]
    workloads: Sequence[Workload]
    place: Place | None

    def is_tried(self, trials: KeptTrials) -> bool:
        """Whether no trial runs have to be made."""
        return all((self.key, str(workload)) in trials for workload in self.workloads)


def readings(
    model: RegressionModel, corpus: Corpus, rows: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[Program, Reading]]:
    """Every program of the records, read once; meanwhile the trial runs that the next one lacks are made in another
    process.

    Args:
        rows: records of the corpus, with program, workload and device.
    """
    programs = _programs(corpus, rows)
    parts = zip(programs, [*programs[1:], None], strict=True)
    for program, upcoming in tqdm(parts, total=len(programs), desc="forecasting", mininterval=5):
        if upcoming is not None and not upcoming.is_tried(corpus.trials):
            model.trials.expect(upcoming.text, upcoming.workloads, upcoming.place)
        reading = model.read(program.text, program.place)
        yield program, replace(reading, features=recalled(reading.features, program.key, corpus.trials))


def answers(
    model: RegressionModel, program: Program, reading: Reading, metrics: Sequence[str], levels: Sequence[float]
) -> Floats:
    """Quantiles of the program's records: [metrics, its records, levels]."""
    found = model.quantiles(reading, _prompts(program, metrics), levels)
    return found.reshape(len(metrics), len(program.rows), len(levels))


def bases(model: RegressionModel, program: Program, reading: Reading) -> Sequence[str]:
    """What the first guesses for the program's records rest on."""
    asked = model.uncalibrated(reading, _prompts(program, METRICS[:1]), (0.5,))
    return asked.bases


def _prompts(program: Program, metrics: Sequence[str]) -> list[Prompt]:
    """Of one metric after the other."""
    asked = list(zip(program.workloads, program.rows, strict=True))
    return [Prompt(workload, row["device"], metric) for metric in metrics for workload, row in asked]


def uncalibrated(
    model: RegressionModel,
    corpus: Corpus,
    rows: Sequence[Mapping[str, Any]],
    metrics: Sequence[str],
    levels: Sequence[float],
) -> Uncalibrated:
    """As `quantiles`, by the decoder alone."""
    shape = len(metrics), len(rows)
    found = Uncalibrated(
        np.empty((*shape, len(levels))), np.empty(shape), np.empty(shape), [""] * len(rows), np.ones(len(rows))
    )
    for program, reading in readings(model, corpus, rows):
        raw = model.uncalibrated(reading, _prompts(program, metrics), levels)
        more = 2.0**raw.beyond
        here = len(metrics), len(program.rows)
        costs, doubts = np.array(raw.guesses).T
        found.quantiles[:, program.places] = (raw.answers * more[:, None]).reshape(*here, len(levels))
        found.guesses[:, program.places] = (costs * more).reshape(here)
        found.doubts[:, program.places] = doubts.reshape(here)
        # The first metric's; those of the others are the same.
        for place, basis, workload in zip(program.places, raw.bases, program.workloads, strict=False):
            found.bases[place], found.sizes[place] = basis, workload.size
    return found


def quantiles(
    model: RegressionModel,
    corpus: Corpus,
    rows: Sequence[Mapping[str, Any]],
    metrics: Sequence[str],
    levels: Sequence[float],
) -> Floats:
    """Quantiles of every record, each program read once: [metrics, records, levels]. Arguments as of `readings`."""
    found = np.empty((len(metrics), len(rows), len(levels)))
    for program, reading in readings(model, corpus, rows):
        found[:, program.places] = answers(model, program, reading, metrics, levels)
    return found


def _programs(corpus: Corpus, rows: Sequence[Mapping[str, Any]]) -> list[Program]:
    places: dict[str, list[int]] = {}
    for index, row in enumerate(rows):
        places.setdefault(row["program"], []).append(index)
    return [
        Program(
            name,
            corpus.texts[name],
            own,
            [rows[i] for i in own],
            [parse(rows[i]["workload"]) for i in own],
            corpus.places.get(name),
        )
        for name, own in places.items()
    ]
