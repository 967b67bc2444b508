"""Held-out records -> the tables of the model card."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from model_export.corpus.sources import tokens
from model_export.evaluation import forecasts
from model_export.evaluation.baselines import Table, conformal_width, constant, nearest, size_alone
from model_export.evaluation.figures import Cases, cases_of, figures, range_figures, sureness
from model_export.prior.files import Key, guessed_of, guessed_together, key_of
from model_export.prior.fit import fit
from model_export.prior.table import log_costs, syntax_table
from model_export.training.inputs import Corpus
from perfcast.prior import KernelFeatures, Prior, SourceFeatures
from perfcast.prior.syntax import common_names
from perfcast.rlm import RegressionModel
from perfcast.workload import Workload, parse

Floats = npt.NDArray[np.float64]

METRICS = ("peak_memory", "cpu_time")
_LOW, _MIDDLE, _HIGH = 0.1, 0.5, 0.9
#: Quantiles that the model is asked for.
LEVELS = tuple(round(level, 2) for level in np.linspace(0.05, 0.95, 19))
MODEL = "perfcast"
#: The model where nothing may be tried out.
UNTRIED = "perfcast without trial runs"
#: Of the baseline that counts syntax alone.
_TREES = 400
_NAMES = 320


@dataclass(frozen=True)
class Report:
    """All figures of one evaluation.

    Attributes:
        counts: programs and records of each split, and the test records of each origin.
        points: metric -> forecaster -> figures of point forecasts.
        ranges: metric -> forecaster -> figures of 80 % ranges.
        origins: metric -> origin -> figures of the model's point forecasts and ranges.
        sureness: metric -> fifth of the records by the width of their ranges -> figures of the model's.
    """

    counts: Mapping[str, Mapping[str, int]]
    points: Mapping[str, Mapping[str, Mapping[str, float]]]
    ranges: Mapping[str, Mapping[str, Mapping[str, float]]]
    origins: Mapping[str, Mapping[str, Mapping[str, float]]]
    sureness: Mapping[str, Mapping[str, Mapping[str, float]]]


@dataclass(frozen=True)
class Answers:
    """The model's answers about the test split.

    Attributes:
        rows: the records.
        quantiles: [METRICS, records, LEVELS].
        untried: [METRICS, records], medians where nothing may be tried out.
        guesses: what the bundle's trees guess of the records, by `model_export.prior.files.key_of` and metric.
    """

    rows: Sequence[Mapping[str, Any]]
    quantiles: Floats
    untried: Floats
    guesses: Mapping[Key, Mapping[str, float]]

    def at(self, number: int, level: float) -> Floats:
        """[records]: one quantile of the metric of that number."""
        found: Floats = self.quantiles[number, :, LEVELS.index(level)]
        return found


def answers_of(model: RegressionModel, prior: Prior, corpus: Corpus) -> Answers:
    """Asks the model about the test split, with trial runs and without, and the trees whose guess it reads.

    Args:
        prior: the trees of the model's bundle.
    """
    test = corpus.split("test")
    quantiles = np.empty((len(METRICS), len(test), len(LEVELS)))
    untried = np.empty((len(METRICS), len(test)))
    guesses: dict[Key, dict[str, float]] = {}
    for program, reading in forecasts.readings(model, corpus.texts, test):
        if isinstance(reading.features, KernelFeatures):
            raise TypeError(f"{program.rows[0]['program']}: a kernel among the records of functions")
        # Trial runs take most of the time; the trees are given those that the model has had made.
        features = tried_once(reading.features)
        tried, not_tried = replace(reading, features=features), replace(reading, features=replace(features, tried=None))
        quantiles[:, program.places] = forecasts.answers(model, program, tried, METRICS, LEVELS)
        untried[:, program.places] = forecasts.answers(model, program, not_tried, METRICS, (_MIDDLE,))[:, :, 0]
        guesses |= guessed_of(prior, features, program.rows)
    return Answers(test, quantiles, untried, guesses)


def tried_once(features: SourceFeatures) -> SourceFeatures:
    """The same, whose trial runs of one workload are made once, however often they are asked for."""
    make = features.tried
    if make is None:
        return features
    known: dict[str, Sequence[float]] = {}

    def tried(workloads: Sequence[Workload]) -> list[Sequence[float]]:
        missing = {text: workload for workload in workloads if (text := str(workload)) not in known}
        if missing:
            known.update(zip(missing, make(list(missing.values())), strict=True))
        return [known[str(workload)] for workload in workloads]

    return replace(features, tried=tried)


def evaluate(answers: Answers, folder: Path, corpus: Corpus) -> Report:
    """Judges the model and the baselines on the test split.

    The baselines learn from the training split. The boosted trees are those of the bundle, whose guess the model reads:
    nothing that the model could win by leaving them out is hidden.

    Args:
        folder: of the bundle.
    """
    test = answers.rows
    points: dict[str, dict[str, dict[str, float]]] = {}
    ranges: dict[str, dict[str, dict[str, float]]] = {}
    origins: dict[str, dict[str, dict[str, float]]] = {}
    unsure: dict[str, dict[str, dict[str, float]]] = {}
    sizes = [parse(row["workload"]).size for row in test]
    tables = _Tables(corpus, folder, answers.guesses)
    for number, metric in enumerate(METRICS):
        cases, kept = cases_of(metric, test, sizes)
        low, middle, high = (answers.at(number, level)[kept] for level in (_LOW, _MIDDLE, _HIGH))
        points[metric] = {MODEL: figures(cases, middle), UNTRIED: figures(cases, answers.untried[number, kept])}
        ranges[metric] = {MODEL: range_figures(cases, low, high)}
        for name, (guess, width) in _baselines(tables, metric).items():
            points[metric][name] = figures(cases, 2.0**guess)
            if width is not None:
                ranges[metric][name] = range_figures(cases, 2.0 ** (guess - width), 2.0 ** (guess + width))
        unsure[metric] = sureness(cases, low, middle, high)
        origins[metric] = {}
        for origin in sorted(set(cases.origin)):
            part = [index for index, name in enumerate(cases.origin) if name == origin]
            some = _part(cases, part)
            origins[metric][origin] = figures(some, middle[part]) | range_figures(some, low[part], high[part])
    return Report(counts_of(corpus), points, ranges, origins, unsure)


class _Tables:
    """What the baselines learn from and are asked, of the records whose sources are at hand."""

    def __init__(self, corpus: Corpus, folder: Path, guesses: Mapping[Key, Mapping[str, float]]) -> None:
        self.corpus = corpus
        self.tokens = {program: frozenset(tokens(text)) for program, text in corpus.texts.items()}
        calibrating = guessed_together(folder, corpus.texts, corpus.split("calibration"), os.cpu_count() or 1)
        self.guesses = {**calibrating, **guesses}
        self._counted: list[Floats] | None = None

    def table(self, split: str, metric: str) -> Table:
        rows = self.corpus.split(split)
        costs = log_costs(metric, rows)
        kept = np.flatnonzero(~np.isnan(costs))
        rows = [rows[index] for index in kept]
        return Table(
            costs[kept],
            np.log2([float(parse(row["workload"]).size) for row in rows]),
            [self.tokens[row["program"]] for row in rows],
        )

    def boosted(self, split: str, metric: str) -> Floats:
        """Forecasts of the bundle's trees for a held-out split: [records], log2."""
        rows = [row for row in self.corpus.split(split) if row[metric] is not None]
        return np.log2([self.guesses[key_of(row)][metric] for row in rows])

    def boosted_on_syntax(self, metric: str) -> Floats:
        """Forecasts of the test split by trees like the bundle's that know counts of syntax and sizes alone."""
        train, test = (self.corpus.split("train"), self.corpus.split("test"))
        if self._counted is None:
            names = common_names((self.corpus.texts[key] for key in {row["program"] for row in train}), _NAMES)
            self._counted = [syntax_table(names, self.corpus.texts, rows) for rows in (train, test)]
        kept = [row[metric] is not None for row in test]
        model = fit(self._counted[0], log_costs(metric, train), trees=_TREES, threads=os.cpu_count() or 1)
        found: Floats = np.asarray(model.predict(self._counted[1][kept]))
        return found


