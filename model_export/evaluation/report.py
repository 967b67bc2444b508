"""Held-out records -> the tables of the model card."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from model_export.corpus.sources import tokens
from model_export.evaluation import forecasts
from model_export.evaluation.baselines import Table, boosted, conformal_width, constant, nearest, size_alone
from model_export.evaluation.features import Features
from model_export.evaluation.figures import FLOORS, Cases, cases_of, figures, range_figures
from model_export.training.inputs import Corpus
from perfcast.rlm import RegressionModel
from perfcast.workload import parse

Floats = npt.NDArray[np.float64]

METRICS = ("peak_memory", "cpu_time")
_LOW, _MIDDLE, _HIGH = 0.1, 0.5, 0.9
MODEL = "perfcast"


@dataclass(frozen=True)
class Report:
    """All figures of one evaluation.

    Attributes:
        counts: programs and records of each split, and the test records of each origin.
        points: metric -> forecaster -> figures of point forecasts.
        ranges: metric -> forecaster -> figures of 80 % ranges.
        origins: metric -> origin -> figures of the model's point forecasts and ranges.
    """

    counts: Mapping[str, Mapping[str, int]]
    points: Mapping[str, Mapping[str, Mapping[str, float]]]
    ranges: Mapping[str, Mapping[str, Mapping[str, float]]]
    origins: Mapping[str, Mapping[str, Mapping[str, float]]]


def evaluate(model: RegressionModel, corpus: Corpus) -> Report:
    """Judges the model and the baselines on the test split; the baselines learn from the training split."""
    test = corpus.split("test")
    answers = forecasts.quantiles(model, corpus.texts, test, METRICS, (_LOW, _MIDDLE, _HIGH))
    points: dict[str, dict[str, dict[str, float]]] = {}
    ranges: dict[str, dict[str, dict[str, float]]] = {}
    origins: dict[str, dict[str, dict[str, float]]] = {}
    sizes = [parse(row["workload"]).size for row in test]
    tables = _Tables(corpus)
    for number, metric in enumerate(METRICS):
        cases, kept = cases_of(metric, test, sizes)
        low, middle, high = answers[number, kept].T
        points[metric] = {MODEL: figures(cases, middle)}
        ranges[metric] = {MODEL: range_figures(cases, low, high)}
        for name, (guess, width) in _baselines(tables, metric).items():
            points[metric][name] = figures(cases, 2.0**guess)
            if width is not None:
                ranges[metric][name] = range_figures(cases, 2.0 ** (guess - width), 2.0 ** (guess + width))
        origins[metric] = {}
        for origin in sorted(set(cases.origin)):
            part = [index for index, name in enumerate(cases.origin) if name == origin]
            some = _part(cases, part)
            origins[metric][origin] = figures(some, middle[part]) | range_figures(some, low[part], high[part])
    return Report(_counts(corpus), points, ranges, origins)


class _Tables:
    """Features of all records, made once for both metrics."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        training = {row["program"] for row in corpus.split("train")}
        self.maker = Features([corpus.texts[program] for program in sorted(training)])
        self.sources = {program: self.maker.of_source(text) for program, text in corpus.texts.items()}
        self.tokens = {program: frozenset(tokens(text)) for program, text in corpus.texts.items()}

    def table(self, split: str, metric: str) -> Table:
        rows = [row for row in self.corpus.split(split) if row[metric] is not None]
        workloads = [parse(row["workload"]) for row in rows]
        costs = np.array([row[metric] for row in rows], dtype=np.float64)
        return Table(
            np.log2(np.maximum(costs, FLOORS.get(metric, 1.0))),
            np.log2([float(workload.size) for workload in workloads]),
            np.stack(
                [
                    np.concatenate([self.sources[row["program"]], self.maker.of_workload(workload)])
                    for row, workload in zip(rows, workloads, strict=True)
                ]
            ),
            [self.tokens[row["program"]] for row in rows],
        )


def _baselines(tables: _Tables, metric: str) -> dict[str, tuple[Floats, float | None]]:
    """Name -> log2 forecasts of the test records and half the width of the 80 % range, where it has one."""
    train, validation, calibration, test = (
        tables.table(split, metric) for split in ("train", "validation", "calibration", "test")
    )

    def with_range(forecaster: Callable[[Table], Floats]) -> tuple[Floats, float]:
        residuals = forecaster(calibration) - calibration.log_costs
        return forecaster(test), conformal_width(residuals, _HIGH - _LOW)

    return {
        "constant": with_range(lambda table: constant(train, table)),
        "size alone": with_range(lambda table: size_alone(train, table)),
        "nearest source": (nearest(train, test), None),
        "boosted trees": with_range(boosted(train, validation)),
    }


def _part(cases: Cases, indices: Sequence[int]) -> Cases:
    def pick(column: Sequence[str]) -> list[str]:
        return [column[index] for index in indices]

    return Cases(
        cases.metric,
        cases.true[list(indices)],
        pick(cases.program),
        pick(cases.problem),
        pick(cases.workload),
        pick(cases.origin),
        cases.size[list(indices)],
    )


def _counts(corpus: Corpus) -> dict[str, dict[str, int]]:
    def count(rows: Sequence[Mapping[str, Any]]) -> dict[str, int]:
        return {
            "programs": len({row["program"] for row in rows}),
            "problems": len({row["problem"] for row in rows}),
            "records": len(rows),
        }

    splits = {name: count(corpus.split(name)) for name in ("train", "validation", "calibration", "test")}
    origins = sorted({row["origin"] for row in corpus.records})
    return splits | {
        f"of {origin}": count([row for row in corpus.records if row["origin"] == origin]) for origin in origins
    }
