"""``scipy.stats``: correlation, t-tests, ranks and summaries."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Mapping
from math import copysign, inf, log2, nan, sqrt
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.scipy.function_calls import Arguments, Native, plain
from perfcast.trial.libraries.scipy.incomplete_beta import student_tails
from perfcast.trial.libraries.scipy.special import entropies, relative_entropies

Correlation = namedtuple("Correlation", ("statistic", "pvalue"))
Test = namedtuple("Test", ("statistic", "pvalue"))
Line = namedtuple("Line", ("slope", "intercept", "rvalue", "pvalue", "stderr"))
Mode = namedtuple("Mode", ("mode", "count"))

_SIDES: Final = frozenset({"two-sided", "less", "greater"})
_RANKING: Final = ("average", "min", "max", "dense", "ordinal")


def doubles(values: Any, axis: Any = 0) -> tuple[Any, Any]:
    """The values, flat where no axis is told, and the axis."""
    found = np.asarray(values)
    if found.dtype.kind == "c":
        raise Unsupported("complex numbers")
    if found.dtype.kind != "f" or found.itemsize == 2:
        found = found.astype(np.float64)
    return (found.ravel(), 0) if axis is None else (found, int(axis))


def _scores(a: Any, axis: Any = 0, ddof: Any = 0) -> Any:
    values, along = doubles(a)[0], axis
    deviation = values.std(axis=along, ddof=ddof, keepdims=True)
    return (values - values.mean(axis=along, keepdims=True)) / np.where(deviation == 0, np.nan, deviation)


def _pair(x: Any, y: Any) -> tuple[Any, Any]:
    """Two samples of one length. Raises ValueError for others."""
    first, second = doubles(x)[0], doubles(y)[0]
    if first.ndim != 1 or second.ndim != 1:
        raise Unsupported("several samples at once")
    if len(first) != len(second):
        raise ValueError("`x` and `y` must have the same length.")
    if len(first) < 2:
        raise ValueError("`x` and `y` must have length at least 2.")
    return first, second


def _correlation(x: Any, y: Any) -> float:
    first, second = x - x.mean(), y - y.mean()
    size = sqrt(float((first * first).sum()) * float((second * second).sum()))
    return min(1.0, max(-1.0, float((first * second).sum()) / size)) if size else nan


def _likely(found: float, freedom: float, alternative: Any = "two-sided") -> float:
    """That samples with nothing in common have a correlation as strong."""
    if freedom <= 0:
        return 1.0
    rest = (1.0 - found) * (1.0 + found)
    return _above(copysign(inf, found) if rest <= 0.0 else found * sqrt(freedom / rest), freedom, alternative)


def _pearson(x: Any, y: Any, *, alternative: Any = "two-sided") -> Any:
    first, second = _pair(x, y)
    return _correlated(_correlation(first, second), len(first) - 2, alternative)


def _spearman(a: Any, b: Any, *, alternative: Any = "two-sided") -> Any:
    first, second = _pair(a, b)
    found = _correlation(ranked(first, "average"), ranked(second, "average"))
    return _correlated(found, len(first) - 2, alternative)


def _correlated(found: float, freedom: int, alternative: Any) -> Any:
    if alternative not in _SIDES:
        raise ValueError("`alternative` must be 'less', 'greater', or 'two-sided'.")
    return Correlation(np.float64(found), np.float64(_likely(found, freedom, alternative)))


def ranked(values: Any, method: str) -> Any:
    """Of a flat array, from one on."""
    order = np.argsort(values, kind="stable")
    places = np.empty(len(values), dtype=np.int64)
    places[order] = np.arange(len(values))
    if method == "ordinal":
        return places + 1
    there = values[order]
    is_first = np.r_[True, there[1:] != there[:-1]] if len(values) else np.zeros(0, dtype=bool)
    dense = is_first.cumsum()[places]
    if method == "dense":
        return dense
    ends = np.r_[np.flatnonzero(is_first), len(values)]
    if method == "max":
        return ends[dense]
    return ends[dense - 1] + 1 if method == "min" else (ends[dense] + ends[dense - 1] + 1) / 2.0


def _ranks(a: Any, method: Any = "average", *, axis: Any = None) -> Any:
    if method not in _RANKING:
        raise ValueError(f'unknown method "{method}"')
    values = np.asarray(a)
    if axis is None:
        return ranked(values.ravel(), method)
    return np.apply_along_axis(ranked, int(axis), values, method)


def _above(statistic: float, freedom: float, alternative: Any) -> float:
    """How likely a statistic is as far out, on the side that is asked for."""
    tails = student_tails(statistic, freedom)
    if alternative == "two-sided":
        return tails
    return tails / 2.0 if (statistic > 0.0) == (alternative == "greater") else 1.0 - tails / 2.0


def _tested(difference: Any, spread: Any, freedom: Any, alternative: Any) -> Any:
    if alternative not in _SIDES:
        raise ValueError("`alternative` must be 'less', 'greater', or 'two-sided'.")
    statistic = np.asarray(difference / spread)
    tails = [
        _above(one, of, alternative)
        for one, of in zip(
            statistic.ravel().tolist(), np.broadcast_to(freedom, statistic.shape).ravel().tolist(), strict=True
        )
    ]
    return Test(plain(statistic), plain(np.array(tails).reshape(statistic.shape)))


def _t_test(a: Any, b: Any, axis: Any = 0, equal_var: Any = True, alternative: Any = "two-sided") -> Any:
    (first, along), (second, _) = doubles(a, axis), doubles(b, axis)
    one, other = first.shape[along], second.shape[along]
    left, right = first.var(axis=along, ddof=1), second.var(axis=along, ddof=1)
    if equal_var:
        freedom: Any = one + other - 2
        spread = np.sqrt(((one - 1) * left + (other - 1) * right) / max(1, freedom) * (1 / one + 1 / other))
    else:
        parts = left / one, right / other
        freedom = sum(parts) ** 2 / (parts[0] ** 2 / (one - 1) + parts[1] ** 2 / (other - 1))
        spread = np.sqrt(sum(parts))
    return _tested(first.mean(axis=along) - second.mean(axis=along), spread, freedom, alternative)


def _t_test_of_one(a: Any, popmean: Any, axis: Any = 0, alternative: Any = "two-sided") -> Any:
    values, along = doubles(a, axis)
    count, spread = values.shape[along], values.std(axis=along, ddof=1)
    return _tested(values.mean(axis=along) - popmean, spread / sqrt(count), count - 1, alternative)


def _t_test_of_pairs(a: Any, b: Any, axis: Any = 0, alternative: Any = "two-sided") -> Any:
    return _t_test_of_one(doubles(a)[0] - doubles(b)[0], 0.0, axis, alternative)


def _line(x: Any, y: Any) -> Any:
    first, second = _pair(x, y)
    if np.ptp(first) == 0:
        raise ValueError("Cannot calculate a linear regression if all x values are identical")
    across, up = first - first.mean(), second - second.mean()
    slope = (across * up).sum() / (across * across).sum()
    found, freedom = _correlation(first, second), len(first) - 2
    found = 0.0 if found != found else found  # noqa: PLR0124
    spread = (up * up).sum() / (across * across).sum()
    error = np.sqrt((1 - found**2) * spread / freedom) if freedom else 0.0
    return Line(slope, second.mean() - slope * first.mean(), found, _likely(found, freedom), error)


def _mode(a: Any, axis: Any = 0, *, keepdims: Any = False) -> Any:
    values, along = (np.ravel(a), 0) if axis is None else (np.asarray(a), int(axis))
    if values.ndim != 1:
        most = np.apply_along_axis(lambda row: _most_frequent(row)[0], along, values)
        counts = np.apply_along_axis(lambda row: _most_frequent(row)[1], along, values)
        return Mode(most, counts)
    most, count = _most_frequent(values)
    if keepdims:
        return Mode(np.array([most]), np.array([count]))
    return Mode(most, count)


def _most_frequent(values: Any) -> tuple[Any, Any]:
    there, counts = np.unique(values, return_counts=True)
    place = int(counts.argmax()) if len(counts) else 0
    return (there[place], counts[place]) if len(counts) else (np.float64(nan), np.int64(0))


def _entropy(pk: Any, qk: Any = None, base: Any = None, axis: Any = 0) -> Any:
    if base is not None and base <= 0:
        raise ValueError("`base` must be a positive number or `None`.")
    first = _shares(pk, axis)
    found = (entropies(first) if qk is None else relative_entropies(first, _shares(qk, axis))).sum(axis=axis)
    return plain(found if base is None else found / np.log(base))


def _shares(values: Any, axis: Any) -> Any:
    found = doubles(values)[0]
    return found / found.sum(axis=axis, keepdims=True)


def _moments(values: Any, axis: Any, order: int) -> tuple[Any, int]:
    """The standardized moment of that order, where there is any spread, and the number of values."""
    array, along = doubles(values, axis)
    about = array - array.mean(axis=along, keepdims=True)
    spread = (about**2).mean(axis=along)
    moment = (about**order).mean(axis=along) / np.where(spread == 0, np.nan, spread) ** (order / 2.0)
    return moment, array.shape[along]


def _skewness(a: Any, axis: Any = 0, bias: Any = True) -> Any:
    found, count = _moments(a, axis, 3)
    return plain(found if bias or count < 3 else found * sqrt((count - 1) * count) / (count - 2))


def _peakedness(a: Any, axis: Any = 0, fisher: Any = True, bias: Any = True) -> Any:
    found, count = _moments(a, axis, 4)
    if not bias and count > 3:
        found = ((count**2 - 1.0) * found - 3 * (count - 1) ** 2) / ((count - 2) * (count - 3)) + 3.0
    return plain(found - 3.0 if fisher else found)


def _middle_range(x: Any, axis: Any = None, rng: Any = (25, 75)) -> Any:
    low, high = np.percentile(np.asarray(x), rng, axis=axis)
    return plain(np.asarray(high - low))


def _error(a: Any, axis: Any = 0, ddof: Any = 1) -> Any:
    values, along = doubles(a, axis)
    return plain(values.std(axis=along, ddof=ddof) / sqrt(values.shape[along]))


def _geometric(a: Any, axis: Any = 0) -> Any:
    values, along = doubles(a, axis)
    return plain(np.exp(np.log(values).mean(axis=along)))


def _harmonic(a: Any, axis: Any = 0) -> Any:
    values, along = doubles(a, axis)
    return plain(1.0 / (1.0 / values).mean(axis=along))


def _sorting(arguments: Arguments) -> float:
    return float(sum(np.size(value) * log2(2.0 + np.size(value)) for value in arguments.values()))


def _rows(arguments: Arguments) -> float:
    """Sorting, and a turn of a loop for each row."""
    axis, values = arguments["axis"], np.asarray(arguments["a"])
    rows = 1 if axis is None or values.ndim < 2 else values.size / max(1, values.shape[int(axis)])
    return _sorting(arguments) + 500.0 * rows


FUNCTIONS: Final[Mapping[str, Native]] = {
    "zscore": Native(_scores, here=15),
    "pearsonr": Native(_pearson, here=15),
    "spearmanr": Native(_spearman, _sorting, here=25),
    "rankdata": Native(_ranks, _rows, here=25),
    "ttest_ind": Native(_t_test, here=500),
    "ttest_1samp": Native(_t_test_of_one, here=500),
    "ttest_rel": Native(_t_test_of_pairs, here=500),
    "linregress": Native(_line, here=20),
    "mode": Native(_mode, _rows, here=40),
    "entropy": Native(_entropy, here=15),
    "skew": Native(_skewness, here=60),
    "kurtosis": Native(_peakedness, here=60),
    "iqr": Native(_middle_range, here=20),
    "sem": Native(_error),
    "gmean": Native(_geometric, here=10),
    "hmean": Native(_harmonic),
}
