"""Held-out records -> the tables of the model card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from model_export.evaluation.answers import Answers
from model_export.evaluation.figures import cases_of, figures, part_of, range_figures, sureness
from model_export.evaluation.rivals import Rival
from model_export.training.inputs import Corpus
from perfcast.prior import METRICS
from perfcast.workload import parse

_LOW, _MIDDLE, _HIGH = 0.1, 0.5, 0.9
MODEL = "perfcast"
#: The model where nothing may be tried out.
UNTRIED = "perfcast without trial runs"


@dataclass(frozen=True)
class Report:
    """All figures of one evaluation.

    Attributes:
        counts: programs and records of each split, and the test records of each origin.
        points: metric -> forecaster -> figures of point forecasts.
        ranges: metric -> forecaster -> figures of 80 % ranges.
        origins: metric -> origin -> figures of the model's point forecasts and ranges.
        sureness: metric -> fifth of the records by the width of their ranges -> figures of the model's.
        redrawn: metric -> the model and the median of other draws -> figures of programs that were measured with other
            values too.
    """

    counts: Mapping[str, Mapping[str, int]]
    points: Mapping[str, Mapping[str, Mapping[str, float]]]
    ranges: Mapping[str, Mapping[str, Mapping[str, float]]]
    origins: Mapping[str, Mapping[str, Mapping[str, float]]]
    sureness: Mapping[str, Mapping[str, Mapping[str, float]]]
    redrawn: Mapping[str, Mapping[str, Mapping[str, float]]] = field(default_factory=dict)


def evaluate(answers: Answers, rivals: Sequence[Rival], corpus: Corpus) -> Report:
    """Judges the model and the baselines on the test split.

    Args:
        rivals: the baselines, in the order of the tables' lines.
    """
    test = answers.rows
    points: dict[str, dict[str, dict[str, float]]] = {}
    ranges: dict[str, dict[str, dict[str, float]]] = {}
    origins: dict[str, dict[str, dict[str, float]]] = {}
    unsure: dict[str, dict[str, dict[str, float]]] = {}
    redrawn: dict[str, dict[str, dict[str, float]]] = {}
    sizes = [parse(row["workload"]).size for row in test]
    for number, metric in enumerate(METRICS):
        cases, kept = cases_of(metric, test, sizes)
        low, middle, high = (answers.at(number, level)[kept] for level in (_LOW, _MIDDLE, _HIGH))
        points[metric] = {MODEL: figures(cases, middle), UNTRIED: figures(cases, answers.untried[number, kept])}
        ranges[metric] = {MODEL: range_figures(cases, low, high)}
        for rival in rivals:
            guess = rival.forecasts[metric]
            points[metric][rival.name] = figures(cases, 2.0**guess)
            if metric in rival.widths:
                width = rival.widths[metric]
                ranges[metric][rival.name] = range_figures(cases, 2.0 ** (guess - width), 2.0 ** (guess + width))
        unsure[metric] = sureness(cases, low, middle, high)
        origins[metric] = {}
        for origin in sorted(set(cases.origin)):
            part = [index for index, name in enumerate(cases.origin) if name == origin]
            some = part_of(cases, part)
            origins[metric][origin] = figures(some, middle[part]) | range_figures(some, low[part], high[part])
        if corpus.redrawn:
            again = set(corpus.redrawn["programs"])
            part = [index for index, program in enumerate(cases.program) if program in again]
            redrawn[metric] = {
                MODEL: figures(part_of(cases, part), middle[part]),
                f"median of {corpus.redrawn['draws']} other draws": corpus.redrawn["metrics"][metric],
            }
    return Report(counts_of(corpus), points, ranges, origins, unsure, redrawn)


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