def _baselines(tables: _Tables, metric: str) -> dict[str, tuple[Floats, float | None]]:
    """Name -> log2 forecasts of the test records and half the width of the 80 % range, where it has one."""
    train, calibration, test = (tables.table(split, metric) for split in ("train", "calibration", "test"))

    def with_range(calibrating: Floats, forecast: Floats) -> tuple[Floats, float]:
        return forecast, conformal_width(calibrating - calibration.log_costs, _HIGH - _LOW)

    return {
        "constant": with_range(constant(train, calibration), constant(train, test)),
        "size alone": with_range(size_alone(train, calibration), size_alone(train, test)),
        "nearest source": (nearest(train, test), None),
        "boosted trees on syntax": (tables.boosted_on_syntax(metric), None),
        "boosted trees": with_range(tables.boosted("calibration", metric), tables.boosted("test", metric)),
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


def counts_of(corpus: Corpus) -> dict[str, dict[str, int]]:
    """Programs, problems and records of each split, and of each origin."""

    def count(rows: Sequence[Mapping[str, Any]]) -> dict[str, int]:
        return {
            "programs": len({row["program"] for row in rows}),
            "problems": len({row["problem"] for row in rows}),
            "records": len(rows),
        }

    splits = {
        name: count([row for row in corpus.labels if row["split"] == name])
        for name in ("train", "validation", "calibration", "test")
    }
    origins = sorted({row["origin"] for row in corpus.labels})
    return splits | {
        f"of {origin}": count([row for row in corpus.labels if row["origin"] == origin]) for origin in origins
    }
