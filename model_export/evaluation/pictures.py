"""The picture of the model card: forecasts against what was measured, coverage, and where the errors are."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import matplotlib
import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes

from model_export.evaluation.answers import LEVELS, Answers
from model_export.evaluation.figures import Cases, cases_of
from perfcast.prior import FLOORS, METRICS
from perfcast.workload import parse

matplotlib.use("Agg")
from matplotlib import pyplot as plt

Floats = npt.NDArray[np.float64]

_TITLES: Final = {"peak_memory": "peak memory (bytes)", "cpu_time": "CPU time (s)"}
_PANEL: Final = 3.3


def draw(answers: Answers, path: Path) -> None:
    """A row of panels for each metric, as PNG."""
    sizes = [parse(row["workload"]).size for row in answers.rows]
    figure, panels = plt.subplots(len(METRICS), 4, figsize=(4 * _PANEL, len(METRICS) * _PANEL), layout="constrained")
    for number, metric in enumerate(METRICS):
        cases, kept = cases_of(metric, answers.rows, sizes)
        true = np.maximum(cases.true, FLOORS[metric])
        quantiles = np.maximum(answers.quantiles[number, kept], FLOORS[metric])
        middle = quantiles[:, LEVELS.index(0.5)]
        errors = np.abs(np.log2(middle / true))
        widths = np.log2(quantiles[:, LEVELS.index(0.9)] / quantiles[:, LEVELS.index(0.1)])
        _agreement(panels[number, 0], metric, true, middle)
        _coverage(panels[number, 1], true, quantiles)
        _risk(panels[number, 2], errors, widths)
        _by_size(panels[number, 3], cases, errors)
    figure.savefig(path, dpi=80)
    plt.close(figure)


def _agreement(axes: Axes, metric: str, true: Floats, middle: Floats) -> None:
    ends = [min(true.min(), middle.min()), max(true.max(), middle.max())]
    axes.hexbin(true, middle, xscale="log", yscale="log", gridsize=40, bins="log", mincnt=1, linewidths=0)
    axes.plot(ends, ends, color="black", linewidth=0.8)
    axes.set(title=_TITLES[metric], xlabel="measured", ylabel="median forecast")


def _coverage(axes: Axes, true: Floats, quantiles: Floats) -> None:
    found = [float(np.mean(true <= quantiles[:, index] * 1.007)) for index in range(len(LEVELS))]
    axes.plot([0, 1], [0, 1], color="black", linewidth=0.8)
    axes.plot(LEVELS, found, marker=".")
    axes.set(title="calibration", xlabel="level of the quantile", ylabel="measured at most that")


def _risk(axes: Axes, errors: Floats, widths: Floats) -> None:
    ordered = errors[np.argsort(widths, kind="stable")]
    shares = np.linspace(0.05, 1, 39)
    for quantile, label in ((0.5, "median"), (0.9, "90th percentile")):
        risks = [np.quantile(ordered[: max(1, int(share * len(ordered)))], quantile) for share in shares]
        axes.plot(shares, risks, label=label)
    axes.set(title="risk and coverage", xlabel="share of the records, narrow ranges first", ylabel="|log2 error|")
    axes.legend()


def _by_size(axes: Axes, cases: Cases, errors: Floats) -> None:
    decades = np.floor(np.log10(np.maximum(cases.size, 1))).astype(int)
    origins = np.array(cases.origin)
    for origin in sorted(set(cases.origin)):
        chosen = [d for d in np.unique(decades) if ((decades == d) & (origins == origin)).sum() >= 10]
        medians = [float(np.median(errors[(decades == d) & (origins == origin)])) for d in chosen]
        axes.plot([10.0 ** (d + 0.5) for d in chosen], medians, marker=".", label=origin)
    axes.set(title="error by size and origin", xlabel="elements", ylabel="median |log2 error|", xscale="log")
    axes.legend()
