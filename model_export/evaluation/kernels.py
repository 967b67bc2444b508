"""Held-out launches of kernels -> their tables of the model card."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from model_export.evaluation import forecasts
from model_export.evaluation.baselines import conformal_width
from model_export.evaluation.configurations import choices
from model_export.evaluation.families import root_weights
from model_export.evaluation.figures import cases_of, figures, range_figures
from model_export.evaluation.report import MODEL, counts_of
from model_export.evaluation.rivals import COVERAGE
from model_export.prior.files import guessed, key_of
from model_export.prior.fit import TreeRecipe, fit
from model_export.prior.table import kernel_features, log_costs
from model_export.training.inputs import Corpus
from perfcast.prior import KERNEL_METRICS, KERNEL_TIME, Prior, estimated, read_kernel
from perfcast.rlm import RegressionModel
from perfcast.triton import DTYPE_BYTES, Launch, Scorer
from perfcast.triton.bounds.roofline import LAUNCH_FLOOR
from perfcast.triton.features import KERNEL_FLOORS, whole
from perfcast.triton.gpus.devices import standing_for
from perfcast.triton.ranking.scoring import LaunchCounter
from perfcast.workload import parse

Floats = npt.NDArray[np.float64]

LEVELS = (0.1, 0.5, 0.9)


@dataclass(frozen=True)
class _Judged:
    """What is judged by itself.

    Attributes:
        name: in the card.
        least: what is no more is passed over as nothing.
        claimed: for times: of the devices that the bundle claims to know times of, or of others.
    """

    name: str
    metric: str
    least: float = 0.0
    claimed: bool = True

    def has(self, row: Mapping[str, Any], timed: Sequence[str]) -> bool:
        """Whether a record is among what is judged; `timed` are the devices with claimed times."""
        amount = row[self.metric]
        is_theirs = self.metric != KERNEL_TIME or (row["device"] in timed) == self.claimed
        return amount is not None and amount > self.least and is_theirs


_JUDGED: Final = (
    _Judged("registers", "registers"),
    _Judged("shared_memory", "shared_memory", -1.0),
    _Judged("shared_memory_above_floor", "shared_memory", KERNEL_FLOORS["shared_memory"]),
    _Judged(KERNEL_TIME, KERNEL_TIME),
    _Judged("gpu_time_elsewhere", KERNEL_TIME, claimed=False),
)
_RECIPE = TreeRecipe(200, 63, rate=0.15)
#: Constexpr values that the baseline of the configuration alone is told, the largest first.
_VALUES = 4


@dataclass(frozen=True)
class KernelReport:
    """The figures of kernels.

    Attributes:
        counts: kernels, families and launches of each split.
        points: what is judged -> forecaster -> figures of point forecasts.
        ranges: what is judged -> forecaster -> figures of 80 % ranges.
        choices: what orders a kernel's configurations -> figures, see `model_export.evaluation.configurations`.
    """

    counts: Mapping[str, Mapping[str, int]]
    points: Mapping[str, Mapping[str, Mapping[str, float]]]
    ranges: Mapping[str, Mapping[str, Mapping[str, float]]]
    choices: Mapping[str, Mapping[str, float]]


def evaluate_kernels(model: RegressionModel, prior: Prior, scorer: Scorer, corpus: Corpus) -> KernelReport:
    """Judges the model and the baselines on the kernels of the test split, whose families the model never saw.

    Amounts of all of them are rounded alike to those that there are (`perfcast.triton.features.whole`). Shared
    memory is judged a second time on the launches that take more than its floor, as most take none.

    Args:
        scorer: that orders configurations with the same trees.
    """
    test, calibrating = corpus.split("test"), corpus.calibrating
    answers = forecasts.quantiles(model, corpus, test, KERNEL_METRICS, LEVELS)
    rivals = _Rivals(corpus, prior)
    forecast_of = {metric: rivals.forecasts(metric) for metric in KERNEL_METRICS}
    timed = model.metadata["kernel_devices"][KERNEL_TIME]
    points: dict[str, dict[str, dict[str, float]]] = {}
    ranges: dict[str, dict[str, dict[str, float]]] = {}
    for judged in _JUDGED:
        name, metric = judged.name, judged.metric
        number = KERNEL_METRICS.index(metric)
        rows = [row if judged.has(row, timed) else {**row, metric: None} for row in test]
        cases, kept = cases_of(metric, rows, [parse(row["workload"]).size for row in rows])
        if not kept:
            continue
        low, middle, high = answers[number, kept].T
        points[name] = {MODEL: figures(cases, middle)}
        ranges[name] = {MODEL: range_figures(cases, low, high)}
        known = [
            index
            for index, row in enumerate(calibrating)
            if row[metric] is not None and (metric != KERNEL_TIME or judged.has(row, timed))
        ]
        true = log_costs(metric, [calibrating[index] for index in known])
        weights = root_weights([calibrating[index]["problem"] for index in known])
        for rival, forecast in forecast_of[metric].items():
            asked = forecast[len(calibrating) :][kept]
            width = conformal_width(forecast[: len(calibrating)][known] - true, COVERAGE, weights)
            low, middle, high = (whole(metric, 2.0**amounts) for amounts in (asked - width, asked, asked + width))
            points[name][rival] = figures(cases, middle)
            ranges[name][rival] = range_figures(cases, low, high)
    measured = [row for row in test if row[KERNEL_TIME] is not None and row["device"] in timed]
    return KernelReport(counts_of(corpus), points, ranges, choices(measured, corpus.texts, scorer))


class _Rivals:
    """The baselines: each forecasts what ranges are calibrated on, then the test split, as binary logarithms."""

    def __init__(self, corpus: Corpus, prior: Prior) -> None:
        self._texts, self._train = corpus.texts, corpus.split("train")
        self._asked = [*corpus.calibrating, *corpus.split("test")]
        self._guesses = guessed(prior, corpus.texts, self._asked)
        # The launch comes first, counts of syntax behind it.
        self._known = _launches_and_syntax(corpus.texts, self._train)
        self._met = _launches_and_syntax(corpus.texts, self._asked)
        self._counted = estimated(kernel_features(corpus.texts, self._asked))

    def forecasts(self, metric: str) -> dict[str, Floats]:
        """Name of the baseline -> [calibration + test]."""
        bounds = {"roofline": _bounds(self._texts, self._asked)} if metric == KERNEL_TIME else {}
        return bounds | {
            "constant": np.full(len(self._asked), np.nanmedian(log_costs(metric, self._train))),
            "configuration alone": self._learned(metric, syntax=False),
            "configuration and syntax": self._learned(metric, syntax=True),
            "counted": self._counted[:, KERNEL_METRICS.index(metric)],
            "boosted trees": np.log2([self._guesses[key_of(row)][metric].cost for row in self._asked]),
        }

    def _learned(self, metric: str, *, syntax: bool) -> Floats:
        """Trees that know the launch, and the source by counts of its syntax or not at all."""
        columns = slice(None if syntax else len(_configuration(self._asked[0])))
        costs = log_costs(metric, self._train)
        model = fit(self._known[:, columns], costs, _RECIPE, threads=os.cpu_count() or 1)
        found: Floats = np.asarray(model.predict(self._met[:, columns]))
        return found


def _bounds(texts: Mapping[str, str], rows: Sequence[Mapping[str, Any]]) -> Floats:
    """[records]: binary logarithms of the least seconds by the roofline, of a launch's start where nothing is told."""
    kernels = {program: read_kernel(texts[program]).kernel for program in {row["program"] for row in rows}}
    found, counter = np.full(len(rows), LAUNCH_FLOOR), LaunchCounter()
    for place, row in enumerate(rows):
        kernel = kernels[row["program"]]
        if kernel is not None:
            launch = Launch.of(parse(row["workload"]))
            [counted] = counter.counted(kernel, [launch], standing_for(row["device"]))
            found[place] = LAUNCH_FLOOR if counted.bound is None else counted.bound.seconds
    logs: Floats = np.log2(found)
    return logs


def _launches_and_syntax(texts: Mapping[str, str], rows: Sequence[Mapping[str, Any]]) -> Floats:
    """[records, features]: what `_configuration` says, then the counts of the kernel's syntax."""
    syntax = {program: read_kernel(texts[program]).syntax for program in {row["program"] for row in rows}}
    return np.array([[*_configuration(row), *syntax[row["program"]]] for row in rows])


def _configuration(row: Mapping[str, Any]) -> list[float]:
    """Warps, stages, block lengths, element types, sizes and architecture of a launch."""
    launch = Launch.of(parse(row["workload"]))
    config = launch.config
    lengths = sorted((float(v) for v in config.constants.values() if type(v) is int), reverse=True)[:_VALUES]
    widths = [DTYPE_BYTES[tensor.dtype] for tensor in launch.tensors.values()] or [0]
    major, minor = standing_for(row["device"]).capability
    return [
        float(config.num_warps),
        float(config.num_stages),
        10.0 * major + minor,
        float(len(launch.tensors)),
        float(launch.programs or 0),
        float(sum(tensor.size for tensor in launch.tensors.values())),
        float(max(widths)),
        float(min(widths)),
        *lengths,
        *[0.0] * (_VALUES - len(lengths)),
    ]
