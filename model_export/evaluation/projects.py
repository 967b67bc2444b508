"""The model on units of projects that it has never seen, where they lie and as they are called there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from model_export.evaluation import forecasts
from model_export.evaluation.answers import tried_once
from model_export.evaluation.figures import Cases, Floats, cases_of, figures, part_of, range_figures
from model_export.training.inputs import Corpus
from perfcast.prior import METRICS, SourceFeatures
from perfcast.prior.reach import CARRIED, ESTIMATED, RUN, WITHOUT_PROJECTS
from perfcast.rlm import RegressionModel
from perfcast.workload import parse

_LOW, _MIDDLE, _HIGH = 0.1, 0.5, 0.9
_LEVELS: Final = (_LOW, _MIDDLE, _HIGH)
ALL: Final = "all"
SEEN: Final = "calls of the project's own code"
#: What a forecast of made-up arguments rests on.
_MADE_UP: Final = {
    RUN: "made-up arguments, tried",
    CARRIED: "made-up arguments, tried with fewer elements",
    ESTIMATED: "made-up arguments, not tried",
}
#: A group of fewer records shows nothing.
_FEWEST: Final = 10


@dataclass(frozen=True)
class ProjectReport:
    """Figures of one evaluation.

    Attributes:
        counts: projects, units and records.
        groups: metric -> kind of call -> figures of point forecasts and of 80 % ranges, ``records`` among them.
    """

    counts: Mapping[str, int]
    groups: Mapping[str, Mapping[str, Mapping[str, float]]]


def evaluate_projects(model: RegressionModel, corpus: Corpus) -> ProjectReport:
    """Judges the model on the projects of the test split."""
    rows = corpus.split("test")
    quantiles = np.empty((len(METRICS), len(rows), len(_LEVELS)))
    kinds = [""] * len(rows)
    for program, reading in forecasts.readings(model, corpus, rows):
        if isinstance(reading.features, SourceFeatures):
            reading = replace(reading, features=tried_once(reading.features))  # noqa: PLW2901
        quantiles[:, program.places] = forecasts.answers(model, program, reading, METRICS, _LEVELS)
        bases = forecasts.bases(model, program, reading)
        is_seen = program.place is not None and program.place.caller is not None
        for place, basis in zip(program.places, bases, strict=True):
            kinds[place] = SEEN if is_seen else _MADE_UP[WITHOUT_PROJECTS.get(basis, basis)]
    sizes = [parse(row["workload"]).size for row in rows]
    groups: dict[str, dict[str, dict[str, float]]] = {}
    for number, metric in enumerate(METRICS):
        cases, kept = cases_of(metric, rows, sizes)
        of_kept, answers = [kinds[index] for index in kept], quantiles[number, kept]
        groups[metric] = {ALL: _figures(cases, answers)}
        for kind in (SEEN, *_MADE_UP.values()):
            part = [index for index, one in enumerate(of_kept) if one == kind]
            if len(part) >= _FEWEST:
                groups[metric][kind] = _figures(part_of(cases, part), answers[part])
    counts = {
        "projects": len({row["problem"] for row in rows}),
        "units": len({row["program"] for row in rows}),
        "records": len(rows),
    }
    return ProjectReport(counts, groups)


def _figures(cases: Cases, answers: Floats) -> dict[str, float]:
    low, middle, high = (answers[:, _LEVELS.index(level)] for level in _LEVELS)
    found = figures(cases, middle) | range_figures(cases, low, high)
    shown: Sequence[str] = ("rho", "median_error", "p90_error", "coverage", "width")
    return {"records": float(len(cases.true)), **{name: found[name] for name in shown}}
