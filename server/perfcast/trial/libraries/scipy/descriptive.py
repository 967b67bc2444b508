"""``scipy.stats``: descriptive statistics."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.scipy.function_calls import Native, plain
from perfcast.trial.libraries.scipy.hypothesis_tests import all_sorted, row, standard_moments
from perfcast.trial.libraries.scipy.statistics import doubles

Described = namedtuple("Described", ("nobs", "minmax", "mean", "variance", "skewness", "kurtosis"))
Binned = namedtuple("Binned", ("statistic", "bin_edges", "binnumber"))


def _described(a: Any, axis: Any = 0, ddof: Any = 1, bias: Any = True) -> Any:
    values, along = doubles(a, axis)
    if values.ndim != 1 or not bias:
        raise Unsupported("several samples at once")
    given = np.asarray(a)
    skewed, peaked = standard_moments(values)
    return Described(
        len(values), (given.min(), given.max()), values.mean(axis=along), values.var(axis=along, ddof=ddof),
        np.float64(skewed), np.float64(peaked - 3.0),
    )  # fmt: skip


def _trimmed(a: Any, proportiontocut: Any, axis: Any = 0) -> Any:
    values, along = doubles(a, axis)
    cut = int(float(proportiontocut) * values.shape[along])
    kept = np.moveaxis(np.sort(values, axis=along), along, 0)
    return plain(np.asarray(kept[cut : len(kept) - cut].mean(axis=0)))


def _from_median(x: Any, axis: Any = 0, center: Any = None, scale: Any = 1.0) -> Any:
    values, along = doubles(x, axis)
    if center is not None:
        raise Unsupported("another middle")
    factor = 0.6744897501960817 if scale == "normal" else float(scale)
    return plain(np.median(np.abs(values - np.median(values, axis=along, keepdims=True)), axis=along) / factor)


def _varied(a: Any, axis: Any = 0, ddof: Any = 0) -> Any:
    values, along = doubles(a, axis)
    return plain(values.std(axis=along, ddof=ddof) / values.mean(axis=along))


def _moment(a: Any, order: Any = 1, axis: Any = 0) -> Any:
    values, along = doubles(a, axis)
    return plain(((values - values.mean(axis=along, keepdims=True)) ** int(order)).mean(axis=along))


def _percentile_of(a: Any, score: Any, kind: Any = "rank") -> Any:
    values = row(a)
    if np.ndim(score) or kind not in {"rank", "weak", "strict", "mean"}:
        raise Unsupported("the percentiles of several")
    below, until = int((values < score).sum()), int((values <= score).sum())
    shares = {"weak": until, "strict": below, "mean": (below + until) / 2.0}
    return np.float64(shares.get(kind, (below + until + (until > below)) / 2.0) * 100.0 / len(values))


def _moved(u_values: Any, v_values: Any) -> Any:
    """As ``wasserstein_distance``."""
    first, second = np.sort(row(u_values)), np.sort(row(v_values))
    both = np.sort(np.concatenate((first, second)))
    one, other = (np.searchsorted(part, both[:-1], side="right") / len(part) for part in (first, second))
    return np.float64((np.abs(one - other) * np.diff(both)).sum())


def _binned(x: Any, values: Any, statistic: Any = "mean", bins: Any = 10, range: Any = None) -> Any:
    """As ``binned_statistic``."""
    places, own = row(x), row(values)
    if statistic not in {"mean", "sum", "count", "min", "max", "median", "std"} or range is not None:
        raise Unsupported("another figure of bins")
    edges = (
        np.linspace(places.min(), places.max(), int(bins) + 1) if not np.ndim(bins) else np.asarray(bins, np.float64)
    )
    number = np.searchsorted(edges, places, side="right")
    number[places == edges[-1]] = len(edges) - 1
    count = len(edges) - 1
    counts = np.bincount(number, minlength=count + 2)[1:-1]
    if statistic == "count":
        return Binned(counts.astype(np.float64), edges, number)
    sums = np.bincount(number, weights=own, minlength=count + 2)[1:-1]
    if statistic in {"sum", "mean"}:
        found = sums if statistic == "sum" else np.where(counts > 0, sums / np.maximum(counts, 1), np.nan)
        return Binned(found, edges, number)
    run: Any = {"min": np.min, "max": np.max, "median": np.median, "std": np.std}[statistic]
    each = [run(own[number == one]) if (number == one).any() else np.nan for one in np.arange(1, count + 1)]
    return Binned(np.array(each), edges, number)


FUNCTIONS: Final[Mapping[str, Native]] = {
    "describe": Native(_described, here=80),
    "trim_mean": Native(_trimmed, here=40),
    "median_abs_deviation": Native(_from_median, here=80),
    "variation": Native(_varied, here=20),
    "moment": Native(_moment, here=60),
    "percentileofscore": Native(_percentile_of),
    "wasserstein_distance": Native(_moved, all_sorted, here=20),
    "binned_statistic": Native(_binned, here=40),
}
